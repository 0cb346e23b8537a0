"""A few named curves with bands, in panels. Curves differ by mark and dash, so that they are distinct in grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, isfinite

from irassay.drawing.charts.marks import mark_of_kind
from irassay.drawing.charts.sheet import NAME_LINE, Scale, Sheet, extent, fit, in_lines, labels, px, round_ends, ticks
from irassay.messages import number, percent
from irassay.result import Curves, Table

_LEFT, _RIGHT, _GAP, _TALL = 46.0, 44.0, 20.0, 150.0
_HEAD, _FOOT, _LINE = 32.0, 50.0, 20.0
_SAMPLE = 34.0  # length of a line in the legend
_APART = 14.0  # least distance of two values at the right end
_MARKS = 5  # marks on a curve, about
# (line, band) of the series at each position in the legend; the mark is that of the kind at the same position.
_STYLES = (("qm", "fqp"), ("im da", "fh"), ("nl db", "fh"), ("qm db", "fqp"), ("im", "fh"), ("nl da", "fh"))
MOST = len(_STYLES)


@dataclass(frozen=True, slots=True)
class _Curve:
    """The points of one series in one panel, by x; a band's ends are NaN where it has none."""

    name: str
    points: Sequence[tuple[float, float, float, float]]


def draw(figure: Curves, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The panels at a width in pixels: up to three beside each other on a full page, one on a phone."""
    panels = _panels(figure)
    names = list(dict.fromkeys(curve.name for curves in panels.values() for curve in curves))
    across = min(len(panels), 3 if width > 900 else 2 if width > 500 else 1) or 1
    if len(panels) == 4 and across == 3:
        across = 2
    wide = (width - across * (_LEFT + _RIGHT) - _GAP * (across - 1)) / across
    tall = _TALL * (1.15 if across < 3 else 1)
    texts = [fit(name, width - _SAMPLE - 8) for name in names if len(names) > 1]
    key = in_lines(texts, width, _SAMPLE + 8)
    legend = _LINE * (key[-1][2] + 1) + 8 if key else 0.0
    top = legend + NAME_LINE
    sheet = Sheet(width, top + max(1, ceil(len(panels) / across)) * (_HEAD + tall + _FOOT))
    _legend(sheet, key)
    sheet.text(0, legend + NAME_LINE - 5, f"↑ {figure.y_axis}", "k")
    points = [point for curves in panels.values() for curve in curves for point in curve.points]
    xs = extent(x for x, *_ in points)
    shared = _reach(points) if figure.same_scale else None
    for k, (name, curves) in enumerate(panels.items()):
        left = _LEFT + (k % across) * (_LEFT + wide + _RIGHT + _GAP)
        above = top + (k // across) * (_HEAD + tall + _FOOT) + _HEAD
        ys = shared or _reach([point for curve in curves for point in curve.points])
        x, y = Scale(*xs, left, left + wide), Scale(*ys, above + tall, above)
        sheet.text(left, above - 14, fit(name, wide + _RIGHT, 13), "b")
        _axes(sheet, figure, x, y)
        _curves(sheet, figure, curves, names, x, y)
        sheet.text(left, above + tall + 38, fit(figure.x_axis, wide + _RIGHT))
    return sheet


def _panels(figure: Curves) -> dict[str, list[_Curve]]:
    """Panel -> its curves, in the table's order."""
    cells = {c.name: c.values for c in figure.table.columns}
    found: dict[tuple[str, str], list[tuple[float, float, float, float]]] = {}
    for panel, series, *rest in zip(*(cells[name] for name in ("panel", "series", "x", "y", "low", "high"))):
        x, y, low, high = (float("nan") if value is None else float(value) for value in rest)
        points = found.setdefault((str(panel), str(series)), [])
        if isfinite(x) and isfinite(y):
            points.append((x, y, low, high))
    panels: dict[str, list[_Curve]] = {}
    for (panel, series), points in found.items():
        panels.setdefault(panel, []).append(_Curve(series, sorted(points)))
    return panels


def _reach(points: Sequence[tuple[float, float, float, float]]) -> tuple[float, float]:
    """The range of an axis that holds curves and bands."""
    return round_ends(*extent(value for _, *values in points for value in values), about=4)


def _curves(sheet: Sheet, figure: Curves, curves: Sequence[_Curve], names: Sequence[str], x: Scale, y: Scale) -> None:
    """All bands, then their edges, which tell them apart, then all lines with their marks and last values."""
    edges = []
    for curve in curves:
        stroke, fill = _STYLES[names.index(curve.name) % MOST]
        band = [(at, low, high) for at, _, low, high in curve.points if isfinite(low) and isfinite(high)]
        below, above = [(at, low) for at, low, _ in band], [(at, high) for at, _, high in band]
        sheet.path(_path([*below, *reversed(above)], x, y) + "Z" if len(band) > 1 else "", f"{fill} bo x")
        edges += [(_path(edge, x, y), f"{stroke} be") for edge in (below, above) if len(names) > 1]
    for path, css in edges:
        sheet.path(path, css)
    ends = []
    for curve in curves:
        place = names.index(curve.name)
        line = [(at, value) for at, value, *_ in curve.points]
        sheet.path(_path(line, x, y), _STYLES[place % MOST][0])
        every = max(1, round(len(line) / _MARKS))
        for at, value in line[(place * every // 2) % every :: every] if len(names) > 1 else ():
            mark_of_kind(sheet, x(at), y(value), place, 4.0)
        if line:
            ends.append((y(line[-1][1]), line[-1][1]))
    _values(sheet, figure, ends, x.stop, y)


def _values(sheet: Sheet, figure: Curves, ends: Sequence[tuple[float, float]], right: float, y: Scale) -> None:
    """The last value of each curve beside its end, moved apart where they would touch."""
    last = y.stop - _APART
    for at, value in sorted(ends):
        last = max(at, last + _APART)
        text = percent(value, 0) if figure.share else number(value, 2)
        sheet.text(right + 7, last + 4.5, text, "k1")


def _axes(sheet: Sheet, figure: Curves, x: Scale, y: Scale) -> None:
    marks = ticks(y.low, y.high, 4)
    for value, text in zip(marks, labels(marks, "share" if figure.share else "")):
        sheet.line(x.start, y(value), x.stop, y(value), "ax" if value == y.low else "gr")
        sheet.text(x.start - 7, y(value) + 4.5, text, anchor="e")
    counts = [value for value in ticks(x.low, x.high, 4) if value == round(value)]
    shown = counts if len(counts) > 1 else ticks(x.low, x.high, 6)  # of a count no part is a value
    for value, text in zip(shown, labels(shown)):
        sheet.text(x(value), y.start + 18, text, anchor="m")


def _path(points: Sequence[tuple[float, float]], x: Scale, y: Scale) -> str:
    path = "L".join(f"{px(x(a))} {px(y(b))}" for a, b in points)
    return f"M{path}" if len(points) > 1 else f"M{path}h.1" if points else ""


def _legend(sheet: Sheet, places: Sequence[tuple[str, float, int]]) -> None:
    for place, (text, at, line) in enumerate(places):
        y = 12 + line * _LINE
        sheet.line(at, y - 4, at + _SAMPLE, y - 4, _STYLES[place % MOST][0])
        mark_of_kind(sheet, at + _SAMPLE / 2, y - 4, place, 4.0)
        sheet.text(at + _SAMPLE + 8, y, text, "k")


def behind(figure: Curves) -> Table:
    """The table behind the curves, with its two numbers named as the axes; columns that say one thing are left out."""
    heads = {"x": figure.x_axis, "y": figure.y_axis, "series": "curve"}
    columns = [
        replace(column, heading=heads.get(column.name, ""))
        for column in figure.table.columns
        if column.name not in ("panel", "series") or len(set(column.values)) > 1
    ]
    return replace(figure.table, columns=columns)
