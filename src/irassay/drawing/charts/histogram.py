"""Histograms. Bins below zero are grey; what is exactly zero is a hollow bar between the two signs."""

from __future__ import annotations

from collections.abc import Mapping

from irassay.drawing.charts.axis import Scale, label, labels, name_height, round_ends, ticks, write_name
from irassay.drawing.charts.svg import Sheet
from irassay.result import Histogram

_LEFT, _RIGHT, _TALL, _TOP = 40.0, 14.0, 170.0, 32.0
_ZERO = 5.0  # half the width of the bar of what is exactly zero, in pixels


def draw(figure: Histogram, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The histogram at a width in pixels."""
    low = [float(v) for v in figure.table.column("low").values]
    high = [float(v) for v in figure.table.column("high").values]
    count = [float(v) for v in figure.table.column("count").values]
    ends = (min(low), max(high)) if low and min(low) < max(high) else (-1.0, 1.0)
    x = Scale(*ends, _LEFT, width - _RIGHT)
    sheet = Sheet(width, _TOP + _TALL + 26 + name_height(figure.axis, x, width))
    if not low:
        return sheet
    y = Scale(0, round_ends(0, max(*count, 1), 3)[1], _TOP + _TALL, _TOP)
    for value in ticks(0, y.high, 3):
        sheet.line(x.start, y(value), x.stop, y(value), "gr" if value else "ax")
        sheet.text(x.start - 7, y(value) + 4.5, label(value, 1), anchor="e")
    if unit := figure.table.column("count").unit:
        sheet.text(0, _TOP - 18, f"↑ {unit}", "k")
    fill = "fq" if figure.doubt == "queries" else "fl1"
    zero = _ZERO if any(a == b for a, b in zip(low, high)) else 0.0
    for a, b, c in zip(low, high, count):
        if not c:
            continue
        if a == b:
            sheet.rect(x(a) - zero + 1, y(c), 2 * zero - 2, y(0) - y(c), "ko")
            continue
        left, right = x(a) + (zero if a == 0 else 0.5), x(b) - (zero if b == 0 else 0.5)
        sheet.rect(left, y(c), max(right - left, 1), y(0) - y(c), "fn" if b <= 0 else fill)
    if min(low) < 0 < max(high):
        sheet.line(x(0), y.stop, x(0), y.start, "dt")
    _axis(sheet, figure, x, y.start)
    return sheet


def _axis(sheet: Sheet, figure: Histogram, x: Scale, base: float) -> None:
    marks = ticks(x.low, x.high, 8 if sheet.width > 500 else 4)
    for value, text in zip(marks, labels(marks)):
        sheet.text(x(value), base + 18, text, anchor="m")
    write_name(sheet, x, base + 24, figure.axis)
