"""Strip plot: one dot per system on one axis. Overlapping dots are stacked; leaders are filled and bracketed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from irassay.drawing.charts.axis import Scale, extent, labels, name_height, round_ends, ticks, write_name
from irassay.drawing.charts.svg import BOLD, Sheet, fit, text_width
from irassay.result import Strip

_RADIUS = 5.0


def draw(figure: Strip, width: int, numbers: Mapping[str, int]) -> Sheet:
    """Draw the strip at a width in pixels; `numbers` holds each system's number in the page."""
    systems = [str(v) for v in figure.table.column("system").values]
    means = [float(v) for v in figure.table.column("mean").values]
    leaders = [bool(v) for v in figure.table.column("leader").values]
    radius = _RADIUS if width > 500 else 3.6
    low, high = round_ends(*extent(means), about=7)
    scale = Scale(low, high, radius + 8, width - radius - 8)
    level = levels_of([scale(m) for m in means], radius)
    top = max(level, default=0) * (2 * radius + 1) + 58
    base = top + radius
    line = base + radius + 3
    sheet = Sheet(width, line + 28 + name_height(figure.axis, scale, width))
    axis_line(sheet, scale, line, 7 if width > 500 else 5)
    write_name(sheet, scale, line + 24, figure.axis)
    dots = {s: (scale(m), base - at * (2 * radius + 1)) for s, m, at in zip(systems, means, level)}
    for (system, (x, y)), leads in zip(dots.items(), leaders):
        sheet.circle(x, y, radius - 0.6, "dq" if leads else "do", data_s=numbers.get(system))
    highest = min((y for _, y in dots.values()), default=base)
    occupied = _bracket(sheet, scale, [m for m, lead in zip(means, leaders) if lead], highest)
    _names(sheet, dots, figure.labelled, radius, occupied)
    return sheet


def levels_of(xs: list[float], radius: float) -> list[int]:
    """The level of each dot: the lowest one at which it touches no dot placed before."""
    order = sorted(range(len(xs)), key=lambda i: xs[i])
    last: list[float] = []  # the rightmost dot of each level
    level = [0] * len(xs)
    for i in order:
        at = next((k for k, x in enumerate(last) if xs[i] - x >= 2 * radius + 1), len(last))
        if at == len(last):
            last.append(xs[i])
        else:
            last[at] = xs[i]
        level[i] = at
    return level


def axis_line(sheet: Sheet, scale: Scale, y: float, about: int, unit: str = "") -> None:
    """The axis below the dots, with its labels."""
    sheet.line(scale.start, y, scale.stop, y, "ax")
    marks = ticks(scale.low, scale.high, about)
    for value, text in zip(marks, labels(marks, unit)):
        sheet.text(scale(value), y + 19, text, anchor="m")


def _bracket(sheet: Sheet, scale: Scale, means: list[float], top: float) -> list[tuple[float, float]]:
    """Draw the leaders' bracket with its label; returns the horizontal ranges that they occupy."""
    if len(means) < 2:
        return []
    left, right, y = scale(min(means)) - 6, scale(max(means)) + 6, top - 16
    sheet.path(f"M{left:.1f} {y + 6:.1f}V{y:.1f}H{right:.1f}V{y + 6:.1f}", "br f")
    text = f"{len(means)} share the lead"
    wide = text_width(text) / BOLD
    end = max(right, wide + 4)
    end = min(end, sheet.width - 2)
    sheet.text(end, y - 7, text, "tq", anchor="e")
    return [(left - 6, right + 6), (end - wide - 6, end + 6)]


def _names(
    sheet: Sheet,
    dots: Mapping[str, tuple[float, float]],
    labelled: Iterable[str],
    radius: float,
    occupied: list[tuple[float, float]],
) -> None:
    """Draw names above their dots (system -> x, y), except those that would overlap."""
    for system in labelled:
        if system not in dots:
            continue
        at, top = dots[system]
        text = fit(system, 150, 12)
        half = text_width(text, 12) / 2
        x = min(max(at, half), sheet.width - half)
        if any(x - half < b and x + half > a for a, b in occupied):
            continue
        occupied.append((x - half - 8, x + half + 8))
        near = [y for near_x, y in dots.values() if abs(near_x - x) < half + radius]
        y = min(near, default=top) - radius - 9
        sheet.line(at, y + 4, at, top - radius - 1, "ld")
        sheet.text(x, y, text, "k", anchor="m")
