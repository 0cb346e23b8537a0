"""Bars: horizontal ones from zero with the value at the end, and one bar of parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.drawing.charts.sheet import (
    SLACK,
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
from irassay.result import Bars, Stacked

_ROW, _TOP = 20.0, 26.0

_STEPS = ("fl2", "fl1", "fl")
_BAR = 26.0


def draw(figure: Bars, width: int, numbers: Mapping[str, int], *, first: int = 0, last: int | None = None) -> Sheet:
    """Draw rows `first` to `last` at a width in pixels, on the axis of all rows."""
    names = [str(v) for v in figure.table.column("row").values]
    values = [float(v) for v in figure.table.column("value").values]
    optional = {c.name: c.values for c in figure.table.columns}
    parts = optional.get("part")
    runs = optional.get("runs")
    notes = (
        [f"{number(float(r), None)} run{'s' if r != 1 else ''}" for r in runs]
        if runs is not None
        else [""] * len(names)
    )
    widest = max((text_width(a) / SLACK + text_width(b, 11) + 22 for a, b in zip(names, notes)), default=0)
    left = min(widest, width * 0.42)
    low, high = round_ends(*extent(values, zero=True), about=4)
    scale = Scale(low, high, left, width - 44)
    rows = range(len(names))[first:last]
    sheet = Sheet(width, _TOP + _ROW * len(rows) + 8 + name_height(figure.axis, scale, width))
    _axis(sheet, figure, scale, _ROW * len(rows))
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


def _axis(sheet: Sheet, figure: Bars, scale: Scale, body: float) -> None:
    marks = ticks(scale.low, scale.high, 4 if sheet.width > 500 else 2)
    for value, text in zip(marks, labels(marks)):
        sheet.line(scale(value), _TOP - 4, scale(value), _TOP + body, "ax" if value == 0 else "gr")
        sheet.text(scale(value), _TOP - 10, text, anchor="m")
    write_name(sheet, scale, _TOP + body + 2, figure.axis)


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
    width: int,
    parts: Sequence[str],
    counts: Sequence[float],
    total: float,
    widths: Sequence[float],
    fills: Sequence[str],
) -> Sheet:
    sheet, x = Sheet(width, _BAR + 16 + 24 * len(parts)), 0.0
    for k, (part, count, w, fill) in enumerate(zip(parts, counts, widths, fills)):
        sheet.rect(x, 0, w - min(2, w / 3), _BAR, fill)
        x += w
        y = _BAR + 30 + 24 * k
        sheet.rect(0, y - 11, 12, 12, fill)
        sheet.text(20, y, part, "b")
        sheet.text(min(width, 440) * 0.62, y, number(count, None), anchor="e")
        sheet.text(min(width, 440) * 0.85, y, percent(count / total), anchor="e")
    return sheet
