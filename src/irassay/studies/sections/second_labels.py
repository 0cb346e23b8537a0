"""Second labels: oddities in their grades, and systems ranked under labels redrawn as a second assessor's."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from irassay.collection.qrels import Qrels
from irassay.collection.stack import QrelsStack
from irassay.estimates import AssessorSensitivity
from irassay.label_sets import confusion_of, noisy
from irassay.result import Column, Finding, Level, Table
from irassay.studies.sections.captions import SHARED

DRAWS = 100


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


def redrawn(qrels: Qrels, second: Qrels, *, seed: int, threads: int) -> QrelsStack:
    """Labels under the noise of the second assessor; InputError where no document has both labels, UsageError for a
    grade that no document judged twice has."""
    return noisy(qrels, confusion_of(qrels, second), draws=DRAWS, seed=seed, threads=threads)


def places_moved(noise: AssessorSensitivity, draws: int) -> str:
    """Who moves most, and whose rank is flagged."""
    widest = int(np.argmax(noise.high - noise.low))
    rank, low, high = (int(of[widest]) for of in (noise.rank, noise.low, noise.high))
    return SHARED(
        "label-sensitivity" if noise.flagged else "label-sensitivity.none",
        draws=draws, system=noise.systems[widest], rank=rank, low=low, high=high, limit=int(noise.limit),
        n=len(noise.flagged), runs=len(noise.systems), names=list(noise.flagged[:3]),
    )  # fmt: skip


def places_title(noise: AssessorSensitivity) -> str:
    """The table."""
    return SHARED("label-sensitivity.title", moves=float(noise.mean_shift.mean()))


def sensitivity_body(noise: AssessorSensitivity) -> list[Any]:
    """Who moves most and whose rank is flagged, in a sentence; the table of all."""
    numbers: dict[str, float | int | str] = {
        "flagged": len(noise.flagged), "runs": len(noise.systems), "limit": noise.limit, "draws": DRAWS,
    }  # fmt: skip
    flagged = tuple(noise.flagged)
    text = places_moved(noise, DRAWS)
    sentence = Finding("label-sensitivity", "note", "labels", text, numbers, flagged, systems=flagged)
    spread = "nine draws in ten lie between"
    columns = [
        Column("run", list(noise.systems)),
        Column("rank", noise.rank.tolist(), digits=0),
        Column("from", noise.low.tolist(), "rank", spread, 0),
        Column("to", noise.high.tolist(), "rank", spread, 0),
        Column("moves", noise.mean_shift.tolist(), "ranks", "mean over draws", 1),
        Column("sensitive", ["yes" if s in flagged else "no" for s in noise.systems]),
    ]
    return [sentence, Table("label-sensitivity", places_title(noise), columns)]
