"""What answers say, by number, whichever side or place a document stood in: the labels that agreement is counted of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement import kappa_alpha
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.task_kinds import EQUAL, kind_of
from irassay.judging.assessors.adjudication import choice
from irassay.judging.assessors.standing_answers import Asked, Standing
from irassay.record import Record

F64: TypeAlias = NDArray[np.float64]


class AnswerLabels(Record):
    """Everything that can be said of a campaign's tasks: the names of its labels, and the grade or number of each."""

    names: Sequence[str]  # of a scale the lowest grade first
    values: F64
    is_graded: bool

    @classmethod
    def of(cls, stands: Standing, scale: JudgingScale, *, equal: bool = True) -> AnswerLabels:
        """The labels of these tasks, which are of one kind; `equal` says whether a pair may be called that."""
        first = next(iter(stands.tasks.values()), None)
        kind = kind_of("graded" if first is None else first.kind)
        if kind.uses_scale:
            points = sorted(scale.points, key=lambda point: point.grade)
            values = np.array([point.grade for point in points], dtype=np.float64)
            return cls(names=[point.name for point in points], values=values, is_graded=True)
        most = max(len(asked.docs) for asked in stands.tasks.values())
        names = [
            f"document {one.best + 1}" if one.best is not None and not kind.has_order else one.name
            for one in kind.choices(most, equal=equal)
        ]
        return cls(names=names, values=np.arange(len(names), dtype=np.float64), is_graded=False)

    def place(self, asked: Asked, body: Mapping[str, Any]) -> int:
        """The number of the label that an answer gives."""
        docs = list(asked.docs)
        what = choice(asked.kind, body, docs)
        return self.names.index(f"document {docs.index(what) + 1}" if what in docs else what)

    def alpha(self, together: F64) -> F64:
        """Krippendorff's alpha of `coincidences`, ordinal for grades and nominal for choices."""
        return kappa_alpha.alpha(together, self.values, metric="ordinal" if self.is_graded else "nominal")

    def majority(self, stands: Standing) -> dict[str, int]:
        """Task -> the label given most often, of two such the lower, or equal; what an owner has settled first."""
        given: dict[str, Counter[int]] = {}
        for one in stands.answers:
            if one.name is not None:
                given.setdefault(one.task, Counter())[self.place(stands.tasks[one.task], one.body)] += 1
        out = {task: self._most(counts) for task, counts in given.items()}
        return out | {task: self.place(stands.tasks[task], body) for task, body in self._settled(stands)}

    def _most(self, counts: Counter[int]) -> int:
        most = max(counts.values())
        labels = sorted(label for label in counts if counts[label] == most)
        if len(labels) > 1 and EQUAL in self.names:
            return self.names.index(EQUAL)
        return labels[0]

    @staticmethod
    def _settled(stands: Standing) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return (
            (task, body) for task, body in stands.adjudicated.items() if stands.tasks[task].query not in stands.closed
        )
