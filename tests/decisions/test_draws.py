"""Draws without replacement: they fall as their chances say, and a seed decides them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
from scipy import stats

from irassay.decisions.bets import draw, uniform, words_of


def test_draws_fall_as_their_chances_say():
    """Oracle: the probability of each ordered pair of draws, by hand; 20,000 of them, chi-squared."""
    words, chance = words_of(["q"] * 4, list("abcd")), np.array([0.4, 0.3, 0.2, 0.1])
    counts = Counter(tuple(draw(words, chance, 2, seed=7, batch=batch).tolist()) for batch in range(200_000))
    pairs = list(permutations(range(4), 2))
    expected = [200_000 * chance[i] * chance[j] / (1 - chance[i]) for i, j in pairs]
    assert stats.chisquare([counts[pair] for pair in pairs], expected).pvalue > 0.001


def test_numbers_are_uniform_and_those_of_two_batches_have_nothing_to_do_with_each_other():
    """Oracle: Kolmogorov-Smirnov's test, and the correlation of independent numbers."""
    words = words_of(["q"] * 50_000, [str(i) for i in range(50_000)])
    one, two = uniform(words, 1, 0), uniform(words, 1, 1)
    assert stats.kstest(one, "uniform").pvalue > 0.001
    assert abs(np.corrcoef(one, two)[0, 1]) < 4 / 50_000**0.5
    assert 0 < one.min() < one.max() < 1


def test_no_more_is_drawn_than_there_is():
    assert sorted(draw(words_of(["q"] * 3, list("abc")), np.array([0.5, 0.0, 0.5]), 9, seed=0, batch=0)) == [0, 2]
