"""How firmly the order stands in resamples and halves of the queries, in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.halves import DRAWS
from irassay.comparison.intervals.bootstrap import Places
from irassay.studies.sections.captions import HOW
from irassay.wording import count, number, percent, plural, spelled

if TYPE_CHECKING:
    from irassay.comparison import League

# docs/simulations.md has the figures of both.
EQUALS = "of ten equal systems one comes first in 42% of its resamples, and in 10% of other samples"


def places_title(league: League, places: Places) -> str:
    """What halves say of the first, and how far systems move in resamples; not how often the first comes first there.

    That share is large by construction: the resamples are made of the queries that put it first.
    """
    half_width = math.ceil(float(np.median(places.high - places.low)) / 2)
    within = f" within {plural(half_width, 'place')} either way" if half_width else ""
    return (
        f"Random halves of these queries agree on who comes first {often(places.same_first)}; in resamples of all of "
        f"them half of the systems keep their place{within}"
    )


def often(value: float) -> str:
    """A share of draws in everyday words.

    >>> often(0.81), often(1.0), often(0.33), often(0.5), often(0.02), often(0.0)
    ('four times in five', 'every time', 'one time in three', 'half of the time', 'in 2.0% of them', 'in none of them')
    """
    if value >= 0.9995:
        return "every time"
    if value < 0.045:
        return f"in {percent(value) if value else 'none'} of them"
    options = [(a, b) for b in (2, 3, 4, 5, 10, 20) for a in range(1, b)]
    a, b = min(options, key=lambda ab: (round(abs(value - ab[0] / ab[1]), 2), ab[1]))
    if (a, b) == (1, 2):
        return "half of the time"
    return f"{spelled(a)} {'time' if a == 1 else 'times'} in {spelled(b)}"


def places_how(league: League, places: Places) -> str:
    """How to read the places, and why the share of first places doesn't carry over to other queries."""
    return (
        f"{HOW}The queries were resampled with replacement {count(places.n_bootstrap)} times. The thin line holds "
        "the place in 95% of the resamples, the thick line in half of them, the dot is the median; the share of "
        "resamples in first place is to the right. Identical systems share one row. Half of all resampled orders agree "
        f"with this one at a Kendall tau-a of {number(places.tau, 2)} or more. Resamples are made of the very queries "
        f"that put {league.systems[0]} first, so its share of {percent(float(places.first[0]), 0)} doesn't carry over "
        f"to other queries: {EQUALS}. Two random halves share no query. The same system comes first on both in "
        f"{percent(places.same_first, 0)} of {count(DRAWS)} halvings; the full set has twice as many "
        "queries, so its order is usually more stable. This shows how the order moves, not which differences are "
        "significant."
    )


def too_few_to_redraw(n_queries: int, least: int) -> str:
    """Why nothing is said of how stable the order is."""
    return (
        f"Not shown: resampling {plural(n_queries, 'query')} makes the order look much more stable than it "
        f"is. At least {spelled(least)} queries are needed."
    )
