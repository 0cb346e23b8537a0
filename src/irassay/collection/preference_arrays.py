"""Preferences as arrays: which documents were judged together, at which levels, by whom, in which round, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from irassay.arrays import F64, I8, I32, I64, Flags

Levels: TypeAlias = I8 | F64

_LARGEST_KEY = 2**62
FIRST, SECOND, TIE = 1, -1, 0  # outcomes of a pair: which of its documents is preferred


def _none() -> I32:
    return np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers of the arrays stand for, each name once. A judge, group or source is "" where none is stated,
    and a round where there is one only."""

    queries: tuple[str, ...]
    docs: tuple[str, ...]
    judges: tuple[str, ...] = ("",)
    groups: tuple[str, ...] = ("",)
    rounds: tuple[str, ...] = ("",)
    sources: tuple[str, ...] = ("",)


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceArrays:
    """Judgments of documents, each of two or more of a query, in the order given. Numbers are places in `names`."""

    names: Names
    query: I32  # (judgment,), as judge, group, round, source
    start: I64  # (judgment + 1,), where its documents begin in `doc` and `level`
    doc: I32  # (document of a judgment,), as `level`
    level: Levels  # the higher is preferred; equal levels are a tie
    judge: I32
    group: I32
    round: I32
    source: I32
    time: F64 | None = None  # (judgment,), seconds since 1970; NaN where not stated
    unjudged_query: I32 = field(default_factory=_none)  # (pair,): pairs asked and not judged; counted, and no tie
    unjudged_first: I32 = field(default_factory=_none)
    unjudged_second: I32 = field(default_factory=_none)
    unjudged_round: I32 = field(default_factory=_none)

    def __len__(self) -> int:
        return len(self.query)

    @property
    def n_unjudged(self) -> int:
        """Pairs that were asked and not judged."""
        return len(self.unjudged_query)

    @property
    def n_pairs(self) -> int:
        """Judged pairs, each as often as it was judged."""
        sizes = np.diff(self.start)
        return int((sizes * (sizes - 1) // 2).sum())

    def queries_there(self) -> list[int]:
        """Places of the queries with a judgment: of some rounds, not all that are named."""
        places: list[int] = np.flatnonzero(np.bincount(self.query, minlength=len(self.names.queries))).tolist()
        return places

    def of_round(self, round_: int) -> PreferenceArrays:
        """The judgments of one round."""
        asked = self.unjudged_round == round_
        return replace(
            self.of_judgments(self.round == round_), unjudged_query=self.unjudged_query[asked],
            unjudged_first=self.unjudged_first[asked], unjudged_second=self.unjudged_second[asked],
            unjudged_round=self.unjudged_round[asked],
        )  # fmt: skip

    def of_last_rounds(self) -> PreferenceArrays:
        """The judgments of each query's last round; pairs that were asked and not judged stay as they are."""
        last = np.full(len(self.names.queries), -1, dtype=np.int64)
        np.maximum.at(last, self.query, self.round)
        return self.of_judgments(self.round == last[self.query])

    def of_judgments(self, chosen: Flags) -> PreferenceArrays:
        """The judgments, (judgment,), that are chosen; pairs that were asked and not judged stay as they are."""
        if chosen.all():
            return self
        sizes = np.diff(self.start)
        entries = np.repeat(chosen, sizes)
        return replace(
            self, query=self.query[chosen], start=_starts(sizes[chosen]), doc=self.doc[entries],
            level=self.level[entries], judge=self.judge[chosen], group=self.group[chosen], round=self.round[chosen],
            source=self.source[chosen], time=None if self.time is None else self.time[chosen],
        )  # fmt: skip

    def without(self, dropped: Flags) -> PreferenceArrays:
        """The judgments without the dropped documents, (document of a judgment,); one that keeps a single document goes
        with it. Pairs that were asked and not judged stay as they are."""
        judgment = np.repeat(np.arange(len(self)), np.diff(self.start))
        sizes = np.bincount(judgment[~dropped], minlength=len(self))
        entries = ~dropped & (sizes >= 2)[judgment]
        left = np.where(sizes >= 2, sizes, 0)
        smaller = replace(self, start=_starts(left), doc=self.doc[entries], level=self.level[entries])
        return smaller.of_judgments(left > 0)

    def pairs(self) -> JudgedPairs:
        """Every judged pair, in the order of the judgments, as often as it was judged."""
        sizes = np.diff(self.start)
        if (sizes == 2).all():
            each, outcome = np.arange(len(self), dtype=np.int32), _sign(self.level[0::2], self.level[1::2])
            return JudgedPairs(each, self.query, self.doc[0::2], self.doc[1::2], outcome)
        parts = []
        for size in np.unique(sizes).tolist():
            of_size = np.flatnonzero(sizes == size)
            i, j = np.triu_indices(size, 1)
            at = self.start[of_size][:, None]
            parts.append((np.repeat(of_size, len(i)), (at + i).ravel(), (at + j).ravel()))
        by, one, other = (np.concatenate(some) for some in zip(*parts, strict=True))
        order = np.argsort(by, kind="stable")
        by, one, other = by[order], one[order], other[order]
        outcome = _sign(self.level[one], self.level[other])
        return JudgedPairs(by.astype(np.int32), self.query[by], self.doc[one], self.doc[other], outcome)


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPairs:
    """Judged pairs, (pair,), each as often as it was judged."""

    judgment: I32  # which judgment it is of
    query: I32  # places in the names, as first and second
    first: I32
    second: I32
    outcome: I8  # `FIRST` or `SECOND` for the preferred document, `TIE`

    def __len__(self) -> int:
        return len(self.query)


@dataclass(frozen=True, slots=True, eq=False)
class PairOutcomes:
    """What became of each pair over all its judgments, (pair,): a pair stands once, by query and documents."""

    query: I32  # places in the names, ``first < second``
    first: I32
    second: I32
    outcome: I8  # most judgments: `FIRST`, `SECOND` or `TIE`; a tie where none is most
    n_judged: I32  # judgments of it; n_first and n_second prefer each document
    n_first: I32
    n_second: I32

    def __len__(self) -> int:
        return len(self.query)

    @classmethod
    def of(cls, pairs: JudgedPairs, n_docs: int) -> PairOutcomes:
        """The outcomes of pairs by the majority of their judgments."""
        n_names, n_queries = max(1, n_docs), int(pairs.query.max(initial=0)) + 1
        of_docs = np.zeros(0, dtype=np.int64)
        keys = np.minimum(pairs.first, pairs.second) * np.int64(n_names) + np.maximum(pairs.first, pairs.second)
        if n_queries * n_names**2 > _LARGEST_KEY:  # then pairs of documents are numbered before queries join them
            of_docs, keys = np.unique(keys, return_inverse=True)
        width = len(of_docs) or n_names**2
        keys += pairs.query.astype(np.int64) * width
        # Ten million pairs must fit beside their arrays: no inverse is made, and what is done with is let go.
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1)).astype(np.int32)
        keys = keys[starts]
        outcome = np.where(pairs.first <= pairs.second, pairs.outcome, -pairs.outcome)[order]
        del order
        n = np.diff(starts, append=len(outcome)).astype(np.int32)
        n_first, n_second = (_sums(outcome == of, starts) for of in (FIRST, SECOND))
        query = (keys // width).astype(np.int32)
        keys %= width
        docs = of_docs[keys] if len(of_docs) else keys
        first, second = (docs // n_names).astype(np.int32), (docs % n_names).astype(np.int32)
        return cls(query, first, second, majority(n, n_first, n_second), n, n_first, n_second)


def _sums(flags: Flags, starts: I32) -> I32:
    """How many flags are set from each start to the next."""
    return np.add.reduceat(flags, starts, dtype=np.int32) if len(starts) else np.zeros(0, dtype=np.int32)


def _sign(one: Levels, other: Levels) -> I8:
    """`FIRST` where the first level is the higher, `SECOND`, or `TIE`."""
    return (one > other).view(np.int8) - (one < other).view(np.int8)


def majority(n: I32, n_first: I32, n_second: I32) -> I8:
    """What most of `n` judgments of a pair say: the first, the second, or that they tie; a tie where none is most."""
    tied = n - n_first - n_second
    first = (n_first > n_second) & (n_first > tied)
    second = (n_second > n_first) & (n_second > tied)
    return (first.astype(np.int8) * FIRST + second.astype(np.int8) * SECOND).astype(np.int8)


def of_levels(judgments: Sequence[tuple[str, str, str]], levels: Sequence[Mapping[str, float]]) -> PreferenceArrays:
    """The arrays of judgments in memory: query, judge and group of each, and its document -> level."""
    known: tuple[dict[str, int], ...] = ({}, {}, {})
    docs: dict[str, int] = {}
    n = len(judgments)
    sizes = np.fromiter(map(len, levels), dtype=np.int64, count=n)
    total = int(sizes.sum())
    doc = np.fromiter((docs.setdefault(d, len(docs)) for of in levels for d in of), np.int32, total)
    level = np.fromiter((float(x) for of in levels for x in of.values()), np.float64, total)
    query, judge, group = (
        np.fromiter((names.setdefault(one[i], len(names)) for one in judgments), np.int32, n)
        for i, names in enumerate(known)
    )
    names = Names(tuple(known[0]), tuple(docs), tuple(known[1]), tuple(known[2]))
    nothing = np.zeros(n, dtype=np.int32)
    return PreferenceArrays(names, query, _starts(sizes), doc, level, judge, group, nothing, nothing)


def of_pairs(
    queries: Sequence[str], docs: Sequence[str], query: I32, first: I32, second: I32,
    outcome: I8, unjudged: Flags,
) -> PreferenceArrays:  # fmt: skip
    """The arrays of pairs, whose outcome is `FIRST`, `SECOND` or `TIE`, (pair,); `unjudged` ones stand apart."""
    names = Names(tuple(queries), tuple(docs))
    left = {"unjudged_query": query[unjudged], "unjudged_first": first[unjudged], "unjudged_second": second[unjudged]}
    if unjudged.any():
        query, first, second = query[~unjudged], first[~unjudged], second[~unjudged]
        outcome = outcome[~unjudged]
    doc = np.empty(2 * len(query), dtype=np.int32)
    level = np.ones(2 * len(query), dtype=np.int8)
    doc[0::2], doc[1::2] = first, second
    level[0::2] += outcome == FIRST
    level[1::2] += outcome == SECOND
    nothing = np.zeros(len(query), dtype=np.int32)
    start = np.arange(0, 2 * len(query) + 1, 2, dtype=np.int64)
    rounds = np.zeros(int(unjudged.sum()), dtype=np.int32)
    return PreferenceArrays(
        names, query, start, doc, level, nothing, nothing, nothing, nothing, None, unjudged_round=rounds, **left
    )


def joined(parts: Sequence[PreferenceArrays], rounds: Sequence[str]) -> PreferenceArrays:
    """Several files' judgments one after another, each file a round."""
    named: dict[str, dict[str, int]] = {name: {} for name in ("queries", "docs", "judges", "groups", "sources")}
    moved = []
    for part in parts:
        at = {}
        for name, known in named.items():
            of_part = getattr(part.names, name)
            at[name] = np.fromiter((known.setdefault(one, len(known)) for one in of_part), np.int32, len(of_part))
        moved.append(at)

    def all_of(field: str, names: str) -> I32:
        return np.concatenate([at[names][getattr(part, field)] for part, at in zip(parts, moved, strict=True)])

    sizes = np.concatenate([np.diff(part.start) for part in parts])
    times = [np.full(len(part), np.nan) if part.time is None else part.time for part in parts]
    places = np.arange(len(parts), dtype=np.int32)
    of = {name: tuple(known) for name, known in named.items()}
    names = Names(of["queries"], of["docs"], of["judges"], of["groups"], tuple(rounds), of["sources"])
    return PreferenceArrays(
        names, all_of("query", "queries"), _starts(sizes), all_of("doc", "docs"),
        np.concatenate([part.level for part in parts]), all_of("judge", "judges"), all_of("group", "groups"),
        np.repeat(places, [len(part) for part in parts]), all_of("source", "sources"),
        None if all(part.time is None for part in parts) else np.concatenate(times),
        all_of("unjudged_query", "queries"), all_of("unjudged_first", "docs"), all_of("unjudged_second", "docs"),
        np.repeat(places, [part.n_unjudged for part in parts]),
    )  # fmt: skip


def _starts(sizes: I64) -> I64:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
