"""Rounds of pairs: which pairs to judge next until few documents stay, and when new runs have put others first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from irassay.collection.preference_arrays import FIRST, TIE, PairOutcomes
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.label_sets.best_answers import LEAST_PAIRS, MOST_WINS_OUT, SMALL, most_wins, not_judged_yet
from irassay.pooling.words import OF_POOL
from irassay.random_keys import Seed, key_of, stream
from irassay.result import Column, Table

Judged: TypeAlias = Mapping[tuple[str, str], int]  # a pair in byte order -> FIRST, SECOND or TIE
PURPOSE = 0x726E6473  # "rnds": separates this random stream from others of the same key
_STEP = 100_003  # parts the draws of one query's rounds
FIRST_ROUND, UNDER_WAY, NEXT, LAST = "first round", "rest of a round", "next round", "last round"


@dataclass(frozen=True, slots=True)
class NextRound:
    """Pairs to judge now, query by query.

    Attributes
    ----------
    queries, docs_a, docs_b : sequence of str (pair,)
    why : sequence of str (pair,)
        first round, rest of a round, next round, or last round.
    n_done : int
        Queries whose last round is judged.
    """

    queries: Sequence[str]
    docs_a: Sequence[str]
    docs_b: Sequence[str]
    why: Sequence[str]
    n_done: int

    def __len__(self) -> int:
        return len(self.queries)

    def table(self) -> Table:
        """One row a pair, as ``irassay judge --kind pair`` reads it."""
        columns = [
            Column("query", list(self.queries)),
            Column("doc_a", list(self.docs_a)),
            Column("doc_b", list(self.docs_b)),
            Column("why", list(self.why)),
        ]
        return Table("next-round", OF_POOL("pairs.now"), columns)


def next_round(preferences: Preferences, qrels: Qrels | None = None, *, rel: int = 1, seed: Seed = 0) -> NextRound:
    """The pairs that each query's round needs: the rest of its last one, or one of those that stayed.

    Parameters
    ----------
    preferences : Preferences
        Of one round, or of rounds in their order.
    qrels : Qrels, optional
        A query without a judged pair begins with its documents of grade `rel` or more.
    rel : int
    seed : int or numpy.random.Generator
        Of the pairs of a round.

    Returns
    -------
    NextRound

    Notes
    -----
    In a round each document is in at least 7 pairs, drawn at random; those with more than 3 wins stay (where none has,
    those with the most). Once 9 or fewer are left all their pairs are judged, which is the last round and the pool.
    *Source* Clarke, Vtyurina and Smucker, Assessing top-k preferences, TOIS 2021, whose tool works so; the files of a
    model's rounds for TREC Deep Learning 2019 to 2021 were made by it.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison
    >>> judged = Preferences([Comparison("q1", {"a": 1, "b": 0})])
    >>> [*zip((todo := next_round(judged, Qrels.from_dict({"q2": {"c": 2, "d": 1}}))).queries, todo.why)], todo.n_done
    ([('q2', 'last round')], 1)
    """
    key = key_of(seed)
    rows: list[tuple[str, str, str, str]] = []
    n_done = 0
    last = _last_rounds(preferences)
    names = preferences.arrays.names
    open_docs = not_judged_yet(preferences.arrays)  # of each last round those of which no pair is judged
    unjudged = {names.queries[q]: {names.docs[doc] for doc in docs} for q, docs in open_docs.items()}
    labelled = {} if qrels is None else {
        query: [doc for doc, grade in qrels.grades(query).items() if grade >= rel] for query in qrels.queries
    }  # fmt: skip
    for number, query in enumerate(dict.fromkeys([*labelled, *last, *unjudged])):
        if query in last or query in unjudged:
            todo, why = _after(last.get(query, ()), unjudged.get(query, set()), key, number)
        else:
            docs = sorted(labelled[query], key=str.encode)
            todo, why = round_of(docs, key, number), FIRST_ROUND if len(docs) > SMALL else LAST
        n_done += query in last and not todo
        rows += [(query, a, b, why) for a, b in todo]
    queries, docs_a, docs_b, whys = ([row[i] for row in rows] for i in range(4))
    return NextRound(queries, docs_a, docs_b, whys, n_done)


def stays(pairs: Iterable[tuple[str, str, str | None]]) -> set[str]:
    """The documents that stay after a round: with more than 3 wins, where none has, those with the most. A pair is two
    documents of a query and the preferred one; None is a tie, half a win each."""
    wins: dict[str, float] = {}
    for one, other, winner in pairs:
        for doc in (one, other):
            wins[doc] = wins.get(doc, 0.0) + (0.5 if winner is None else float(doc == winner))
    left = {doc for doc, n in wins.items() if n > MOST_WINS_OUT}
    return left or {doc for doc, n in wins.items() if n == max(wins.values())}


def _last_rounds(preferences: Preferences) -> Mapping[str, list[tuple[str, str, str | None]]]:
    """Query -> the judged pairs of its last round, each once."""
    arrays = preferences.arrays.of_last_rounds()
    names, pairs = arrays.names, PairOutcomes.of(arrays.pairs(), len(arrays.names.docs))
    out: dict[str, list[tuple[str, str, str | None]]] = {}
    columns = (pairs.query.tolist(), pairs.first.tolist(), pairs.second.tolist(), pairs.outcome.tolist())
    for query, one, other, outcome in zip(*columns, strict=True):
        winner = None if outcome == TIE else names.docs[one if outcome == FIRST else other]
        out.setdefault(names.queries[query], []).append((names.docs[one], names.docs[other], winner))
    return out


def _after(
    judged: Sequence[tuple[str, str, str | None]], unjudged: set[str], key: int, number: int
) -> tuple[list[tuple[str, str]], str]:
    """What comes after these pairs of a round: its rest, another round, or nothing."""
    docs = sorted({doc for one, other, _ in judged for doc in (one, other)} | unjudged, key=str.encode)
    there = {frozenset(pair[:2]) for pair in judged}
    if len(docs) <= SMALL or 2 * len(there) == len(docs) * (len(docs) - 1):
        return [pair for pair in combinations(docs, 2) if frozenset(pair) not in there], LAST
    n = {doc: sum(doc in pair for pair in there) for doc in docs}
    if few := [doc for doc in docs if n[doc] < LEAST_PAIRS]:
        rest = [pair for pair in round_of(docs, key, number) if frozenset(pair) not in there and {*pair} & {*few}]
        return rest, UNDER_WAY
    left = sorted(stays(judged), key=str.encode)
    if len(left) == 1:
        return [], LAST
    return round_of(left, key, (number + _STEP * len(docs)) % 2**32), NEXT if len(left) > SMALL else LAST


def round_of(docs: Sequence[str], key: int, number: int) -> list[tuple[str, str]]:
    """All pairs of few documents; of many, in a random circle each with the next three and the one on the other side,
    so that each is in 7 pairs, one of an odd number in 8."""
    n = len(docs)
    if n <= SMALL:
        return list(combinations(docs, 2))
    circle = [docs[i] for i in np.argsort(stream(key, PURPOSE, number).random_raw(n), kind="stable")]
    pairs = [(circle[i], circle[(i + step) % n]) for step in (1, 2, 3) for i in range(n)]
    return pairs + [(circle[i], circle[(i + n // 2) % n]) for i in range((n + 1) // 2)]


@dataclass(frozen=True, slots=True)
class Succession:
    """The answers of a query once newcomers have been asked about."""

    answers: tuple[str, ...]  # in byte order; as they were while pairs are left to judge
    todo: tuple[tuple[str, str], ...]  # pairs to judge now; none where the newcomers are settled


def succession(
    answers: Sequence[str], newcomers: Iterable[str], judged: Judged, *, key: int = 0, number: int = 0
) -> Succession:
    """A query's best answers, `newcomers` among them, or the pairs that say so; `judged` has 1, -1 or 0 of pairs in
    byte order, `number` parts the queries of a `key`. Each newcomer meets each answer; one that only loses is out. Of
    the others, a pool, the document with most wins comes out: all pairs of nine or fewer are judged, of more as many as
    in `next_round`. An old document that lost to a former answer alone is not asked again. Source: Arabzadeh, Vtyurina,
    Yan and Clarke, Shallow pooling for sparse labels, 2021, section 6."""
    there = sorted(set(answers), key=str.encode)
    new = sorted(set(newcomers) - set(answers), key=str.encode)
    if there and (todo := _unjudged_of_successors(((one, other) for one in new for other in there), judged)):
        return Succession(tuple(there), todo)
    left = [one for one in new if not there or not _is_beaten(one, there, judged)]
    pool = sorted([*there, *left], key=str.encode)
    if left:
        pool, todo = _asked(pool, judged, key, number)
        if todo:
            return Succession(tuple(there), todo)
        among = {pair: outcome for pair in combinations(pool, 2) if (outcome := judged.get(pair)) is not None}
        pool = sorted(most_wins(set(pool), among), key=str.encode)
    return Succession(tuple(pool), ())


def _is_beaten(one: str, answers: Sequence[str], judged: Judged) -> bool:
    """Whether a newcomer loses to an answer and is preferred to none."""
    outcomes = [judged[pair] * (1 if pair[0] == one else -1) for pair in (_pair(one, other) for other in answers)]
    return min(outcomes) < 0 >= max(outcomes)


def _asked(pool: Sequence[str], judged: Judged, key: int, number: int) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """The pool that is left after rounds, and the pairs of it that are to be judged now."""
    docs = list(pool)
    while len(docs) > SMALL:
        there = [pair for pair in combinations(docs, 2) if pair in judged]
        n = {doc: sum(doc in pair for pair in there) for doc in docs}
        few = {doc for doc in docs if n[doc] < LEAST_PAIRS}
        todo = tuple(pair for pair in _unjudged_of_successors(round_of(docs, key, number), judged) if few & {*pair})
        if todo:
            return docs, todo
        winners: Iterable[tuple[str, str, str | None]] = (
            (*pair, None if judged[pair] == TIE else pair[judged[pair] < 0]) for pair in there
        )
        left = sorted(stays(winners), key=str.encode)
        if len(left) == len(docs):
            break
        docs = left
    return docs, _unjudged_of_successors(combinations(docs, 2), judged)


def _unjudged_of_successors(pairs: Iterable[tuple[str, str]], judged: Judged) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in dict.fromkeys(_pair(*pair) for pair in pairs) if pair not in judged)


def _pair(one: str, other: str) -> tuple[str, str]:
    """Both in byte order."""
    return (one, other) if one.encode() < other.encode() else (other, one)
