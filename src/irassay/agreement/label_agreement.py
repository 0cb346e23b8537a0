"""Agreement of two label sets of one collection, and the grades one gives to the other's relevant documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from irassay.agreement import kappa_alpha
from irassay.agreement.kappa_alpha import LEVELS, WEIGHTS, OfSums, interval_over_queries
from irassay.arguments import least_grade, several
from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.errors import InputError
from irassay.messages import OVER_QUERIES
from irassay.messages.said import Room
from irassay.random_keys import Seed, key_of
from irassay.result import Column, Table

RESAMPLES = 10_000
_PAIRS = 1  # the stream of resampled pairs, beside that of resampled queries

AGREED = Room("agreement")
ALPHA = "Krippendorff's alpha, ordinal"
NAMES = {"plain": "Cohen's kappa", "linear": "kappa, linear weights", "quadratic": "kappa, quadratic weights"}


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One coefficient with its intervals."""

    name: str
    value: float  # 1 full agreement, 0 chance level; NaN with a single grade
    low: float  # 95% over whole queries, whose labels depend; NaN as in `over_queries.interval`
    high: float
    pairs_low: float  # 95% bootstrap over labels taken as independent: too narrow, to compare
    pairs_high: float

    @property
    def widening(self) -> float:
        """Ratio of the width of the interval over queries to that over single labels."""
        narrow = self.pairs_high - self.pairs_low
        return (self.high - self.low) / narrow if narrow > 0 else float("nan")


@dataclass(frozen=True)
class LabelAgreement:
    """Two label sets on the documents that both judge.

    Attributes
    ----------
    names : (str, str)
    queries : sequence of str
        Queries with a document judged in both sets.
    grades : sequence of int
        Grades of either set, ascending.
    counts : array of int (query, grade, grade)
        Documents by the first set's grade and the second's.
    only_first, only_second : int
        Documents judged in one set only, over all queries.
    """

    names: tuple[str, str]
    queries: Sequence[str]
    grades: Sequence[int]
    counts: I64
    only_first: int
    only_second: int
    seed: int = 0

    @property
    def total(self) -> I64:
        """Documents by the first set's grade (rows) and the second's (columns)."""
        return np.asarray(self.counts.sum(axis=0))

    def turned(self) -> LabelAgreement:
        """The agreement with the two sets exchanged."""
        return LabelAgreement(
            self.names[::-1],
            self.queries,
            self.grades,
            self.counts.swapaxes(1, 2),
            self.only_second,
            self.only_first,
            self.seed,
        )

    @property
    def n_pairs(self) -> int:
        """Query-document pairs judged in both sets."""
        return int(self.counts.sum())

    @cached_property
    def coefficients(self) -> tuple[Coefficient, ...]:
        """Kappa (plain, linear, quadratic weights) and ordinal alpha, each with its intervals.

        Notes
        -----
        *Assumes* that queries are an independent sample of those the collection represents.
        *Guarantees* asymptotic coverage over queries; nothing about other assessors.
        *Source* Cohen 1960, 1968; Krippendorff 2011; Efron 1979 for the percentile interval of single labels.
        """
        grades = np.asarray(self.grades, dtype=np.float64)
        by_query, over_pairs = self.counts.astype(np.float64), self._resampled()
        # Coincidences of two assessors: each item counts once in either order.
        together, pairs_together = (of + np.swapaxes(of, -1, -2) for of in (by_query, over_pairs))
        return (
            *(
                _coefficient(
                    NAMES[weights], by_query, over_pairs, partial(kappa_alpha.kappa, grades=grades, weights=weights)
                )
                for weights in WEIGHTS
            ),
            _coefficient(ALPHA, together, pairs_together, partial(kappa_alpha.alpha, grades=grades)),
        )

    def _resampled(self) -> F64:
        """Tables of as many labels, drawn one by one: array (resample, grade, grade)."""
        cells = self.total.ravel().astype(np.float64)
        rng = np.random.default_rng([self.seed, _PAIRS])
        pairs = rng.multinomial(int(cells.sum()), cells / cells.sum(), size=RESAMPLES)
        return pairs.reshape(RESAMPLES, *self.total.shape).astype(np.float64)

    def table(self) -> Table:
        """The square table of grades, with each cell's share of its row."""
        total = self.total
        first, second = self.names
        columns = [Column("grade", list(self.grades), definition=f"by {first}")]
        for j, grade in enumerate(self.grades):
            columns.append(Column(f"{second} {grade}", total[:, j].tolist(), "documents", digits=0))
        rows = np.maximum(total.sum(axis=1), 1)
        for j, grade in enumerate(self.grades):
            shares = (total[:, j] / rows).tolist()
            columns.append(Column(f"{second} {grade}, share", shares, "share", AGREED("grades.share", first=first), 3))
        slots = {"n": self.n_pairs, "first": first, "second": second}
        note = AGREED("grades.both", only_first=self.only_first, only_second=self.only_second, **slots)
        return Table("agreement", AGREED("grades", **slots), columns, note)

    def coefficient_table(self) -> Table:
        """One row a coefficient: its value, its interval over queries, and how much wider that is than over labels."""
        of = self.coefficients
        columns = [
            Column("coefficient", [c.name for c in of]),
            Column("value", [c.value for c in of], "", AGREED("coefficients.value"), 3),
            Column("low", [c.low for c in of], "", OVER_QUERIES, 3),
            Column("high", [c.high for c in of], "", OVER_QUERIES, 3),
            Column("wider", [c.widening for c in of], "times", AGREED("coefficients.wider"), 1),
        ]
        return Table("coefficients", AGREED("coefficients", names=self.names), columns)


