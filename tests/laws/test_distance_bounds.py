"""No vector that pgvector puts behind another by rounding is passed over: the bound holds for sums in any order."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st

from irassay.search.engines.pgvector import DISTANCES, LEAST_LENGTH

NUMBER = st.floats(-1e6, 1e6, width=32) | st.floats(-(2.0**-66), 2.0**-66, width=32) | st.integers(-3, 3).map(float)
PAIR = st.integers(1, 40).flatmap(lambda n: st.tuples(*[st.lists(NUMBER, min_size=n, max_size=n)] * 2))


def in_float32(terms):
    """A sum as pgvector has it: one after the other, each rounded to 32 bits."""
    total = np.float32(0)
    for term in terms:
        total = np.float32(total + term)
    return total


def of_pgvector(name, a, b):
    """The distance as its sources compute it: sums of float32, then float64."""
    if name == "ip":
        return -float(in_float32(a * b))
    if name == "l2":
        return math.sqrt(in_float32((a - b) ** 2))
    similarity = float(in_float32(a * b)) / math.sqrt(float(in_float32(a * a)) * float(in_float32(b * b)))
    return 1.0 - min(1.0, max(-1.0, similarity))


@given(PAIR, st.permutations(range(40)), st.sampled_from(sorted(DISTANCES)))
@example(([2.0**-70] * 3, [2.0**-70] * 3), list(range(40)), "ip")  # each product is below what float32 holds
@example(([0.2, 1 / 3], [0.7, 2 / 7]), list(range(40)), "l2")  # the distance is rounded up
@example(([3e-23, 0.0], [0.0, 3e-23]), list(range(40)), "l2")
def test_no_score_is_above_what_its_rounded_distance_allows(pair, order, name):
    a, b = (np.array(side, "float32") for side in pair)
    order = [i for i in order if i < len(a)]
    a, b = a[order], b[order]
    lengths = [math.sqrt(math.fsum(float(x) ** 2 for x in side)) for side in (a, b)]
    assume(name != "cosine" or min(lengths) >= LEAST_LENGTH)
    distance = DISTANCES[name]
    with np.errstate(under="ignore"):
        rounded = of_pgvector(name, a, b)
    score = float(distance.scores(a[None, :], b)[0])
    assert score <= distance.most(rounded, len(a), lengths[0] * lengths[1] * (1 + 1e-6))


@given(PAIR)
def test_scores_are_the_formulas_of_exact_sums(pair):
    a, b = (np.array(side, "float32") for side in pair)
    wide = [(float(x), float(y)) for x, y in zip(a, b)]
    size = math.fsum(abs(x * y) for x, y in wide)
    assert abs(DISTANCES["ip"].scores(a[None, :], b)[0] - math.fsum(x * y for x, y in wide)) <= 1e-14 * size
    apart = math.sqrt(math.fsum((x - y) ** 2 for x, y in wide))
    assert math.isclose(-DISTANCES["l2"].scores(a[None, :], b)[0], apart, rel_tol=1e-13, abs_tol=1e-300)
