"""Documents of a query with the same text under different ids, and labels that differ between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from irassay.collection.duplicates import SAME_TEXT, Duplicates
from irassay.messages import count
from irassay.preflight import phrases
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID, at_most, finding, first_of
from irassay.result import Column, Finding, Table

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs


def findings(material: Material, duplicates: Duplicates) -> Iterable[Finding]:
    """Findings on texts with several ids, and on those with different grades."""
    if not len(duplicates):
        return
    conflicts = duplicates.conflicts(material.qrels)
    if conflicts:
        yield _conflicting(material, conflicts, duplicates)
    moved, numbers = _changes(material, duplicates.merge_labels(material.qrels), duplicates.merge_runs(material.runs))
    yield finding(
        "same-text",
        "note",
        size=float(len(duplicates)),
        numbers={
            "texts": len(duplicates), "documents": duplicates.n_documents, "queries": len(duplicates.groups), **numbers,
        },
        moved=moved,
        same_text=SAME_TEXT,
    )  # fmt: skip


def _conflicting(
    material: Material, conflicts: Sequence[tuple[str, tuple[tuple[str, int], ...]]], duplicates: Duplicates
) -> Finding:
    gaps = Counter(_gap(labelled) for _, labelled in conflicts)
    by_gap = ", ".join(f"{count(n)} by {gap}" for gap, n in sorted(gaps.items()))
    moved, numbers = _changes(material, duplicates.level_labels(material.qrels), material.runs)
    return finding(
        "same-text-other-grade",
        "warning",
        size=len(conflicts) / len(duplicates),
        numbers={
            "texts": len(conflicts), **{f"by_{gap}": n for gap, n in sorted(gaps.items())}, **numbers,
        },
        where=first_of([f"query {query}: {_graded(labelled)}" for query, labelled in conflicts], len(conflicts)),
        by_gap=by_gap,
        moved=moved,
    )  # fmt: skip


def _changes(material: Material, labels: Qrels, runs: Runs) -> tuple[str, dict[str, float]]:
    """How far these labels and runs move the means, as the end of an effect, and the same in numbers."""
    means = material.means()
    others = Material(labels, runs, [material.measure], order=material.order).means()
    most = max(range(len(means)), key=lambda s: abs(others[s] - means[s]))
    move = abs(others[most] - means[most])
    stays = phrases.first_stays(material, others, others)
    numbers = {"largest_move": move, **phrases.in_numbers(stays)}
    if not move:
        return SAID("same-text.no-mean", measure=material.measure), numbers
    first, run = phrases.sentence(material, stays), runs.systems[most]
    return SAID("same-text.moved", measure=material.measure, by=at_most(move), run=run, first=first), numbers


def conflicts_table(material: Material, duplicates: Duplicates) -> Table:
    """All texts with different grades, one row per text."""
    conflicts = duplicates.conflicts(material.qrels)
    return Table(
        "same-text",
        "Texts with different grades under different ids",
        (
            Column("query", [query for query, _ in conflicts]),
            Column("documents", [_graded(labelled) for _, labelled in conflicts], definition="id (grade)"),
            Column("apart", [_gap(labelled) for _, labelled in conflicts], "grades", "highest minus lowest grade"),
        ),
        note=f"Two {SAME_TEXT}.",
    )


def _gap(labelled: Sequence[tuple[str, int]]) -> int:
    grades = [grade for _, grade in labelled]
    return max(grades) - min(grades)


def _graded(labelled: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{doc} ({grade})" for doc, grade in labelled)
