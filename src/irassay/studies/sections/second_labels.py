"""Oddities in the grades of a second set of labels: one grade for all, or grades off the first's scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import count, listed, plural, share
from irassay.result import Finding, Level

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

REDRAWN = "labels redrawn as this assessor judges all get that grade, which says nothing of how ranks move"
ON_ONE_GRADE = "no agreement of grades is given"
OFF_SCALE = "a grade is taken to mean the same in both sets, and every such label counts as a disagreement"


def odd_grades(first: Qrels, second: Qrels, *, effect: str = REDRAWN) -> list[Finding]:
    """One grade for all labels, and grades off the first labels' scale; `effect` is on what is made of the second
    labels. Relevant documents alone are no warning, unless labels are redrawn after them."""
    if not second.n_labels:
        return []
    findings = []
    if len(second.scale) == 1:
        (grade,) = second.scale
        level: Level = "warning" if grade <= 0 or effect == REDRAWN else "note"
        text, numbers = one_grade(second.n_labels, grade), {"labels": second.n_labels, "grade": grade}
        findings.append(Finding("second-one-grade", level, "labels", text, numbers, effect=effect))
    off = off_scale(first, second)
    if off:
        n = sum(second.grade_counts[grade] for grade in off)
        text = grades_off(n, second.n_labels, off, (min(0, first.scale[0]), first.largest_grade))
        findings.append(Finding("second-off-scale", "warning", "labels", text, {"labels": n}, effect=OFF_SCALE))
    return findings


def off_scale(first: Qrels, second: Qrels) -> list[int]:
    """The grades of the second labels that are above the first's largest, or below 0 and the first's least."""
    least = min(0, *first.scale) if first.n_labels else 0
    return [grade for grade in second.scale if not least <= grade <= first.largest_grade]


def one_grade(n: int, grade: int) -> str:
    """All labels of the second set have one grade."""
    all_of = "The one second label has" if n == 1 else f"All {count(n)} second labels have"
    if grade > 0:
        return f"{all_of} grade {grade}: they tell no labelled document from another."
    return f"{all_of} grade {grade}: no document is relevant by them, and every score on them is 0."


def grades_off(n: int, of: int, grades: list[int], scale: tuple[int, int]) -> str:
    """Grades that the first labels' scale doesn't have."""
    lie = "lies" if n == 1 else "lie"
    which = f"grade{'s' * (len(grades) > 1)} {listed([str(grade) for grade in grades])}"
    return (
        f"{count(n)} of {plural(of, 'second label')} ({share(n, of)}) {lie} off the first labels' scale, which is "
        f"{scale[0]} to {scale[1]}: {which}."
    )
