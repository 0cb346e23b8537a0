"""Sentences about documents that are labelled by their passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import count, number, plural
from irassay.studies.sections.captions import HOW
from irassay.studies.track.words import NAMED, coefficient

if TYPE_CHECKING:
    from irassay.label_sets import TransferAgreement

PASSAGES_STANDFIRST = "Could documents have been judged by their best passage, without judging them again?"
AGGREGATES_TITLE = "Other ways to infer a document's label from its passages' labels"
AGGREGATES_NOTE = (
    "Only labelled passages are known: a sum or a count grows with the number of judged passages of a document. "
    "Sums and counts are capped at the largest grade of all labels."
)


def inferred(agreement: TransferAgreement, n_inferred: int) -> str:
    """How inferred labels agree with the documents' own."""
    both = agreement.labels.n_pairs
    return (
        f"{plural(n_inferred, 'document')} inferred from passages, each with the grade of its best passage; "
        f"{count(both)} also have a label of their own. {coefficient(agreement.kappa)}"
    )


def inferred_order(agreement: TransferAgreement) -> str:
    """How inferred labels order the runs."""
    if agreement.tau != agreement.tau:
        return "A ranking needs at least two runs."
    return (
        f"The rankings by {agreement.measure} on inferred labels and on the documents' own agree with tau-b "
        f"{number(agreement.tau, 2)}; on the documents that both sets have, with {number(agreement.tau_shared, 2)}."
    )


def aggregate(name: str) -> str:
    """A way to make a document's label from its passages' labels, with the field's name for it."""
    return {
        "best": "best passage (MaxP)",
        "mean": "mean of the passages (AvgP)",
        "sum": "sum of the passages (SumP)",
        "first": "first labelled passage (FirstP)",
        "count": "number of relevant passages",
    }[name]


def inferred_title(measure: str, above: int, n: int, *, shared: bool) -> str:
    """How many runs score more with inferred labels."""
    on = " of documents that both sets have" if shared else ""
    return (
        f"{count(above)} of {plural(n, 'run')} have a higher {measure} with inferred labels{on} than with actual ones"
    )


def inferred_how(measure: str, tau: float) -> str:
    """How to read runs with actual and with inferred labels."""
    return (
        f"{HOW}Each mark is a run: its {measure} with the documents' own labels is on the horizontal axis, that with "
        f"labels inferred from passages on the vertical. On the dotted line both are equal. Kendall's tau-b of the "
        f"rankings {number(tau, 2)}. "
        f"{NAMED}"
    )
