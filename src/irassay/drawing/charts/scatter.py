"""Scatter plot: one mark per system at two of its numbers, with the names of selected systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from irassay.drawing.charts import marks
from irassay.drawing.charts.league import finite
from irassay.drawing.charts.sheet import Scale, Sheet, extent, fit, labels, round_ends, text_width, ticks
from irassay.result import Scatter, Table

_TOP, _FOOT = 30.0, 46.0  # room for the name of the vertical axis and for the labels of the horizontal one
_SIZE = 12.0  # font size of names
_OFF = (2.0, 16.0, 34.0)  # pixels between a mark and its name; a line joins them unless they are adjacent
_SQUARE = 560.0  # largest width in pixels of a chart with one scale, so that equal steps look equal
Box = tuple[float, float, float, float]  # left, top, right, bottom
Dot = tuple[float, float]


def draw(figure: Scatter, width: int, numbers: Mapping[str, int]) -> Sheet:
    """Draw the points at a width in pixels: nearly square on a phone, flatter on a page."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    finite_rows = [i for i, (x, y) in enumerate(zip(cells["x"], cells["y"])) if finite(x) and finite(y)]
    systems = [str(cells["system"][i]) for i in finite_rows]
    xs, ys = ([float(cells[name][i]) for i in finite_rows] for name in ("x", "y"))
    of = [str(cells["kind"][i]) for i in finite_rows] if "kind" in cells else [""] * len(finite_rows)
    counts = marks.kind_counts(of)
    radius = 4.4 if width > 500 else 3.6
    top = marks.height_of_kinds(counts, width) + _TOP
    sheet = Sheet(width, top + min(width * 0.86, 470) + _FOOT)
    x, y = _scales(figure, xs, ys, sheet, top)
    marks.legend_of_kinds(sheet, counts, radius)
    _axes(sheet, figure, x, y, top)
    dots = [(x(a), y(b)) for a, b in zip(xs, ys)]
    order = list(counts)
    for i in sorted(range(len(dots)), key=lambda i: order.index(of[i])):  # the rarest kinds on top
        marks.mark_of_kind(sheet, *dots[i], order.index(of[i]), radius, number=numbers.get(systems[i]))
    occupied = [_marker(sheet, figure, x, y(figure.marker), dots)] if figure.marker is not None else []
    area = (x.start, y.stop - 8, min(x.stop + 70, width), y.start)
    _names(sheet, {s: dots[systems.index(s)] for s in figure.labelled if s in systems}, dots, area, radius, occupied)
    return sheet


def behind(figure: Scatter) -> Table:
    """The table behind the marks, with its two numbers named as the axes."""
    names = {"x": figure.x_axis, "y": figure.y_axis}
    columns = [
        replace(c, heading=names[c.name], unit=c.unit if c.unit == "share" else "") if c.name in names else c
        for c in figure.table.columns
    ]
    return replace(figure.table, columns=columns)


def _scales(figure: Scatter, xs: Sequence[float], ys: Sequence[float], sheet: Sheet, top: float) -> tuple[Scale, Scale]:
    about = 6 if sheet.width > 500 else 4
    markers = [figure.marker] if figure.marker is not None else []
    if figure.same_scale:
        wide = tall = round_ends(*extent([*xs, *ys]), about)
    else:
        wide, tall = round_ends(*extent(xs), about), round_ends(*extent([*ys, *markers]), about)
    left = max(text_width(text) for text in labels(ticks(*tall, about), figure.table.column("y").unit)) + 12
    right = min(sheet.width, _SQUARE) if figure.same_scale else sheet.width
    return Scale(*wide, left + 6, right - 12), Scale(*tall, sheet.height - _FOOT, top)


