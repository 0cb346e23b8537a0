"""The leaderboards of runs under original labels and under best answers, side by side, and how far they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.many_orders import OrderRows, Orders
from irassay.agreement.top_agreement import TopAgreement, top_agreement
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.intervals import RESAMPLES, intervals, resampled_summaries
from irassay.comparison.paired_scores import PairedScores, match
from irassay.errors import InputError
from irassay.measures import Measure
from irassay.random_keys import Seed, key_of, stream
from irassay.scoring import evaluate

MEASURE = "RR@10"
FIRST = 8  # systems whose order is looked at apart, as in the paper
PERFECT = "perfect ranking"
SAMPLES = 1000  # of as many queries as have a best answer
SAMPLE = 0x73616D70  # "samp": parts these draws from others of the same key


@dataclass(frozen=True, slots=True, eq=False)
class BothLeaderboards:
    """Systems under two sets of labels."""

    measure: str
    answers_measure: str  # under the best answers, which are all relevant
    systems: tuple[str, ...]  # one of each identical group, best first under the original labels
    same: Mapping[str, Sequence[str]]  # system -> the other systems of its group
    n_queries: int  # with original labels
    n_answered: int  # with a best answer
    original: F64  # (system,), mean over its queries, as preference
    preference: F64
    original_ends: F64  # (system, 2), 95% bootstrap intervals over queries, as preference_ends
    preference_ends: F64
    compat: F64  # (system,), compatibility with the best answers
    both: F64  # (system,), original mean over queries with a best answer too
    agreements: tuple[TopAgreement, ...]  # of both and preference over shared queries: all systems, then the first
    perfect: float  # known answers' score under the best answers; NaN without
    samples: OrderRows | None = None  # originals' order on samples of `n_answered` queries, against that on all

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
    """Scores and orders under the original labels and under best answers; InputError where no query has one. `known` is
    query -> perfect ranking. Source: Arabzadeh, Vtyurina, Yan and Clarke 2021, Table 3 and Figure 6."""
    if not answers.queries:
        raise InputError("no query has a best answer: there is nothing to score by")
    asked = Measure.parse(measure)
    plain = for_best_answers(asked)
    key = key_of(seed)
    first = match(evaluate(original, runs, [asked], ties=ties, threads=threads), None)
    scores = evaluate(answers, runs, [plain, "Compat"], ties=ties, threads=threads)
    second = match(scores, plain)
    row = row_of(second)
    rows = [row[system] for system in first.systems]
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
        second.mean[rows], ends_of(first, key, threads), ends_of(second, key, threads)[rows],
        np.array([compat[system] for system in first.systems]),
        both.mean(axis=1) if beside else np.full(len(rows), np.nan), tuple(agreements),
        _perfect(answers, plain, known), samples_of_queries(first.values, len(beside), key),
    )  # fmt: skip


def samples_of_queries(values: F64, n: int, key: int) -> OrderRows | None:
    """The order by scores (system, query) on each of `SAMPLES` samples of `n` queries, drawn without replacement,
    against that on all; None where these are all. Source: Arabzadeh, Vtyurina, Yan and Clarke 2021, Figure 5."""
    n_systems, n_queries = values.shape
    if not 0 < n < n_queries or n_systems < 2:
        return None
    drawn = (np.argpartition(stream(key, SAMPLE, i).random_raw(n_queries), n)[:n] for i in range(SAMPLES))
    means = np.array([values[:, np.sort(at)].mean(axis=1) for at in drawn])
    return Orders(means).against(Orders(np.broadcast_to(values.mean(axis=1), means.shape)))


def for_best_answers(measure: Measure) -> Measure:
    """The measure by which best answers, all of grade 1, are relevant."""
    return Measure(measure.name, {**measure.params, "rel": 1}, cutoff=measure.cutoff) if measure.binarises else measure


def row_of(scores: PairedScores) -> dict[str, int]:
    """System -> its row, identical systems included; none of a system without a score."""
    return {name: i for i, one in enumerate(scores.systems) for name in (one, *scores.same.get(one, ()))}


def ends_of(of: PairedScores, key: int, threads: int) -> F64:
    """95% bootstrap intervals of the means over queries: array (system, 2)."""
    return intervals(resampled_summaries(of, n_bootstrap=RESAMPLES, key=key, threads=threads))[:, [0, -1]]


def _perfect(answers: Qrels, measure: Measure, known: Mapping[str, Sequence[str]] | None) -> float:
    """The score of lists of the known answers."""
    if not known:
        return float("nan")
    lists = {query: {doc: -float(i) for i, doc in enumerate(docs)} for query, docs in known.items()}
    return float(evaluate(answers, Runs.from_dict({PERFECT: lists}), [measure]).summary[0, 0, 0])
