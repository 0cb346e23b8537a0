"""Forest plot: a few differences with their intervals, around the line of no difference."""

from __future__ import annotations

from collections.abc import Mapping

from irassay.drawing.charts.axis import Scale, extent, labels, round_ends, ticks
from irassay.drawing.charts.league import finite
from irassay.drawing.charts.svg import Sheet, fit
from irassay.messages import number
from irassay.result import Forest

_TOP = 26.0


def draw(figure: Forest, width: int, numbers: Mapping[str, int]) -> Sheet:
    """Draw one row per pair at a width in pixels, its name above its marks."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    rows = len(cells["pair"])
    height = 52.0 if rows <= 6 else 42.0
    values = [
        float(v)
        for k in ("difference", "low", "high", "labels_low", "labels_high")
        for v in cells.get(k, ())
        if finite(v)
    ]
    low, high = round_ends(*extent(values, zero=True), about=6)
    scale = Scale(low, high, 22, width - 22)
    sheet = Sheet(width, _TOP + rows * height + 24)
    marks = ticks(low, high, 6 if width > 500 else 4)
    for value, text in zip(marks, labels(marks)):
        sheet.line(scale(value), _TOP - 6, scale(value), _TOP + rows * height, "ax" if value == 0 else "gr")
        sheet.text(scale(value), _TOP - 12, text, anchor="m")
    for row, pair in enumerate(cells["pair"]):
        top, y = _TOP + row * height, _TOP + row * height + height * 0.68
        cell = {k: v[row] for k, v in cells.items()}
        sheet.text(4, top + 16, fit(str(pair), width - 90), "b halo")
        sheet.text(width - 4, top + 16, number(float(cell["difference"]), 4), "b halo", anchor="e")
        if (
            finite(cell.get("labels_low")) and cell["labels_low"] <= 0 <= cell["labels_high"]
        ):  # else the labels settle it
            x = scale(cell["labels_low"])
            sheet.rect(x, y - 7, scale(cell["labels_high"]) - x, 14, "bd")
        if finite(cell["low"]) and finite(cell["high"]):
            sheet.line(scale(cell["low"]), y, scale(cell["high"]), y, "ci f")
        sheet.circle(scale(float(cell["difference"])), y, 4, "dq")
    sheet.text((scale.start + scale.stop) / 2, sheet.height - 4, figure.axis, anchor="m")
    return sheet
