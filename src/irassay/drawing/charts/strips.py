"""Strip plots: one dot a system on one axis, for all systems together or for each kind under its heading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite

from irassay.drawing.charts.league import finite
from irassay.drawing.charts.sheet import (
    BOLD,
    Scale,
    Sheet,
    extent,
    fit,
    labels,
    name_height,
    round_ends,
    text_width,
    ticks,
    wrapped,
    write_name,
)
from irassay.messages import listed
from irassay.result import Column, Strip, Strips, Table

_RADIUS = 5.0
_HEAD, _ROW, _LEAST = 36.0, 15.0, 27.0  # height of a heading, height around the dots, least height of a strip
_ABOVE = 20.0  # height of a strip's name above it
_MOST = 12  # most dots in a stack; further ones overlap
_SIZE, _HEADING, _LINE = 12.0, 13.0, 17.0  # font sizes of the best systems' names and of headings, and line height
Dots = list[tuple[str, float, bool]]  # system, mean, best


def draw_one(figure: Strip, width: int, numbers: Mapping[str, int]) -> Sheet:
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


@dataclass(frozen=True, slots=True)
class _Strip:
    """The layout of one kind: its dots, their levels, and its height."""

    kind: str
    dots: Dots
    level: Sequence[int]

    @property
    def name(self) -> str:
        return f"{self.kind} ({len(self.dots)})"

    @property
    def best(self) -> list[str]:
        return [system for system, _, best in self.dots if best]

    def tall(self, radius: float) -> float:
        return max(_LEAST, _ROW + min(max(self.level, default=0), _MOST) * 2 * radius)


def draw(figure: Strips, width: int, numbers: Mapping[str, int]) -> Sheet:
    """Draw the strips at a width in pixels; on a phone the names of a kind and its best system are above the strip."""
    panels = panels_of(figure)
    means = [mean for kinds in panels.values() for dots in kinds.values() for _, mean, _ in dots]
    markers = [figure.marker] if figure.marker is not None else []
    above, radius = width <= 500, 4.4 if width > 500 else 3.4
    left, right = (10.0, 16.0) if above else _margins(panels, width)
    low, high = round_ends(*extent([*means, *markers]), about=7 if width > 500 else 4)
    scale = Scale(low, high, left + radius + 4, width - right)
    strips_of = {
        panel: [
            _Strip(kind, dots, levels_of([scale(mean) for _, mean, _ in dots], radius)) for kind, dots in kinds.items()
        ]
        for panel, kinds in panels.items()
    }
    head = 24.0 if markers and figure.marker_text else 4.0
    heads = {panel: wrapped(panel, width * BOLD, _HEADING) for panel in strips_of}
    body = sum(
        _over(heads[panel]) + sum(s.tall(radius) + _ABOVE * above for s in kinds) for panel, kinds in strips_of.items()
    )
    sheet = Sheet(width, head + body + 56)
    bottom = head + body + 4
    for at in markers:
        sheet.line(scale(at), head - 6, scale(at), bottom, "dt")
        half = text_width(figure.marker_text) / 2
        sheet.text(min(max(scale(at), half), width - half), head - 11, figure.marker_text, anchor="m")
    y = head
    for panel, kinds in strips_of.items():
        y += _over(heads[panel])
        for i, line in enumerate(reversed(heads[panel])):
            sheet.text(0, y - 9 - _LINE * i, line, "b halo")
        for strip in kinds:
            y += strip.tall(radius) + _ABOVE * above
            _dots(sheet, strip, scale, y, radius, numbers)
            _named(sheet, strip, scale, y, radius, above=above)
    axis_line(sheet, scale, bottom, 7 if width > 500 else 4, figure.table.column("mean").unit)
    sheet.text(width, bottom + 40, fit(f"{figure.axis} →", width), "k", anchor="e")
    return sheet


def _over(heading: Sequence[str]) -> float:
    return _HEAD + _LINE * (len(heading) - 1) if heading else 0.0


def panels_of(figure: Strips) -> dict[str, dict[str, Dots]]:
    """heading -> kind -> dots, in the table's order; systems without a number are left out."""
    panels: dict[str, dict[str, Dots]] = {}
    columns = (figure.table.column(name).values for name in ("heading", "kind", "system", "mean", "best"))
    for panel, kind, system, mean, best in zip(*columns):
        if mean is not None and isfinite(float(mean)):
            panels.setdefault(str(panel), {}).setdefault(str(kind), []).append((str(system), float(mean), bool(best)))
    return panels


