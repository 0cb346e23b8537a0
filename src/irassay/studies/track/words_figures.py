"""Titles and captions of the charts of kinds of runs, of two sets of labels, and of what runs prefer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.studies.sections.captions import HOW
from irassay.studies.track.words import kind_of
from irassay.studies.track.words_oldness import axis, pool, value
from irassay.wording import count, number, plural

if TYPE_CHECKING:
    from irassay.comparison import BestGap
    from irassay.estimates.document_attributes import AttributeAt

NAMED = "Names: the first run by either, and those whose place changes most."
EVERY_RUN = "Every run"
ALL = "all runs"


def ahead(gap: BestGap) -> str:
    """How far the best of one kind is before the best of the other, in percent where there is one."""
    by = number(gap.percent, 1) + "%" if gap.percent == gap.percent else number(gap.gap, 4)
    return f"{by} ahead of"


def kinds_title(measure: str, widest: tuple[str, BestGap]) -> str:
    """The widest gap between the best of two kinds."""
    column, gap = widest
    a, b = kind_of(column, gap.a.name), kind_of(column, gap.b.name)
    return f"By {measure} the best {a} run is {ahead(gap)} the best {b} run"


def kinds_heading(column: str, gap: BestGap) -> str:
    """The heading of one column's kinds."""
    a, b = kind_of(column, gap.a.name), kind_of(column, gap.b.name)
    return f"{column}: best {a} {ahead(gap)} best {b}"


def kinds_how(measure: str) -> str:
    """How to read the strips of kinds."""
    return (
        f"{HOW}One dot is one run, placed by its mean {measure}; dots that would overlap are stacked. Each strip is a "
        "kind of runs with their number; its filled dot is the best of the kind. Every run stands in one strip of each "
        "column. A gap between bests is no effect of the kind."
    )


def with_labels(measure: str, labels: str) -> str:
    """The name of an axis."""
    return f"{measure} with {labels} labels"


def two_sets_title(x: str, y: str, tau: float) -> str:
    """How far two sets of labels order the runs alike."""
    return f"{y} orders the runs as {x} does to tau {number(tau, 2)}"


def two_sets_how(x: str, y: str, tau: float, first: float | None, top: int, *, falls: bool, same: bool) -> str:
    """How to read the runs under two sets of labels: whether better ones fall, and whether both are of one measure."""
    among = "" if first is None else f", {number(first, 2)} among the first {count(top)}"
    way = "fall" if falls else "rise"
    equal = " On the dotted line both are equal." if same else ""
    return (
        f"{HOW}One mark is one run: to the right its {x}, upward its {y}.{equal} Two runs that both order alike {way} "
        f"from left to right. Kendall's tau-a {number(tau, 2)} over all runs{among}. {NAMED}"
    )


def inferred_title(measure: str, above: int, n: int, *, shared: bool) -> str:
    """How many runs score more with inferred labels."""
    on = " of documents that both sets have" if shared else ""
    return f"{count(above)} of {plural(n, 'run')} score more {measure} with inferred labels{on} than with actual ones"


def inferred_how(measure: str, tau: float) -> str:
    """How to read runs with actual and with inferred labels."""
    return (
        f"{HOW}One mark is one run: to the right its {measure} with the documents' own labels, upward with those "
        f"inferred from passages. On the dotted line both are equal. Kendall's tau-b of the orders {number(tau, 2)}. "
        f"{NAMED}"
    )


def preferred_title(at: AttributeAt, more: Sequence[str], fewer: Sequence[str]) -> str:
    """How many runs are told apart from a random ranker."""
    sides = [f"above it in {count(len(more))}"] if more else []
    sides += [f"below it in {count(len(fewer))}"] if fewer else []
    if not sides:
        return f"No run's {axis(at)} can be told apart from a random ranker's"
    n = plural(len(at.systems), "run")
    return f"Against a random ranker, {axis(at)} is significantly {' and '.join(sides)} of {n}"


def preferred_how(at: AttributeAt) -> str:
    """How to read the strips of an attribute."""
    return (
        f"{HOW}One dot is one run: {_of(at)} its first {plural(at.depth, 'document')}. The dotted line is what a "
        f"random ranker of {pool(at)} has. Filled: the highest of each kind. {_relevant(at)}"
    )


def by_kind(column: str) -> str:
    """The heading of the kinds of one column."""
    return f"By {column}"


def random_ranker(at: AttributeAt) -> str:
    """The marker's text."""
    return f"random ranker {value(at, at.expected)}"


def effect_title(at: AttributeAt, measure: str, tau: float) -> str:
    """How far the order by it is that by effectiveness."""
    return f"The orders of runs by {axis(at)} and by {measure} agree to tau {number(tau, 2)}"


def effect_how(at: AttributeAt, measure: str) -> str:
    """How to read the attribute against effectiveness."""
    return (
        f"{HOW}One mark is one run: to the right its {measure}, upward {_of(at)} its first "
        f"{plural(at.depth, 'document')}. The dotted line is what a random ranker of {pool(at)} has. "
        f"{_relevant(at)} Names: the first run by {measure}, the highest and the lowest by {at.attribute.name}."
    )


def by_kind_title(at: AttributeAt) -> str:
    """The table by kind."""
    return f"{axis(at)} by kind of run"


def _of(at: AttributeAt) -> str:
    name = at.attribute.name
    return f"the share of {name} among" if at.attribute.is_set else f"the mean {name} of"


def _relevant(at: AttributeAt) -> str:
    if at.relevant != at.relevant:
        return ""
    return f"Relevant documents have {value(at, at.relevant)}: a good run comes near that without any preference."
