"""Sentences about two sets of labels: sparse and full ones, people and a model, documents and their passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.wording import count, number, plural, share, span, spelled

if TYPE_CHECKING:
    from irassay.agreement import Repeats, TopAgreement
    from irassay.agreement.label_agreement import Coefficient
    from irassay.label_sets.transfer_agreement import TransferAgreement
    from irassay.studies.track.track_data import Given


def standfirst(given: Given, n_queries: int) -> str:
    """What the section asks, and of which queries."""
    whole = len(given.queries)
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


def rr_column(n_queries: int) -> str:
    """What the column of the results' table is a mean of."""
    return f"on the other labels, mean over {plural(n_queries, 'query', 'queries')}"


def positives_title(counts: Mapping[int | None, int], rel: int) -> str:
    """What these labels say of the other set's relevant documents."""
    total = sum(counts.values())
    below = sum(n for grade, n in counts.items() if grade is not None and grade < rel)
    return (
        f"Of {plural(total, 'document')} that the other set has as relevant, {count(below)} "
        f"{'is' if below == 1 else 'are'} not relevant here and {count(counts.get(None, 0))} unjudged"
    )


def coefficient(c: Coefficient) -> str:
    """One coefficient of agreement with both intervals."""
    if c.value != c.value:
        return f"{c.name}: no number, since one grade only is given."
    wider = "" if c.widening != c.widening else f", {number(c.widening, 1)} times wider than if labels were independent"
    return f"{c.name} {number(c.value, 3)}; other queries: {span(c.low, c.high)}{wider}."


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


def passages_standfirst() -> str:
    """What the section asks."""
    return "Could documents have been judged by their best passage, without judging them again?"


def inferred(found: TransferAgreement, n_inferred: int) -> str:
    """How inferred labels agree with the documents' own."""
    both = found.labels.n_pairs
    return (
        f"{plural(n_inferred, 'document')} inferred from passages, each with its best passage's grade; {count(both)} "
        f"have a label of their own too. {coefficient(found.kappa)}"
    )


def inferred_order(found: TransferAgreement) -> str:
    """How inferred labels order the runs."""
    if found.tau != found.tau:
        return "There is no order of fewer than two runs."
    return (
        f"Inferred labels order the runs by {found.measure} as the documents' own do: tau-b {number(found.tau, 2)}; "
        f"on the documents that both sets have, {number(found.tau_shared, 2)}."
    )


def aggregate(name: str) -> str:
    """A way to make a document's label from its passages' labels, with the field's name for it.

    >>> aggregate("best"), aggregate("count")
    ('best passage (MaxP)', 'number of relevant passages')
    """
    return {
        "best": "best passage (MaxP)",
        "mean": "mean of the passages (AvgP)",
        "sum": "sum of the passages (SumP)",
        "first": "first labelled passage (FirstP)",
        "count": "number of relevant passages",
    }[name]


def aggregates_title() -> str:
    """The table of ways to infer."""
    return "Other ways to make a document's label from its passages' labels"


def aggregates_note() -> str:
    """When the table misleads."""
    return (
        "Only labelled passages are known: a sum or a count grows with how many of a document's passages were judged. "
        "Sums and counts end at the largest grade of all labels."
    )
