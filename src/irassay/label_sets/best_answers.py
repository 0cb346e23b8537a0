"""Best answers of queries from judged pairs of their pools, and how often each document won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from irassay.arguments import LARGEST_GRADE, check_choice
from irassay.arrays import I32, I64, Flags
from irassay.collection.preference_arrays import FIRST, SECOND, TIE, JudgedPairs, PairOutcomes, PreferenceArrays
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.errors import InputError
from irassay.label_sets.words import OF_LABELS

Doc = TypeVar("Doc", int, str)
State: TypeAlias = Literal["single", "cycle", "tie", "incomplete"]
Incomplete: TypeAlias = Literal["leave-out", "share"]
INCOMPLETE: tuple[Incomplete, ...] = ("leave-out", "share")
_NOTHING = Fraction(-2)  # below every share of wins minus losses: who was not judged is not best
LEAST_PAIRS = 7  # that a document is in, each round
MOST_WINS_OUT = 3  # a document stays with more wins than these
SMALL = 9  # documents at most whose pairs are all judged: the last round


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """The best of one query's pool."""

    query: str
    state: State  # cycle: several, each preferred to equally many; incomplete: pairs not judged
    docs: tuple[str, ...]  # in byte order; none of an incomplete pool that is left out
    pool: tuple[str, ...]  # documents of the query's last round, in byte order
    missing: tuple[tuple[str, str], ...]  # pairs of the pool that are not judged


class BestAnswers(tuple[BestAnswer, ...]):
    """The best answers of queries, in the order in which these are first judged."""

    __slots__ = ()

    def count(self, state: object) -> int:
        """Queries of a state."""
        return sum(one.state == state for one in self)

    def qrels(self) -> Qrels:
        """Preference qrels: each best answer with grade 1, its query's others without a label.

        Raises
        ------
        InputError
            No query has a best answer.
        """
        labels = {one.query: dict.fromkeys(one.docs, 1) for one in self if one.docs}
        if not labels:
            raise InputError(OF_LABELS("best.none", n=len(self)))
        return Qrels.from_dict(labels)


def best_answers(preferences: Preferences, *, incomplete: Incomplete = "leave-out") -> BestAnswers:
    """The document of each query's pool that wins most pairs; among several, the one that wins most among these.

    Parameters
    ----------
    preferences : Preferences
        A query's pool are the documents of its last round, also those that stay after the round before and that nobody
        has asked about yet. A pair's outcome is that of most of its judgments in this round; a tie is half a win for
        each.
    incomplete : {"leave-out", "share"}
        Pools with pairs that nobody judged have no best answer, since many wins then say who was asked often; or they
        have by the share of wins among the judged pairs.

    Returns
    -------
    BestAnswers

    Raises
    ------
    UsageError
        `incomplete` is another word.

    Notes
    -----
    *Source* Arabzadeh, Vtyurina, Yan and Clarke, Shallow pooling for sparse labels, 2021, section 5.1: losers are
    eliminated, and the first are compared among themselves, until one is left or all have as many wins.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison
    >>> beaten = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("b", "d"), ("c", "d")]
    >>> judged = [Comparison("q1", {better: 1, worse: 0}) for better, worse in beaten]
    >>> [(one.state, one.docs) for one in best_answers(Preferences(judged))]
    [('cycle', ('a', 'b', 'c'))]
    """
    check_choice("incomplete", incomplete, INCOMPLETE)
    arrays = preferences.arrays.of_last_rounds()
    names = arrays.names
    outcomes = PairOutcomes.of(arrays.pairs(), len(names.docs))
    unjudged = not_judged_yet(preferences.arrays)
    places = np.searchsorted(outcomes.query, np.arange(len(names.queries) + 1)).tolist()
    columns = (outcomes.first.tolist(), outcomes.second.tolist(), outcomes.outcome.tolist())
    found = []
    for query, name in enumerate(names.queries):
        at = range(places[query], places[query + 1])
        judged = {(columns[0][i], columns[1][i]): columns[2][i] for i in at}
        pool = {doc for pair in judged for doc in pair} | unjudged.get(query, set())
        if pool:
            found.append(_best(name, pool, judged, names.docs, incomplete))
    return BestAnswers(found)


