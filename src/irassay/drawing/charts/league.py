"""Drawings for the league table: marks of each system, brackets of tie groups, and the whole table as one chart.

In a page each row is a small drawing that stretches with its cell; the saved file is one sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple

from irassay.drawing.charts.sheet import BOLD, Scale, Sheet, extent, fit, labels, px, text_width, ticks
from irassay.messages import number, percent, ranks
from irassay.result import LeagueChart

MAX_LANES = 12  # most brackets side by side; further ones are shown as letters
LANE = 8.0  # pixels between brackets
_RANK, _JUDGED = 64.0, 78.0  # pixels of these columns in a file
_PLOT, _NAME = 110.0, 70.0  # pixels that a file keeps for its plot, and then for names, before columns are shown
_HALF_LABEL = 18.0  # pixels that a label of the axis, and the gap behind it, may reach beyond the plot
_MARKS = ("mean", "low", "high", "lower", "estimate", "upper")


def column(figure: LeagueChart, name: str) -> Sequence[Any]:
    """A column's values; None in each row where the study has no such column."""
    for column_ in figure.table.columns:
        if column_.name == name:
            return column_.values
    return [None] * len(figure.table)


def finite(value: Any) -> bool:
    """Whether the value is a finite number."""
    return value is not None and isfinite(float(value))


def row_height(n_systems: int) -> int:
    """Height of a row in pixels: large for three systems, small beyond a hundred."""
    return 40 if n_systems <= 3 else 20 if n_systems > 100 else 24


def league_scale(figure: LeagueChart, start: float = 0.0, stop: float = 100.0) -> Scale:
    """The axis that contains every mark of every row."""
    values = [float(v) for name in _MARKS for v in column(figure, name) if finite(v)]
    low, high = extent(values)
    spare = (high - low) * 0.03
    floor_ = 0.0 if 0 <= low <= 0.15 * high else low - spare
    return Scale(floor_, high + spare, start, stop)


def axis_labels(scale: Scale, about: int = 5) -> list[tuple[str, float]]:
    """(text, value) of each label on the league's axis."""
    marks = ticks(scale.low, scale.high, about)
    return list(zip(labels(marks), marks))


def row_marks(figure: LeagueChart, row: int, scale: Scale) -> str:
    """One row's band, interval, ring and dot as an SVG that stretches with its cell; hidden from screen readers."""
    value = {name: column(figure, name)[row] for name in (*_MARKS, "low50", "high50")}
    focus = " f" if bool(column(figure, "leader")[row]) else ""
    at = scale.percent
    out = ['<svg class="c" aria-hidden="true">']
    if finite(value["lower"]) and finite(value["upper"]):
        wide = f"{max((value['upper'] - value['lower']) / (scale.high - scale.low) * 100, 0.3):.1f}%"
        out.append(f'<rect class="bd" x="{at(value["lower"])}" y="20%" width="{wide}" height="60%"/>')
    for css, low, high in (("ci", "low", "high"), ("ci5", "low50", "high50")):
        if finite(value[low]) and finite(value[high]):
            place = f'x1="{at(value[low])}" x2="{at(value[high])}" y1="50%" y2="50%"'
            out.append(f'<line class="{css}{focus}" {place}/>')
    if finite(value["mean"]):
        out.append(f'<circle class="dq" cx="{at(value["mean"])}" cy="50%" r="3.5"/>')
    if finite(value["estimate"]):
        out.append(f'<circle class="rg" cx="{at(value["estimate"])}" cy="50%" r="4.5"/>')
    out.append("</svg>")
    return "".join(out)


def lanes(brackets: Sequence[tuple[str, int, int]]) -> list[int | None]:
    """The lane of each bracket, such that no two in a lane touch; None where all lanes are occupied."""
    last: list[int] = []
    lane_of: list[int | None] = []
    for _, first, end in brackets:
        free = next((i for i, row in enumerate(last) if row < first), None)
        if free is None and len(last) < MAX_LANES:
            last.append(-1)
            free = len(last) - 1
        if free is not None:
            last[free] = end
        lane_of.append(free)
    return lane_of


def bracket_pieces(figure: LeagueChart) -> tuple[list[str], list[list[tuple[str, float]]], list[str], int]:
    """The brackets split by row, and the number of lanes: each row's stretching SVG ("" for none), (letter, left edge
    in pixels) of those that begin there, and the letters without a lane."""
    n = len(figure.table)
    lane_of = lanes(figure.brackets)
    plain, leading = [""] * n, [""] * n
    heads: list[list[tuple[str, float]]] = [[] for _ in range(n)]
    rest = [""] * n
    for which, ((letter, first, last), lane) in enumerate(zip(figure.brackets, lane_of)):
        if lane is None:
            for row in range(first, last + 1):
                rest[row] += letter
            continue
        x = 3 + lane * LANE
        heads[first].append((letter, x))
        into = leading if which == 0 else plain
        for row in range(first, last + 1):
            top = f"M{px(x + 5)} 5.6H{px(x)}V" if row == first else f"M{px(x)} 0V"
            into[row] += top + (f"7.5H{px(x + 5)}" if row == last else "10")
    n_lanes = max((lane + 1 for lane in lane_of if lane is not None), default=0)
    width = px(n_lanes * LANE + 6)
    pieces = []
    for row in range(n):
        paths = (f'<path class="br" d="{plain[row]}"/>' if plain[row] else "") + (
            f'<path class="br f" d="{leading[row]}"/>' if leading[row] else ""
        )
        shape = f'width="{width}" viewBox="0 0 {width} 10" preserveAspectRatio="none"'
        pieces.append(f'<svg class="c" {shape} aria-hidden="true">{paths}</svg>' if paths else "")
    return pieces, heads, rest, n_lanes


