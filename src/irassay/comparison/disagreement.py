"""The queries on which two systems differ most, and the documents that cause each difference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import whole_number
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.equality import rounding
from irassay.errors import UnknownSystem, UsageError, cut
from irassay.kernel import _core
from irassay.measures import Measure, kernel_specs
from irassay.scoring import Scores

WORTHLESS = 0  # a grade without gain; where custom gains give it one, contributions do not add up, which is checked
UNJUDGED_SHOWN = 3  # unjudged documents shown of a query


@dataclass(frozen=True, slots=True)
class Document:
    """One document that contributes to a difference."""

    doc: str
    rank_a: int | None  # from 1; None where the list does not contain it
    rank_b: int | None
    grade: int | None  # None without a judgment
    adds: float  # to `a` minus `b`; NaN where the measure is no sum over documents


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One query on which two systems differ."""

    query: str
    a: float
    b: float
    documents: Sequence[Document]  # by contribution, or relevant ones by best rank; a few without judgment last
    others: int  # further documents that the measure reads in either list
    others_add: float  # NaN where the measure is no sum over documents
    unjudged: tuple[int, int]  # documents without judgment that the measure reads, of `a` and `b`

    @property
    def difference(self) -> float:
        """Score of `a` minus score of `b`."""
        return self.a - self.b

    @property
    def is_sum(self) -> bool:
        """Whether the difference is the sum of its documents' contributions."""
        return not math.isnan(self.others_add)


def disagreements(
    scores: Scores,
    qrels: Qrels,
    runs: Runs,
    a: str,
    b: str,
    *,
    measure: str | Measure | None = None,
    n_queries: int = 10,
    n_documents: int = 8,
) -> list[Disagreement]:
    """The queries on which two systems differ most, and the documents behind each difference.

    Parameters
    ----------
    scores : Scores
        Scores of `runs` under `qrels`, with per-query values.
    qrels : Qrels
    runs : Runs
    a, b : str
        Two systems; differences are `a` minus `b`.
    measure : str or Measure, optional
        Default: the first of `scores`.
    n_queries, n_documents : int, at least 0
        The most queries returned, and the most documents shown of each. Queries without a difference are never
        returned.

    Returns
    -------
    list of Disagreement
        Largest difference first, in either direction; equal ones in the order of the queries.

    Raises
    ------
    UsageError
        A system or measure that is not among the scores.

    Notes
    -----
    *Assumes* nothing. *Guarantees* exact: for sums over documents (the trait `sums`), such as nDCG and P, the
    contributions of documents add up to the difference of the two scores, since both have the same ideal ranking. A
    contribution is the score of a list with that document alone at its rank. Other measures are not such sums: a
    document's contribution depends on the others.

    Examples
    --------
    >>> from irassay import Qrels, Runs, evaluate
    >>> qrels = Qrels.from_dict({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}})
    >>> runs = Runs.from_dict({"new": {"q1": {"d1": 2.0, "d2": 1.0}}, "old": {"q1": {"d2": 2.0, "d1": 1.0}}})
    >>> largest = disagreements(evaluate(qrels, runs, ["nDCG@10"]), qrels, runs, "new", "old")
    >>> [(one.query, round(one.difference, 3), one.documents[0].doc) for one in largest]
    [('q1', 0.369, 'd1')]
    """
    n_queries = whole_number("n_queries", n_queries, 0)
    n_documents = whole_number("n_documents", n_documents, 0)
    wanted = scores.measures[0] if measure is None else Measure.parse(measure)
    if wanted not in scores.measures:
        raise UsageError(f"no {wanted} in these scores; there are {', '.join(map(str, scores.measures))}")
    for name in (a, b):
        if name not in scores.systems:
            raise UnknownSystem(f"no system {cut(name)}; there are {', '.join(scores.systems[:5])}", name)
    m, i, j = scores.measures.index(wanted), scores.systems.index(a), scores.systems.index(b)
    values = scores.values[m, 0]
    difference = values[i] - values[j]
    equal = rounding(values)
    largest = np.argsort(-np.nan_to_num(np.abs(difference)), kind="stable")[:n_queries]
    reader = _Reader(scores.measures[m], qrels, runs, scores.policy.ties)
    return [
        reader.disagreement(scores.queries[q], (a, b), (float(values[i, q]), float(values[j, q])), n_documents)
        for q in largest.tolist()
        if abs(difference[q]) > equal
    ]


