"""A Table as an HTML table: numbers right-aligned, definitions in the head, every cell escaped."""

from __future__ import annotations

from irassay.drawing.escape import markup
from irassay.drawing.numbers import NOTHING, is_numeric, shown
from irassay.result import Table

_ABSENT = f'<span aria-hidden="true">{NOTHING}</span><span class="vh">not stated</span>'


def table_html(table: Table, *, css: str = "data", limit: int | None = None) -> str:
    """The table as HTML that may be put into a page as it is.

    Parameters
    ----------
    css : str
        Class of the element.
    limit : int, optional
        Rows shown; a last line says how many more there are.
    """
    rows = len(table) if limit is None else min(limit, len(table))
    numeric = [is_numeric(c.values) for c in table.columns]
    head = "".join(_head(c.name, c.unit, c.definition, right) for c, right in zip(table.columns, numeric))
    body = []
    for i in range(rows):
        cells = [
            _cell(shown(c.values[i], digits=c.digits, unit=c.unit), right, first=not j)
            for j, (c, right) in enumerate(zip(table.columns, numeric))
        ]
        body.append(f"<tr>{''.join(cells)}")
    note = table.note
    if rows < len(table):
        note = f"{len(table) - rows:,} more rows. {note}".strip()
    caption = f"<caption>{markup(table.title)}</caption>" if table.title else ""
    foot = f'<p class="under">{markup(note)}</p>' if note else ""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{markup(table.title or table.name)}">'
        f'<table class="{css}">{caption}<thead><tr>{head}</thead><tbody>{"".join(body)}</tbody></table></div>{foot}'
    )


def _head(name: str, unit: str, definition: str, right: bool) -> str:
    css = ' class="r"' if right else ""
    tip = f' title="{markup(definition)}"' if definition else ""
    text = markup(name.removeprefix("meta:"))
    if unit and unit not in ("share", "p") and unit != name:
        text += f' <span class="unit">{markup(unit)}</span>'
    return f'<th scope="col"{css}{tip}>{text}</th>'


def _cell(text: str, right: bool, *, first: bool) -> str:
    inner = _ABSENT if text == NOTHING else f"<bdi>{markup(text)}</bdi>" if not right else markup(text)
    css = ' class="r"' if right else ""
    return f'<th scope="row"{css}>{inner}' if first else f"<td{css}>{inner}"
