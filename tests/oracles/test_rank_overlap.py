"""Rank-biased overlap against its series and every breaking of ties; Spearman against scipy."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.agreement.correlation import rbo, spearman
from irassay.errors import UsageError

lists = st.integers(2, 6).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, 4), min_size=n, max_size=n) for _ in range(2)))
)
persistence = st.sampled_from([0.5, 0.8, 0.9, 0.98])


def orders(scores):
    """Every order that breaking the ties of a list can give."""
    groups = [[i for i, s in enumerate(scores) if s == value] for value in sorted(set(scores), reverse=True)]
    for ways in product(*(permutations(group) for group in groups)):
        yield [i for way in ways for i in way]


def series(x, y, p, agreement, depth=2000):
    """(1 - p) sum of p^(d - 1) A_d, by definition; beyond the lists everything agrees."""
    n = len(x)
    return (1 - p) * sum(p ** (d - 1) * (agreement(d) if d <= n else 1.0) for d in range(1, depth))


@settings(max_examples=60, deadline=None)
@given(lists, persistence)
def test_ties_of_unknown_order_count_as_broken_in_every_way(pair, p):
    ways = [list(orders(side)) for side in pair]
    if len(ways[0]) * len(ways[1]) > 3000:
        return
    broken = [
        series(*pair, p, lambda d, x=x, y=y: len(set(x[:d]) & set(y[:d])) / d, depth=len(x) + 1) + p ** len(x)
        for x in ways[0]
        for y in ways[1]
    ]
    assert rbo(*pair, p=p, ties="a") == pytest.approx(np.mean(broken), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(lists, persistence)
def test_ties_as_equal_normalise_the_overlap_by_each_lists_own(pair, p):
    # How far each system is in the first d, by enumeration; then the cosine of the two.
    def shares(scores):
        ways = np.array(list(orders(scores)))
        return [np.array([(ways[:, :d] == i).any(axis=1).mean() for i in range(len(scores))]) for d in range(1, 7)]

    x, y = shares(pair[0]), shares(pair[1])

    def agreement(d):
        u, v = x[d - 1], y[d - 1]
        return float(u @ v / np.sqrt((u @ u) * (v @ v)))

    n = len(pair[0])
    assert rbo(*pair, p=p, ties="b") == pytest.approx(series(*pair, p, agreement, n + 1) + p**n, abs=1e-12)
    assert rbo(pair[0], pair[0], p=p, ties="b") == pytest.approx(1.0, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(lists, persistence)
def test_webbers_ties_are_sets_of_all_that_stand_at_or_above_a_rank(pair, p):
    def top(scores, d):
        return {i for i, s in enumerate(scores) if sum(other > s for other in scores) < d}

    def agreement(d):
        u, v = top(pair[0], d), top(pair[1], d)
        return 2 * len(u & v) / (len(u) + len(v))

    n = len(pair[0])
    assert rbo(*pair, p=p, ties="w") == pytest.approx(series(*pair, p, agreement, n + 1) + p**n, abs=1e-12)


@given(st.permutations(range(7)), st.permutations(range(7)), persistence)
def test_without_ties_all_three_are_the_infinite_series(x, y, p):
    top = [set(np.argsort(-np.array(side))) for side in (x, y)]
    assert top[0] == top[1]
    ranked = [list(np.argsort(-np.array(side))) for side in (x, y)]
    plain = series(x, y, p, lambda d: len(set(ranked[0][:d]) & set(ranked[1][:d])) / d)
    for ties in ("a", "b", "w"):
        assert rbo(x, y, p=p, ties=ties) == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("bad", [{"p": 0.0}, {"p": 1.0}, {"ties": "c"}])
def test_what_can_not_mean_anything_is_refused(bad):
    with pytest.raises(UsageError, match=next(iter(bad))):
        rbo([1, 2], [2, 1], **bad)


@settings(max_examples=100, deadline=None)
@given(lists)
def test_spearman_is_scipys(pair):
    with np.errstate(invalid="ignore"):
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = stats.spearmanr(*pair).statistic
    assert spearman(*pair) == pytest.approx(expected, nan_ok=True, abs=1e-12)
