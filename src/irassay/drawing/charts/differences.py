"""Two systems query by query: a dot for one, a ring for the other, a line between them, the difference at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.drawing.charts.sheet import (
    SLACK,
    Scale,
    Sheet,
    extent,
    fit,
    name_height,
    round_ends,
    text_width,
    upright_axis,
    write_name,
)
from irassay.messages import number
from irassay.result import Differences, QueryChart

_ROW, _TOP = 19.0, 48.0
_HEAD = "difference"
_END = text_width(_HEAD) + 18  # half of the axis's last label stands in it too

_QUERY_ROW, _QUERIES_TOP = 15.0, 30.0
_TEXT = 16.0  # height of a line of text above a row's marks
_ROOM = 900  # least width in pixels at which a query's text stands beside its marks
_MARKS = ("low", "q1", "median", "q3", "high", "focus", "other")  # two systems have "other" and no quartiles


def rows_of(figure: Differences) -> int:
    """The number of rows to draw: those with documents, or all where none has any."""
    return len(figure.documents) or len(figure.table)


def scale_of(figure: Differences, start: float = 0.0, stop: float = 100.0) -> Scale:
    """The axis of all drawn rows, including 0."""
    n = rows_of(figure)
    values = [float(v) for name in ("a", "b") for v in figure.table.column(name).values[:n]]
    return Scale(*round_ends(*extent(values, zero=True), about=4), start, stop)


def draw(figure: Differences, width: int, numbers: Mapping[str, int]) -> Sheet:
    """Draw the rows at a width in pixels."""
    n = rows_of(figure)
    cells = {c.name: list(c.values)[:n] for c in figure.table.columns}
    names = query_names(cells)
    left = min(max((text_width(s, 11) for s in names), default=0) / SLACK + 14, width * 0.36)
    scale = scale_of(figure, left, width - _END)
    bottom = _TOP + _ROW * n
    sheet = Sheet(width, bottom + 8 + name_height(figure.axis, scale, width))
    room = (sheet.width - left) / 2 - 24
    for x, name, css in ((left + 4, figure.a, "dq"), (left + room + 28, figure.b, "do")):
        sheet.circle(x, 11, 3.6, css)
        sheet.text(x + 9, 15, fit(name, room, 13), "k")
    upright_axis(sheet, scale, _TOP, bottom, 4)
    sheet.text(width, _TOP - 12, _HEAD, anchor="e")
    write_name(sheet, scale, bottom + 2, figure.axis)
    for row, name in enumerate(names):
        y = _TOP + (row + 0.5) * _ROW
        a, b = float(cells["a"][row]), float(cells["b"][row])
        sheet.text(left - 8, y + 4, fit(name, SLACK * (left - 8), 11), "nm", anchor="e")
        sheet.line(scale(min(a, b)), y, scale(max(a, b)), y, "ci")
        sheet.circle(scale(b), y, 3.4, "do", data_s=numbers.get(figure.b))
        sheet.circle(scale(a), y, 3.6, "dq", data_s=numbers.get(figure.a))
        sheet.text(width, y + 4, number(float(cells["difference"][row]), 3), "k", anchor="e")
    return sheet


def marks(a: float, b: float, scale: Scale) -> str:
    """The marks of one row for a page, with which they stretch; the row gives their values in figures."""
    at, other = scale.percent(float(a)), scale.percent(float(b))
    return (
        f'<svg class="c" aria-hidden="true"><line class="ci" x1="{at}" x2="{other}" y1="50%" y2="50%"/>'
        f'<circle class="do" cx="{other}" cy="50%" r="3.4"/><circle class="dq" cx="{at}" cy="50%" r="3.6"/></svg>'
    )


def query_names(cells: Mapping[str, Sequence[Any]]) -> list[str]:
    """The name of each row: the query's id, and its text where it has one."""
    queries = cells["query"]
    texts = cells.get("text") or [""] * len(queries)
    return [f"{query}  {text}" if text else str(query) for query, text in zip(queries, texts)]


def draw_queries(figure: QueryChart, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The rows at a width in pixels."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    names = query_names(cells)
    above = width <= _ROOM and any(cells.get("text") or ())
    left = 14.0 if above else min(max((text_width(s, 11) for s in names), default=0) / SLACK + 14, width * 0.32)
    tall = _QUERY_ROW + _TEXT if above else _QUERY_ROW
    low, high = round_ends(*extent([*cells["low"], *cells["high"]], zero=True), about=4)
    scale = Scale(low, high, left, width - 14)
    bottom = _QUERIES_TOP + tall * len(names)
    sheet = Sheet(width, bottom + 8 + name_height(figure.axis, scale, width))
    upright_axis(sheet, scale, _QUERIES_TOP, bottom, 4)
    write_name(sheet, scale, bottom + 2, figure.axis)
    focus = numbers.get(figure.focus)
    for row, name in enumerate(names):
        y = _QUERIES_TOP + (row + 1) * tall - 0.5 * _QUERY_ROW
        at = {k: scale(float(cells[k][row])) for k in _MARKS if k in cells}
        if above:
            sheet.text(0, y - 0.75 * _QUERY_ROW, fit(name, SLACK * width, 11), "nm halo")
        else:
            sheet.text(left - 8, y + 4, fit(name, SLACK * (left - 8), 11), "nm", anchor="e")
        if "q1" in at:
            sheet.rect(at["q1"], y - 4, at["q3"] - at["q1"], 8, "fqp")
        sheet.line(at["low"], y, at["high"], y, "ci")
        if "median" in at:
            sheet.line(at["median"], y - 4, at["median"], y + 4, "md")
        if "other" in at:
            sheet.circle(at["other"], y, 3, "do", data_s=numbers.get(figure.other))
        sheet.circle(at["focus"], y, 3.4, "dq", data_s=focus)
    return sheet
