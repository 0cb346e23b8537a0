"""Histograms. Where values have both signs, bins below zero are grey and zero is marked."""

from __future__ import annotations

from collections.abc import Mapping

from irassay.drawing.charts.axis import Scale, label, labels, round_ends, ticks
from irassay.drawing.charts.svg import Sheet, fit
from irassay.result import Histogram

_LEFT, _TALL, _TOP = 40.0, 170.0, 14.0


def draw(figure: Histogram, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The histogram at a width in pixels."""
    low = [float(v) for v in figure.table.column("low").values]
    high = [float(v) for v in figure.table.column("high").values]
    count = [float(v) for v in figure.table.column("count").values]
    sheet = Sheet(width, _TOP + _TALL + 44)
    if not low:
        return sheet
    x = Scale(min(low), max(high), _LEFT, width - 14)
    y = Scale(0, round_ends(0, max(*count, 1), 3)[1], _TOP + _TALL, _TOP)
    for value in ticks(0, y.high, 3):
        sheet.line(x.start, y(value), x.stop, y(value), "gr" if value else "ax")
        sheet.text(x.start - 7, y(value) + 4.5, label(value, 1), anchor="e")
    signed = min(low) < 0 < max(high)
    fill = "fq" if figure.doubt == "queries" else "fl1"
    for a, b, c in zip(low, high, count):
        if c:
            css = "fn" if signed and b <= 1e-12 else fill
            sheet.rect(x(a) + 0.5, y(c), x(b) - x(a) - 1, y(0) - y(c), css)
    if signed:
        sheet.line(x(0), y.stop, x(0), y.start, "dt")
    _axis(sheet, figure, x, y.start)
    return sheet


def _axis(sheet: Sheet, figure: Histogram, x: Scale, base: float) -> None:
    marks = ticks(x.low, x.high, 8 if sheet.width > 500 else 4)
    for value, text in zip(marks, labels(marks)):
        sheet.text(x(value), base + 18, text, anchor="m")
    sheet.text(x.start, base + 38, fit(figure.axis, sheet.width - x.start))
