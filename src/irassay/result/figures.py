"""Figures, a closed list of frozen classes: a study fills them with numbers and names, `drawing` makes SVG of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from irassay.result.parts import Doubt, Figure, Table


@dataclass(frozen=True, slots=True, repr=False)
class Strip(Figure):
    """One dot a system on one axis of mean scores; the leaders filled and bracketed. Table columns: system, mean,
    leader (bool)."""

    axis: str  # what the axis shows: "nDCG@10"
    labelled: Sequence[str] = ()  # systems whose names are printed


@dataclass(frozen=True, slots=True, repr=False)
class LeagueChart(Figure):
    """The league table with its drawn intervals, bands, rings and brackets. Table columns: rank_low, rank_high, system,
    same (names of identical systems, comma separated), mean, low, high, low50, high50 (interval over queries), lower,
    estimate, upper (holes; NaN where not computed), judged (share), letters, leader (bool), then ``meta:NAME`` for each
    metadata column."""

    axis: str
    brackets: Sequence[tuple[str, int, int]] = ()  # letter, first row, last row (0-based, closed), in row order


@dataclass(frozen=True, slots=True, repr=False)
class PairMatrix(Figure):
    """Every pair of systems twice, best first: below the diagonal the `queries` ("settled", "open"), above it the
    `labels` ("settled", "open", "not known", "exactly tied", "" where not computed). Table columns: state, doubt,
    pairs. Numbers of pairs are flat lists in the order (0,1), (0,2) ... (n-2,n-1)."""

    systems: Sequence[str]
    queries: Sequence[Sequence[str]]
    labels: Sequence[Sequence[str]]
    difference: Sequence[float] = ()
    low: Sequence[float] = ()  # 95% interval of the difference over queries
    high: Sequence[float] = ()
    p: Sequence[float] = ()
    p_corrected: Sequence[float] = ()
    wins: Sequence[tuple[int, int, int]] = ()  # better, worse, equal queries
    labels_low: Sequence[float] = ()  # least and greatest difference over completions
    labels_high: Sequence[float] = ()
    effect: Sequence[float] = ()  # difference in standard deviations of the per-query differences
    against_means: Sequence[int] = ()  # 1 or -1 where the test favours the first or the second and the means don't
    at_the_edge: Sequence[int] = ()  # places in these lists of pairs that chance in the draws leaves open
    strength: Sequence[str] = ()  # how far the labels carry the order: "proved", "likely", or a state of the labels
    agreeing: Sequence[int] = ()  # draws of missing labels that keep the sign and, where it has one, its significance
    unlabelled: Sequence[str] = ()  # where labels are sparse: how much of the two lists has none, as a clause
    phrases: Mapping[str, Any] = field(default_factory=dict)  # what the sentence of a pair is made of
    family: int = 0  # pairs the correction is over
    alpha: float = 0.05  # the level the test was held to
    assumes: str = ""  # what the numbers take for granted, for the file of all pairs
    ask: str = ""  # the command that answers for two systems, their names to be added


@dataclass(frozen=True, slots=True, repr=False)
class RatioMatrix(Figure):
    """How often each column's system wins against each row's, as colours and numbers. Table columns: system, then one a
    system with the share that it wins (NaN: too little is known), then others. `significant[i][j]`: column j and row i
    differ significantly."""

    systems: Sequence[str]
    significant: Sequence[Sequence[bool]]


@dataclass(frozen=True, slots=True, repr=False)
class Stacked(Figure):
    """One bar split into parts, such as all labels by grade. Table columns: part, count. The first `n_grey` parts, what
    is not relevant, are grey."""

    unit: str = "labels"
    n_grey: int = 1


@dataclass(frozen=True, slots=True, repr=False)
class Lines(Figure):
    """Thin lines, one a system, over ranks or queries, in panels, with the panel's mean thick. Table columns: panel,
    series, x, y; with low and high too, one line with a band, dashed beyond the dotted `marker`."""

    x_axis: str
    y_axis: str
    marker: float | None = None
    marker_text: str = ""
    doubt: Doubt = "labels"
    share: bool = True  # y is a share, drawn from 0 to 100%
    x_scale: Literal["auto", "log"] = "auto"  # auto: logarithmic where x goes far beyond the marker


@dataclass(frozen=True, slots=True, repr=False)
class Curves(Figure):
    """A few named curves with bands, in panels; six at most in a panel. Table columns: panel, series (the curve's
    name), x, y, low and high (the band; NaN for none)."""

    x_axis: str
    y_axis: str
    share: bool = False  # y is a share, written in percent
    same_scale: bool = True  # y has one range in all panels


@dataclass(frozen=True, slots=True, repr=False)
class Bars(Figure):
    """One horizontal bar a row, with an optional dark part. Table columns: row, value and optionally part."""

    axis: str
    doubt: Doubt = "labels"
    shown: int = 30  # rows before the rest unfolds


@dataclass(frozen=True, slots=True, repr=False)
class Strips(Figure):
    """Systems of several kinds: a strip a kind on one axis, under headings; the best of a kind filled and named. Table
    columns: panel, heading, kind, system, mean (percent where its unit is "share"), best (bool). `marker` is a dotted
    vertical line."""

    axis: str
    marker: float | None = None
    marker_text: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Scatter(Figure):
    """One mark a system at two of its numbers. Table columns: system, x, y (percent where their unit is "share") and
    optionally kind, which gives the mark its shape."""

    x_axis: str
    y_axis: str
    labelled: Sequence[str] = ()  # systems whose names are printed where there is room
    same_scale: bool = False  # x and y are of one measure: both axes have one range, with the line where they are equal
    marker: float | None = None  # a dotted line across, at a y
    marker_text: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class PlaceChart(Figure):
    """In which places a system comes out in resamples of the queries. Table columns: system, place, low, high (95% of
    resamples), low50, high50, and first (share in first place) or own (its place under labels of its own)."""

    shown: int = 30  # rows before the rest unfolds


@dataclass(frozen=True, slots=True, repr=False)
class QueryChart(Figure):
    """Per query: the spread of all systems' scores. Table columns: query, text, low, q1, median, q3, high, deviation,
    focus (leader's score), relevant, judged; of two systems `other` instead of the quartiles."""

    axis: str
    focus: str = ""
    other: str = ""  # the second of two systems


@dataclass(frozen=True, slots=True, repr=False)
class Forest(Figure):
    """A few differences with their intervals, for two to seven systems. Table columns: pair, difference, low, high;
    labels_low and labels_high where there are bounds; sentence."""

    axis: str


@dataclass(frozen=True, slots=True, repr=False)
class Differences(Figure):
    """Two systems query by query, largest difference first. Table columns: query, text, a, b, difference (a minus b).
    `documents` has a table for each of the first rows, of document, rank_a, rank_b, grade and, where known, adds and
    text."""

    axis: str
    a: str
    b: str
    documents: Sequence[Table] = ()


ALL = (
    *(Strip, Strips, LeagueChart, PairMatrix, RatioMatrix, Stacked, Lines, Curves, Bars, Scatter),
    *(PlaceChart, QueryChart, Forest, Differences),
)
