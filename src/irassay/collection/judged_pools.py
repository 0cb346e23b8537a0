"""The documents of a query that are judged against one another, and what became of their pairs, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.preference_arrays import FIRST, SECOND, TIE, JudgedPairs, Names, PairOutcomes, PreferenceArrays

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences

F64: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]

PAIRS_EACH = 7  # that a document is in, in a round that leaves documents out
FEW = 9  # documents of which all pairs are judged: the last round


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPool:
    """Documents of one query that are judged against one another.

    Attributes
    ----------
    query : str
    docs : tuple of str
        In byte order.
    first, second : array (pair,)
        Places in `docs` of each judged pair, which stands once.
    outcome : array (pair,) of int8
        What most judgments of it say: `FIRST`, `SECOND` or `TIE`.
    n_judgments : int
        Of all pairs.
    """

    query: str
    docs: tuple[str, ...]
    first: Index
    second: Index
    outcome: NDArray[np.int8]
    n_judgments: int

    def __len__(self) -> int:
        return len(self.docs)

    @property
    def n_pairs(self) -> int:
        """Pairs of its documents, judged or not."""
        return len(self.docs) * (len(self.docs) - 1) // 2

    @property
    def n_missing(self) -> int:
        """Pairs that nobody judged."""
        return self.n_pairs - len(self.first)

    def missing(self) -> Iterator[tuple[str, str]]:
        """The pairs that nobody judged."""
        there = set(zip(self.first.tolist(), self.second.tolist(), strict=True))
        for a, b in combinations(range(len(self.docs)), 2):
            if (a, b) not in there and (b, a) not in there:
                yield self.docs[a], self.docs[b]

    def wins(self, among: NDArray[np.bool_] | None = None) -> tuple[F64, Index]:
        """Each document's wins, a tie half a win, and its judged pairs.

        Parameters
        ----------
        among : array (document,) of bool, optional
            Only pairs of two of these count.
        """
        one, other, outcome = self.first, self.second, self.outcome
        if among is not None:
            inside = among[one] & among[other]
            one, other, outcome = one[inside], other[inside], outcome[inside]
        n = len(self.docs)
        judged = np.bincount(one, minlength=n) + np.bincount(other, minlength=n)
        net = np.bincount(one, outcome, minlength=n) - np.bincount(other, outcome, minlength=n)
        return (judged + net.astype(np.float64)) / 2, judged

    def is_decided(self, among: NDArray[np.bool_]) -> bool:
        """Whether one of these documents is preferred to another one of them."""
        return bool((among[self.first] & among[self.second] & (self.outcome != TIE)).any())

    def against(self, doc: str) -> tuple[int, int, int]:
        """How often a document is preferred to others of the pool, how often they to it, and its ties."""
        if doc not in self.docs:
            return 0, 0, 0
        at = self.docs.index(doc)
        of = np.concatenate([self.outcome[self.first == at], -self.outcome[self.second == at]])
        return int((of == FIRST).sum()), int((of == SECOND).sum()), int((of == TIE).sum())

    def staying(self) -> tuple[str, ...] | None:
        """The documents with more than half of `PAIRS_EACH` wins, for the next round; None before it is time.

        It is time when more than `FEW` documents are there and each is in `PAIRS_EACH` judged pairs or more.
        """
        won, judged = self.wins()
        if len(self) <= FEW or judged.min() < PAIRS_EACH:
            return None
        return tuple(self.docs[i] for i in np.flatnonzero(won > PAIRS_EACH // 2).tolist())

    def with_docs(self, docs: Sequence[str]) -> JudgedPool:
        """With more documents, of which no pair was judged."""
        every = tuple(sorted({*self.docs, *docs}, key=str.encode))
        place = {doc: i for i, doc in enumerate(every)}
        moved = np.array([place[doc] for doc in self.docs], dtype=np.int64)
        return replace(self, docs=every, first=moved[self.first], second=moved[self.second])


def judged_pools(preferences: Preferences) -> list[JudgedPool]:
    """The pool of each query, in byte order of the queries: that of its last round.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison, Preferences
    >>> [pool] = judged_pools(Preferences([Comparison("q", {"a": 2, "b": 1}), Comparison("q", {"b": 2, "c": 1})]))
    >>> pool.docs, pool.n_missing, list(pool.missing())
    (('a', 'b', 'c'), 1, [('a', 'c')])
    """
    return [rounds[-1] for rounds in judged_rounds(preferences)]


def judged_rounds(preferences: Preferences) -> list[tuple[JudgedPool, ...]]:
    """The rounds of each query, in byte order of the queries.

    A round begins where fewer of the documents are asked about than before; rounds about the same documents are one.
    Where one asks about documents that the round before it did not have, the files leave nothing out, and all that was
    judged of the query is one round.

    Documents of pairs that were asked and not judged belong to it: one of them may be the best. So do documents that
    stay after the round before, where nobody has asked about them yet.
    """
    arrays, names = preferences.arrays, preferences.arrays.names
    asked = _asked(arrays)
    stage_of = np.zeros(len(names.queries) * len(names.rounds), dtype=np.int64)
    stages: list[tuple[int, Index]] = []  # query, documents
    for query, by_round in asked.items():
        for rounds, docs in _stages(by_round):
            stage_of[[query * len(names.rounds) + one for one in rounds]] = len(stages)
            stages.append((query, docs))
    pools = _pools(arrays, names, stage_of, stages)
    out: dict[int, list[JudgedPool]] = {query: [] for query in sorted(asked, key=lambda i: names.queries[i].encode())}
    for (query, _), pool in zip(stages, pools, strict=True):
        before = out[query][-1].staying() if out[query] else None
        is_part = before is not None and set(pool.docs) < set(before)
        out[query].append(pool.with_docs(before or ()) if is_part else pool)
    return [tuple(rounds) for rounds in out.values()]


def _asked(arrays: PreferenceArrays) -> Mapping[int, Mapping[int, Index]]:
    """Query -> round -> the documents that were asked about, all by their numbers, ascending."""
    sizes = np.diff(arrays.start)
    query = np.concatenate([np.repeat(arrays.query, sizes), *[arrays.unjudged_query] * 2]).astype(np.int64)
    round_ = np.concatenate([np.repeat(arrays.round, sizes), *[arrays.unjudged_round] * 2]).astype(np.int64)
    doc = np.concatenate([arrays.doc, arrays.unjudged_first, arrays.unjudged_second]).astype(np.int64)
    n_rounds, n_docs = len(arrays.names.rounds), max(1, len(arrays.names.docs))
    keys = np.unique((query * n_rounds + round_) * n_docs + doc)
    part, docs = keys // n_docs, keys % n_docs
    cuts = np.flatnonzero(np.diff(part)) + 1
    out: dict[int, dict[int, Index]] = {}
    for of in np.split(np.arange(len(keys)), cuts):
        if len(of):
            out.setdefault(int(part[of[0]]) // n_rounds, {})[int(part[of[0]]) % n_rounds] = docs[of]
    return out


def _stages(by_round: Mapping[int, Index]) -> list[tuple[list[int], Index]]:
    """Rounds that ask about the same documents together, each with these documents."""
    out: list[tuple[list[int], Index]] = []
    for one in sorted(by_round):
        docs = by_round[one]
        if out and not np.isin(docs, out[-1][1]).all():
            return [(sorted(by_round), np.unique(np.concatenate(list(by_round.values()))))]
        if out and len(docs) == len(out[-1][1]):
            out[-1][0].append(one)
        else:
            out.append(([one], docs))
    return out


def _pools(
    arrays: PreferenceArrays, names: Names, stage_of: Index, stages: Sequence[tuple[int, Index]]
) -> list[JudgedPool]:
    """The documents and outcomes of each stage."""
    pairs = arrays.pairs()
    stage = stage_of[pairs.query.astype(np.int64) * len(names.rounds) + arrays.round[pairs.judgment]]
    by_stage = JudgedPairs(pairs.judgment, stage.astype(np.int32), pairs.first, pairs.second, pairs.outcome)
    outcomes = PairOutcomes.of(by_stage, len(names.docs))
    begins = np.searchsorted(outcomes.query, np.arange(len(stages) + 1)).tolist()
    out = []
    for (query, numbers), begin, end in zip(stages, begins, begins[1:], strict=False):
        docs = [names.docs[i] for i in numbers.tolist()]
        by_name = sorted(range(len(docs)), key=lambda i: docs[i].encode())
        place = np.argsort(np.array(by_name, dtype=np.int64))
        first, second = (place[np.searchsorted(numbers, of[begin:end])] for of in (outcomes.first, outcomes.second))
        n = int(outcomes.n_judged[begin:end].sum())
        named = tuple(docs[i] for i in by_name)
        out.append(JudgedPool(names.queries[query], named, first, second, outcomes.outcome[begin:end], n))
    return out
