"""Rank sensitivity to the assessor: systems ranked under labels redrawn as a second assessor departs from the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.label_sets import confusion_of, noisy
from irassay.result import Column, Finding, Table
from irassay.studies.sections import words

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.stack import QrelsStack
    from irassay.estimates import AssessorSensitivity

DRAWS = 100


def redrawn(qrels: Qrels, second: Qrels, *, seed: int, threads: int) -> QrelsStack:
    """Labels under the noise of the second assessor; InputError where no document has both labels, UsageError for a
    grade that no document judged twice has."""
    return noisy(qrels, confusion_of(qrels, second), draws=DRAWS, seed=seed, threads=threads)


def sensitivity_body(noise: AssessorSensitivity) -> list[Any]:
    """Who moves most and whose rank is flagged, in a sentence; the table of all."""
    numbers: dict[str, float | int | str] = {
        "flagged": len(noise.flagged), "runs": len(noise.systems), "limit": noise.limit, "draws": DRAWS,
    }  # fmt: skip
    flagged = tuple(noise.flagged)
    text = words.places_moved(noise, DRAWS)
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
    return [sentence, Table("label-sensitivity", words.places_title(noise), columns)]
