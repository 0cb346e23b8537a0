"""Rows of marks: bars from zero, one bar of parts, differences with intervals, and places of systems over draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from irassay.drawing.charts.league import finite
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
from irassay.messages import number, percent
from irassay.result import Bars, Forest, PlaceChart, Stacked

_ROW, _TOP = 20.0, 26.0
_STEPS = ("fl2", "fl1", "fl")
_BAR = 26.0
_PLACE_ROW, _SPREAD_TOP = 17.0, 30.0
_NAME = "place"


def draw(figure: Bars, width: int, numbers: Mapping[str, int], *, first: int = 0, last: int | None = None) -> Sheet:
    """Draw rows `first` to `last` at a width in pixels, on the axis of all rows."""
    names = [str(v) for v in figure.table.column("row").values]
    values = [float(v) for v in figure.table.column("value").values]
    optional = {c.name: c.values for c in figure.table.columns}
    parts = optional.get("part")
    runs = optional.get("runs")
    empty = [""] * len(names)
    notes = empty if runs is None else [f"{number(float(r), None)} run{'s' if r != 1 else ''}" for r in runs]
    widest = max((text_width(a) / SLACK + text_width(b, 11) + 22 for a, b in zip(names, notes)), default=0)
    left = min(widest, width * 0.42)
    low, high = round_ends(*extent(values, zero=True), about=4)
    scale = Scale(low, high, left, width - 44)
    rows = range(len(names))[first:last]
    sheet = Sheet(width, _TOP + _ROW * len(rows) + 8 + name_height(figure.axis, scale, width))
    upright_axis(sheet, scale, _TOP + 2, _TOP + _ROW * len(rows), 4 if width > 500 else 2, "ax")
    write_name(sheet, scale, _TOP + _ROW * len(rows) + 2, figure.axis)
    light, dark = ("flb", "fld") if figure.doubt == "labels" else ("fq2", "fq")
    for k in rows:
        name, value, y = names[k], values[k], _TOP + (k - first) * _ROW
        room = SLACK * (left - text_width(notes[k], 11) - 18)
        sheet.text(0, y + 14, fit(name, room), "k")
        if notes[k]:
            sheet.text(left - 10, y + 14, notes[k], "nt", anchor="e")
        sheet.rect(scale(0), y + 4, scale(value) - scale(0), 11, light if parts is not None else dark)
        if parts is not None and parts[k]:
            sheet.rect(scale(0), y + 4, scale(float(parts[k])) - scale(0), 11, dark)
        sheet.text(scale(value) + 6, y + 14, number(value, None))
    return sheet


def draw_stacked(figure: Stacked, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The bar at a width in pixels."""
    parts = [str(v) for v in figure.table.column("part").values]
    counts = [float(v) for v in figure.table.column("count").values]
    total = sum(counts) or 1.0
    fills = _fills(len(parts), figure.n_grey)
    below = [f"{number(c, None)}  {percent(c / total)}" for c in counts]
    widths = [c / total * width for c in counts]
    room = all(w >= max(text_width(a, 13), text_width(b, 13)) + 8 for w, a, b in zip(widths, parts, below))
    if room:
        return _direct(width, parts, below, widths, fills)
    return _listed(width, parts, counts, total, widths, fills)


def _fills(n: int, grey: int) -> list[str]:
    """Grey for the first parts, then shades of ochre for the others."""
    others = n - grey
    if n == 1:
        return ["fl1"]
    steps = _STEPS[-others:] if others <= 3 else [_STEPS[k * 3 // others] for k in range(others)]
    return ["fg"] * grey + list(steps if others else ())


def _direct(
    width: int, parts: Sequence[str], below: Sequence[str], widths: Sequence[float], fills: Sequence[str]
) -> Sheet:
    sheet, x = Sheet(width, 20 + _BAR + 26), 0.0
    for part, under, w, fill in zip(parts, below, widths, fills):
        sheet.text(x, 13, part, "b")
        sheet.rect(x, 22, w - 2, _BAR, fill)
        sheet.text(x, 22 + _BAR + 19, under)
        x += w
    return sheet


def _listed(
    width: int, parts: Sequence[str], of: Sequence[float], total: float, widths: Sequence[float], fills: Sequence[str]
) -> Sheet:
    sheet, x = Sheet(width, _BAR + 16 + 24 * len(parts)), 0.0
    for k, (part, count, w, fill) in enumerate(zip(parts, of, widths, fills)):
        sheet.rect(x, 0, w - min(2, w / 3), _BAR, fill)
        x += w
        y = _BAR + 30 + 24 * k
        sheet.rect(0, y - 11, 12, 12, fill)
        sheet.text(20, y, part, "b")
        sheet.text(min(width, 440) * 0.62, y, number(count, None), anchor="e")
        sheet.text(min(width, 440) * 0.85, y, percent(count / total), anchor="e")
    return sheet


def draw_forest(figure: Forest, width: int, numbers: Mapping[str, int]) -> Sheet:
    """Draw one row per pair at a width in pixels, its name above its marks."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    rows = len(cells["pair"])
    height = 52.0 if rows <= 6 else 42.0
    ends = ("difference", "low", "high", "labels_low", "labels_high")
    values = [float(v) for name in ends for v in cells.get(name, ()) if finite(v)]
    low, high = round_ends(*extent(values, zero=True), about=6)
    scale = Scale(low, high, 22, width - 22)
    sheet = Sheet(width, _TOP + rows * height + 24)
    upright_axis(sheet, scale, _TOP, _TOP + rows * height, 6 if width > 500 else 4, "ax")
    for row, pair in enumerate(cells["pair"]):
        top, y = _TOP + row * height, _TOP + row * height + height * 0.68
        cell = {k: v[row] for k, v in cells.items()}
        sheet.text(4, top + 16, fit(str(pair), width - 90), "b halo")
        sheet.text(width - 4, top + 16, number(float(cell["difference"]), 4), "b halo", anchor="e")
        if finite(cell.get("labels_low")) and cell["labels_low"] <= 0 <= cell["labels_high"]:
            x = scale(cell["labels_low"])  # else the labels settle it
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
    sheet = Sheet(width, _SPREAD_TOP + (last - first) * _PLACE_ROW + 8 + name_height(_NAME, scale, width))
    own = cells.get("own")
    right = [percent(float(of or 0), 0) for of in cells["first"]] if own is None else [f"{of}" for of in own]
    _places_axis(sheet, scale, end, (last - first) * _PLACE_ROW, "first in" if own is None else "own")
    for row in range(first, last):
        y = _SPREAD_TOP + (row - first + 0.5) * _PLACE_ROW
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


def _places_axis(sheet: Sheet, scale: Scale, end: int, body: float, right: str) -> None:
    step = 10 if end > 15 else 5 if end > 8 else 1
    if sheet.width < 500 and end > 40:
        step = 20
    for place in sorted({1, end, *(k for k in range(step, end, step) if end - k >= step * 0.6)}):
        sheet.line(scale(place), _SPREAD_TOP - 6, scale(place), _SPREAD_TOP + body, "gr")
        sheet.text(scale(place), _SPREAD_TOP - 12, f"{place}", anchor="m")
    sheet.text(sheet.width, _SPREAD_TOP - 12, right, anchor="e")
    write_name(sheet, scale, _SPREAD_TOP + body + 2, _NAME)
