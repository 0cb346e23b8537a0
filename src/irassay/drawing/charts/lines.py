"""Line charts in panels: a thin line per system, and the panel's mean as a thick line with its last value.

A table with the columns low and high is drawn as one line with a band and its values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, isfinite

from irassay.drawing.charts.sheet import (
    BOLD,
    NAME_LINE,
    SLACK,
    LogScale,
    Scale,
    Sheet,
    extent,
    fit,
    label,
    px,
    round_ends,
    text_width,
    ticks,
    write_name,
)
from irassay.messages import number, percent
from irassay.result import Column, Lines, Table

_GAP, _LEFT, _TALL, _RIGHT = 26.0, 46.0, 128.0, 6.0
_HEAD, _FOOT = 44.0, 22.0
_ACROSS = ((900, 4), (500, 2), (0, 1))  # above a width in pixels, panels beside each other

Series = dict[str, list[tuple[float, float]]]


def draw(figure: Lines, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The panels at a width in pixels: four beside each other on a full page, two or one on a phone."""
    panels = panels_of(figure)
    # The values written beside the ends of panels of several lines, where they cross none of these.
    means = [mean_of(series) for series in panels.values() if len(series) > 1] if not _bands(figure) else []
    ends = max((text_width(_end(figure, mean)) / SLACK + 6 for mean in means if mean), default=0.0)
    gap, right = max(_GAP, ends + 8), max(_RIGHT, ends)
    across = _across(figure, panels, width, gap, right)
    wide = _wide(width, across, gap, right)
    tall = _TALL if len(panels) > 1 else _TALL * 1.4
    down = ceil(len(panels) / across)
    row = _HEAD + tall + _FOOT
    sheet = Sheet(width, NAME_LINE + down * row + NAME_LINE + 4)
    sheet.text(0, NAME_LINE - 5, f"↑ {figure.y_axis}", "k")
    xs = extent(x for s in panels.values() for line in s.values() for x, _ in line)
    bands = _bands(figure)
    reach = [y for s in panels.values() for line in s.values() for _, y in line]
    reach += [y for band in bands.values() for _, low, high in band for y in (low, high)]
    ys = (0.0, 1.0) if figure.share else round_ends(*extent(reach), about=4)
    for k, (name, series) in enumerate(panels.items()):
        left = _LEFT + (k % across) * (wide + gap)
        top = NAME_LINE + (k // across) * row + _HEAD
        x, y = (LogScale if _deep(figure, xs) else Scale)(*xs, left, left + wide), Scale(*ys, top + tall, top)
        sheet.text(left, top - 26, fit(name, wide, 13), "b")
        if not bands:
            sheet.text(left, top - 11, f"{len(series)} system{'s' if len(series) != 1 else ''}")
        _axes(sheet, figure, x, y, labelled=k % across == 0, note=k == 0)
        if bands:
            _banded(sheet, figure, bands[name], series, x, y)
        else:
            _series(sheet, figure, series, x, y, numbers)
    deep = ", logarithmic" if _deep(figure, xs) else ""
    write_name(sheet, Scale(0, 1, _LEFT, width - right), NAME_LINE + down * row, figure.x_axis + deep)
    return sheet


def _across(figure: Lines, panels: Mapping[str, Series], width: int, gap: float, right: float) -> int:
    """How many panels stand beside each other: by the width, and two on a phone where their texts have room."""
    most = next(most for above, most in _ACROSS if width > above)
    texts = [*panels, *([figure.marker_text] if figure.marker is not None else [])]
    widest = max((text_width(text) for text in texts), default=0.0) / (BOLD * SLACK)
    if most == 1 and len(panels) > 2 and widest <= _wide(width, 2, gap, right):
        most = 2
    return min(len(panels), most) or 1


def _wide(width: int, across: int, gap: float, right: float) -> float:
    """The width of one panel in pixels."""
    return (width - _LEFT - gap * (across - 1) - right) / across


def _bands(figure: Lines) -> dict[str, list[tuple[float, float, float]]]:
    """panel -> (x, low, high) of its band; empty where the table has none."""
    cells = {c.name: c.values for c in figure.table.columns}
    if "low" not in cells or "high" not in cells:
        return {}
    bands: dict[str, list[tuple[float, float, float]]] = {}
    for panel, *ends in zip(*(cells[name] for name in ("panel", "x", "low", "high"))):
        x, low, high = map(float, ends)
        if isfinite(low) and isfinite(high):
            bands.setdefault(str(panel), []).append((x, low, high))
    return {panel: sorted(band) for panel, band in bands.items()}


def _banded(
    sheet: Sheet, figure: Lines, bands: Sequence[tuple[float, float, float]], series: Series, x: Scale, y: Scale
) -> None:
    """Draw the band, the line, and as many of its values as there is room for."""
    css, thick, words = ("flp", "lm", "tl") if figure.doubt == "labels" else ("fqp", "qm", "tq")
    there = [(at, low) for at, low, _ in bands] + [(at, high) for at, _, high in reversed(bands)]
    sheet.path(_line(there, x, y) + "Z", f"{css} x")
    if len(bands) == 1:  # neither a band nor a line has an extent
        [(at, low, high)] = bands
        sheet.line(x(at), y(low), x(at), y(high), thick)
    for line in series.values():
        points = sorted(line)
        if len(points) == 1:
            sheet.circle(x(points[0][0]), y(points[0][1]), 4, thick)
        end = figure.marker if figure.marker is not None else x.high
        sheet.path(_line([p for p in points if p[0] <= end], x, y), thick)
        if points[-1][0] > end:  # from the last point before the marker on: no gap
            sheet.path(_line(points[max(0, sum(p[0] <= end for p in points) - 1) :], x, y), f"{thick} da")
        _values(sheet, figure, points, x, y, words)


def _values(sheet: Sheet, figure: Lines, points: Sequence[tuple[float, float]], x: Scale, y: Scale, words: str) -> None:
    """Write values beside their points where none touches another: the last, those named on the axis, then the rest."""
    written = [percent(value, 0) if figure.share else number(value, 2) for _, value in points]
    named = {*_places(figure, x), *([] if figure.marker is None else [figure.marker])}
    taken: list[float] = []
    rank = {x.high: 0, figure.marker: 1}
    for k in sorted(range(len(points)), key=lambda k: (rank.get(points[k][0], 2 if points[k][0] in named else 3), k)):
        (at, value), text = points[k], written[k]
        ends = at == x.high  # the others stand below, to the right, where a line that rises leaves room
        low = y(value) + 19 > y.start  # no room below, beside the axis
        if not ends and (any(abs(x(at) - other) < 38 for other in taken) or (low and k > 0)):
            continue
        inward = ends or x(at) + text_width(text) > x.stop
        left = x(at) - text_width(text) if inward else x(at)
        if not ends and left + text_width(text) > x.stop - text_width(written[-1]) - 4:
            continue
        base = y(value) + (-8 if ends or low else 19)
        if y.stop - 3 < base < y.stop + 13:  # not on the line at the top
            base = y.stop - 5
        sheet.text(x(at), base, text, f"{words} halo", anchor="e" if inward else "")
        taken.append(x(at))


def _deep(figure: Lines, xs: tuple[float, float]) -> bool:
    """Whether the x axis is logarithmic: by request, or where the marker lies in the first twentieth of the axis."""
    if figure.x_scale == "log":
        return xs[0] > 0
    return figure.marker is not None and xs[0] >= 1 and xs[1] > 20 * figure.marker


def panels_of(figure: Lines) -> dict[str, Series]:
    """panel -> series -> points, in the table's order."""
    panels: dict[str, Series] = {}
    columns = (figure.table.column(name).values for name in ("panel", "series", "x", "y"))
    for panel, series, x, y in zip(*columns):
        if y is not None and isfinite(float(y)):
            panels.setdefault(str(panel), {}).setdefault(str(series), []).append((float(x), float(y)))
    return panels


def by_system(figure: Lines) -> Table:
    """The table behind the lines with one row per system and one column per x."""
    if _bands(figure):
        heads = {"x": figure.x_axis, "y": figure.y_axis}
        same = {"series"} if len(panels_of(figure)) > 1 else {"panel", "series"}
        columns = [c for c in figure.table.columns if c.name not in same]
        return replace(figure.table, columns=[replace(c, heading=heads.get(c.name, "")) for c in columns])
    panels = panels_of(figure)
    xs = sorted({x for series in panels.values() for line in series.values() for x, _ in line})
    rows = [(panel, name, dict(line)) for panel, series in panels.items() for name, line in series.items()]
    share_ = "share" if figure.share else ""
    columns = [Column("panel", [r[0] for r in rows]), Column("system", [r[1] for r in rows])]
    columns += [
        Column(f"{figure.x_axis} {label(x, 1 if x == int(x) else 0.1)}", [r[2].get(x) for r in rows], share_, digits=2)
        for x in xs
    ]
    return Table(figure.table.name, figure.table.title, columns, figure.table.note)


def mean_of(series: Series) -> list[tuple[float, float]]:
    """The mean of the lines at each x that at least half of them reach."""
    at: dict[float, list[float]] = {}
    for line in series.values():
        for x, y in line:
            at.setdefault(x, []).append(y)
    return [(x, sum(ys) / len(ys)) for x, ys in sorted(at.items()) if 2 * len(ys) >= len(series)]


def _axes(sheet: Sheet, figure: Lines, x: Scale, y: Scale, *, labelled: bool, note: bool) -> None:
    marks = [0.0, 0.5, 1.0] if figure.share else ticks(y.low, y.high, 3)
    for value in marks:
        sheet.line(x.start, y(value), x.stop, y(value), "ax" if value == y.low else "gr")
        if labelled:
            text = f"{value * 100:.0f}%" if figure.share and value else label(value, 0.1 if value % 1 else 1)
            sheet.text(x.start - 7, y(value) + 4.5, text, anchor="e")
    if figure.marker is not None and x.low <= figure.marker <= x.high:
        sheet.line(x(figure.marker), y.stop - 4, x(figure.marker), y.start, "dt")
        if note and figure.marker_text:
            _marker_text(sheet, figure, x, y)
    last = -99.0
    for value in _places(figure, x):
        if x(value) - last > 26:
            sheet.text(x(value), y.start + 18, label(value, 1), anchor="e" if value == x.high else "m")
            last = x(value)


def _marker_text(sheet: Sheet, figure: Lines, x: Scale, y: Scale) -> None:
    """What the marker stands for: beside it, or above a line that rises with its values and its band."""
    wide, at = text_width(figure.marker_text) / SLACK, x(figure.marker or 0.0)
    if _bands(figure):
        base, inward = y.stop - 9, at - x.start >= wide
    else:
        base, inward = y.stop + 16, at + 5 + wide > sheet.width
    sheet.text(at + (-5 if inward else 5), base, figure.marker_text, "halo", anchor="e" if inward else "")


def _places(figure: Lines, x: Scale) -> list[float]:
    """Values labelled on the axis: both ends, the marker, and the middle."""
    if isinstance(x, LogScale):
        powers = [10.0**k for k in range(1, 7) if x.low < 10.0**k < x.high and x(x.high) - x(10.0**k) > 30]
        return sorted({x.low, *powers, x.high})
    middle = [v for v in ticks(x.low, x.high, 2) if x.low < v < x.high and x(x.high) - x(v) > 30]
    marker = [figure.marker] if figure.marker is not None and x.low < figure.marker < x.high else []
    return sorted({x.low, *marker, *middle, x.high})


def _series(sheet: Sheet, figure: Lines, series: Series, x: Scale, y: Scale, numbers: Mapping[str, int]) -> None:
    thin, thick, words = ("ll", "lm", "tl") if figure.doubt == "labels" else ("ql", "qm", "tq")
    for name, line in series.items():
        sheet.path(_line(line, x, y), thin if len(series) > 1 else thick, data_s=numbers.get(name))
    mean = mean_of(series)
    if not mean:
        return
    if len(series) > 1:
        sheet.path(_line(mean, x, y), thick)
        sheet.text(x(mean[-1][0]) + 5, y(mean[-1][1]) + 4.5, _end(figure, mean), words)
    else:
        above = y(mean[-1][1]) - 7 if y(mean[-1][1]) > y.stop + 20 else y(mean[-1][1]) + 18
        sheet.text(x(mean[-1][0]), above, _end(figure, mean), f"{words} halo", anchor="e")


def _end(figure: Lines, line: Sequence[tuple[float, float]]) -> str:
    """The last value of a line, as it is written at its end."""
    return percent(line[-1][1], 0) if figure.share else number(line[-1][1], 2)


def _line(points: Sequence[tuple[float, float]], x: Scale, y: Scale) -> str:
    path = "L".join(f"{px(x(a))} {px(y(b))}" for a, b in points)
    return f"M{path}" if len(points) > 1 else f"M{path}h.1"
