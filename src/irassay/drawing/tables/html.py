"""A Table as an HTML table: numbers right-aligned, definitions in the head, every cell escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from irassay.drawing.escape import markup
from irassay.drawing.tables.cells import cell_text, heading, is_numeric
from irassay.messages import NOTHING
from irassay.result import Column, Table

_SHORT = 24  # most characters of a cell without line breaks
_PLACES = 24  # most letters that are aligned in columns of their own
_LETTER = re.compile(r"\[\d+\]|.")
_ABSENT = f'<span aria-hidden="true">{NOTHING}</span><span class="vh">not stated</span>'


def table_html(
    table: Table, *, css: str = "data", limit: int | None = None, narrow: Literal["scroll", "rows"] = "scroll"
) -> str:
    """The table as escaped HTML, in an element of class `css`; with a `limit` of rows the first and the last ones, and
    the number of the others. In a narrow window it scrolls, or each row becomes lines of name and value."""
    n = len(table)
    first = n if limit is None or n <= limit else limit - limit // 4
    last = n if first == n else n - (limit or 0) // 4
    styles = [_style(c) for c in table.columns]
    head = "".join(_head(c, right=style == "r") for c, style in zip(table.columns, styles))
    columns = [_texts(c) for c in table.columns]
    names = [heading(c) if narrow == "rows" else "" for c in table.columns]
    css = f"{css} in-rows" if narrow == "rows" else css
    marks = table.column(table.marks).values if table.marks else [False] * n
    body, cut = [], f"<tr class=cut><td colspan={len(columns)}>{last - first:,} more rows"
    for i in (*range(first), *range(last, n)):
        if i == last:
            body.append(cut)
        cells = [
            _cell(texts[i], style, name, first=not j)
            for j, (texts, style, name) in enumerate(zip(columns, styles, names))
        ]
        body.append(f"{'<tr class=lead>' if marks[i] else '<tr>'}{''.join(cells)}")
    body += [cut] if last == n != first else []
    caption = f"<caption>{markup(table.title)}</caption>" if table.title else ""
    foot = f'<p class="under">{markup(table.note)}</p>' if table.note else ""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{markup(table.title or table.name)}">'
        f'<table class="{css}">{caption}<thead><tr>{head}</thead><tbody>{"".join(body)}</tbody></table></div>{foot}'
    )


def _style(column: Column) -> str:
    """The class of a column's cells: right-aligned numbers, aligned letters, or short text on one line."""
    if is_numeric(column.values):
        return "r"
    if column.unit == "letters":
        return "lt"
    return "n" if all(len(str(v)) <= _SHORT for v in column.values) else ""


def _texts(column: Column) -> list[str]:
    """The texts of a column's cells."""
    if column.unit == "letters":
        return in_places([str(v or "") for v in column.values])
    return [cell_text(v, digits=column.digits, unit=column.unit) for v in column.values]


def in_places(groups: Sequence[str]) -> list[str]:
    """Letters of tie groups, aligned so that each letter has a column of its own."""
    split = [_LETTER.findall(text) for text in groups]
    order = list(dict.fromkeys(letter for letters in split for letter in letters))
    if len(order) > _PLACES:
        return list(groups)
    return ["".join(c if c in letters else " " * len(c) for c in order).rstrip() for letters in split]


def _head(column: Column, *, right: bool) -> str:
    css = ' class="r"' if right else ""
    tip = f' title="{markup(column.definition)}"' if column.definition else ""
    unit = _unit(column)
    text = markup(heading(column)) + (f' <span class="unit">{markup(unit)}</span>' if unit else "")
    return f'<th scope="col"{css}{tip}>{text}</th>'


def _unit(column: Column) -> str:
    """The unit as it stands beside the heading; "" for those with a written form of their own."""
    return "" if column.unit in ("share", "p", "letters", column.name, heading(column)) else column.unit


def _cell(text: str, style: str, name: str, *, first: bool) -> str:
    inner = _ABSENT if text in ("", NOTHING) else f"<bdi>{markup(text)}</bdi>" if style != "r" else markup(text)
    css = f' class="{style}"' if style else ""
    named = f' data-name="{markup(name)}"' if name else ""
    return f'<th scope="row"{css}>{inner}' if first else f"<td{css}{named}>{inner}"
