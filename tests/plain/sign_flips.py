"""Sign flips and bootstrap draws, plainly: what the kernel does, one number at a time."""

import itertools
from functools import cache

import numpy as np

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
SIGN_FLIPS, BOOTSTRAP = 1, 2


def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def draw(key, purpose, index, word):
    stream = mix((mix((key + GOLDEN) % WORD) + GOLDEN * purpose) % WORD)
    return mix((stream + GOLDEN * ((index << 32) | word)) % WORD)


def signs(key, permutation, n_queries):
    """Bit k of word w, 60 queries a word, is the sign of query 60 w + k: 1 is plus."""
    words = [draw(key, SIGN_FLIPS, permutation, w) for w in range((n_queries + 59) // 60)]
    return np.array([1.0 if words[q // 60] >> (q % 60) & 1 else -1.0 for q in range(n_queries)])


def count_flips(x, a, b, threshold, key, first, n):
    flips = np.array([signs(key, p, len(x)) for p in range(first, first + n)])
    sums = np.abs(flips @ (x[:, a] - x[:, b]))
    return (sums >= threshold).sum(axis=0)


def count_draws(key, first, n, bounds):
    return _count_draws(key, first, n, tuple(bounds)).copy()


@cache
def _count_draws(key, first, n, bounds):
    counts = np.zeros((n, bounds[-1]))
    for r in range(n):
        word = 0
        for start, end in itertools.pairwise(bounds):
            for _ in range(end - start):
                counts[r, start + ((draw(key, BOOTSTRAP, first + r, word) >> 32) * (end - start) >> 32)] += 1
                word += 1
    return counts


def two_sided_tail(magnitudes, threshold):
    """Over every sign vector."""
    n = len(magnitudes)
    patterns = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
    return float(np.mean(np.abs((2 * patterns - 1) @ magnitudes) >= threshold))
