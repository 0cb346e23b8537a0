"""The order of systems without some queries or documents, against the order without as many drawn at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.order_agreement import OrderAgreement, Spread, order_agreement
from irassay.comparison.pair_buckets import PairBuckets, PRange
from irassay.comparison.paired_scores import all_pairs
from irassay.comparison.query_groups import random_subsets
from irassay.comparison.significance.randomization import snap

F64: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

DRAWS = 2_000  # the standard error of a p of 0.05 is then 0.005


@dataclass(frozen=True, slots=True)
class OrderWithout:
    """By how much the order of systems changes without some queries or documents."""

    n: int  # queries or documents left out
    pairs: int  # of systems
    swaps: int  # pairs in the opposite order; a tie is no swap
    tau: float  # Kendall's tau-a of the two orders
    by_chance: Spread | None  # swaps without as many drawn at random, the middle 90%
    tau_by_chance: float | None  # mean over the draws
    p: float | None  # share of draws that swap as many pairs or more
    n_draws: int

    def to_dict(self) -> dict[str, object]:
        """As it stands in JSON: tau, swaps, by_chance."""
        chance: dict[str, object] | None = None
        if self.by_chance is not None:
            of = self.by_chance
            chance = {"swaps": of.mean, "low": of.low, "high": of.high, "tau": self.tau_by_chance, "p": self.p}
            chance["draws"] = self.n_draws
        return {"tau": self.tau, "swaps": self.swaps, "pairs": self.pairs, "by_chance": chance}


def order_without(
    x: F64, gone: Flags, *, lower_is_better: bool = False, n_draws: int = DRAWS, key: int = 0
) -> OrderWithout | None:
    """The order of systems by all queries against that without those gone, scores (query, system) without NaN; random
    sets of as many give p. None for fewer than two systems, or where no or every query is left out. Source: Kendall
    1938 (tau-a); Fisher, The Design of Experiments, 1935."""
    n, size = len(x), int(gone.sum())
    if x.shape[1] < 2 or not 0 < size < n:
        return None
    exact, _ = snap(x)
    total = exact.sum(axis=0)
    drawn = [block @ exact for block in random_subsets(n, size, n_draws, key=key)]
    rest = (total - np.concatenate([exact[gone].sum(axis=0)[None], *drawn])) / (n - size)
    return order_of_means(total / n, rest, n_gone=size, lower_is_better=lower_is_better)


def order_of_means(before: F64, after: F64, *, n_gone: int, lower_is_better: bool = False) -> OrderWithout:
    """The order by means `(system,)` against the orders `(draw, system)` without something: the asked one first, then
    random ones."""
    a, b = all_pairs(len(before))
    one = PairBuckets([PRange(0.0, None)], a, b, np.full(len(a), np.nan), np.zeros(len(a), dtype=np.intp))
    orders: OrderAgreement = order_agreement(before[:, None], after, buckets=one, lower_is_better=lower_is_better)
    swaps, tau = orders.discordant[:, 0], orders.tau
    n_draws = len(after) - 1
    drawn = n_draws > 0
    return OrderWithout(
        n=n_gone,
        pairs=len(a),
        swaps=int(swaps[0]),
        tau=float(tau[0]),
        by_chance=Spread.of(swaps[1:].astype(np.float64)) if drawn else None,
        tau_by_chance=float(tau[1:].mean()) if drawn else None,
        p=float((1 + (swaps[1:] >= swaps[0]).sum()) / (1 + n_draws)) if drawn else None,
        n_draws=n_draws,
    )
