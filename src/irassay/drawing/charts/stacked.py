"""One bar split into parts, labelled directly where there is room, and below it otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.drawing.charts.svg import Sheet, text_width
from irassay.messages import number, percent
from irassay.result import Stacked

_STEPS = ("fl2", "fl1", "fl")
_BAR = 26.0


def draw(figure: Stacked, width: int, numbers: Mapping[str, int]) -> Sheet:
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
