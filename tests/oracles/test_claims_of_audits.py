"""The simulation of audits: what it finds is on its page, and holds with another seed."""

from __future__ import annotations

import pytest

from simulations.claims_of_audits import QUERIES, WORLDS, study
from simulations.page import rows_of


@pytest.mark.parametrize("n_queries", [2, 5, 8])
@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_with_fewer_than_ten_queries_the_interval_holds_the_planted_share(world, n_queries):
    found = study(world, n_queries, 300, seed=5)
    assert found["now"] >= 0.95
    assert found["before"] <= 0.9 or world.alike > 8 or n_queries == 2


def test_with_more_queries_it_narrows_and_still_holds():
    few, many = (study(WORLDS[1], n, 300, seed=5) for n in (8, 50))
    assert many["now"] >= 0.93
    assert many["now, width"] < few["now, width"] / 2


def test_the_page_has_a_row_for_each_world_and_number_of_queries():
    assert len(rows_of("audits")) == len(WORLDS) * len(QUERIES)
