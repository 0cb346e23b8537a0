"""The two tasks of the track: what each reports, and from which grade on a document is relevant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from irassay.errors import UsageError
from irassay.measures import parse_all

if TYPE_CHECKING:
    from irassay.measures import Measure

Task: TypeAlias = Literal["passage", "document"]

# Craswell et al. 2021, section 3: a passage is relevant from grade 2, a document from grade 1.
RELEVANT: dict[str, int] = {"passage": 2, "document": 1}
MEASURES: dict[str, tuple[str, ...]] = {
    "passage": ("nDCG@10", "NCG@100", "AP(rel=2)", "RR(rel=2)"),
    "document": ("nDCG@10", "NCG@100", "AP", "RR"),
}


def measures_of(
    task: Task | None, measures: Sequence[str | Measure] | None, *, largest_grade: int = RELEVANT["passage"]
) -> tuple[Sequence[Measure], int]:
    """The measures, and the least relevant grade of all that is counted: the largest that a given measure names, else
    the task's, else 1. Without both they are those of passages, or of documents where `largest_grade` is below a
    relevant passage's. UsageError for an unknown task or measure."""
    if task is not None and task not in RELEVANT:
        raise UsageError(f"expected task to be one of {', '.join(RELEVANT)}, but got task={task!r}")
    if task is None and measures is None:
        task = "passage" if largest_grade >= RELEVANT["passage"] else "document"
    values = parse_all(MEASURES[task or "passage"] if measures is None else measures)
    grades = [int(m.params["rel"]) for m in values if "rel" in m.params]
    return values, max(grades, default=RELEVANT[task] if task else 1)
