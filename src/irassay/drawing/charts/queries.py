"""Scores per query: the range over all systems, the middle half, the median, and the system in focus.

For two systems: the scores of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.drawing.charts.axis import Scale, extent, labels, round_ends, ticks
from irassay.drawing.charts.svg import Sheet, fit, text_width
from irassay.result import QueryChart

_ROW, _TOP = 15.0, 30.0
_MARKS = ("low", "q1", "median", "q3", "high", "focus", "other")  # two systems have "other" and no quartiles


def query_names(cells: Mapping[str, Sequence[Any]], width: int) -> list[str]:
    """The name of each row: the query's id, on a page with its text."""
    queries = cells["query"]
    texts = cells.get("text") or [""] * len(queries)
    return [f"{query}  {text}" if text and width > 900 else str(query) for query, text in zip(queries, texts)]


def draw(figure: QueryChart, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The rows at a width in pixels."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    names = query_names(cells, width)
    left = min(max((text_width(s, 11) for s in names), default=0) + 14, width * 0.32)
    low, high = round_ends(*extent([*cells["low"], *cells["high"]], zero=True), about=4)
    scale = Scale(low, high, left, width - 14)
    sheet = Sheet(width, _TOP + _ROW * len(names) + 6)
    marks = ticks(low, high, 4)
    for value, text in zip(marks, labels(marks)):
        sheet.line(scale(value), _TOP - 6, scale(value), sheet.height - 6, "gr")
        sheet.text(scale(value), _TOP - 12, text, anchor="m")
    focus = numbers.get(figure.focus)
    for row, name in enumerate(names):
        y = _TOP + (row + 0.5) * _ROW
        at = {k: scale(float(cells[k][row])) for k in _MARKS if k in cells}
        sheet.text(left - 8, y + 4, fit(name, left - 8, 11), "nm", anchor="e")
        if "q1" in at:
            sheet.rect(at["q1"], y - 4, at["q3"] - at["q1"], 8, "fqp")
        sheet.line(at["low"], y, at["high"], y, "ci")
        if "median" in at:
            sheet.line(at["median"], y - 4, at["median"], y + 4, "md")
        if "other" in at:
            sheet.circle(at["other"], y, 3, "do", data_s=numbers.get(figure.other))
        sheet.circle(at["focus"], y, 3.4, "dq", data_s=focus)
    return sheet
