"""Newcombe's interval of a difference of shares: his published example, and its coverage by enumeration."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy import stats

from irassay.comparison.proportions import newcombe, wilson

Z = float(stats.norm.ppf(0.975))


def interval(both, mine, theirs, neither):
    """Ends for two systems of which so many queries succeed with both, with one, with the other, with neither."""
    n = (both, mine, theirs, neither)
    hits = np.array([np.repeat([1.0, 1.0, 0.0, 0.0], n), np.repeat([1.0, 0.0, 1.0, 0.0], n)])
    low, high = newcombe(hits, Z)
    assert (low[1, 0], high[1, 0]) == pytest.approx((-high[0, 1], -low[0, 1]), abs=1e-15)
    return low[0, 1], high[0, 1]


def test_the_example_of_1998_comes_out():
    assert interval(36, 12, 2, 0) == pytest.approx((0.0569, 0.3404), abs=5e-5)


def test_where_only_one_of_them_can_fail_the_other_share_is_known():
    # Without any spread in the second system the interval is the first one's, on its far side.
    low, high = interval(0, 0, 0, 40)
    (ends,) = wilson(np.array([0.0]), 40, np.array([-Z, Z]))
    assert (low, high) == pytest.approx((-ends[1], ends[1]), abs=1e-12)


@pytest.mark.parametrize("chances", [(0.4, 0.2, 0.2, 0.2), (0.1, 0.3, 0.1, 0.5), (0.7, 0.1, 0.05, 0.15)])
def test_it_covers_about_95_percent_of_all_that_20_queries_can_show(chances):
    n, truth, covered = 20, chances[1] - chances[2], 0.0
    for both in range(n + 1):
        for mine in range(n + 1 - both):
            for theirs in range(n + 1 - both - mine):
                neither = n - both - mine - theirs
                ways = comb(n, both) * comb(n - both, mine) * comb(n - both - mine, theirs)
                chance = ways * np.prod([p**k for p, k in zip(chances, (both, mine, theirs, neither))])
                if chance < 1e-7:
                    continue
                low, high = interval(both, mine, theirs, neither)
                covered += chance * (low <= truth <= high)
    assert 0.93 < covered < 0.99
