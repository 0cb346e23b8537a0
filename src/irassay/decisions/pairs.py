"""Pairs of systems in both orders, and which verdicts on them evidence and proofs allow together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irassay.arrays import F64, I64, Flags
from irassay.record import Record


class Pairs(Record):
    """Places of systems, (2 x pair,): the pairs (a, b), then the same as (b, a)."""

    first: I64
    second: I64

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> Pairs:
        """Pairs that are given in one order."""
        a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return cls(np.concatenate([a, b]), np.concatenate([b, a]))

    @property
    def n(self) -> int:
        """The number of pairs, each counted once."""
        return len(self.first) // 2

    def differences(self, of: F64) -> F64:
        """The first system's value minus the second's, of what the last axis has by system."""
        return np.asarray(of[..., self.first] - of[..., self.second])

    def both_ways(self, of: NDArray[Any]) -> NDArray[Any]:
        """What holds of a pair, for both of its orders."""
        return np.concatenate([of, of], axis=-1)


class Question(Record):
    """What is asked of which pairs, and at which level: `kind` "pairs", "baseline", "top" (`top` systems, else 0) or
    "order"."""

    kind: str
    pairs: Pairs
    n_systems: int
    top: int
    margin: float
    alpha: float

    @property
    def levels(self) -> F64:
        """The largest differences under each hypothesis, (level, 2 x pair): 0, and minus the margin if there is one."""
        return np.repeat([[0.0], [-self.margin]][: 1 + (self.margin > 0)], len(self.pairs.first), axis=1)

    def needed(self, n_settled: int) -> float:
        """The log wealth that settles one more pair."""
        n = 2 * self.pairs.n
        if self.margin == 0.0:
            n = self.top * (self.n_systems - self.top) + 1 if self.top else n - n_settled
        return float(np.log(max(n, 1) / self.alpha))

    def by_sample(self, best: F64, better: Flags, open_pairs: Flags) -> tuple[Flags, Flags]:
        """Which first systems are better, (2 x pair,), and which pairs tied, (pair,), by the largest log wealth,
        (level, 2 x pair); those `better` stay, `open_pairs` may become so. Source: Holm, Scandinavian Journal of
        Statistics 6, 1979, with e-values."""
        n, n_settled = self.pairs.n, -1
        may = self.pairs.both_ways(open_pairs) & (best[0] > np.concatenate([best[0][n:], best[0][:n]]))
        while (now := int(better.sum())) > n_settled:
            n_settled = now
            better = better | (may & (best[0] >= self.needed(n_settled)))
        near = best[-1] >= self.needed(0) if self.margin > 0 else np.zeros(2 * n, dtype=bool)
        return better, near[:n] & near[n:] & open_pairs & ~(better[:n] | better[n:])


def best_first(question: Question, better: Flags, means: F64, n: int) -> list[int]:
    """The best n systems known, best first: each time that of the highest mean, (system,), that no other left beats."""
    beats = np.zeros((question.n_systems, question.n_systems), dtype=bool)
    beats[question.pairs.first[better], question.pairs.second[better]] = True
    left, order = np.ones(question.n_systems, dtype=bool), list[int]()
    for _ in range(n):
        unbeaten = left & ~beats[left].any(axis=0)
        among = unbeaten if unbeaten.any() else left
        order.append(int(np.argmax(np.where(among, means, -np.inf))))
        left[order[-1]] = False
    return order


def likely_winners(differences: F64, open_pairs: Flags) -> list[int]:
    """Open pairs, (pair,), each in the order that has the likely winner first, by `differences` (2 x pair,)."""
    at = np.nonzero(open_pairs)[0]
    return [int(i) for i in np.where(differences[at] >= 0, at, at + len(open_pairs))]


def asked_pairs(question: Question, better: Flags, means: Callable[[], F64]) -> Flags:
    """The pairs whose verdicts answer the question, (pair,): all, or for the best K those of one and another."""
    n = question.pairs.n
    if not question.top:
        return np.ones(n, dtype=bool)
    members = np.zeros(question.n_systems, dtype=bool)
    members[best_first(question, better, means(), question.top)] = True
    return np.asarray(members[question.pairs.first[:n]] != members[question.pairs.second[:n]])


def pairs_of(kind: str, n_systems: int, baseline: int, given: Sequence[tuple[int, int]]) -> Pairs:
    """The pairs of a kind of question: those given, those with the baseline, or all."""
    if kind == "pairs":
        return Pairs.of(given)
    if kind == "baseline":
        return Pairs.of([(s, baseline) for s in range(n_systems) if s != baseline])
    return Pairs.of(list(combinations(range(n_systems), 2)))
