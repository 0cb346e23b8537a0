"""One number about those who judge, with its interval: a row of the table of quality."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement import kappa_alpha
from irassay.agreement.kappa_alpha import LEAST_QUERIES, OfSums, interval_over_queries, share_interval
from irassay.judging.assessors.answer_labels import AnswerLabels
from irassay.judging.store.said import JUDGING
from irassay.record import Record

F64: TypeAlias = NDArray[np.float64]

NO_NUMBER = float("nan")


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


def row_over_queries(who: str, name: str, parts: F64, statistic: OfSums, *, tasks: int, queries: int) -> Statistic:
    """The row of a coefficient of sums over queries, parts (query, ...)."""
    value = float(statistic(parts.sum(axis=0)))
    ends, note = (NO_NUMBER, NO_NUMBER), ""
    if math.isnan(value):
        note = JUDGING("agreement.one-answer")
    elif queries < LEAST_QUERIES:
        note = too_few(queries)
    else:
        ends = interval_over_queries(parts, statistic)
        if math.isnan(ends[0]):
            note = JUDGING("agreement.no-interval")
    low, high = ends
    return Statistic(who=who, name=name, value=value, low=low, high=high, tasks=tasks, queries=queries, note=note)


def share_row(who: str, name: str, hits: F64, items: F64, note: str = "") -> Statistic:
    """The row of a share of items, hits and items (query,)."""
    n, queries = int(items.sum()), int((items > 0).sum())
    value = float(hits.sum() / n) if n else NO_NUMBER
    low, high = share_interval(hits, items)
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


def square(first: NDArray[np.intp], second: NDArray[np.intp], n: int) -> F64:
    """How often two gave each pair of labels: array (label, label), of their numbers (task,)."""
    return np.bincount(first * n + second, minlength=n * n).reshape(n, n).astype(np.float64)


def marked_share(who: str, name: str, marks: Sequence[tuple[str, bool]], note: str = "") -> Statistic:
    """The share of items that have a mark, each with its query."""
    hits = np.array([is_so for _, is_so in marks], dtype=np.float64)
    groups = of_queries([query for query, _ in marks])
    items = np.array([len(some) for some in groups], dtype=np.float64)
    return share_row(who, name, np.array([hits[some].sum() for some in groups]), items, note)


def of_queries(queries: Sequence[str]) -> list[NDArray[np.intp]]:
    """The places of each query's items."""
    _, of, counts = np.unique(queries, return_inverse=True, return_counts=True)
    return np.split(np.argsort(of, kind="stable"), np.cumsum(counts)[:-1]) if len(counts) else []
