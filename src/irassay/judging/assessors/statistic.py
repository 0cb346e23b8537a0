"""One number about those who judge, with its interval: a row of the table of quality; and labels as numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from irassay.agreement import kappa_alpha
from irassay.agreement.kappa_alpha import LEAST_QUERIES
from irassay.arrays import F64, Places
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.task_kinds import EQUAL, kind_of
from irassay.judging.assessors.standing_answers import Asked, Standing, choice
from irassay.judging.store.said import JUDGING
from irassay.record import Record

NO_NUMBER = float("nan")


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
        settled = {task: (stands.tasks[task], body) for task, body in stands.adjudicated.items()}
        return out | {task: self.place(*of) for task, of in settled.items() if of[0].query not in stands.closed}

    def _most(self, counts: Counter[int]) -> int:
        most = max(counts.values())
        labels = sorted(label for label in counts if counts[label] == most)
        return self.names.index(EQUAL) if len(labels) > 1 and EQUAL in self.names else labels[0]


class Statistic(Record):
    """One number about everybody, two people or one person."""

    who: str  # "all", a pseudonym, or two with a blank between
    name: str  # such as alpha, kappa_linear, severity, left_share or pace_seconds
    value: float = NO_NUMBER
    low: float = NO_NUMBER  # of the 95% interval, unadjusted; NaN where there is none
    high: float = NO_NUMBER
    p: float = NO_NUMBER  # of severity and share of left, that nothing differs; else NaN
    p_corrected: float = NO_NUMBER  # times the number of people
    tasks: int = 0
    queries: int = 0
    is_apart: bool = False  # corrected p at most 0.05: stands out
    note: str = ""  # what it means, or why there is no number or interval


def row_over_queries(
    who: str, name: str, parts: F64, statistic: kappa_alpha.OfSums, *, tasks: int, queries: int
) -> Statistic:
    """The row of a coefficient of sums over queries, parts (query, ...)."""
    value = float(statistic(parts.sum(axis=0)))
    ends, note = (NO_NUMBER, NO_NUMBER), ""
    if math.isnan(value):
        note = JUDGING("agreement.one-answer")
    elif queries < LEAST_QUERIES:
        note = too_few(queries)
    else:
        ends = kappa_alpha.interval_over_queries(parts, statistic)
        if math.isnan(ends[0]):
            note = JUDGING("agreement.no-interval")
    low, high = ends
    return Statistic(who=who, name=name, value=value, low=low, high=high, tasks=tasks, queries=queries, note=note)


def share_row(who: str, name: str, hits: F64, items: F64, note: str = "") -> Statistic:
    """The row of a share of items, hits and items (query,)."""
    n, queries = int(items.sum()), int((items > 0).sum())
    value = float(hits.sum() / n) if n else NO_NUMBER
    low, high = kappa_alpha.share_interval(hits, items)
    if queries < LEAST_QUERIES:
        note = "; ".join(filter(None, (note, too_few(queries) if n else "nothing to count")))
    return Statistic(who=who, name=name, value=value, low=low, high=high, tasks=n, queries=queries, note=note)


def too_few(n: int, least: int = LEAST_QUERIES, *, of: str = "queries") -> str:
    """Why there is no interval; without a noun it is about tasks that are shared with others."""
    return JUDGING("agreement.few", of=of, n=n, least=least)


def kappa_rows(who: str, squares: F64, labels: AnswerLabels) -> Iterator[Statistic]:
    """Cohen's kappa of two, of grades with weights too; squares (query, label, label)."""
    for one in kappa_alpha.WEIGHTS if labels.is_graded else kappa_alpha.WEIGHTS[:1]:

        def of(sums: F64, weights: kappa_alpha.Weights = one) -> F64:
            return kappa_alpha.kappa(sums, labels.values, weights=weights)

        name = "kappa" if one == "plain" else f"kappa_{one}"
        yield row_over_queries(who, name, squares, of, tasks=int(squares.sum()), queries=len(squares))


def square(first: Places, second: Places, n: int) -> F64:
    """How often two gave each pair of labels: array (label, label), of their numbers (task,)."""
    return np.bincount(first * n + second, minlength=n * n).reshape(n, n).astype(np.float64)


def marked_share(who: str, name: str, marks: Sequence[tuple[str, bool]], note: str = "") -> Statistic:
    """The share of items that have a mark, each with its query."""
    hits = np.array([is_so for _, is_so in marks], dtype=np.float64)
    groups = of_queries([query for query, _ in marks])
    items = np.array([len(some) for some in groups], dtype=np.float64)
    return share_row(who, name, np.array([hits[some].sum() for some in groups]), items, note)


def of_queries(queries: Sequence[str]) -> list[Places]:
    """The places of each query's items."""
    _, of, counts = np.unique(queries, return_inverse=True, return_counts=True)
    return np.split(np.argsort(of, kind="stable"), np.cumsum(counts)[:-1]) if len(counts) else []
