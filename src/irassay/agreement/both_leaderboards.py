"""The leaderboards of runs under original labels and under best answers, side by side, and how far they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.top_agreement import TopAgreement, top_agreement
from irassay.collection.runs import Runs
from irassay.comparison.intervals.bootstrap import RESAMPLES, intervals, resampled_summaries
from irassay.comparison.paired_scores import match
from irassay.errors import InputError
from irassay.measures import Measure
from irassay.random_keys import Seed, key_of
from irassay.scoring import evaluate

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.ties import Ties
    from irassay.comparison.paired_scores import PairedScores

F64: TypeAlias = NDArray[np.float64]

MEASURE = "RR@10"
FIRST = 8  # systems whose order is looked at apart, as in the paper
PERFECT = "perfect ranking"


@dataclass(frozen=True, slots=True, eq=False)
class BothLeaderboards:
    """Systems under two sets of labels.

    Attributes
    ----------
    measure, answers_measure : str
        Under the original labels, and under the best answers, of which every label is relevant.
    systems : tuple of str
        One of each group of identical systems, best first under the original labels.
    same : mapping of str to sequence of str
        System -> the other systems of its group.
    n_queries, n_answered : int
        Queries with original labels, and queries with a best answer.
    original, preference : array (system,)
        Means over these queries.
    original_ends, preference_ends : array (system, 2)
        Their 95% bootstrap intervals over queries.
    compat : array (system,)
        Compatibility with the best answers.
    both : array (system,)
        The mean under the original labels over the queries that have a best answer too.
    agreements : tuple of TopAgreement
        Of `both` and `preference` over the queries that both have: of all systems, then of the first; empty for a
        single system, or no such query.
    perfect : float
        The score of the known answers under the best answers; NaN where there are none.
    """

    measure: str
    answers_measure: str
    systems: tuple[str, ...]
    same: Mapping[str, Sequence[str]]
    n_queries: int
    n_answered: int
    original: F64
    preference: F64
    original_ends: F64
    preference_ends: F64
    compat: F64
    both: F64
    agreements: tuple[TopAgreement, ...]
    perfect: float

    def tau(self, first: int | None = None) -> float:
        """Kendall's tau-a of the two columns of means as they are printed, over all systems or over the first."""
        some = slice(first)
        return kendall_tau_a(self.original[some], self.preference[some])


def both_leaderboards(
    original: Qrels,
    answers: Qrels,
    runs: Runs,
    *,
    measure: str = MEASURE,
    known: Mapping[str, Sequence[str]] | None = None,
    ties: Ties | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> BothLeaderboards:
    """Do runs come out in the same order under the original labels and under best answers?

    Parameters
    ----------
    original : Qrels
        All its positive labels count.
    answers : Qrels
        The best answers of each query.
    runs : Runs
    measure : str
    known : mapping of str to sequence of str, optional
        Query -> its known answers: the perfect ranking.
    ties : {"float64", "float32"}, optional
    seed : int or Generator
        Of the resamples.
    threads : int

    Returns
    -------
    BothLeaderboards

    Raises
    ------
    InputError
        No query has a best answer.

    Notes
    -----
    *Assumes* queries are independent draws; what the labels leave out is taken as not relevant on both sides.
    *Guarantees* means and taus are exact; intervals are asymptotic over queries. *Source* Arabzadeh, Vtyurina, Yan and
    Clarke, Shallow pooling for sparse labels, 2021, Table 3 and Figure 6.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> runs = Runs.from_dict({"bm25": {"q": {"a": 2.0, "b": 1.0}}, "dense": {"q": {"b": 2.0, "a": 1.0}}})
    >>> of = both_leaderboards(Qrels.from_dict({"q": {"a": 1}}), Qrels.from_dict({"q": {"b": 1}}), runs)
    >>> of.systems, of.original.tolist(), of.preference.tolist(), of.tau()
    (('bm25', 'dense'), [1.0, 0.5], [0.5, 1.0], -1.0)
    """
    if not answers.queries:
        raise InputError("no query has a best answer: there is nothing to score by")
    asked = Measure.parse(measure)
    plain = Measure(asked.name, {**asked.params, "rel": 1}, cutoff=asked.cutoff) if asked.binarises else asked
    key = key_of(seed)
    first = match(evaluate(original, runs, [asked], ties=ties, threads=threads), None)
    scores = evaluate(answers, runs, [plain, "Compat"], ties=ties, threads=threads)
    second = match(scores, plain)
    rows = _rows(first, second)
    place = {query: i for i, query in enumerate(first.queries)}
    beside = [j for j, query in enumerate(second.queries) if query in place]
    both = first.values[:, [place[second.queries[j]] for j in beside]]
    agreements: Sequence[TopAgreement] = ()
    if len(rows) > 1 and beside:
        sign, there = first.direction, second.values[rows][:, beside]
        agreements = top_agreement(sign * both, sign * there, tops=[FIRST], seed=key)
    compat = dict(zip(scores.systems, scores.summary[1, 0].tolist(), strict=True))
    return BothLeaderboards(
        str(asked), str(plain), tuple(first.systems), first.same, len(first.queries), len(second.queries), first.mean,
        second.mean[rows], _ends(first, key, threads), _ends(second, key, threads)[rows],
        np.array([compat[system] for system in first.systems]),
        both.mean(axis=1) if beside else np.full(len(rows), np.nan), tuple(agreements),
        _perfect(answers, plain, known),
    )  # fmt: skip


def _rows(first: PairedScores, second: PairedScores) -> list[int]:
    """The row in the second scores of each system of the first."""
    row = {name: i for i, system in enumerate(second.systems) for name in (system, *second.same.get(system, ()))}
    return [row[system] for system in first.systems]


def _ends(of: PairedScores, key: int, threads: int) -> F64:
    """95% bootstrap intervals of the means over queries: array (system, 2)."""
    return intervals(resampled_summaries(of, n_bootstrap=RESAMPLES, key=key, threads=threads))[:, [0, -1]]


def _perfect(answers: Qrels, measure: Measure, known: Mapping[str, Sequence[str]] | None) -> float:
    """The score of lists of the known answers."""
    if not known:
        return float("nan")
    lists = {query: {doc: -float(i) for i, doc in enumerate(docs)} for query, docs in known.items()}
    return float(evaluate(answers, Runs.from_dict({PERFECT: lists}), [measure]).summary[0, 0, 0])
