"""Sentences about orders of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.bradley_terry import PRIOR
from irassay.comparison.transitivity import BY_CHANCE
from irassay.messages import count, percent, plural

if TYPE_CHECKING:
    from irassay.comparison import Consistency, Transitivity

STRENGTH = f"against the average document; every document has {PRIOR:g} wins and {PRIOR:g} losses against it more"
HOW = (
    "A triad is cyclic if of three documents each is preferred to the next, and the last to the first. A run is held "
    "against the judged pairs of which it has both documents among its first."
)


def cyclic(of: Transitivity) -> str:
    """How many triads run in a circle."""
    n = int(of.triads.sum())
    if not n:
        return "No three documents have all their pairs judged and decided."
    low, high = of.interval
    ends = "" if low != low else f", {percent(low)} to {percent(high)} over queries"
    return (
        f"{count(int(of.cyclic.sum()))} of {plural(n, 'triad')} of documents are cyclic ({percent(of.share)}{ends}). "
        f"Judges who toss a coin would come to {percent(BY_CHANCE, 0)}."
    )


def strongest(n_ahead: int, n: int) -> str:
    """For how many queries the strongest document is clearly ahead."""
    return (
        f"By Bradley and Terry's model the strongest document is ahead of the second, its 95% interval above 0, for "
        f"{count(n_ahead)} of {plural(n, 'query')}."
    )


def as_judged(of: Consistency) -> str:
    """How often runs order a judged pair as judged; "" where no run has one."""
    share = of.share
    if np.isnan(share).all():
        return ""
    best, worst = int(np.nanargmax(share)), int(np.nanargmin(share))
    first = (
        f"Where both documents are among its first {of.depth}, {of.systems[best]} orders {_share(of, best)} as judged"
    )
    if best == worst:
        return f"{first}."
    return f"{first}, the highest share of all runs. The lowest has {of.systems[worst]}: {_share(of, worst)}."


def _share(of: Consistency, at: int) -> str:
    """The share of a run's judged pairs, with its interval."""
    low, high = of.intervals[at].tolist()
    ends = f" ({percent(low)} to {percent(high)} over queries)" if low == low else ""
    pairs = plural(int(of.agree[at].sum() + of.disagree[at].sum()), "judged pair")
    return f"{percent(float(of.share[at]))}{ends} of {pairs}"