class _Columns(NamedTuple):
    """Where the columns of a file's table stand, in pixels."""

    system: float  # left edge of the names
    name: float  # width of the names
    left: float  # an end of the plot, as `right`
    right: float
    mean: float  # right edge of the means
    ranked: bool  # whether ranks are shown
    judged: bool  # whether judged shares are shown


def _columns(figure: LeagueChart, width: float, n_lanes: int) -> _Columns:
    """The columns for a width; where the plot would be too narrow, judged shares give way, then ranks, then names."""
    has_ranks, has_judged = (any(map(finite, column(figure, name))) for name in ("rank_low", "judged"))
    names = max((text_width(str(name)) for name in column(figure, "system")), default=0.0) / BOLD + 12
    beside = n_lanes * LANE + 20
    mean = max(text_width(figure.axis) / BOLD, 58) + _HALF_LABEL
    for ranked, judged in ((has_ranks, has_judged), (has_ranks, False), (False, False)):
        system, end = _RANK * ranked, width - _JUDGED * judged
        room = end - mean - system - beside
        name = min(names, 220.0)
        if room - name >= _PLOT or not (ranked or judged):
            break
    name = max(min(name, room - _PLOT), min(names, _NAME))
    return _Columns(system, name, system + name + beside, end - mean, end, ranked, judged)


def league_sheet(figure: LeagueChart, width: int = 1080) -> Sheet:
    """The whole league table as one drawing, for a file."""
    n, height = len(figure.table), row_height(len(figure.table))
    lane_of = lanes(figure.brackets)
    n_lanes = max((lane + 1 for lane in lane_of if lane is not None), default=0)
    names = [str(v) for v in column(figure, "system")]
    of = _columns(figure, width, n_lanes)
    scale = league_scale(figure, of.left, of.right)
    sheet = Sheet(width, 34 + n * height + 8)
    _sheet_axis(sheet, figure.axis, scale, n * height, of)
    for row, name in enumerate(names):
        _sheet_row(sheet, figure, row, name, of, scale, height)
    for which, ((letter, first, last), lane) in enumerate(zip(figure.brackets, lane_of)):
        if lane is None:
            continue
        x, css = of.system + of.name + 4 + lane * LANE, "br f" if which == 0 else "br"
        top, bottom = 30 + first * height + height * 0.25, 30 + last * height + height * 0.75
        sheet.path(f"M{px(x + 5)} {px(top)}H{px(x)}V{px(bottom)}H{px(x + 5)}", css)
        sheet.text(x, top - 2, letter, "nm")
    return sheet


def _sheet_axis(sheet: Sheet, measure: str, scale: Scale, body: float, of: _Columns) -> None:
    for text, value in _apart(scale):
        sheet.line(scale(value), 26, scale(value), 30 + body, "gr")
        sheet.text(scale(value), 18, text, anchor="m")
    rank = (_RANK - 16, "Rank" if of.ranked else "", "e")
    for x, text, anchor in (rank, (of.system, "System", ""), (of.mean, measure, "e")):
        sheet.text(x, 18, text, "b", anchor=anchor)
    if of.judged:
        sheet.text(sheet.width, 18, "Judged", "b", anchor="e")


def _apart(scale: Scale) -> list[tuple[str, float]]:
    """The axis's labels, as many as stand apart."""
    for about in (5, 4, 3, 2):
        texts = axis_labels(scale, about)
        widest = max((text_width(text) for text, _ in texts), default=0.0)
        if all(scale(right) - scale(left) >= widest + 6 for (_, left), (_, right) in pairwise(texts)):
            return texts
    return texts[:1]


def _sheet_row(
    sheet: Sheet, figure: LeagueChart, row: int, name: str, of: _Columns, scale: Scale, height: float
) -> None:
    top = 30 + row * height
    cell: Mapping[str, Any] = {c.name: c.values[row] for c in figure.table.columns}
    middle, lead = top + height / 2, bool(cell.get("leader"))
    focus = " f" if lead else ""
    base = middle + 4.5
    if of.ranked:
        sheet.text(_RANK - 16, base, rank_text(cell.get("rank_low"), cell.get("rank_high")), anchor="e")
    label = fit(name, of.name - 16) + " *" if cell.get("aside") else fit(name, of.name - 8)
    sheet.text(of.system, base, label, "b" if lead else "k1")
    if finite(cell.get("lower")) and finite(cell.get("upper")):
        x = scale(cell["lower"])
        sheet.rect(x, top + height * 0.2, scale(cell["upper"]) - x, height * 0.6, "bd")
    for css, low, high in (("ci", "low", "high"), ("ci5", "low50", "high50")):
        if finite(cell.get(low)) and finite(cell.get(high)):
            sheet.line(scale(cell[low]), middle, scale(cell[high]), middle, css + focus)
    if finite(cell.get("mean")):
        sheet.circle(scale(cell["mean"]), middle, 3.5, "dq")
        digits = figure.table.column("mean").digits
        sheet.text(of.mean, base, number(cell["mean"], 3 if digits is None else digits), "b", anchor="e")
    if finite(cell.get("estimate")):
        sheet.circle(scale(cell["estimate"]), middle, 4.5, "rg")
    if of.judged and finite(cell.get("judged")):
        sheet.text(sheet.width, base, percent(float(cell["judged"])), anchor="e")


def rank_text(low: Any, high: Any) -> str:
    """A range of ranks: "1–14", "3", or "" where there is none."""
    return "" if not finite(low) or not finite(high) else ranks(int(low), int(high))
