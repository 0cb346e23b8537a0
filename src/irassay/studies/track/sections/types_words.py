"""Sentences about kinds of runs, and the captions of their charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import conjugate, count, listed, number, plural, span
from irassay.studies.sections.captions import HOW
from irassay.studies.track.words import best_run, kind_of, ties

if TYPE_CHECKING:
    from irassay.comparison import BestGap, TypeSummary
    from irassay.studies.track.track_data import Track

NAMED = 4  # runs tied for the best of a kind before the rest are counted
INTERVAL = "95% over queries, of the gap corrected for selection bias; unadjusted"
BIAS = "how much selection among more runs adds to the gap; estimated on halves of the queries"
CORRECTED = "the gap corrected for selection bias"
OPTIMISM = "how much of the best score is selection bias; estimated"
TYPES_STANDFIRST = (
    "The best run of each kind is compared with the best run of another. A kind with more runs has more chances "
    "of a high best score: each gap is given with this selection bias."
)
GAPS_TABLE_TITLE = "The best of each kind against the best of another, on every measure"
GAPS_NOTE = (
    "A gap between the best runs is not an effect of the kind: groups chose what to submit, and kinds differ in "
    "their number of runs."
)


def pair_of(column: str, gap: BestGap) -> str:
    """A row's name."""
    return f"{column}: {kind_of(column, gap.a.name)} over {kind_of(column, gap.b.name)}"


def gap(column: str, gap: BestGap) -> str:
    """One gap between the best of two kinds, and what is left of it without the luck of choosing."""
    score, are = ("score" if gap.a.tied else "scores"), ("are" if gap.b.tied else "is")
    relative = f" ({number(gap.percent, 1)}%)" if gap.percent == gap.percent else ""
    lower = 100 * gap.gap / gap.a.top if gap.a.top else float("nan")
    below = f"; the latter {are} {number(lower, 1)}% below" if lower == lower else ""
    return (
        f"{column}: the {best_run(column, gap.a)}, {names(gap.a)}, {score} {number(gap.gap, 4)}{relative} "
        f"more than the {best_run(column, gap.b)}, {names(gap.b)}{below}. {_without_luck(column, gap)}"
    )


def names(kind: TypeSummary) -> str:
    """The best run of a kind, and those that are tied with it."""
    return listed([kind.best, *kind.tied], NAMED)


def _without_luck(column: str, gap: BestGap) -> str:
    if gap.selection_bias != gap.selection_bias:
        return "Selection bias can't be estimated from one query."
    change = "larger" if gap.selection_bias >= 0 else "smaller"
    why = "" if gap.selection_bias >= 0 else _raised(column, gap)
    is_open = gap.low <= 0 <= gap.high
    sign = "" if gap.keeps_sign else ", which leaves the sign open" if is_open else ", with the opposite sign"
    return (
        f"The best of {count(gap.a.n)} runs is compared with the best of {count(gap.b.n)}: choosing the best makes the "
        f"gap about {number(abs(gap.selection_bias), 4)} {change} than it is{why}. The corrected gap is "
        f"{number(gap.corrected, 4)}; other queries: {span(gap.low, gap.high, 4)}{sign}."
    )


def _raised(column: str, gap: BestGap) -> str:
    """Why a gap is larger without the luck of choosing."""
    a, b = kind_of(column, gap.a.name), kind_of(column, gap.b.name)
    return f", since it raises the best of {b} more than that of {a}"


def gaps_title(gaps: Sequence[BestGap], measure: str) -> str:
    """The forest's title: how many gaps are more than the luck of choosing and of these queries."""
    clear = sum(g.keeps_sign for g in gaps)
    luck = "selection bias and query sampling explain"
    if len(gaps) == 1:
        return f"The gap in {measure} is {'larger than' if clear else 'within what'} {luck}"
    return f"{count(clear)} of {plural(len(gaps), 'gap')} in {measure} {conjugate(clear, 'is')} larger than {luck}"


def gaps_how(measure: str) -> str:
    """How to read the gaps."""
    return (
        f"{HOW}Each dot is the best run of one kind minus the best run of another, in {measure}, corrected for "
        f"selection bias; the line is its 95% interval over queries, unadjusted. If it crosses 0, other queries may "
        f"well reverse the sign."
    )


def kinds_title(track: Track) -> str:
    """The table of kinds."""
    return f"{plural(len(track.systems), 'run')} by kind"


def ahead(gap: BestGap) -> str:
    """How far the best of one kind is before the best of the other, in percent where there is one."""
    by = number(gap.percent, 1) + "%" if gap.percent == gap.percent else number(gap.gap, 4)
    return f"{by} ahead of"


def strips_title(measure: str, widest: tuple[str, BestGap]) -> str:
    """The widest gap between the best of two kinds."""
    column, gap = widest
    is_or_are = "are" if gap.a.tied else "is"
    return f"By {measure} the {best_run(column, gap.a)} {is_or_are} {ahead(gap)} the {best_run(column, gap.b)}"


def strips_heading(column: str, gap: BestGap) -> str:
    """The heading of one column's kinds."""
    a, b = kind_of(column, gap.a.name), kind_of(column, gap.b.name)
    return f"{column}: best {a}{ties(gap.a)} {ahead(gap)} best {b}{ties(gap.b)}"


def strips_how(measure: str) -> str:
    """How to read the strips of kinds."""
    return (
        f"{HOW}Each dot is a run, placed by its mean {measure}; dots that would overlap are stacked. Each strip is a "
        f"kind of runs, with their number; its filled dot is the best of the kind, or several are that tie for it. "
        f"Every run is in one strip of each column. A gap between the best runs is not an effect of the kind."
    )
