"""The study of relevant documents that nobody found, in short.

At length: `make study-unseen`, docs/simulations.md.
"""

from __future__ import annotations

import pytest

from simulations.page import rows_of
from simulations.unseen import WORLDS, study

INDEPENDENT, DIFFER, FAMILIES, FAMILIES_DIFFER = WORLDS


@pytest.fixture(scope="module")
def found():
    return {world.name: study(world, 8, seed=3) for world in WORLDS}


def bias(found, world, estimate):
    of = found[world.name][estimate]
    return of["bias"] / of["truth"]


def test_chao2_is_right_where_documents_are_alike_and_what_it_counts_is_independent(found):
    assert abs(bias(found, INDEPENDENT, "Chao2")) < 0.15
    assert abs(bias(found, FAMILIES, "Chao2 of families")) < 0.15


def test_chao2_reads_low_where_systems_depend_on_each_other_or_documents_differ(found):
    assert bias(found, FAMILIES, "Chao2") < -0.5
    assert bias(found, DIFFER, "Chao2") < -0.4
    assert bias(found, FAMILIES_DIFFER, "Chao2 of families") < -0.4


def test_the_curve_adds_too_much_far_out_and_what_is_near_within_a_factor_of_four(found):
    assert bias(found, INDEPENDENT, "curve, 10 times") > 2
    for world in WORLDS:
        assert 0.25 < 1 + bias(found, world, "curve, 2 times") < 4


def test_the_page_has_a_row_for_each_world_and_estimate():
    assert len(rows_of("unseen")) == 2 * 3 + 2 * 6
