"""Bets on documents: drawn with a known chance, predicted before they are judged, and the wealth of bets.

The caller says what each draw showed; here stand the bets alone. A hypothesis is a pair in one of its two orders and a
level m. Wealth above 1 / alpha is evidence at level alpha (Ville's inequality).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from irassay.arrays import F64, I64, U64
from irassay.kernel import _core
from irassay.record import Record

RATES = np.array([0.8, 1.4, 2.2, 3.3, 5.0, 8.0, 12.0])
PRIOR = 8.0  # draws that the running ratio of squared residuals is shrunk by, as the kernel has it
BUCKET = 10.0  # labels that a bucket's mean is shrunk by
QUERY = 4.0  # labels that a query's residual is shrunk by
FLOOR = 0.4  # of the top gain: the least spread
FIRST_GUESS = 0.3  # of the top gain, before any label


class Bets:
    """Wealth of hypotheses, (level, pair in an order), whose `levels` are the largest differences under each.

    >>> bets = Bets(np.zeros((1, 1)))
    >>> one = np.ones((1, 1))
    >>> bool(bets.place(np.array([0]), mean=0 * one, z=one, variance=one, least=-one, left=4 * one[0])[0, 0, 0] > 0)
    True
    """

    def __init__(self, levels: F64) -> None:
        self._wealth = _core.Bets(np.ascontiguousarray(levels), RATES)
        self.log_best: F64 = self._wealth.log_best  # the largest log wealth so far

    @property
    def log_wealth(self) -> F64:
        """Log wealth now."""
        return self._wealth.log_wealth

    @property
    def ratio(self) -> F64:
        """Squared over predicted squared residuals of draws so far, shrunk to 1: (pair in an order,)."""
        return (PRIOR + self._wealth.squares) / (PRIOR + self._wealth.expected)

    def shown(self) -> tuple[F64, F64]:
        """The precision-weighted mean of what draws have shown of each pair, and its precision, 0 before the first."""
        precision = self._wealth.precision
        return self._wealth.weighted / np.maximum(precision, 1e-300), precision

    def place(self, at: I64, *, mean: F64, z: F64, variance: F64, least: F64, left: F64) -> F64:
        """Bet in the hypotheses of the pairs `at` on draws of `z`, expected to be the difference; the log wealth after
        each, (draw, level, len(at)). Before each, (draw, len(at)): `mean` (M), `variance` of z, infinite where the draw
        is not of the pair, and `least` z; `left` (len(at),) items at the beginning."""
        return self._wealth.place(at, mean=mean, z=z, variance=variance, least=least, left=left)


def running(start: F64, steps: F64) -> F64:
    """Sums before the first step and after each, in the order of the steps whoever groups them: (step + 1, ...)."""
    return np.asarray(np.add.accumulate(np.concatenate([start[None], steps])))


def words_of(queries: Sequence[str], docs: Sequence[str]) -> U64:
    """A 64-bit word of each query and document."""
    digests = (blake2b(f"{q}\0{d}".encode(), digest_size=8).digest() for q, d in zip(queries, docs, strict=True))
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


def uniform(words: U64, seed: int, batch: int) -> F64:
    """A number above 0 and below 1 of each word, another one for another seed or batch."""
    key = int.from_bytes(blake2b(f"{seed}\0{batch}".encode(), digest_size=8).digest(), "little")
    bits = _mixed(_mixed(words ^ np.uint64(key)) + np.uint64(key)) >> np.uint64(11)
    return bits.astype(np.float64) / 2.0**53 + 2.0**-54


def _mixed(x: U64) -> U64:
    """splitmix64's finaliser (Steele, Lea and Flood, OOPSLA 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def draw(words: U64, chance: F64, n: int, *, seed: int, batch: int) -> I64:
    """Places of up to `n` items with a `chance` above 0, in the order of the draws, in proportion to the chances left.
    Source: Efraimidis and Spirakis, Inf. Process. Lett. 97, 2006, weighted sampling with a reservoir."""
    open_ = np.nonzero(chance > 0)[0]
    keys = -np.log(uniform(words[open_], seed, batch)) / chance[open_]
    first = np.argpartition(keys, n - 1)[:n] if n < len(keys) else np.arange(len(keys))
    return np.asarray(open_[first[np.argsort(keys[first], kind="stable")]])


class Prediction(Record):
    """Gains predicted of documents, and their spreads: each (document,)."""

    gain: F64
    spread: F64


def buckets(best_rank: I64, n_lists: I64, model: I64 | None) -> I64:
    """The bucket of each document: its model's label, else (-1) its best rank's band and its number of lists' band."""
    bands = np.log2(best_rank).astype(np.int64) * 64 + np.log2(n_lists).astype(np.int64)
    codes = bands if model is None else np.where(model < 0, bands, -1 - model)
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def predict(bucket: I64, query: I64, known: I64, gains: F64, top: float) -> Prediction:
    """Predictions for all documents from the `gains` of the documents `known`."""
    n_buckets, n_queries = int(bucket.max(initial=0)) + 1, int(query.max(initial=0)) + 1
    overall = (gains.sum() + BUCKET * FIRST_GUESS * top) / (len(gains) + BUCKET)
    of = bucket[known]
    n, total = np.bincount(of, minlength=n_buckets), np.bincount(of, gains, minlength=n_buckets)
    mean = (total + BUCKET * overall) / (n + BUCKET)
    off = np.bincount(query[known], gains - mean[of], minlength=n_queries)
    off = off / (np.bincount(query[known], minlength=n_queries) + QUERY)
    gain = np.clip(mean[bucket] + off[query], 0.0, top)
    widest = gain * (top - gain)
    squares = ((gains - gain[known]) ** 2).sum() + BUCKET * top * top / 4
    ratio = squares / (widest[known].sum() + BUCKET * top * top / 4)
    return Prediction(gain, np.maximum(np.sqrt(ratio * widest), FLOOR * top))
