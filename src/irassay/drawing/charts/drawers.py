"""The table of drawers by type of figure, and the functions that draw any figure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from irassay.arguments import check_choice
from irassay.drawing import lengths
from irassay.drawing.charts import (
    bars,
    curves,
    differences,
    forest,
    league,
    lines,
    matrix,
    ratio_matrix,
    scatter,
    standalone,
    strip,
    strips,
)
from irassay.drawing.charts.bars import draw_histogram, draw_stacked
from irassay.drawing.charts.colours import LIGHT, literal_marks
from irassay.drawing.charts.differences import draw_queries
from irassay.drawing.charts.forest import draw_rank_spread
from irassay.drawing.charts.svg import Sheet
from irassay.result import (
    Bars,
    Curves,
    Differences,
    Figure,
    Forest,
    Histogram,
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
    Strip: strip.draw,
    LeagueChart: lambda figure, width, numbers: league.league_sheet(figure, width),
    PairMatrix: matrix.draw,
    RatioMatrix: ratio_matrix.draw,
    Stacked: draw_stacked,
    Lines: lines.draw,
    Curves: curves.draw,
    Bars: bars.draw,
    Histogram: draw_histogram,
    PlaceChart: draw_rank_spread,
    QueryChart: draw_queries,
    Forest: forest.draw,
    Strips: strips.draw,
    Scatter: scatter.draw,
    Differences: differences.draw,
}


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
    margin = standalone.MARGIN if captions == "shown" else standalone.BARE_MARGIN
    of = lengths.width(width)
    chart = draw(figure, int(of.pixels - 2 * margin), leaders=leaders)
    style = standalone.themed() if colours is None else literal_marks(colours)
    sheet = standalone.stand_alone(figure, chart) if captions == "shown" else standalone.bare(chart)
    return sheet.svg(
        key=_key(figure.name), title=figure.title, description=figure.how_to_read, style=style, size=of.size
    )


def _key(name: str) -> str:
    """A name as an id; any character that is not a letter or digit becomes a hyphen."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in name) or "figure"
