"""Sentences about two sets of labels: sparse and full ones, people and a model; and the captions of their charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.studies.sections.captions import HOW
from irassay.studies.track.words import NAMED
from irassay.wording import count, number, plural, share, span, spelled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.agreement import Repeats, TopAgreement
    from irassay.studies.track.track_data import Track


def standfirst(track: Track, n_queries: int) -> str:
    """What the section asks, and of which queries."""
    whole = len(track.queries)
    of = (
        f"all {plural(whole, 'query', 'queries')}"
        if n_queries == whole
        else (f"the {count(n_queries)} of {plural(whole, 'query', 'queries')} that both sets have")
    )
    return f"Would other labels order the runs alike, and do they say the same of the same documents? On {of}."


def order(main: str, measure: str, found: Sequence[TopAgreement]) -> str:
    """How far another set of labels orders the runs as these do: among all, and among the first."""
    whole, *tops = found
    by = (
        f"Other labels order the runs by {measure} as these do"
        if measure == main
        else (f"Other labels ({measure}) order the runs as these ({main}) do")
    )
    also = "".join(
        f"; among the first {count(one.n)}, {number(one.tau, 2)} ({span(one.tau_low, one.tau_high, 2)})" for one in tops
    )
    return (
        f"{by} with tau {number(whole.tau, 2)} (other queries: "
        f"{span(whole.tau_low, whole.tau_high, 2)}), {number(whole.error_rate, 0)}% of pairs in opposite orders{also}."
    )


def among(n: int, of: int) -> str:
    """Which runs a row is of.

    >>> among(62, 62), among(10, 62)
    ('all 62', 'first 10')
    """
    return f"all {count(of)}" if n == of else f"first {count(n)}"


def orders_title(main: str) -> str:
    """The table of agreement of orders."""
    return f"How far other labels order the runs as these do by {main}"


def orders_note() -> str:
    """How to take the intervals."""
    return (
        "The first runs stay the same in every resample. Few runs that score alike change places on any other queries: "
        "there the intervals are wide, and the tau at hand says little."
    )


def positives_title(counts: Mapping[int | None, int], rel: int) -> str:
    """What these labels say of the other set's relevant documents."""
    total = sum(counts.values())
    below = sum(n for grade, n in counts.items() if grade is not None and grade < rel)
    return (
        f"Of {plural(total, 'document')} that the other set has as relevant, {count(below)} "
        f"{'is' if below == 1 else 'are'} not relevant here and {count(counts.get(None, 0))} unjudged"
    )


def passes(found: Repeats) -> str:
    """That the other labels were given several times, how far they agree with themselves, and which are used."""
    lowest, highest = min(found.kappas), max(found.kappas)
    kappas = number(lowest, 2) if found.n_passes == 2 else f"{number(lowest, 2)} to {number(highest, 2)}"
    return (
        f"The other labels are {spelled(found.n_passes)} passes over the same documents. Of "
        f"{plural(found.n_items, 'document')}, {count(found.n_unlike)} ({share(found.n_unlike, found.n_items)}) did "
        f"not get the same grade in all: Krippendorff's alpha of the passes {number(found.alpha, 3)} (other queries: "
        f"{span(found.low, found.high)}), Cohen's kappa of two {kappas}. What follows uses the first pass."
    )


def passes_title(found: Repeats) -> str:
    """The table of passes."""
    return f"Each of the {spelled(found.n_passes)} passes against the track's labels"


def passes_note() -> str:
    """When the table misleads."""
    return (
        "A judge that disagrees with itself can't agree much with anybody else. Where its passes order the runs alike "
        "all the same, errors cancel over queries; single grades are no surer for it."
    )


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
