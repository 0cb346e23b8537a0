"""A strip of dots for each kind of systems on one axis, under headings; the best of a kind is filled and named."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from irassay.drawing.axis import Scale, extent, rounded
from irassay.drawing.strip import axis_line, stacked
from irassay.drawing.svg import Sheet, fit, text_width
from irassay.result import Strips

_HEAD, _ROW, _LEAST = 36.0, 15.0, 27.0  # heights: of a heading, around the dots of a strip, of a strip
_MOST = 12  # dots on one another; beyond they overlap rather than make a tower
Panels = dict[str, dict[str, list[tuple[str, float, bool]]]]


def draw(figure: Strips, width: int, numbered: Mapping[str, int]) -> Sheet:
    """The strips at a width in pixels."""
    panels = grouped(figure)
    means = [mean for strips in panels.values() for dots in strips.values() for _, mean, _ in dots]
    marked = [figure.marker] if figure.marker is not None else []
    radius = 4.4 if width > 500 else 3.2
    names = [_named(kind, len(dots)) for strips in panels.values() for kind, dots in strips.items()]
    left = min(max((text_width(name) for name in names), default=0) + 18, width * 0.36)
    scale = Scale(*rounded(*extent([*means, *marked]), about=7), left + radius + 4, width - 14)
    head = 24.0 if figure.marker is not None and figure.marker_text else 4.0
    levels = {
        (panel, kind): stacked([scale(mean) for _, mean, _ in dots], radius)
        for panel, strips in panels.items()
        for kind, dots in strips.items()
    }
    tall = {at: max(_LEAST, _ROW + min(max(level, default=0), _MOST) * 2 * radius) for at, level in levels.items()}
    sheet = Sheet(width, head + sum(tall.values()) + _HEAD * sum(bool(panel) for panel in panels) + 40)
    bottom = sheet.height - 36
    if figure.marker is not None:
        _marker(sheet, figure, scale(figure.marker), head, bottom)
    y = head
    for panel, strips in panels.items():
        if panel:
            y += _HEAD
            sheet.text(0, y - 9, fit(panel, width), "b halo")
        for kind, dots in strips.items():
            y += tall[panel, kind]
            _strip(sheet, kind, dots, levels[panel, kind], scale, y, radius, numbered)
    axis_line(sheet, scale, bottom, 7 if width > 500 else 4, figure.table.column("mean").unit)
    sheet.text(0, bottom + 19, fit(figure.axis, left))
    return sheet


def grouped(figure: Strips) -> Panels:
    """panel -> kind -> (system, mean, best), in the table's order; what has no number is left out."""
    panels: Panels = {}
    columns = (figure.table.column(name).values for name in ("panel", "kind", "system", "mean", "best"))
    for panel, kind, system, mean, best in zip(*columns):
        if mean is not None and isfinite(float(mean)):
            panels.setdefault(str(panel), {}).setdefault(str(kind), []).append((str(system), float(mean), bool(best)))
    return panels


def _named(kind: str, count: int) -> str:
    return f"{kind} ({count})"


def _marker(sheet: Sheet, figure: Strips, x: float, top: float, bottom: float) -> None:
    sheet.line(x, top - 6, x, bottom, "dt")
    wide = text_width(figure.marker_text)
    sheet.text(min(max(x, wide / 2), sheet.width - wide / 2), top - 11, figure.marker_text, anchor="m")


def _strip(
    sheet: Sheet,
    kind: str,
    dots: list[tuple[str, float, bool]],
    level: list[int],
    scale: Scale,
    bottom: float,
    radius: float,
    numbered: Mapping[str, int],
) -> None:
    """One kind: a hair below, its name at the left, its dots, and the name of its best."""
    base = bottom - radius - 4
    sheet.line(scale.start - radius - 4, bottom, sheet.width, bottom, "gr")
    sheet.text(0, base + 4, fit(_named(kind, len(dots)), scale.start - radius - 12), "k")
    for (system, mean, best), at in sorted(zip(dots, level), key=lambda pair: pair[0][2]):
        y = base - min(at, _MOST) * 2 * radius
        sheet.circle(scale(mean), y, radius - 0.4, "dq" if best else "do", data_s=numbered.get(system))
    for (system, mean, best), at in zip(dots, level):
        if best:
            _name(sheet, system, scale(mean), base - min(at, _MOST) * 2 * radius, radius, scale)


def _name(sheet: Sheet, system: str, x: float, y: float, radius: float, scale: Scale) -> None:
    """Right of its dot, where there is room, else above it to the left."""
    text = fit(system, 150, 12)
    wide = text_width(text, 12)
    if x + radius + 6 + wide <= sheet.width:
        sheet.text(x + radius + 5, y + 4, text, "k1 halo")
    else:
        sheet.text(min(x + radius, scale.stop + 10), y - radius - 5, text, "k1 halo", anchor="e")
