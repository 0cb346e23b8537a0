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
    """The measures, and the least relevant grade of all that is counted; UsageError for an unknown task or measure.

    Measures given by hand win: the grade is the largest that one of them is told. Where none is told one, it is the
    task's; where no task is named either, 1. With neither measures nor a task they are those of passages, or, where the
    labels' `largest_grade` is below the grade from which a passage is relevant, those that count from grade 1.

    >>> [str(m) for m in measures_of("document", None)[0]], measures_of(None, ["nDCG@10", "P(rel=3)@5"])[1]
    (['nDCG@10', 'NCG@100', 'AP', 'RR'], 3)
    >>> measures_of("passage", ["nDCG@10"])[1], measures_of(None, ["nDCG@10"])[1]
    (2, 1)
    >>> [str(m) for m in measures_of(None, None, largest_grade=1)[0]]
    ['nDCG@10', 'NCG@100', 'AP', 'RR']
    """
    if task is not None and task not in RELEVANT:
        raise UsageError(f"expected task to be one of {', '.join(RELEVANT)}, but got task={task!r}")
    if task is None and measures is None:
        task = "passage" if largest_grade >= RELEVANT["passage"] else "document"
    values = parse_all(MEASURES[task or "passage"] if measures is None else measures)
    grades = [int(m.params["rel"]) for m in values if "rel" in m.params]
    return values, max(grades, default=RELEVANT[task] if task else 1)
