"""Oddities in the grades of a second set of labels: one grade for all, or grades off the first's scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from irassay.result import Finding, Level
from irassay.studies.sections.captions import SHARED

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels


def odd_grades(first: Qrels, second: Qrels, *, effect: Literal["redrawn", "no-agreement"] = "redrawn") -> list[Finding]:
    """One grade for all labels, and grades off the first labels' scale; `effect` says what is made of the second
    labels. Relevant documents alone are no warning, unless labels are redrawn after them."""
    if not second.n_labels:
        return []
    findings = []
    if len(second.scale) == 1:
        (grade,) = second.scale
        level: Level = "warning" if grade <= 0 or effect == "redrawn" else "note"
        text = SHARED("second-labels.one-grade", n=second.n_labels, grade=grade, relevant=grade > 0)
        numbers, effects = {"labels": second.n_labels, "grade": grade}, SHARED(f"second-labels.{effect}")
        findings.append(Finding("second-one-grade", level, "labels", text, numbers, effect=effects))
    off = off_scale(first, second)
    if off:
        n = sum(second.grade_counts[grade] for grade in off)
        text = SHARED(
            "second-labels.off-scale",
            n=n, labels=second.n_labels, share=n / second.n_labels, least=min(0, first.scale[0]),
            most=first.largest_grade, grades=[str(grade) for grade in off],
        )  # fmt: skip
        effects = SHARED("second-labels.disagree")
        findings.append(Finding("second-off-scale", "warning", "labels", text, {"labels": n}, effect=effects))
    return findings


def off_scale(first: Qrels, second: Qrels) -> list[int]:
    """The grades of the second labels that are above the first's largest, or below 0 and the first's least."""
    least = min(0, *first.scale) if first.n_labels else 0
    return [grade for grade in second.scale if not least <= grade <= first.largest_grade]
