"""Scores per query: the range over all systems, the middle half, the median, and the system in focus.

For two systems: the scores of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.drawing.charts.axis import Scale, extent, labels, name_height, round_ends, ticks, write_name
from irassay.drawing.charts.svg import SLACK, Sheet, fit, text_width
from irassay.result import QueryChart

_ROW, _TOP = 15.0, 30.0
_TEXT = 16.0  # height of a line of text above a row's marks
_ROOM = 900  # least width in pixels at which a query's text stands beside its marks
_MARKS = ("low", "q1", "median", "q3", "high", "focus", "other")  # two systems have "other" and no quartiles


def query_names(cells: Mapping[str, Sequence[Any]]) -> list[str]:
    """The name of each row: the query's id, and its text where it has one."""
    queries = cells["query"]
    texts = cells.get("text") or [""] * len(queries)
    return [f"{query}  {text}" if text else str(query) for query, text in zip(queries, texts)]


def draw(figure: QueryChart, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The rows at a width in pixels."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    names = query_names(cells)
    above = width <= _ROOM and any(cells.get("text") or ())
    left = 14.0 if above else min(max((text_width(s, 11) for s in names), default=0) / SLACK + 14, width * 0.32)
    tall = _ROW + _TEXT if above else _ROW
    low, high = round_ends(*extent([*cells["low"], *cells["high"]], zero=True), about=4)
    scale = Scale(low, high, left, width - 14)
    bottom = _TOP + tall * len(names)
    sheet = Sheet(width, bottom + 8 + name_height(figure.axis, scale, width))
    marks = ticks(low, high, 4)
    for value, text in zip(marks, labels(marks)):
        sheet.line(scale(value), _TOP - 6, scale(value), bottom, "gr")
        sheet.text(scale(value), _TOP - 12, text, anchor="m")
    write_name(sheet, scale, bottom + 2, figure.axis)
    focus = numbers.get(figure.focus)
    for row, name in enumerate(names):
        y = _TOP + (row + 1) * tall - 0.5 * _ROW
        at = {k: scale(float(cells[k][row])) for k in _MARKS if k in cells}
        if above:
            sheet.text(0, y - 0.75 * _ROW, fit(name, SLACK * width, 11), "nm halo")
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