def _best(
    query: str, pool: set[int], judged: Mapping[tuple[int, int], int], docs: Sequence[str], incomplete: Incomplete
) -> BestAnswer:
    """The best of a pool, by the outcomes of its judged pairs, the lower number first."""
    names = {doc: docs[doc] for doc in pool}
    order = sorted(pool, key=lambda doc: names[doc].encode())
    is_complete = 2 * len(judged) == len(pool) * (len(pool) - 1)
    both = set() if is_complete else {*judged, *((other, one) for one, other in judged)}
    missing = () if is_complete else tuple(
        (names[pair[0]], names[pair[1]]) for pair in combinations(order, 2) if pair not in both
    )  # fmt: skip
    first = set() if missing and (incomplete == "leave-out" or not judged) else most_wins(pool, judged)
    state: State = "incomplete" if missing else "single"
    if len(first) > 1 and not missing:
        state = "cycle" if any(judged[pair] != TIE for pair in combinations(sorted(first), 2)) else "tie"
    return BestAnswer(
        query, state, tuple(names[doc] for doc in order if doc in first), tuple(names[doc] for doc in order), missing
    )


def most_wins(pool: set[Doc], judged: Mapping[tuple[Doc, Doc], int]) -> set[Doc]:
    """Who has most wins, by judged pairs; again among the first, until all that are left have as many."""
    left = pool
    while True:
        wins, n = dict.fromkeys(left, 0), dict.fromkeys(left, 0)
        for (one, other), outcome in judged.items():
            if one in left and other in left:
                wins[one] += outcome
                wins[other] -= outcome
                n[one] += 1
                n[other] += 1
        share = {doc: Fraction(wins[doc], n[doc]) if n[doc] else _NOTHING for doc in left}
        most = max(share.values())
        first = {doc for doc in left if share[doc] == most}
        if first == left:
            return left
        left = first


@dataclass(frozen=True, slots=True)
class WonPairings:
    """How often labelled documents win against others of their pools.

    Attributes
    ----------
    won : float
        A tie is half a win.
    n : int
        Pairings of a labelled document and another of its pool; one of two labelled documents stands twice.
    """

    won: float
    n: int


def won_pairings(preferences: Preferences, labels: Qrels) -> WonPairings:
    """How often the documents that labels call relevant win, among the judged pairs of the last rounds.

    Parameters
    ----------
    preferences : Preferences
    labels : Qrels
        Preference qrels or the original ones: grades above 0 count.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison
    >>> judged = Preferences([Comparison("q1", {"a": 1, "b": 0}), Comparison("q1", {"c": 1, "b": 0})])
    >>> won_pairings(judged, Qrels.from_dict({"q1": {"b": 1}}))
    WonPairings(won=0.0, n=2)
    """
    arrays = preferences.arrays.of_last_rounds()
    names, outcomes = arrays.names, PairOutcomes.of(arrays.pairs(), len(arrays.names.docs))
    labelled = {(query, doc) for query in labels.queries for doc, grade in labels.grades(query).items() if grade > 0}
    won, n = 0.0, 0
    columns = (outcomes.query.tolist(), outcomes.first.tolist(), outcomes.second.tolist(), outcomes.outcome.tolist())
    for query, one, other, outcome in zip(*columns, strict=True):
        for doc, wins in ((one, FIRST), (other, SECOND)):
            if (names.queries[query], names.docs[doc]) in labelled:
                n += 1
                won += 1.0 if outcome == wins else 0.5 if outcome == TIE else 0.0
    return WonPairings(won, n)


