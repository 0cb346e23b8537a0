"""The unit document: what a draw of one document shows of a difference of means, and by which chances one is drawn."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.decisions.draws import draw, words_of
from irassay.decisions.items import Items
from irassay.decisions.pairs import Pairs
from irassay.decisions.predictions import Prediction, buckets, predict
from irassay.decisions.unit import Batch, Shown

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_EXACT = 20_000_000  # pairs x documents up to which each pair's own documents are told apart
_LEAST = 1e-12  # of the largest importance: a document may matter little, its chance stays above 0


class Documents:
    """Documents as items: their gains, which of them are known, and what is predicted of the others."""

    def __init__(self, items: Items, pairs: Pairs, top: float, model: I64 | None) -> None:
        self.items, self.pairs, self.top = items, pairs, top
        self.n = len(items.docs)
        self._words = words_of(*zip(*items.names(), strict=True)) if self.n else np.empty(0, np.uint64)
        self._bucket = buckets(items.best_rank, items.n_lists, model)
        self._exact = pairs.n * self.n <= _EXACT
        self._held = None if self._exact else items.weights.held()
        self.gain = np.full(self.n, np.nan)  # of labels; NaN where there is none, or nobody can say
        self._falls = items.weights.falls() * top

    def value(self, item: int) -> F64:
        """What a known document adds to each difference, at its worst where nobody can say: (2 x pair,)."""
        weight = self.pairs.differences(self.items.weights.rows(np.array([item]))[0])
        gain = self.gain[item]
        return np.minimum(weight, 0.0) * self.top if np.isnan(gain) else weight * gain

    def known(self, known: Flags) -> F64:
        """Sum of the values of known documents: (2 x pair,)."""
        total = self.pairs.differences(self.items.weights.sums(np.where(known & ~np.isnan(self.gain), self.gain, 0.0)))
        for item in np.nonzero(known & np.isnan(self.gain))[0].tolist():
            total += self.value(item)
        return total

    def least(self) -> F64:
        """The least sum of the values of all documents, before any is known: (2 x pair,)."""
        return -self._falls[self.pairs.first, self.pairs.second]

    def least_of(self, item: int) -> F64:
        """The least value of a document that is not known: (2 x pair,)."""
        weight = self.pairs.differences(self.items.weights.rows(np.array([item]))[0])
        return np.minimum(weight, 0.0) * self.top

    def predict(self) -> Prediction:
        """Gains and spreads of all documents, from the labels that there are."""
        known = np.nonzero(~np.isnan(self.gain))[0]
        return predict(self._bucket, self.items.query, known, self.gain[known], self.top)

    def means(self) -> F64:
        """What is expected of each system's mean, up to what is the same for all: (system,)."""
        return self.items.weights.sums(np.where(np.isnan(self.gain), self.predict().gain, self.gain))

    def chances(self, open_items: Flags, open_pairs: Flags, spread: F64) -> F64:
        """The chance of each document: its spread x root of the sum over open pairs of weight^2 / variance."""
        weights, n = self.items.weights, self.pairs.n
        first, second = self.pairs.first[:n][open_pairs], self.pairs.second[:n][open_pairs]
        squares = np.where(open_items, spread * spread, 0.0)
        if len(first) == 1:
            importance = weights.differences(int(first[0]), int(second[0])) ** 2
        else:
            gram = weights.gram(squares)
            own = np.diagonal(gram)
            variance = np.maximum(own[first] + own[second] - 2 * gram[first, second], 1e-300)
            form = np.zeros(gram.shape)
            form[first, second] = form[second, first] = -1.0 / variance
            form[np.diag_indices_from(form)] = -form.sum(axis=1)
            importance = weights.quadratic(form)
            importance = np.maximum(importance, _LEAST * importance.max(initial=0.0))  # rounding may leave 0 or less
        chance = np.sqrt(squares * importance)
        total = chance.sum()
        return np.asarray(chance / total if total > 0 else chance)

    def draw(self, n: int, open_items: Flags, open_pairs: Flags, *, seed: int, number: int) -> Batch | None:
        """Up to n documents for the open pairs, with all that bets on them need; None where none is left."""
        prediction = self.predict()
        chance = self.chances(open_items, open_pairs, prediction.spread)
        items = draw(self._words, chance, n, seed=seed, batch=number)
        if not len(items):
            return None
        gains = np.where(open_items, prediction.gain, 0.0)
        squares = np.divide(prediction.spread**2, chance, out=np.zeros(self.n), where=chance > 0)
        reach, variance, mass, left = self._moments(gains, squares, chance, open_pairs)
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

    def _moments(self, gain: F64, squares: F64, chance: F64, open_pairs: Flags) -> tuple[F64, F64, F64, F64]:
        """Of the own documents of each pair: largest fall over chance, variance, chance, number: each (2 x pair,)."""
        inverse = np.divide(1.0, chance, out=np.zeros(self.n), where=chance > 0)
        fall, rise = gain * inverse, np.where(chance > 0, self.top - gain, 0.0) * inverse
        return (
            self._moments_of_pairs(fall, rise, squares, chance, open_pairs)
            if self._exact
            else self._moments_by_system(fall, rise, squares, chance)
        )

    def _moments_of_pairs(
        self, fall: F64, rise: F64, squares: F64, chance: F64, open_pairs: Flags
    ) -> tuple[F64, F64, F64, F64]:
        n = self.pairs.n
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

    def _moments_by_system(self, fall: F64, rise: F64, squares: F64, chance: F64) -> tuple[F64, F64, F64, F64]:
        """The same from one matrix (system, system) each; a pair's own documents are those of either list here."""
        assert self._held is not None
        a, b, weights = self.pairs.first, self.pairs.second, self.items.weights

        def of_either(gram: F64) -> F64:
            own = np.diagonal(gram)
            return np.asarray(own[a] + own[b] - gram[a, b])

        gram = weights.gram(squares)
        reach = np.maximum(weights.largest(fall)[a], weights.largest(rise)[b])
        variance = np.maximum(of_either(gram) - gram[a, b], 0.0)
        return (
            reach,
            variance,
            of_either(self._held.gram(chance)),
            of_either(self._held.gram((chance > 0).astype(np.float64))),
        )

    def shown(self, batch: Batch, place: int) -> Shown:
        """What is known of a drawn document before it is judged, by pair."""
        row = self.items.weights.rows(batch.items[place : place + 1])[0]
        weight = self.pairs.differences(row)
        own = weight != 0 if self._exact else (row[self.pairs.first] > 0) | (row[self.pairs.second] > 0)
        return Shown(own & batch.betting, weight * batch.predicted[place], weight**2 * batch.squares[place])
