"""Two sets of labels: the order each gives, and what each says of the other's documents (Figure 7, Table 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.comparison import LabelAgreement, agreement, grades_of_positives
from irassay.result import Column, Finding, Section, Table
from irassay.studies.deep_learning_track import words
from irassay.studies.deep_learning_track.figures import TOP, two_sets_scatter
from irassay.studies.deep_learning_track.given import F64, Given

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels


def labels_section(given: Given, other: Qrels, means: F64, measure: str, found: LabelAgreement | None) -> Section:
    """How far other labels order the runs as these do; what the two say of the same documents.

    Parameters
    ----------
    given : Given
    other : Qrels
    means : array (system,)
        Under the other labels, in the order of ``given.systems``; the higher the better.
    measure : str
        What `means` are of.
    found : LabelAgreement or None
        None where the two have no document in common.
    """
    own = given.scores(given.main).mean(axis=1)
    whole = agreement(own, means)
    top = min(TOP, len(own))
    first = agreement(own[:top], means[:top]) if top > 1 else None
    tau_first = first.tau_a if first else None
    text = words.labels_order(given.main, measure, whole.tau_a, tau_first, top)
    body: list[Any] = [Finding("labels-order", "note", "labels", text, {"tau": whole.tau_a})]
    body.append(two_sets_scatter(given, means, measure, whole.tau_a, tau_first))
    body.append(_positives(given, other))
    if found is not None:
        body.append(found.table())
        body += [
            Finding("judges", "note", "labels", words.coefficient(c), {"value": c.value}) for c in found.coefficients
        ]
    return Section("label-sets", "Two sets of labels", body)


def _positives(given: Given, other: Qrels) -> Table:
    counts = grades_of_positives(given.qrels, other)
    total = max(1, sum(counts.values()))
    names = ["unjudged" if grade is None else f"grade {grade}" for grade in counts]
    columns = [
        Column("label", names, definition="by the track"),
        Column("documents", list(counts.values()), "documents", "that the other set has as relevant", 0),
        Column("share", [n / total for n in counts.values()], "share", digits=3),
    ]
    return Table("positives", words.positives_title(counts), columns)