def win_counts(preferences: Preferences) -> Qrels:
    """How often each document won a judgment, over all rounds, as its grade; those that never won have no label.

    Parameters
    ----------
    preferences : Preferences
        A tie is no win.

    Returns
    -------
    Qrels
        Grades as the field's tools for preferences write them: higher is better within a query; over queries they say
        how often somebody was asked.

    Raises
    ------
    InputError
        A document won more often than a grade can say (127), or nothing won.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison
    >>> judged = [Comparison("q1", {"a": 1, "b": 0}), Comparison("q1", {"a": 1, "c": 0})]
    >>> dict(win_counts(Preferences(judged)).grades("q1"))
    {'a': 2}
    """
    names, pairs = preferences.arrays.names, preferences.arrays.pairs()
    winner = np.where(pairs.outcome == FIRST, pairs.first, pairs.second)[pairs.outcome != TIE]
    query = pairs.query[pairs.outcome != TIE]
    if not len(query):
        raise InputError("no document won a judgment: there is nothing to count")
    keys, counts = np.unique(query.astype(np.int64) * len(names.docs) + winner, return_counts=True)
    labels: dict[str, dict[str, int]] = {}
    for key, n in zip(keys.tolist(), counts.tolist(), strict=True):
        of, doc = names.queries[key // len(names.docs)], names.docs[key % len(names.docs)]
        if n > LARGEST_GRADE:
            raise InputError(OF_LABELS("best.large", doc=doc, n=n, query=of, most=LARGEST_GRADE))
        labels.setdefault(of, {})[doc] = n
    return Qrels.from_dict(labels)


def not_judged_yet(arrays: PreferenceArrays) -> Mapping[int, set[int]]:
    """Documents of each query's last round of which no pair is judged, by number: those of pairs asked and not judged,
    and those that stay after a finished round where the last one asks about a part of them."""
    last, before = _last_two(arrays)
    of_last = arrays.unjudged_round == last[arrays.unjudged_query]
    out = _docs((arrays.unjudged_query, arrays.unjudged_first, arrays.unjudged_second), of_last)
    if (before >= 0).any():
        pairs = arrays.pairs()
        round_ = arrays.round[pairs.judgment]
        asked = _docs((pairs.query, pairs.first, pairs.second), round_ == last[pairs.query])
        for query, staying in _staying(pairs, round_ == before[pairs.query], len(arrays.names.docs)).items():
            there = asked.get(query, set()) | out.get(query, set())
            if there < staying:
                out[query] = out.get(query, set()) | (staying - there)
    return out


def _last_two(arrays: PreferenceArrays) -> tuple[I64, I64]:
    """The last round of each query and the one before it; -1 where there is none."""
    asked = np.concatenate([arrays.query, arrays.unjudged_query])
    round_ = np.concatenate([arrays.round, arrays.unjudged_round]).astype(np.int64)
    last = np.full(len(arrays.names.queries), -1, dtype=np.int64)
    np.maximum.at(last, asked, round_)
    before = np.full_like(last, -1)
    earlier = round_ < last[asked]
    np.maximum.at(before, asked[earlier], round_[earlier])
    return last, before


def _docs(columns: tuple[I32, I32, I32], chosen: Flags) -> dict[int, set[int]]:
    """The documents of each query in the pairs that are chosen, from queries, first and second documents."""
    out: dict[int, set[int]] = {}
    for query, one, other in zip(*(some[chosen].tolist() for some in columns), strict=True):
        out.setdefault(query, set()).update((one, other))
    return out


def _staying(pairs: JudgedPairs, chosen: Flags, n_docs: int) -> dict[int, set[int]]:
    """The documents that stay after a round, of queries whose round is finished and leaves documents out."""
    part = JudgedPairs(
        pairs.judgment[chosen], pairs.query[chosen], pairs.first[chosen], pairs.second[chosen], pairs.outcome[chosen]
    )
    of = PairOutcomes.of(part, n_docs)
    share = (of.outcome.astype(np.float64) + 1) / 2
    keys, place = np.unique(
        np.tile(of.query.astype(np.int64), 2) * n_docs + np.concatenate([of.first, of.second]), return_inverse=True
    )
    wins = np.bincount(place, np.concatenate([share, 1 - share]), minlength=len(keys))
    n_pairs = np.bincount(place, minlength=len(keys))
    query = keys // max(1, n_docs)
    out = {}
    for begin, end in zip(*_runs_of(query), strict=True):
        if end - begin > SMALL and n_pairs[begin:end].min() >= LEAST_PAIRS:
            out[int(query[begin])] = set((keys[begin:end][wins[begin:end] > MOST_WINS_OUT] % n_docs).tolist())
    return out


def _runs_of(values: I64) -> tuple[list[int], list[int]]:
    """Where each run of equal values begins and ends."""
    cuts = (np.flatnonzero(np.diff(values)) + 1).tolist()
    return ([0, *cuts], [*cuts, len(values)]) if len(values) else ([], [])
