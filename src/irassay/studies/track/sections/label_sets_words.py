"""Sentences about two sets of labels: sparse and full ones, people and a model; and the captions of their charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.messages import conjugate, count, listed, number, plural, share, span, spelled
from irassay.studies.sections.captions import HOW
from irassay.studies.track.words import NAMED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.agreement import Repeats, TopAgreement
    from irassay.studies.track.track_data import Track

ORDERS_NOTE = (
    "The set of first runs is the same in every resample. A few runs with similar scores change ranks on any "
    "other queries: there the intervals are wide, and the observed tau says little."
)
PASSES_NOTE = (
    "An assessor that disagrees with itself can't agree much with others. If its passes still rank the runs "
    "alike, errors cancel over queries; single grades are no more reliable for that."
)


def standfirst(track: Track, n_queries: int) -> str:
    """What the section asks, and of which queries."""
    whole = len(track.queries)
    of = (
        f"all {plural(whole, 'query')}"
        if n_queries == whole
        else (f"the {count(n_queries)} of {plural(whole, 'query')} that both sets have")
    )
    return f"Do other labels rank the runs alike, and do they agree on the same documents? On {of}."


def order(main: str, measure: str, orders: Sequence[TopAgreement]) -> str:
    """How far another set of labels orders the runs as these do: among all, and among the first."""
    whole, *tops = orders
    here = "" if measure == main else f"by {main} "
    by = f"The rankings by {measure} on other labels and {here}on these agree"
    also = "".join(
        f"; among the first {count(one.n)}, {number(one.tau, 2)} ({span(one.tau_low, one.tau_high, 2)})" for one in tops
    )
    return (
        f"{by} with tau {number(whole.tau, 2)} (other queries: "
        f"{span(whole.tau_low, whole.tau_high, 2)}), {number(whole.error_rate, 0)}% of pairs in opposite orders{also}."
    )


def among(n: int, of: int) -> str:
    """Which runs a row is of."""
    return f"all {count(of)}" if n == of else f"first {count(n)}"


def orders_title(main: str) -> str:
    """The table of agreement of orders."""
    return f"Agreement of the ranking on other labels with the ranking on these by {main}"


def positives_title(counts: Mapping[int | None, int], rel: int) -> str:
    """What these labels say of the other set's relevant documents."""
    total = sum(counts.values())
    below = sum(n for grade, n in counts.items() if grade is not None and grade < rel)
    return (
        f"Of {plural(total, 'document')} that are relevant in the other set, {count(below)} "
        f"{conjugate(below, 'is')} not relevant here and {count(counts.get(None, 0))} unjudged"
    )


def passes(repeats: Repeats) -> str:
    """That the other labels were given several times, how far they agree with themselves, and which are used."""
    lowest, highest = min(repeats.kappas), max(repeats.kappas)
    kappas = number(lowest, 2) if repeats.n_passes == 2 else f"{number(lowest, 2)} to {number(highest, 2)}"
    return (
        f"The other labels are {spelled(repeats.n_passes)} passes over the same documents. Of "
        f"{plural(repeats.n_items, 'document')}, {count(repeats.n_unlike)} "
        f"({share(repeats.n_unlike, repeats.n_items)}) did not get the same grade in all passes: Krippendorff's alpha "
        f"of the passes {number(repeats.alpha, 3)} (other queries: {span(repeats.low, repeats.high)}), Cohen's kappa "
        f"of two {kappas}. What follows uses the first pass."
    )


def passes_title(repeats: Repeats) -> str:
    """The table of passes."""
    return f"Each of the {spelled(repeats.n_passes)} passes against the track's labels"


def two_sets_title(x: str, y: str, tau: float) -> str:
    """How far two sets of labels order the runs alike."""
    return f"The rankings by {y} and by {x} agree with tau {number(tau, 2)}"


def scales(top: int, others_top: int, cuts: Mapping[int, float]) -> str:
    """That two sets have different scales, and kappa at each cut of the track's."""
    above = f"grade {top}" if top == others_top + 1 else f"grades {others_top + 1} to {top}"
    here = [f"{number(value, 3)} from grade {cut}" for cut, value in cuts.items()]
    here[0] += " here"
    return (
        f"The scales differ, 0 to {top} here and 0 to {others_top} in the other labels: kappa of the grades counts "
        f"each of {above} as a disagreement. With relevant or not alone, from grade 1 on in the other labels, kappa is "
        f"{listed(here)}."
    )


def two_sets_how(x: str, y: str, tau: float, first: float | None, top: int, *, falls: bool, same: bool) -> str:
    """How to read the runs under two sets of labels: whether better ones fall, and whether both are of one measure."""
    among = "" if first is None else f", {number(first, 2)} among the first {count(top)}"
    way = "fall" if falls else "rise"
    equal = " On the dotted line both are equal." if same else ""
    return (
        f"{HOW}Each mark is a run: {x} is on the horizontal axis, {y} on the vertical.{equal} Two runs that both rank "
        f"alike {way} from left to right. Kendall's tau-a {number(tau, 2)} over all runs{among}. {NAMED}"
    )
