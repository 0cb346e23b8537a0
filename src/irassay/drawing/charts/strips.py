"""Strip plots for kinds of systems on one axis, under headings; the best system of a kind is filled and named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite

from irassay.drawing.charts.axis import Scale, extent, round_ends
from irassay.drawing.charts.league import finite
from irassay.drawing.charts.strip import axis_line, levels_of
from irassay.drawing.charts.svg import BOLD, Sheet, fit, text_width, wrapped
from irassay.messages import listed
from irassay.result import Column, Strips, Table

_HEAD, _ROW, _LEAST = 36.0, 15.0, 27.0  # height of a heading, height around the dots, least height of a strip
_ABOVE = 20.0  # height of a strip's name above it
_MOST = 12  # most dots in a stack; further ones overlap
_SIZE, _HEADING, _LINE = 12.0, 13.0, 17.0  # font sizes of the best systems' names and of headings, and line height
Dots = list[tuple[str, float, bool]]  # system, mean, best


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
        _marker(sheet, figure, scale(at), head, bottom)
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


def _marker(sheet: Sheet, figure: Strips, x: float, top: float, bottom: float) -> None:
    sheet.line(x, top - 6, x, bottom, "dt")
    half = text_width(figure.marker_text) / 2
    sheet.text(min(max(x, half), sheet.width - half), top - 11, figure.marker_text, anchor="m")


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
