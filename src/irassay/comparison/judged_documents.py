"""Judged pairs query by query: documents and their strengths, cyclic triads, and how often a run orders them so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from irassay.arguments import whole_number
from irassay.arrays import F64, I8, I32, I64, Flags
from irassay.collection.preference_arrays import FIRST, SECOND, TIE
from irassay.collection.preferences import Preferences
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.listed_documents import NONE, NOT_LISTED, ListedDocuments
from irassay.comparison.proportions import clustered_interval
from irassay.comparison.words import BY_QUERY
from irassay.errors import UsageError
from irassay.result import Column, Table

BY_CHANCE = 0.25  # the expected share of cyclic triads where every pair is decided by a fair coin
_MOST_CELLS = 4_000_000  # of the square tables of documents that are held at a time
DEPTH = 10  # documents of a list in which both of a pair must stand
_BATCH = 65_536  # judged pairs that are counted at a time


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDocuments:
    """The documents of each query's judged pairs, and the pairs in terms of them."""

    queries: tuple[str, ...]  # in byte order, each with a judged pair
    docs: tuple[str, ...]  # of one query after the other
    start: I64  # (query + 1,), where a query's documents begin in `docs`
    pair_query: I64  # (pair,), ascending
    one: I64  # (pair,), a document's place among those of its query
    other: I64
    outcome: I8  # (pair,), `FIRST` where most prefer `one`, `SECOND`, or `TIE`
    n_judged: I32
    n_one: I32  # (pair,), judgments that prefer `one`
    n_other: I32

    @classmethod
    def of(cls, preferences: Preferences, queries: Collection[str] | None = None) -> JudgedDocuments:
        """The judged documents of all queries, or of some."""
        names, pairs = preferences.arrays.names, preferences.outcomes
        chosen_queries = None if queries is None else set(queries)
        counted = [name for name in preferences.queries if chosen_queries is None or name in chosen_queries]
        number = {name: i for i, name in enumerate(counted)}
        of_query = np.array([number.get(name, -1) for name in names.queries], dtype=np.int64)[pairs.query]
        chosen = np.flatnonzero(of_query >= 0)
        chosen = chosen[np.argsort(of_query[chosen], kind="stable")]
        query, width = of_query[chosen], max(1, len(names.docs))
        ends = np.concatenate([query * width + pairs.first[chosen], query * width + pairs.second[chosen]])
        keys, place = np.unique(ends, return_inverse=True)
        start = np.searchsorted(keys, np.arange(len(counted) + 1) * width)
        local = place - np.tile(start[query], 2)
        n = len(chosen)
        docs = tuple(names.docs[i] for i in (keys % width).tolist())
        return cls(
            tuple(counted), docs, start, query, local[:n], local[n:], pairs.outcome[chosen], pairs.n_judged[chosen],
            pairs.n_first[chosen], pairs.n_second[chosen],
        )  # fmt: skip

    def by_size(self) -> Iterator[tuple[I64, I64, I64]]:
        """Queries with equally many documents together: the queries, their pairs, and each pair's place among them."""
        sizes = np.diff(self.start)
        at = np.searchsorted(self.pair_query, np.arange(len(self.queries) + 1))
        n_pairs = np.diff(at)
        for size in np.unique(sizes).tolist():
            of_size = np.flatnonzero(sizes == size)
            for some in np.array_split(of_size, 1 + len(of_size) * size * size // _MOST_CELLS):
                pairs = np.concatenate([np.arange(at[q], at[q + 1]) for q in some.tolist()])
                yield some, pairs, np.repeat(np.arange(len(some)), n_pairs[some])

    def docs_of(self, query: int) -> tuple[str, ...]:
        """The documents of a query, by its place."""
        return self.docs[self.start[query] : self.start[query + 1]]


@dataclass(frozen=True, slots=True, eq=False)
class Transitivity:
    """Triads of documents whose three pairs are judged and decided."""

    queries: tuple[str, ...]
    triads: I64  # (query,), all of them
    cyclic: I64  # (query,), those without a document preferred to both others

    @property
    def share(self) -> float:
        """The share of cyclic triads over all queries; NaN without a triad."""
        n = int(self.triads.sum())
        return int(self.cyclic.sum()) / n if n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of `share` over queries."""
        cyclic = self.cyclic.astype(np.float64)
        return clustered_interval(cyclic, self.triads - cyclic)


def transitivity(preferences: Preferences, *, queries: Collection[str] | None = None) -> Transitivity:
    """How often preferences of three documents run in a circle, by most judgments of each pair, without triads with a
    tie; a quarter if judges toss a coin. Source: Kendall and Babington Smith, Biometrika 31, 1940."""
    judged = JudgedDocuments.of(preferences, queries)
    triads = np.zeros(len(judged.queries), dtype=np.int64)
    cyclic = np.zeros(len(judged.queries), dtype=np.int64)
    for some, pairs, place in judged.by_size():
        n = int(np.diff(judged.start)[some[0]])
        decided = judged.outcome[pairs] != TIE
        pairs, place = pairs[decided], place[decided]
        won = judged.outcome[pairs] == FIRST
        one, other = judged.one[pairs], judged.other[pairs]
        beats = np.zeros((len(some), n, n))
        beats[place, np.where(won, one, other), np.where(won, other, one)] = 1.0
        decided_with = beats + beats.swapaxes(1, 2)
        # A closed walk of three steps counts a cycle at each of its three starts, and a triad in both directions too.
        cyclic[some] = np.rint(_closed_walks(beats) / 3).astype(np.int64)
        triads[some] = np.rint(_closed_walks(decided_with) / 6).astype(np.int64)
    return Transitivity(judged.queries, triads, cyclic)


def _closed_walks(steps: F64) -> F64:
    """Walks of three steps that end where they began, in each table (table, from, to)."""
    return np.asarray(((steps @ steps) * steps.swapaxes(1, 2)).sum(axis=(1, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Consistency:
    """Every system's order of judged pairs, ties apart."""

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    depth: int  # both documents of a pair are among a system's first
    agree: I64  # (system, query), judged pairs that a system orders as judged
    disagree: I64  # (system, query), and the other way round

    @property
    def share(self) -> F64:
        """The share of a system's judged pairs that it orders as judged; NaN without a pair."""
        agree = self.agree.sum(axis=1)
        n = agree + self.disagree.sum(axis=1)
        return np.where(n > 0, agree / np.maximum(n, 1), np.nan)

    @property
    def intervals(self) -> F64:
        """95% intervals of `share` over queries: array (system, 2); NaN with pairs of fewer than two queries."""
        ends = [clustered_interval(*of) for of in zip(self.agree.astype(float), self.disagree.astype(float))]
        return np.array(ends, dtype=np.float64).reshape(-1, 2)

    def table(self) -> Table:
        """A row a system, the largest share first."""
        share, ends = self.share, self.intervals
        order = np.argsort(np.where(np.isnan(share), np.inf, -share), kind="stable")
        agree, disagree = self.agree.sum(axis=1)[order], self.disagree.sum(axis=1)[order]

        def cells(values: F64) -> list[float | None]:
            return [None if np.isnan(x) else float(x) for x in values[order]]

        judged = BY_QUERY("consistency.pairs", depth=f"{self.depth}")
        columns = [
            Column("system", [self.systems[i] for i in order.tolist()]),
            Column("pairs", (agree + disagree).tolist(), "pairs", judged, 0),
            Column("agree", agree.tolist(), "pairs", BY_QUERY("consistency.agree"), 0),
            Column("share", share[order].tolist(), "share", BY_QUERY("consistency.share"), 3),
            Column("low", ends[order, 0].tolist(), "share", "95%, over queries", 3),
            Column("high", ends[order, 1].tolist(), "share", "95%, over queries", 3),
        ]
        return Table("consistency", BY_QUERY("consistency.title"), columns)


def consistency(
    preferences: Preferences,
    runs: Runs,
    *,
    queries: Sequence[str] | None = None,
    depth: int = DEPTH,
    ties: Ties | None = None,
) -> Consistency:
    """How often a run orders a judged pair of its first `depth` documents as most judgments do. Queries are independent
    draws. Source: Arabzadeh, Vtyurina, Yan and Clarke 2021; Korn and Graubard 1998."""
    whole_number("depth", depth, low=2)
    listed = ListedDocuments.of(runs, list(preferences.queries if queries is None else queries), depth, ties=ties)
    names, pairs = preferences.arrays.names, preferences.outcomes
    decided = np.flatnonzero(pairs.outcome != TIE)
    query = pairs.query[decided].astype(np.int64)
    one = listed.places(names.queries, names.docs, query, pairs.first[decided].astype(np.int64))
    other = listed.places(names.queries, names.docs, query, pairs.second[decided].astype(np.int64))
    swapped = pairs.outcome[decided] == SECOND
    better, worse = np.where(swapped, other, one), np.where(swapped, one, other)
    there = (one != NONE) & (other != NONE)
    agree, disagree = _count_orders(listed, better[there], worse[there])
    return Consistency(listed.systems, listed.queries, depth, agree, disagree)


def _count_orders(listed: ListedDocuments, better: I64, worse: I64) -> tuple[I64, I64]:
    """Pairs of items that each system orders with the better one first, and last: two arrays (system, query)."""
    shape = (len(listed.queries), len(listed.systems))
    agree, disagree = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for begin in range(0, len(better), _BATCH):
        high, low = better[begin : begin + _BATCH], worse[begin : begin + _BATCH]
        of_high, of_low = listed.rank[high], listed.rank[low]
        both = (of_high != NOT_LISTED) & (of_low != NOT_LISTED)
        query = listed.item_query[high]
        np.add.at(agree, query, both & (of_high < of_low))
        np.add.at(disagree, query, both & (of_high > of_low))
    return agree.T, disagree.T


PRIOR = 0.5  # wins and losses against the average document: those of one tie
STOP = 1e-9  # the largest change of a strength, in log-odds, after which the fit ends
MOST_STEPS = 100  # Newton's; a dozen is the rule
_Z = 1.959963984540054  # 97.5% quantile of the normal distribution
_SPAN = 12.0  # the largest change of a strength in one step


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """The documents of one query by Bradley and Terry's model."""

    docs: tuple[str, ...]  # the strongest first; equal ones by id
    strength: F64  # (doc,), log-odds against the average document; NaN without a finite fit
    covariance: F64  # (doc, doc), of the strengths
    wins: F64  # (doc,), judgments that prefer it; a tie is half a win
    n_judged: int  # judgments of pairs

    @property
    def intervals(self) -> F64:
        """95% intervals of the strengths over the mean of the query's documents, (doc, 2); the level of all strengths
        is known by the prior alone."""
        n = len(self.docs)
        contrast = np.eye(n) - 1 / n
        reach = _Z * np.sqrt(np.diagonal(contrast @ self.covariance @ contrast))
        return np.stack([self.strength - reach, self.strength + reach], axis=1)

    @property
    def lead(self) -> tuple[float, float, float]:
        """The strength of the first document above that of the second, with its 95% interval."""
        (a, both), (_, b) = self.covariance[:2, :2]
        gap = float(self.strength[0] - self.strength[1])
        reach = _Z * float(np.sqrt(max(0.0, a + b - 2 * both)))
        return gap, gap - reach, gap + reach


def bradley_terry(
    preferences: Preferences, *, queries: Collection[str] | None = None, prior: float = PRIOR
) -> Mapping[str, Strengths]:
    """How strong each document is, by all judgments of its query, a tie half a win; `prior` counts wins and losses
    against an average one. NaN where Newton's method does not end, and with prior 0 where documents are never beaten.
    Source: Bradley and Terry 1952; Ford 1957."""
    if not prior >= 0:
        raise UsageError(f"prior={prior!r}: expected 0 or more")
    judged = JudgedDocuments.of(preferences, queries)
    out: dict[int, Strengths] = {}
    for some, pairs, place in judged.by_size():
        n = int(np.diff(judged.start)[some[0]])
        wins = np.zeros((len(some), n, n))
        tied = (judged.n_judged - judged.n_one - judged.n_other)[pairs] / 2
        wins[place, judged.one[pairs], judged.other[pairs]] = judged.n_one[pairs] + tied
        wins[place, judged.other[pairs], judged.one[pairs]] = judged.n_other[pairs] + tied
        strength, covariance = fit(wins, prior)
        for i, q in enumerate(some.tolist()):
            out[q] = _sorted(judged.docs_of(q), strength[i], covariance[i], wins[i])
    return {judged.queries[q]: out[q] for q in sorted(out)}


def _sorted(docs: tuple[str, ...], strength: F64, covariance: F64, wins: F64) -> Strengths:
    total = wins.sum(axis=1)
    order = sorted(
        range(len(docs)), key=lambda i: (-strength[i], -total[i], docs[i].encode("utf-8", "surrogateescape"))
    )
    n_judged = round(float(wins.sum()))
    return Strengths(
        tuple(docs[i] for i in order), strength[order], covariance[np.ix_(order, order)], total[order], n_judged
    )


def fit(wins: F64, prior: float) -> tuple[F64, F64]:
    """Strengths, (table, doc), and covariances, (table, doc, doc), from wins, (table, doc, doc), of the row's document;
    NaN where no finite value exists, or `MOST_STEPS` do not reach it."""
    n = wins.shape[1]
    games = wins + wins.swapaxes(1, 2)
    strength = np.zeros(wins.shape[:2])
    # Without a prior only differences count: one more equation holds their mean at 0.
    level = np.zeros((n, n)) if prior else np.full((n, n), 1.0 / n)
    open_ = np.flatnonzero(np.full(len(wins), True) if prior else _connected(wins))
    done = np.zeros(len(wins), dtype=bool)
    for _ in range(MOST_STEPS):
        at, of, played = strength[open_], wins[open_], games[open_]
        gradient, information = _derivatives(at, of, played, prior)
        step = np.linalg.solve(information + level, gradient[..., None])[..., 0]
        step = np.clip(step, -_SPAN, _SPAN)
        strength[open_] = _halved(at, step, partial(_likelihood, wins=of, prior=prior))
        ended = np.abs(strength[open_] - at).max(axis=1, initial=0.0) <= STOP
        done[open_[ended]] = True
        open_ = open_[~ended]
        if not len(open_):
            break
    _, information = _derivatives(strength, wins, games, prior)
    covariance = np.full(wins.shape, np.nan)
    covariance[done] = np.linalg.inv(information[done] + level) - level
    strength[~done] = np.nan
    return strength, covariance


def _derivatives(strength: F64, wins: F64, games: F64, prior: float) -> tuple[F64, F64]:
    """The gradient of the log-likelihood, and minus its second derivative."""
    p = _chance(strength[:, :, None] - strength[:, None, :])
    alone = _chance(strength)
    gradient = (wins - games * p).sum(axis=2) + prior * (1 - 2 * alone)
    weight = games * p * (1 - p)
    information = -weight
    diagonal = np.arange(wins.shape[1])
    information[:, diagonal, diagonal] += weight.sum(axis=2) + 2 * prior * alone * (1 - alone)
    return gradient, information


def _likelihood(strength: F64, *, wins: F64, prior: float) -> F64:
    gaps = strength[:, :, None] - strength[:, None, :]
    pairs = -(wins * np.logaddexp(0.0, -gaps)).sum(axis=(1, 2))
    alone = np.logaddexp(0.0, -strength) + np.logaddexp(0.0, strength)
    return np.asarray(pairs - prior * alone.sum(axis=1))


def _halved(at: F64, step: F64, likelihood: partial[F64]) -> F64:
    """Where each table's step leads, halved until the likelihood is no smaller than before."""
    before = likelihood(at)
    slack = STOP * np.maximum(1.0, np.abs(before)) * 1e-3  # rounding must not halve a step at the summit
    for _ in range(40):
        worse = likelihood(at + step) < before - slack
        if not worse.any():
            break
        step = np.where(worse[:, None], step / 2, step)
    return at + step


def _connected(wins: F64) -> Flags:
    """Whether wins lead from every document to every other one, in each table: Ford's condition."""
    reach = (wins > 0) | np.eye(wins.shape[1], dtype=bool)
    for _ in range(max(1, int(np.ceil(np.log2(wins.shape[1]))))):
        reach = (reach.astype(np.float32) @ reach.astype(np.float32)) > 0
    return np.asarray(reach.all(axis=(1, 2)))


def _chance(log_odds: F64) -> F64:
    return 1 / (1 + np.exp(-log_odds))
