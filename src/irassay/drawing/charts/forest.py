"""Dots with intervals: differences around the line of no difference, and places of systems over draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from irassay.drawing.charts.league import finite
from irassay.drawing.charts.sheet import (
    Scale,
    Sheet,
    extent,
    fit,
    labels,
    name_height,
    round_ends,
    text_width,
    ticks,
    write_name,
)
from irassay.messages import number, percent
from irassay.result import Forest, PlaceChart

_TOP = 26.0

_ROW, _SPREAD_TOP = 17.0, 30.0
_NAME = "place"


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


def draw_rank_spread(
    figure: PlaceChart,
    width: int,
    numbers: Mapping[str, int],
    *,
    leaders: Collection[str] = (),
    first: int = 0,
    last: int | None = None,
) -> Sheet:
    """Draw rows `first` to `last` at a width in pixels, leaders dark, on the axis of all rows."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    names = [str(v) for v in cells["system"]]
    last = len(names) if last is None else last
    left = min(max((text_width(s, 11) for s in names), default=0) + 14, 170 if width > 500 else 110)
    end = max(len(names), *(int(v) for v in cells["high"])) if names else 1
    scale = Scale(1, max(end, 2), left, width - 62)
    sheet = Sheet(width, _SPREAD_TOP + (last - first) * _ROW + 8 + name_height(_NAME, scale, width))
    own = cells.get("own")
    right = [percent(float(of or 0), 0) for of in cells["first"]] if own is None else [f"{of}" for of in own]
    _axis(sheet, scale, end, (last - first) * _ROW, "first in" if own is None else "own")
    for row in range(first, last):
        y = _SPREAD_TOP + (row - first + 0.5) * _ROW
        focus, number = (" f" if names[row] in leaders else ""), numbers.get(names[row])
        room = left - 8 if width > 500 else 0.87 * (left - 8)  # on a phone a drawing shrinks and its text does not
        sheet.text(left - 8, y + 4, fit(names[row], room, 11), "nm b" if focus else "nm", anchor="e", data_s=number)
        sheet.line(scale(cells["low"][row]), y, scale(cells["high"][row]), y, "ci" + focus, data_s=number)
        if cells["low50"][row] != cells["high50"][row]:
            sheet.line(scale(cells["low50"][row]), y, scale(cells["high50"][row]), y, "ci5" + focus)
        sheet.circle(scale(cells["place"][row]), y, 3.6, "dw", data_s=number)
        if own is not None:
            sheet.circle(scale(own[row]), y, 4.6, "rg", data_s=number)
        sheet.text(width, y + 4, right[row], "nm", anchor="e")
    return sheet


def _axis(sheet: Sheet, scale: Scale, end: int, body: float, right: str) -> None:
    step = 10 if end > 15 else 5 if end > 8 else 1
    if sheet.width < 500 and end > 40:
        step = 20
    for place in sorted({1, end, *(k for k in range(step, end, step) if end - k >= step * 0.6)}):
        sheet.line(scale(place), _SPREAD_TOP - 6, scale(place), _SPREAD_TOP + body, "gr")
        sheet.text(scale(place), _SPREAD_TOP - 12, f"{place}", anchor="m")
    sheet.text(sheet.width, _SPREAD_TOP - 12, right, anchor="e")
    write_name(sheet, scale, _SPREAD_TOP + body + 2, _NAME)
