"""How many training texts are as near to a test query as the floor by chance: from training texts drawn at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from irassay.comparison.wilson import wilson
from irassay.leakage.leaks import Z
from irassay.leakage.nearest import Nearest
from irassay.leakage.query_vectors import QueryVectors
from irassay.messages import percent, plural

Counts: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance puts at or above the floor."""

    floor: float
    share: float  # of pairs of a test text and any training text, 0 to 1
    low: float  # 95% interval of the share
    high: float
    n_drawn: int  # training texts drawn at random, all their pairs counted
    n_train: int
    n_pairs: int
    expected: float  # training texts from the floor on, the mean over test queries
    neighbours: int  # training texts kept for each test text
    texts_per_query: float

    def explain(self) -> str:
        """In words, for people."""
        if not self.n_pairs:
            return "No training text was drawn at random: how many come near by chance is not known."
        if not self.share:
            most = self.high * self.n_train * self.texts_per_query
            return (
                f"None of {plural(self.n_pairs, 'pair')} of a test text and a training text drawn at random has a "
                f"cosine of {self.floor:g} or more: chance puts at most {most:.2g} of "
                f"{plural(self.n_train, 'training text')} near a test query."
            )
        unit, of = (1e4, "10,000") if self.high >= 1e-4 else (1e6, "1,000,000")
        if self.high >= 0.01:
            rate, low, high = percent(self.share), percent(self.low), percent(self.high)
            rate += " of the"
        else:
            rate, low, high = (f"{part * unit:.2g}" for part in (self.share, self.low, self.high))
            rate += f" in {of}"
        said = (
            f"{low} to {high}; {plural(self.n_pairs, 'pair')} with {self.n_drawn:,} of {self.n_train:,} training texts"
        )
        if self.n_drawn == self.n_train:
            said = f"all {plural(self.n_pairs, 'pair')}"
        many = self.expected > self.neighbours * self.texts_per_query
        advice = (
            f" That is more than the {self.neighbours:,} that are kept for a text: raise the floor." if many else ""
        )
        return (
            f"{rate} pairs of a test text and a training text drawn at random have a cosine of {self.floor:g} or more "
            f"({said}): some {self.expected:.2g} training texts for each test query, related or not.{advice}"
        )


def chance_of(nearest: Nearest, queries: QueryVectors) -> Chance:
    """What chance puts at or above the floor of a search through all training texts: exact where every text is in the
    sample, else an interval of `clustered_share` over training texts."""
    n_texts = int((queries.rows >= 0).sum())
    n_queries = len({text.query for text in queries.texts})
    hits = np.array([one.hits for one in nearest.sample], dtype=np.int64)
    n_pairs = n_texts * len(hits)
    share, low, high = clustered_share(hits, n_texts)
    if len(hits) == nearest.n_compared and n_pairs:
        low = high = share
    per_query = n_texts / n_queries
    return Chance(
        nearest.terms.floor,
        share,
        low,
        high,
        len(hits),
        nearest.n_compared,
        n_pairs,
        share * nearest.n_compared * per_query,
        nearest.terms.neighbours,
        per_query,
    )


def clustered_share(hits: Counts, of_each: Counts | int) -> tuple[float, float, float]:
    """The share of hits among the pairs of clusters, with Wilson's 95% interval for the effective number of pairs, p (1
    - p) over the variance of p; where all or none hit, a cluster counts as one. Source: Wilson 1927; Korn and Graubard
    1998; Cochran, Sampling techniques, 1977, 6.4."""
    pairs = np.broadcast_to(of_each, hits.shape)
    some = pairs > 0
    hits, pairs, n = hits[some], pairs[some], int(some.sum())
    if not n:
        return 0.0, 0.0, 1.0
    n_pairs = float(pairs.sum())
    share = float(hits.sum()) / n_pairs
    spread = float(((hits - share * pairs) ** 2).sum()) * n / max(1, n - 1) / n_pairs**2
    effective = min(share * (1 - share) / spread, n_pairs) if spread else float(n)
    low, high = wilson(np.array([share * effective]), effective, Z)[0]  # type: ignore[arg-type]
    return share, float(low) if share > 0 else 0.0, float(high) if share < 1 else 1.0