def label_agreement(
    first: Qrels,
    second: Qrels,
    *,
    names: tuple[str, str] = ("first", "second"),
    rel: tuple[int, int] | None = None,
    seed: Seed = 0,
) -> LabelAgreement:
    """Agreement of two label sets on the documents that both judge.

    Parameters
    ----------
    first, second : Qrels
        Any scales; kappa and alpha use the grades as they are.
    names : (str, str)
        Names of the two sets in tables.
    rel : (int, int), optional
        The least relevant grade of each set; grades then become 0 and 1. Default: the grades as they are.
    seed : int or Generator
        Of the resamples.

    Returns
    -------
    LabelAgreement

    Raises
    ------
    InputError
        No query-document pair is judged in both.

    Examples
    --------
    >>> from irassay import Qrels
    >>> people = Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"a": 1, "c": 0, "d": 1}})
    >>> model = Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"a": 1, "c": 1}})
    >>> labels = label_agreement(people, model, names=("people", "model"))
    >>> labels.total.tolist(), labels.only_first
    ([[1, 1], [0, 2]], 1)
    >>> round(labels.coefficients[0].value, 2)
    0.5
    """
    if rel is not None:
        one, two = several("rel", rel)
        rel = (least_grade(one), least_grade(two))
    in_second = set(second.queries)
    shared = [query for query in first.queries if query in in_second]
    grade_pairs: list[tuple[int, int, int]] = []
    for q, query in enumerate(shared):
        one, other = first.grades(query), second.grades(query)
        grade_pairs += [(q, grade, other[doc]) for doc, grade in one.items() if doc in other]
    if not grade_pairs:
        raise InputError(
            f"{names[0]} and {names[1]} have no document of a query in common; are they of the same collection?"
        )
    rows = np.array(grade_pairs, dtype=np.int64)
    if rel is not None:
        rows[:, 1:] = rows[:, 1:] >= np.array(rel)
    query_places, place = np.unique(rows[:, 0], return_inverse=True)
    grades = np.unique(rows[:, 1:])
    counts = np.zeros((len(query_places), len(grades), len(grades)), dtype=np.int64)
    np.add.at(counts, (place, np.searchsorted(grades, rows[:, 1]), np.searchsorted(grades, rows[:, 2])), 1)
    return LabelAgreement(
        names,
        [shared[q] for q in query_places],
        [int(g) for g in grades],
        counts,
        first.n_labels - len(grade_pairs),
        second.n_labels - len(grade_pairs),
        key_of(seed),
    )


def grades_of_positives(labels: Qrels, positives: Qrels, *, rel: int = 1) -> Mapping[int | None, int]:
    """The grades in one label set of the relevant documents of another (TREC 2021 Deep Learning, Table 4).

    Parameters
    ----------
    labels : Qrels
        The set whose grades are counted.
    positives : Qrels
        The set whose documents of grade `rel` or more are looked up. Queries that are not in `labels` are left out.
    rel : int

    Returns
    -------
    mapping of int or None to int
        Grade -> number of documents, ascending; None, the last key, stands for unjudged.

    Examples
    --------
    >>> from irassay import Qrels
    >>> labels = Qrels.from_dict({"q": {"a": 2, "b": 0}})
    >>> dict(grades_of_positives(labels, Qrels.from_dict({"q": {"a": 1, "c": 1}})))
    {0: 0, 2: 1, None: 1}
    """
    counts: dict[int | None, int] = dict.fromkeys(labels.scale, 0)
    unjudged = 0
    labelled = set(labels.queries)
    for query in (q for q in positives.queries if q in labelled):
        graded = labels.grades(query)
        for doc in (doc for doc, grade in positives.grades(query).items() if grade >= rel):
            if doc in graded:
                counts[graded[doc]] += 1
            else:
                unjudged += 1
    return counts | {None: unjudged}


def _coefficient(name: str, by_query: F64, over_pairs: F64, of: OfSums) -> Coefficient:
    value, drawn = float(of(by_query.sum(axis=0))), of(over_pairs)
    pairs_low, pairs_high = np.nanquantile(drawn, LEVELS) if np.isfinite(drawn).any() else (np.nan, np.nan)
    return Coefficient(name, value, *interval_over_queries(by_query, of), float(pairs_low), float(pairs_high))
