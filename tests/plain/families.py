"""Step-down maxima, shuffled ranges and shifted bootstraps, plainly: what the kernel does, one number at a time."""

import numpy as np

from tests.plain.sign_flips import count_draws, draw, signs

SHUFFLES = 4


def count_step_down(x, a, b, weight, threshold, key, first, n):
    counts = np.zeros(len(a), dtype=int)
    for p in range(first, first + n):
        statistic = np.abs(signs(key, p, len(x)) @ (x[:, a] - x[:, b])) * weight
        counts += np.maximum.accumulate(statistic[::-1])[::-1] >= threshold
    return counts


def shuffled(row, halves):
    dealt = list(row)
    for left in range(len(row), 1, -1):
        place = next(halves) * left >> 32
        dealt[left - 1], dealt[place] = dealt[place], dealt[left - 1]
    return dealt


def halves_of(key, shuffle, word, n_systems):
    """Halves of the words that one query takes: two a word, and a word of its own to begin with."""
    for _ in range((n_systems) // 2):
        bits = draw(key, SHUFFLES, shuffle, word)
        yield bits >> 32
        yield bits & 0xFFFFFFFF
        word += 1


def shuffled_ranges(x, key, first, n):
    found = []
    for p in range(first, first + n):
        sums, n_systems = np.zeros(x.shape[1]), x.shape[1]
        for q, row in enumerate(x):
            sums += shuffled(row, halves_of(key, p, q * (n_systems // 2), n_systems))
        found.append(sums.max() - sums.min())
    return np.array(found)


def count_shifts(x, a, b, threshold, key, first, n, bounds):
    moved = (count_draws(key, first, n, bounds) - 1) @ (x[:, a] - x[:, b])
    return (np.abs(moved) >= threshold).sum(axis=0)
