"""A Table as HTML, LaTeX, CSV and TSV: the text of its headings and cells, each escaped."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, Literal

from irassay.drawing.escape import cell, latex, markup
from irassay.drawing.tables import text
from irassay.messages import IN_LATEX, NOTHING, TWO_DIGITS, p_value, percent, signed
from irassay.result import Column, Table

_SHORT = 24  # most characters of a cell without line breaks
_PLACES = 24  # most letters that are aligned in columns of their own
_LETTER = re.compile(r"\[\d+\]|.")
_ABSENT = f'<span aria-hidden="true">{NOTHING}</span><span class="vh">not stated</span>'
PAGE = 45  # most rows on a page of a paper
BOOKTABS = r"% needs \usepackage{booktabs}"
LONG = r"% needs \usepackage{booktabs,longtable}"


def heading(column: Column) -> str:
    """What a person reads above a column. Names from files are left as they are."""
    name = column.name
    return column.heading or (name.replace("_", " ") if name.isidentifier() else name.removeprefix("meta:"))


def cell_text(value: Any, *, digits: int | None = None, unit: str = "", p_steps: tuple[float, ...] = TWO_DIGITS) -> str:
    """The text of one value; a dash where there is none."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, (bool,)) or type(value).__name__ == "bool":
        return "yes" if value else "no"
    if isinstance(value, Sequence):
        return ", ".join(cell_text(v, digits=digits, unit=unit) for v in value) or NOTHING
    try:
        plain = float(value)
    except (TypeError, ValueError):
        return str(value)
    if unit.startswith("share"):
        return percent(plain, 1 if digits is None else max(digits - 2, 0))
    if unit == "p":
        return p_value(plain, p_steps)
    return signed(plain, digits)


def is_numeric(values: Sequence[Any]) -> bool:
    """Whether a column holds numbers and is right-aligned; empty cells are ignored."""
    cells = [v for v in values if v is not None and v != ""]
    return bool(cells) and all(
        not isinstance(v, (str, bytes, bool)) and type(v).__name__ != "bool" and hasattr(v, "__float__") for v in cells
    )


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
    has_form = column.unit in ("share", "p", "letters", column.name, heading(column))
    unit = "" if has_form else column.unit  # beside the heading
    text = markup(heading(column)) + (f' <span class="unit">{markup(unit)}</span>' if unit else "")
    return f'<th scope="col"{css}{tip}>{text}</th>'


def _cell(text: str, style: str, name: str, *, first: bool) -> str:
    inner = _ABSENT if text in ("", NOTHING) else f"<bdi>{markup(text)}</bdi>" if style != "r" else markup(text)
    css = f' class="{style}"' if style else ""
    named = f' data-name="{markup(name)}"' if name else ""
    return f'<th scope="row"{css}>{inner}' if first else f"<td{css}{named}>{inner}"


def table_latex(table: Table) -> str:
    """The table as LaTeX, for a paper that loads booktabs; a table longer than a page needs longtable as well."""
    columns = table.columns
    spec = "".join("r" if is_numeric(c.values) else "l" for c in columns)
    title = f"{table.title.rstrip('.')}. {table.note}" if table.note else table.title
    caption = rf"\caption{{{latex(title)}}}"
    label = rf"\label{{tab:{table.name}}}"
    head = [r"\toprule", _row(map(heading, columns)), r"\midrule"]
    rows = [
        _row(cell_text(c.values[i], digits=c.digits, unit=c.unit, p_steps=IN_LATEX) for c in columns)
        for i in range(len(table))
    ]
    if len(table) > PAGE:
        lines = [LONG, rf"\begin{{longtable}}{{{spec}}}", rf"{caption}{label} \\", *head, r"\endfirsthead", *head]
        return "\n".join([*lines, r"\endhead", r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}", ""])
    lines = [BOOKTABS, r"\begin{table}", caption, label, rf"\begin{{tabular}}{{{spec}}}", *head, *rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _row(cells: Iterable[str]) -> str:
    return " & ".join(latex(c) for c in cells) + r" \\"


def with_definitions(table: Table) -> Table:
    """The table with a column that holds, in the first row, the definitions of its numbers and their assumptions."""
    by_text: dict[str, list[str]] = {}
    for column in table.columns:
        if column.definition and any(_plain(v) for v in column.values):
            by_text.setdefault(column.definition.rstrip("."), []).append(column.name)
    definitions = " ".join(f"{', '.join(names)}: {text}." for text, names in by_text.items())
    if not definitions or not len(table):
        return table
    return replace(table, columns=[*table.columns, Column("definitions", [definitions, *[""] * (len(table) - 1)])])


def table_csv(table: Table) -> str:
    """The table as CSV (RFC 4180) with a heading line; text that begins like a formula gets a leading apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([cell(c.name) for c in table.columns])
    for i in range(len(table)):
        writer.writerow([_plain(c.values[i]) for c in table.columns])
    return out.getvalue()


def table_tsv(table: Table) -> str:
    r"""The table as TSV with a heading line; tabs and line ends within text become ``\t`` and ``\n``."""
    lines = ["\t".join(text.one_line(cell(c.name)) for c in table.columns)]
    lines += ["\t".join(text.one_line(_plain(c.values[i])) for c in table.columns) for i in range(len(table))]
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    """A value in full precision; "" where it is missing. Only text is guarded, so numbers keep their sign."""
    if value is None:
        return ""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if isfinite(value) else ""
    if isinstance(value, (list, tuple)):
        return cell(", ".join(_plain(v) for v in value))
    return cell(value)
