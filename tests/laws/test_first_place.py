"""Whether another reading of the files could put another system first, held to every corner of the means' ranges."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

import irassay
from irassay.preflight.phrases import STAYS, first_stays, sentence

TENTHS = st.integers(0, 10).map(lambda n: n / 10)
RANGES = st.lists(st.tuples(TENTHS, TENTHS, TENTHS).map(sorted), min_size=2, max_size=5)


def _material(means, direction, twins=None):
    return SimpleNamespace(
        measure=SimpleNamespace(direction=direction),
        means=lambda: means,
        twins_to_depth=list(range(len(means))) if twins is None else twins,
    )


@given(RANGES, st.sampled_from([1, -1]))
def test_the_first_stays_first_where_it_does_in_every_corner_of_the_ranges(ranges, direction):
    """Oracle: every combination of ends."""
    means = [middle for _, middle, _ in ranges]
    low, high = [ends[0] for ends in ranges], [ends[2] for ends in ranges]
    best = max(range(len(means)), key=lambda s: direction * means[s])
    corners = product(*zip(low, high))
    stays = all(direction * corner[best] >= max(direction * mean for mean in corner) for corner in corners)
    assert first_stays(_material(means, direction), low, high) == stays


def test_copies_of_the_first_move_with_it():
    means, low, high = [0.9, 0.9, 0.5], [0.6, 0.6, 0.5], [0.9, 0.9, 0.5]
    assert not first_stays(_material(means, 1), low, high)
    assert first_stays(_material(means, 1, twins=[0, 0, 2]), low, high)


def test_one_system_and_means_that_are_no_numbers_have_no_answer():
    assert first_stays(_material([0.9], 1), [0.9], [0.9]) is None
    assert first_stays(_material([0.9, float("nan")], 1), [0.9, 0.1], [0.9, 0.1]) is None
    assert sentence(_material([0.9], 1), None) == ""


def test_ties_that_could_turn_the_lead_around_are_said_to():
    """A world where the order of two equal scores decides who is first, and one where it can't."""
    qrels = irassay.Qrels.from_dict({f"q{i}": {"a": 1, "b": 0, "c": 0} for i in range(4)})
    tied = {f"q{i}": {"a": 1.0, "b": 1.0} for i in range(4)}
    first, last = ({f"q{i}": {"b": 3.0, "a": 2.0 + up} for i in range(4)} for up in (0.5, -5))

    def ties(other):
        found = irassay.check(qrels, irassay.Runs.from_dict({"tied": tied, "other": other}), measures=["RR"]).findings
        return next(finding for finding in found if finding.code == "ties")

    assert ties(first).numbers[STAYS] == 1, "the other has the relevant document second, and the ties no later"
    found = ties({f"q{i}": {"a": 3.0, "b": 2.0} for i in range(4)})
    assert found.numbers[STAYS] == 1, "the other is first, and the ties can only meet it"
    better = {f"q{i}": ({"a": 3.0, "b": 2.0} if i < 2 else {"b": 3.0, "a": 2.0}) for i in range(4)}
    found = ties(better)
    assert found.numbers[STAYS] == 0
    assert found.effect.endswith("; another system could score highest")
    assert ties(last).numbers[STAYS] == 1
