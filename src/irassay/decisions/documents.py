"""The unit document: its weights in a difference of means, what a draw of one shows, and the chances of draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from irassay.arrays import F64, I64, Flags
from irassay.collection.runs import Runs
from irassay.decisions.bets import Prediction, buckets, draw, predict, running, words_of
from irassay.decisions.pairs import Pairs, likely_winners
from irassay.decisions.unit import Batch, Pair, Shown
from irassay.estimates.universe import rank_weights
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.record import Record

_DENSE = 2_000_000  # values of a matrix that is held whole


class Items(Record):
    """Documents of queries, in the order of the queries; arrays are (document,)."""

    queries: Sequence[str]
    query: I64  # its place among the queries
    docs: Sequence[str]
    weights: Weights  # (document, system): in the mean over the queries, of a gain of 1
    best_rank: I64  # over all systems, from 1
    n_lists: I64  # systems that have it

    def names(self) -> list[tuple[str, str]]:
        """Query and document of each."""
        return [(self.queries[q], doc) for q, doc in zip(self.query.tolist(), self.docs, strict=True)]


def items_of(
    runs: Runs, systems: Sequence[str], queries: Sequence[str], measure: Measure, ideals: Mapping[str, float] | None
) -> Items:
    """Documents within the measure's depth whose weights differ among the systems, over each query's `ideals`."""
    depth = measure.cutoff or measure.definition.depth or None
    docs: list[str] = []
    query: list[int] = []
    rows: list[int] = []
    columns: list[int] = []
    ranks: list[int] = []
    for number, name in enumerate(queries):
        place: dict[str, int] = {}
        for column, system in enumerate(systems):
            ranking = runs.ranking(system, name)[:depth]
            rows += [place.setdefault(doc, len(docs) + len(place)) for doc in ranking]
            columns += [column] * len(ranking)
            ranks += range(len(ranking))
        query += [number] * len(place)
        docs += place
    of, row, by = np.array(query, dtype=np.int64), np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    rank = np.array(ranks, dtype=np.int64)
    scale = np.array([1.0 if ideals is None else ideals.get(q, 0.0) for q in queries])
    scale = np.divide(1.0, scale * len(queries), out=np.zeros(len(scale)), where=scale > 0)
    value = rank_weights(measure, int(rank.max(initial=-1)) + 1)[rank] * scale[of[row]]
    return _that_differ(queries, of, docs, (row, by, rank, value), len(systems))


def _that_differ(
    queries: Sequence[str], of: I64, docs: Sequence[str], entries: tuple[I64, I64, I64, F64], n_systems: int
) -> Items:
    row, column, rank, value = entries
    n = len(docs)
    n_lists, best = np.bincount(row, minlength=n), np.full(n, np.iinfo(np.int64).max)
    least, most = np.full(n, np.inf), np.zeros(n)
    np.minimum.at(best, row, rank)
    np.minimum.at(least, row, value)
    np.maximum.at(most, row, value)
    stays = (np.where(n_lists < n_systems, 0.0, least) < most).astype(bool)
    place = np.cumsum(stays) - 1
    kept = stays[row]
    weights = Weights(place[row[kept]], column[kept], value[kept], (int(stays.sum()), n_systems))
    ids = [doc for doc, stay in zip(docs, stays.tolist(), strict=True) if stay]
    return Items(queries, of[stays], ids, weights, best[stays] + 1, n_lists[stays])


class Weights:
    """A matrix (document, system) of weights, 0 where a system doesn't have the document.

    >>> Weights(np.array([0, 1]), np.array([0, 1]), np.array([0.5, 0.2]), (2, 2)).gram(np.ones(2)).tolist()
    [[0.25, 0.0], [0.0, 0.04000000000000001]]
    """

    def __init__(self, rows: I64, systems: I64, values: F64, shape: tuple[int, int]) -> None:
        self.shape = shape
        self._by_row: Any = sparse.csr_array((values, (rows, systems)), shape=shape)
        self._by_row.sort_indices()
        self._whole: F64 | None = self._by_row.toarray() if shape[0] * shape[1] <= _DENSE else None
        self._by_system: Any = None if self._whole is not None else self._by_row.T.tocsr()
        by = self._by_row
        self._entries = by.indptr.astype(np.int64), by.indices.astype(np.uint32), by.data

    def rows(self, at: I64) -> F64:
        """The weights of some documents: (n, system)."""
        return self._whole[at] if self._whole is not None else self._by_row[at].toarray()

    def differences(self, first: int, second: int) -> F64:
        """Weights of one system minus those of another: (document,)."""
        if self._whole is not None:
            return self._whole[:, first] - self._whole[:, second]
        both = self._by_system[[first, second]].toarray()
        return np.asarray(both[0] - both[1])

    def sums(self, of: F64) -> F64:
        """Sum over documents of weight x `of` (document,): (system,)."""
        return np.asarray((self._whole if self._whole is not None else self._by_row).T @ of)

    def sums_by(self, group: I64, n: int, of: F64) -> F64:
        """The same over the documents of each of `n` groups: (group, system)."""
        by_group = sparse.csr_array((of, (group, np.arange(len(of)))), shape=(n, len(of)))
        return np.asarray((by_group @ self._by_row).toarray())

    def gram(self, of: F64) -> F64:
        """Sum over documents of `of`, none below 0, x weight x weight: (system, system)."""
        if self._whole is not None:
            half = self._whole * np.sqrt(of)[:, None]
            return np.asarray(half.T @ half)
        return np.asarray(_core.weight_gram(*self._entries, of, self.shape[1]))

    def largest(self, of: F64) -> F64:
        """Largest weight x `of` (document,) of each system: (system,)."""
        if self._whole is not None:
            return np.asarray((self._whole * of[:, None]).max(axis=0, initial=0.0))
        by = self._by_system
        products = by.data * of[by.indices]
        return np.array([products[a:b].max(initial=0.0) for a, b in pairwise(by.indptr.tolist())])

    def quadratic(self, form: F64) -> F64:
        """weights x a symmetric form (system, system) x weights of each document: (document,)."""
        if self._whole is not None:
            return np.asarray(((self._whole @ form) * self._whole).sum(axis=1))
        return np.asarray(_core.weight_quadratic(*self._entries, form))

    def falls(self) -> F64:
        """Sum over documents by which the column's weight exceeds the row's: (system, system)."""
        if self._whole is not None:
            held = [np.maximum(self._whole - self._whole[:, [s]], 0.0).sum(axis=0) for s in range(self.shape[1])]
            return np.asarray(held)
        shared = np.empty((self.shape[1], self.shape[1]))
        for s in range(self.shape[1]):
            mine = self._by_system[[s]]
            shared[s] = np.minimum(self._by_row[mine.indices].toarray(), mine.data[:, None]).sum(axis=0)
        return self.sums(np.ones(self.shape[0]))[None, :] - shared


_EXACT = 20_000_000  # pairs x documents up to which each pair's own documents are told apart
_LEAST = 1e-12  # of the largest importance: a document may matter little, its chance stays above 0


class Documents:
    """Documents as items: their gains, which of them are known, and what is predicted of the others."""

    typical = 6.0

    def __init__(
        self, items: Items, pairs: Pairs, gains: Sequence[float], scale: Sequence[int], model: I64 | None
    ) -> None:
        self.items, self.pairs, self._gains = items, pairs, gains
        self.top = max(gains[grade] for grade in scale)
        self._n_steps = max(1, len({gains[grade] for grade in scale}) - 1)
        self.documents = [[pair] for pair in items.names()]
        self.item_of = {pair: i for i, [pair] in enumerate(self.documents)}
        self.n = len(items.docs)
        self._words = words_of(*zip(*items.names(), strict=True)) if self.n else np.empty(0, np.uint64)
        self.has_model = model is not None
        self._model = np.full(self.n, -1) if model is None else model
        self._bucket = buckets(items.best_rank, items.n_lists, self._model)
        self._exact = pairs.n * self.n <= _EXACT
        self.gain = np.full(self.n, np.nan)  # of labels; NaN where there is none, or nobody can say
        self.answered = np.zeros(self.n, dtype=bool)
        self.least = -self.top * items.weights.falls()[pairs.first, pairs.second]
        # of a draw of the last batch: the next one's chances are made for it
        self._variance = self._variances(np.ones(self.n)) if pairs.n > 1 else np.ones(2)

    def name(self, item: int) -> list[str]:
        """The query and the document, as a batch in the log has them."""
        return list(self.documents[item][0])

    def update(self, labels: Mapping[Pair, int | None]) -> list[int]:
        """Take grades of documents, None where nobody can say; the documents that have become known."""
        items = np.array([self.item_of[pair] for pair in labels], dtype=np.int64)
        gains = np.array([np.nan if grade is None else self._gains[max(grade, 0)] for grade in labels.values()])
        moved = items[differ := ~(np.isnan(gains) & np.isnan(self.gain[items]))]
        before = self.values(moved)
        self.gain[moved] = gains[differ]
        self.least = running(self.least, self.values(moved) - before)[-1]
        fresh = items[~self.answered[items]]
        self.answered[items] = True
        return list(map(int, fresh))

    def learn(self, labels: Mapping[Pair, int]) -> None:
        """Take a model's grades of documents, for predictions alone."""
        for pair in labels.keys() & self.item_of.keys():
            self._model[self.item_of[pair]] = max(labels[pair], 0)
        self.has_model, self._bucket = True, buckets(self.items.best_rank, self.items.n_lists, self._model)

    def values(self, items: I64) -> F64:
        """What known documents add to each difference, at its worst where nobody can say: (item, 2 x pair)."""
        weight, gain = self.pairs.differences(self.items.weights.rows(items)), self.gain[items, None]
        return np.where(np.isnan(gain), np.minimum(weight, 0.0) * self.top, weight * gain)

    def known(self, known: Flags) -> F64:
        """Sum of the values of known documents: (2 x pair,)."""
        total = self.pairs.differences(self.items.weights.sums(np.where(known & ~np.isnan(self.gain), self.gain, 0.0)))
        return np.asarray(total + self.values(np.nonzero(known & np.isnan(self.gain))[0]).sum(axis=0))

    def predict(self) -> Prediction:
        """Gains and spreads of all documents, from the labels that there are."""
        known = np.nonzero(~np.isnan(self.gain))[0]
        return predict(self._bucket, self.items.query, known, self.gain[known], self.top)

    def errors(self) -> tuple[float, float]:
        """The mean squared error of predictions on the labels that are there, and of predictions by ranks alone."""
        known = np.nonzero(~np.isnan(self.gain))[0]
        by_rank = buckets(self.items.best_rank, self.items.n_lists, None)
        of = [predict(one, self.items.query, known, self.gain[known], self.top) for one in (self._bucket, by_rank)]
        model, ranks = (float(((one.gain - self.gain)[known] ** 2).mean()) if len(known) else 0.0 for one in of)
        return model, ranks

    def means(self) -> F64:
        """What is expected of each system's mean, up to what is the same for all: (system,)."""
        return self.items.weights.sums(np.where(np.isnan(self.gain), self.predict().gain, self.gain))

    def differences(self) -> F64:
        """What is expected of each difference: (2 x pair,)."""
        return self.pairs.differences(self.means())

    def by_query(self) -> tuple[F64, F64]:
        """What is expected of each difference on each query, and the mean variance there of what misses."""
        n, prediction, missing = len(self.items.queries), self.predict(), np.isnan(self.gain)
        gain = np.where(missing, prediction.gain, self.gain)
        expected = self.pairs.differences(self.items.weights.sums_by(self.items.query, n, gain)) * n
        return expected.T, self._variances(np.where(missing, prediction.spread**2, 0.0)) * n

    def of_errors(self) -> F64:
        """The variance of each difference if every label that is there were off by one grade: (2 x pair,)."""
        step = self.top / self._n_steps
        return self._variances(np.where(np.isnan(self.gain), 0.0, step**2))

    def overturned_by(self, pair: int) -> int | None:
        """The fewest labels whose worst grades take the least difference away, those of the largest effects."""
        weight = self.items.weights.differences(int(self.pairs.first[pair]), int(self.pairs.second[pair]))
        falls = np.where(weight > 0, weight * self.gain, -weight * (self.top - self.gain))[~np.isnan(self.gain)]
        reached = np.cumsum(np.sort(falls)[::-1]) >= self.least[pair] * (1 - 1e-12)
        return int(reached.argmax()) + 1 if reached.any() else None

    def effects(self, open_pairs: Flags) -> tuple[F64, F64]:
        """Expected and largest effects: a likely winner's documents help by their gain, others by what they lack."""
        gain, expected, most = self.predict().gain, np.zeros(self.n), np.zeros(self.n)
        for pair in likely_winners(self.differences(), open_pairs):
            weight = self.items.weights.differences(int(self.pairs.first[pair]), int(self.pairs.second[pair]))
            expected += np.maximum(weight, 0.0) * gain + np.maximum(-weight, 0.0) * (self.top - gain)
            most += np.abs(weight) * self.top
        return expected, most

    def chances(self, open_items: Flags, open_pairs: Flags, spread: F64) -> F64:
        """The chance of each document: its spread x root of the sum over open pairs of weight^2 / variance."""
        weights, n = self.items.weights, self.pairs.n
        first, second = self.pairs.first[:n][open_pairs], self.pairs.second[:n][open_pairs]
        squares = np.where(open_items, spread * spread, 0.0)
        if len(first) == 1:
            importance = weights.differences(int(first[0]), int(second[0])) ** 2
        else:
            form = np.zeros((weights.shape[1], weights.shape[1]))
            form[first, second] = form[second, first] = -1.0 / np.maximum(self._variance[:n][open_pairs], 1e-300)
            form[np.diag_indices_from(form)] = -form.sum(axis=1)
            importance = weights.quadratic(form)
            importance = np.maximum(importance, _LEAST * importance.max(initial=0.0))  # rounding may leave 0 or less
        chance = np.sqrt(squares * importance)
        total = chance.sum()
        return np.asarray(chance / total if total > 0 else chance)

    def draw(self, n: int, open_items: Flags, open_pairs: Flags, *, seed: int, number: int) -> Batch | None:
        """Up to n documents for the open pairs, with all that bets on them need; None where none is left."""
        prediction = self.predict()
        chance, squares = self._chances(open_items, open_pairs, prediction)
        items = draw(self._words, chance, n, seed=seed, batch=number)
        if not len(items):
            return None
        gains = np.where(open_items, prediction.gain, 0.0)
        reach, variance, mass, left = self._moments(gains, squares, chance, open_pairs)
        self._variance = np.where(variance > 0, variance, self._variance)
        return Batch(
            number=number,
            items=items,
            chance=chance[items],
            predicted=prediction.gain[items],
            squares=squares[items],
            predictions=self.pairs.differences(self.items.weights.sums(gains)),
            reach=reach,
            variance=variance,
            mass=mass,
            left=left,
            betting=self.pairs.both_ways(open_pairs),
        )

    def outlook(self, open_items: Flags, open_pairs: Flags) -> tuple[F64, F64, F64] | None:
        """Variance, mass and number of own documents of a batch as it would be drawn now: each (2 x pair,)."""
        prediction = self.predict()
        chance, squares = self._chances(open_items, open_pairs, prediction)
        return self._moments(prediction.gain, squares, chance, open_pairs)[1:] if chance.any() else None

    def _chances(self, open_items: Flags, open_pairs: Flags, prediction: Prediction) -> tuple[F64, F64]:
        """The chance of each document, and its spread^2 / chance: (document,) each."""
        chance = self.chances(open_items, open_pairs, prediction.spread)
        return chance, np.divide(prediction.spread**2, chance, out=np.zeros(self.n), where=chance > 0)

    def _moments(self, gain: F64, squares: F64, chance: F64, open_pairs: Flags) -> tuple[F64, F64, F64, F64]:
        """Of the own documents of each pair: largest fall over chance, variance, chance, number: each (2 x pair,)."""
        inverse = np.divide(1.0, chance, out=np.zeros(self.n), where=chance > 0)
        fall, rise = gain * inverse, np.where(chance > 0, self.top - gain, 0.0) * inverse
        n = self.pairs.n
        if not self._exact:  # from one matrix (system, system): every document is each pair's own here
            weights, first, second = self.items.weights, self.pairs.first, self.pairs.second
            reach = np.maximum(weights.largest(fall)[first], weights.largest(rise)[second])
            left = np.full(2 * n, float((chance > 0).sum()))
            return reach, self._variances(squares), np.ones(2 * n), left
        reach, variance, mass, left = np.zeros(2 * n), np.zeros(n), np.zeros(n), np.zeros(n)
        drawn = chance > 0
        for pair in np.nonzero(open_pairs)[0].tolist():
            weight = self.items.weights.differences(int(self.pairs.first[pair]), int(self.pairs.second[pair]))
            up, down = np.maximum(weight, 0.0), np.maximum(-weight, 0.0)
            reach[pair] = max((up * fall).max(), (down * rise).max())
            reach[pair + n] = max((down * fall).max(), (up * rise).max())
            variance[pair] = (weight * weight) @ squares
            own = (weight != 0) & drawn
            mass[pair], left[pair] = chance @ own, own.sum()
        both = self.pairs.both_ways
        return reach, both(variance), both(mass), both(left)

    def _variances(self, squares: F64) -> F64:
        """Sum over documents of weight^2 x `squares` (document,): (2 x pair,)."""
        gram = self.items.weights.gram(squares)
        own = np.diagonal(gram)
        a, b = self.pairs.first, self.pairs.second
        return np.maximum(own[a] + own[b] - 2 * gram[a, b], 0.0)

    def shown(self, batch: Batch, draws: slice) -> Shown:
        """What is known of drawn documents before they are judged, by pair."""
        weight = self.pairs.differences(self.items.weights.rows(batch.items[draws]))
        own = (weight != 0) | (not self._exact)
        predicted, squares = batch.predicted[draws, None], batch.squares[draws, None]
        return Shown(own & batch.betting, weight * predicted, weight**2 * squares)
