"""Whose rank hangs on who judged: runs ranked under labels redrawn as the second judge departs from the first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from irassay.errors import UsageError
from irassay.estimates import LabelSensitivity, label_sensitivity
from irassay.judgments import confusion_of, noisy
from irassay.result import Column, Finding, Section, Table
from irassay.studies.deep_learning_track import words_sensitivity as words
from irassay.studies.deep_learning_track.given import Given
from irassay.studies.deep_learning_track.label_sets import Other

DRAWS = 100
FEWEST_RUNS = 3


def with_sensitivity(section: Section, given: Given, other: Other, *, ties: Any, threads: int) -> Section:
    """The section of label sets, with what becomes of each run's rank; as it is where the two sets share no grades."""
    if other.agreed is None or len(given.systems) < FEWEST_RUNS or given.geometric:
        return section
    try:
        variants = noisy(
            given.qrels, confusion_of(given.qrels, other.labels), draws=DRAWS, seed=given.seed, threads=threads
        )
    except UsageError:  # a grade that no document judged twice has
        return section
    found = label_sensitivity(variants, given.runs, given.main, systems=given.systems, ties=ties, threads=threads)
    return replace(section, body=[*section.body, *_body(found)])


def _body(found: LabelSensitivity) -> list[Any]:
    numbers: dict[str, float | int | str] = {
        "flagged": len(found.flagged), "runs": len(found.systems), "limit": found.limit, "draws": DRAWS,
    }  # fmt: skip
    said = Finding("label-sensitivity", "note", "labels", words.moved(found, DRAWS), numbers, tuple(found.flagged))
    flagged = set(found.flagged)
    spread = "nine draws in ten lie between"
    columns = [
        Column("run", list(found.systems)),
        Column("rank", found.rank.tolist(), digits=0),
        Column("from", found.low.tolist(), "rank", spread, 0),
        Column("to", found.high.tolist(), "rank", spread, 0),
        Column("moves", found.moved.tolist(), "ranks", "mean over draws", 1),
        Column("sensitive", ["yes" if s in flagged else "" for s in found.systems]),
    ]
    return [said, Table("label-sensitivity", words.title(found), columns)]
