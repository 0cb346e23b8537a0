"""The table of drawers by type of figure, and the functions that draw any figure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from irassay.arguments import check_choice
from irassay.drawing import pictures
from irassay.drawing.charts import bars, curves, differences, league, lines, matrix, scatter, strips
from irassay.drawing.charts.bars import draw_rank_spread, draw_stacked
from irassay.drawing.charts.differences import draw_queries
from irassay.drawing.charts.marks import DARK, LIGHT, SANS, literal_marks, marks, variables
from irassay.drawing.charts.matrix import draw_ratios
from irassay.drawing.charts.sheet import BOLD, Sheet, wrapped
from irassay.drawing.charts.strips import draw_one
from irassay.result import (
    Bars,
    Curves,
    Differences,
    Figure,
    Forest,
    LeagueChart,
    Lines,
    PairMatrix,
    PlaceChart,
    QueryChart,
    RatioMatrix,
    Scatter,
    Stacked,
    Strip,
    Strips,
)

Captions: TypeAlias = Literal["shown", "none"]
WIDTHS: Final = (328, 660, 1040)  # pixels for a phone, a column and a full page; text has the same size in each
SQUARE_WIDTHS: Final = (328, 640, 820)  # the same for a square figure, whose legend stands beside it on a full page
_DRAWERS: dict[type[Any], Callable[[Any, int, Mapping[str, int]], Sheet]] = {
    Strip: draw_one,
    LeagueChart: lambda figure, width, numbers: league.league_sheet(figure, width),
    PairMatrix: matrix.draw,
    RatioMatrix: draw_ratios,
    Stacked: draw_stacked,
    Lines: lines.draw,
    Curves: curves.draw,
    Bars: bars.draw,
    PlaceChart: draw_rank_spread,
    QueryChart: draw_queries,
    Forest: bars.draw_forest,
    Strips: strips.draw,
    Scatter: scatter.draw,
    Differences: differences.draw,
}

MARGIN, BARE_MARGIN = 20.0, 10.0  # with title and caption, and without
TITLE, TEXT = 17.0, 13.0  # sizes of type, as in the style sheet of marks
_LEADING = 1.4
_SLACK = 0.94  # share of the width to fill, since some fonts are wider than estimated
_SCALE = re.compile(r"scale\(([0-9.]+)\)")


def draw(
    figure: Figure,
    width: int = 1080,
    *,
    numbers: Mapping[str, int] | None = None,
    leaders: Collection[str] = (),
    rows: tuple[int, int | None] = (0, None),
) -> Sheet:
    """The figure as a sheet of shapes, `width` pixels wide; `numbers` is system -> its number in the page, `rows` the
    first and last (excluded) of bars and rank spreads. Names of `leaders` are highlighted where all are printed."""
    first, last = rows
    if isinstance(figure, PairMatrix):
        return matrix.draw(figure, width, numbers or {}, leaders=leaders)
    if isinstance(figure, PlaceChart):
        return draw_rank_spread(figure, width, numbers or {}, leaders=leaders, first=first, last=last)
    if isinstance(figure, Bars):
        return bars.draw(figure, width, numbers or {}, first=first, last=last)
    return _DRAWERS[type(figure)](figure, width, numbers or {})


def can_draw(item: object) -> bool:
    """Whether the item is a figure with a drawer."""
    return type(item) in _DRAWERS


def figure_svg(
    figure: Figure,
    *,
    width: int | str = 1080,
    colours: Mapping[str, str] | None = LIGHT,
    leaders: Collection[str] = (),
    captions: Captions = "shown",
) -> str:
    """The figure as a standalone SVG file; `width` in pixels, or as "3.3in", "84mm", "240pt", margins included. Without
    `colours` the reader's theme counts on a screen, for browsers only; captions that are not drawn stay in the
    description."""
    check_choice("captions", captions, get_args(Captions))
    margin = MARGIN if captions == "shown" else BARE_MARGIN
    of = pictures.width(width)
    chart = draw(figure, int(of.pixels - 2 * margin), leaders=leaders)
    style = themed() if colours is None else literal_marks(colours)
    sheet = stand_alone(figure, chart) if captions == "shown" else bare(chart)
    key = "".join(c if c.isascii() and c.isalnum() else "-" for c in figure.name) or "figure"
    return sheet.svg(key=key, title=figure.title, description=figure.how_to_read, style=style, size=of.size)


def stand_alone(figure: Figure, chart: Sheet) -> Sheet:
    """The drawing with margins, title and how to read it."""
    width = chart.width + 2 * MARGIN
    room = chart.width * _SLACK
    titles = wrapped(figure.title, chart.width * BOLD, TITLE)
    below = [line for text in captions(figure) for line in wrapped(text, room, TEXT)]
    top = MARGIN + TITLE * _LEADING * len(titles) + 10
    foot = top + chart.height + 14
    whole = Sheet(width, foot + TEXT * _LEADING * len(below) + MARGIN)
    whole.rect(0, 0, width, whole.height, "fp")
    for i, line in enumerate(titles):
        whole.text(MARGIN, MARGIN + TITLE * (0.85 + _LEADING * i), line, "ti")
    whole.open(transform=f"translate({MARGIN:g} {top:g})")
    whole.parts += _own_strokes(chart.parts)
    whole.close()
    for i, line in enumerate(below):
        whole.text(MARGIN, foot + TEXT * (0.85 + _LEADING * i), line)
    return whole


def bare(chart: Sheet) -> Sheet:
    """The drawing by itself, for a paper that has its own caption."""
    whole = Sheet(chart.width + 2 * BARE_MARGIN, chart.height + 2 * BARE_MARGIN)
    whole.rect(0, 0, whole.width, whole.height, "fp")
    whole.open(transform=f"translate({BARE_MARGIN:g} {BARE_MARGIN:g})")
    whole.parts += _own_strokes(chart.parts)
    whole.close()
    return whole


def _own_strokes(parts: Sequence[str]) -> list[str]:
    """Explicit stroke widths within scaled groups, since few programs but browsers support non-scaling strokes."""
    scale, out = 1.0, []
    for part in parts:
        match = _SCALE.search(part) if part.startswith("<g") else None
        scale = float(match[1]) if match else scale
        out.append(part.replace('vector-effect="non-scaling-stroke"', f'style="stroke-width:{1 / scale:.4f}px"'))
    return out


def captions(figure: Figure) -> list[str]:
    """The lines below the chart: how to read it, and the meaning of its asterisks."""
    out = [figure.how_to_read] if figure.how_to_read else []
    if out and not out[0].startswith("How to read it"):
        out[0] = f"How to read it. {out[0]}"
    if isinstance(figure, LeagueChart) and figure.table.note and any(asides(figure)):
        out.append(f"* {figure.table.note}")
    return out


def asides(figure: LeagueChart) -> Sequence[str]:
    """The reason why a leader is outside the first bracket; "" for the other rows."""
    cells = {c.name: c.values for c in figure.table.columns}
    return [str(v or "") for v in cells.get("aside", ())]


def themed() -> str:
    """The style of a drawing in the reader's theme on a screen, and in the light theme on paper."""
    plain = marks().replace("var(--sans)", SANS)
    return f".c{{{variables(LIGHT)}}}@media screen and (prefers-color-scheme:dark){{.c{{{variables(DARK)}}}}}{plain}"