class _Reader:
    """What one measure reads of the lists of two systems."""

    def __init__(self, measure: Measure, qrels: Qrels, runs: Runs, ties: Ties) -> None:
        self.qrels, self.runs, self.ties = qrels, runs, ties
        self.depth = measure.cutoff or measure.definition.depth or None
        self.condensed = bool(measure.params.get("judged_only", False))
        self.rel = measure.rel
        self.sums = measure.definition.traits.sums
        self.specs = kernel_specs([measure], largest_grade=qrels.largest_grade)

    def disagreement(
        self, query: str, systems: tuple[str, str], score: tuple[float, float], n_documents: int
    ) -> Disagreement:
        grades = self.qrels.grades(query)
        lists = [self.runs.ranking(system, query, ties=self.ties) for system in systems]
        if self.condensed:
            lists = [[doc for doc in ranking if grades.get(doc, -1) >= 0] for ranking in lists]
        read = [ranking[: self.depth] for ranking in lists]
        ranks = [{doc: rank for rank, doc in enumerate(ranking, 1)} for ranking in lists]
        docs = list(dict.fromkeys(doc for ranking in read for doc in ranking))
        adds = self._adds(grades, read, score) if self.sums else {}
        documents = [
            Document(doc, ranks[0].get(doc), ranks[1].get(doc), grades.get(doc), adds.get(doc, math.nan))
            for doc in docs
        ]
        top = (_by_worth if adds else self._by_rank)(documents, n_documents)
        rest = [one for one in documents if one not in top]
        return Disagreement(
            query,
            *score,
            documents=top,
            others=len(rest),
            others_add=math.fsum(one.adds for one in rest) if adds else math.nan,
            unjudged=(sum(doc not in grades for doc in read[0]), sum(doc not in grades for doc in read[1])),
        )

    def _adds(
        self, grades: Mapping[str, int], read: Sequence[Sequence[str]], score: tuple[float, float]
    ) -> dict[str, float]:
        """Every document's contribution to the difference; empty where they do not add up to the two scores."""
        adds = dict.fromkeys((doc for ranking in read for doc in ranking), 0.0)
        labels, column = [*grades.values(), WORTHLESS], {doc: i for i, doc in enumerate(grades)}
        for ranking, whole, sign in zip(read, score, (1, -1)):
            parts = {doc: self._alone(labels, column, ranking, at) for at, doc in enumerate(ranking) if doc in grades}
            if abs(math.fsum(parts.values()) - whole) > 1e-9 * max(1.0, abs(whole)):
                return {}
            for doc, part in parts.items():
                adds[doc] += sign * part
        return adds

    def _alone(self, labels: Sequence[int], column: Mapping[str, int], ranking: Sequence[str], at: int) -> float:
        """The score of the list if all but one of its documents had no gain."""
        if labels[column[ranking[at]]] < 0:
            return 0.0
        columns = [len(labels) - 1] * len(ranking)
        columns[at] = column[ranking[at]]
        return _core.score_list(labels, columns, self.specs)[0]

    def _by_rank(self, documents: Sequence[Document], most: int) -> list[Document]:
        """Relevant documents, equally many from the top of each list, then unjudged ones; by best rank."""
        relevant = sorted((one for one in documents if (one.grade or 0) >= self.rel), key=_best_rank)
        half = max(1, most // 2)
        first = [one for one in relevant if one.rank_a is not None]
        second = [one for one in relevant if one.rank_b is not None]
        tops = [*sorted(first, key=lambda one: one.rank_a or 0)[:half]]
        tops += sorted(second, key=lambda one: one.rank_b or 0)[:half]
        top = (list(dict.fromkeys([*tops, *relevant])))[:most]
        return sorted(top, key=_best_rank) + _unjudged(documents, most - len(top))


def _by_worth(documents: Sequence[Document], most: int) -> list[Document]:
    """Documents by contribution, largest first; then unjudged ones by best rank."""
    adding = sorted((one for one in documents if one.adds), key=lambda one: (-abs(one.adds), _best_rank(one)))[:most]
    return adding + _unjudged(documents, most - len(adding))


def _unjudged(documents: Sequence[Document], most: int) -> list[Document]:
    without = sorted((one for one in documents if one.grade is None), key=_best_rank)
    return without[: max(0, min(most, UNJUDGED_SHOWN))]


def _best_rank(one: Document) -> tuple[int, int]:
    ranks = sorted(rank for rank in (one.rank_a, one.rank_b) if rank is not None)
    return ranks[0], ranks[-1]