def behind(figure: Strips) -> Table:
    """The table behind the strips with one row per system, highest first, and its kind in each panel."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    means = dict(zip(cells["system"], cells["mean"]))
    systems = sorted(means, key=lambda s: -means[s] if finite(means[s]) else inf)
    of: dict[str, dict[str, str]] = {}
    for panel, kind, system, best in zip(*(cells[k] for k in ("panel", "kind", "system", "best"))):
        of.setdefault(panel, {})[system] = f"{kind} (best)" if best else kind
    columns = [
        replace(figure.table.column("system"), values=systems),
        replace(figure.table.column("mean"), heading=figure.axis, values=[means[s] for s in systems]),
        *(Column(panel, [kinds.get(s, "") for s in systems], heading=panel) for panel, kinds in of.items() if panel),
    ]
    return replace(figure.table, columns=columns)


def _margins(panels: Mapping[str, Mapping[str, Dots]], width: int) -> tuple[float, float]:
    """Room for the names of kinds at the left, and for those of their best systems at the right."""
    strips = [_Strip(kind, dots, ()) for kinds in panels.values() for kind, dots in kinds.items()]
    left = max((text_width(strip.name) for strip in strips), default=0) + 18
    right = max((text_width(_label(strip), _SIZE) for strip in strips), default=0) + 14
    return min(left, width * 0.3), min(right, width * 0.16)


def _label(strip: _Strip) -> str:
    """The best system by name; of several that are tied, the first and how many more."""
    return listed(strip.best, 2)


def _dots(sheet: Sheet, strip: _Strip, scale: Scale, bottom: float, radius: float, numbers: Mapping[str, int]) -> None:
    """Draw the dots on a thin line, the best one on top of its neighbours."""
    sheet.line(scale.start - radius - 4, bottom, sheet.width, bottom, "gr")
    for (system, mean, best), at in sorted(zip(strip.dots, strip.level), key=lambda pair: pair[0][2]):
        css = "dq" if best else "do"
        sheet.circle(scale(mean), _height(bottom, radius, at), radius - 0.4, css, data_s=numbers.get(system))


def _height(bottom: float, radius: float, level: int) -> float:
    return bottom - radius - 4 - min(level, _MOST) * 2 * radius


def _named(sheet: Sheet, strip: _Strip, scale: Scale, bottom: float, radius: float, *, above: bool) -> None:
    """Draw the kind's name at the left and the best system's beside its dot, or both above the strip."""
    if above:
        y = bottom - strip.tall(radius) - 4
        best = fit(_label(strip), sheet.width * 0.5, _SIZE)
        sheet.text(0, y, fit(strip.name, sheet.width - text_width(best, _SIZE) - 10), "k")
        sheet.text(sheet.width, y, best, "k1", anchor="e")
        return
    sheet.text(0, bottom - radius, fit(strip.name, scale.start - radius - 12), "k")
    means = [mean for _, mean, _ in strip.dots]
    for (system, mean, _), at in zip(strip.dots, strip.level):
        if strip.best and system == strip.best[0]:
            x, y = scale(mean), _height(bottom, radius, at) + 4
            before = mean == min(means) < max(means)  # where lower is better, the others are at its right
            off = -radius - 5 if before else radius + 5
            room = x if before else sheet.width - x
            sheet.text(
                x + off, y, fit(_label(strip), room - radius - 5, _SIZE), "k1 halo", anchor="e" if before else ""
            )