def _axes(sheet: Sheet, figure: Scatter, x: Scale, y: Scale, top: float) -> None:
    about = 6 if sheet.width > 500 else 4
    across, up = ticks(x.low, x.high, about), ticks(y.low, y.high, about)
    for value, text in zip(up, labels(up, figure.table.column("y").unit)):
        sheet.line(x.start, y(value), x.stop, y(value), "ax" if value == y.low else "gr")
        sheet.text(x.start - 8, y(value) + 4.5, text, anchor="e")
    for value, text in zip(across, labels(across, figure.table.column("x").unit)):
        sheet.line(x(value), y.start, x(value), y.stop, "ax" if value == x.low else "gr")
        sheet.text(x(value), y.start + 19, text, anchor="m")
    sheet.text(0, top - 14, fit(f"↑ {figure.y_axis}", sheet.width), "k")
    sheet.text(x.stop, y.start + 40, fit(f"{figure.x_axis} →", x.stop), "k", anchor="e")
    if figure.same_scale:
        sheet.line(x(x.low), y(y.low), x(x.high), y(y.high), "dt")
    if figure.marker is not None:
        sheet.line(x.start, y(figure.marker), x.stop, y(figure.marker), "dt")


def _marker(sheet: Sheet, figure: Scatter, x: Scale, y: float, dots: Sequence[Dot]) -> Box:
    """Label the marker line at the end where the text covers fewer marks; returns the text's box."""
    text = fit(figure.marker_text, x.stop - x.start)
    wide = text_width(text)
    ends = [(x.stop - wide, y - 19, x.stop, y - 2), (x.start, y - 19, x.start + wide, y - 2)]
    box = min(ends, key=lambda box: _covered(box, dots))
    sheet.text(box[0] + 2, y - 6, text, "halo")
    return box


def _covered(box: Box, dots: Sequence[Dot]) -> int:
    return sum(_meet(box, (x - 3, y - 3, x + 3, y + 3)) for x, y in dots)


def _names(
    sheet: Sheet, chosen: Mapping[str, Dot], dots: Sequence[Dot], area: Box, radius: float, occupied: list[Box]
) -> None:
    """Draw names beside their marks, or a little off; one without a place clear of others and marks is left out."""
    for system, dot in chosen.items():
        text = fit(system, 150, _SIZE)
        boxes = [b for off in _OFF for b in _beside(dot, text_width(text, _SIZE), radius + off) if _within(b, area)]
        clear = (b for b in boxes if not _covered(b, dots))
        free = (b for b in clear if not any(_meet(part, other) for part in (b, _leader(dot, b)) for other in occupied))
        if (box := next(free, None)) is None:
            continue
        occupied.append(box)
        x, y = _nearest(dot, box)
        if max(abs(x - dot[0]), abs(y - dot[1])) > radius + _OFF[0] + 1:
            sheet.line(*dot, x, y, "ld")
        at, anchor = (
            (x - 2, "e") if box[2] <= dot[0] else (x + 2, "") if box[0] >= dot[0] else ((box[0] + box[2]) / 2, "m")
        )
        sheet.text(at, box[3] - 4, text, "k halo", anchor=anchor)  # a page may draw letters larger: away from the mark


def _nearest(dot: Dot, box: Box) -> Dot:
    """The point of a box that is nearest to a dot."""
    x, y = (min(max(at, low), high) for at, low, high in zip(dot, box[:2], box[2:]))
    return x, y


def _leader(dot: Dot, box: Box) -> Box:
    """What a line from a dot to a box goes through."""
    (x, y), (to_x, to_y) = dot, _nearest(dot, box)
    return min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)


def _beside(dot: Dot, wide: float, r: float) -> list[Box]:
    """Boxes around a dot at a distance of `r` pixels: right, left, above, below, then the corners."""
    (x, y), high = dot, 17.0
    wide += 4
    lefts = {"right": x + r, "middle": x - wide / 2, "left": x - r - wide}
    tops = {"above": y - r - high, "middle": y - high / 2, "below": y + r}
    places = (
        ("right", "middle"), ("left", "middle"), ("middle", "above"), ("middle", "below"),
        ("right", "above"), ("right", "below"), ("left", "above"), ("left", "below"),
    )  # fmt: skip
    return [(lefts[a], tops[b], lefts[a] + wide, tops[b] + high) for a, b in places]


def _within(box: Box, area: Box) -> bool:
    return box[0] >= area[0] and box[1] >= area[1] and box[2] <= area[2] and box[3] <= area[3]


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
