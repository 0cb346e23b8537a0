"""Leaks that are planted among training queries are found as what they are, and look-alikes are none.

At length: `make study-planted-leaks`, docs/simulations.md.
"""

import random

import pytest

from irassay.leakage import find_leaks
from simulations import page, planted_leaks


@pytest.fixture(scope="module")
def world():
    return planted_leaks.planted_world(random.Random(1), n_topics=150, n_training=8_000)


@pytest.fixture(scope="module")
def leaks(world):
    return find_leaks(world.topics, world.training)


@pytest.mark.parametrize("kind", planted_leaks.GOALS)
def test_each_kind_is_found_as_often_as_its_goal_asks(world, leaks, kind):
    _, sure, either = planted_leaks.shares(world, leaks)[kind]
    what, goal = planted_leaks.GOALS[kind]
    if kind == planted_leaks.LOOK_ALIKE:
        assert sure <= goal
    else:
        assert (sure if what == "leak" else either) >= goal


def test_leaks_are_right_in_95_of_100(world, leaks):
    assert planted_leaks.right(world, leaks) >= 0.95


def test_nothing_planted_gives_few_leaks(world):
    """Queries that nobody planted: what is called a leak is there by chance."""
    unplanted = {train: text for train, text in world.training.items() if train not in world.planted}
    assert len(find_leaks(world.topics, unplanted).leaked) <= 0.05 * len(world.topics)


@pytest.mark.parametrize("table", ["planted-leaks", "planted-leaks-minilm", "planted-leaks-static"])
def test_the_documented_tables_reach_their_goals(table):
    for kind, _, sure, either, _ in page.rows_of(table):
        if kind in planted_leaks.GOALS:
            what, goal = planted_leaks.GOALS[kind]
            share = float((sure if what == "leak" else either).removesuffix("%")) / 100
            assert share <= goal if kind == planted_leaks.LOOK_ALIKE else share >= goal
