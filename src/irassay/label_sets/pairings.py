"""Pairings that labels win: how often what they call best is preferred to the other documents of its pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.collection.judged_pools import JudgedPool


@dataclass(frozen=True, slots=True)
class Pairings:
    """Judged pairings of labelled documents with the others of their pools.

    Attributes
    ----------
    n_queries : int
        Queries with a pairing.
    won, lost, tied : int
        A pairing of two labelled documents counts for each of them: it is won once and lost once.
    """

    n_queries: int
    won: int
    lost: int
    tied: int

    @property
    def n(self) -> int:
        """All pairings."""
        return self.won + self.lost + self.tied

    @property
    def share(self) -> float | None:
        """The share that is won, a tie half a win; None without a pairing."""
        return (self.won + self.tied / 2) / self.n if self.n else None


def pairings(pools: Iterable[JudgedPool], answers: Mapping[str, Sequence[str]]) -> Pairings:
    """How often labelled documents are preferred to others of their pools.

    Parameters
    ----------
    pools : iterable of JudgedPool
    answers : mapping of str to sequence of str
        Query -> the documents that labels call best. Those that are not in the pool have no pairing.

    Examples
    --------
    >>> from irassay.collection.judged_pools import judged_pools
    >>> from irassay.collection.preferences import Comparison, Preferences
    >>> pools = judged_pools(Preferences([Comparison("q", {"a": 2, "b": 1}), Comparison("q", {"a": 1, "c": 1})]))
    >>> pairings(pools, {"q": ["a"]}), pairings(pools, {"q": ["a"]}).share
    (Pairings(n_queries=1, won=1, lost=0, tied=1), 0.75)
    """
    won = lost = tied = n_queries = 0
    for pool in pools:
        against = [pool.against(doc) for doc in answers.get(pool.query, ())]
        n_queries += any(map(any, against))
        won, lost, tied = (total + sum(of[i] for of in against) for i, total in enumerate((won, lost, tied)))
    return Pairings(n_queries, won, lost, tied)
