"""The simulation of campaigns that end by themselves, in short: what it shows on the page, it shows here."""

from __future__ import annotations

import random

import pytest

import irassay
from simulations import decide as study
from simulations import decide_collections as real
from simulations.page import rows_of
from tests.collections_at_hand import collection


@pytest.mark.parametrize("table", ["decide-wrong", "decide-missed"])
def test_on_the_page_no_more_is_wrong_than_alpha_and_the_watched_interval_is(table):
    """Oracle: planted truth; 99.9% Monte-Carlo limits of 250 worlds."""
    rows = {name: [float(cell.rstrip("%")) for cell in cells] for name, *cells in rows_of(table)}
    assert set(study.CONDITIONS) <= set(rows)
    assert max(max(rows[name]) for name in study.CONDITIONS) <= 5 + 4.5
    if table == "decide-wrong":
        assert rows[study.FAULTS[1]][0] > 10


def test_on_real_collections_too():
    """Oracle: labels that were given, and ties made of them; 99.9% Monte-Carlo limits."""
    rows = rows_of("decide-collections")
    assert {row[1] for row in rows} == set(real.WAYS)
    shares = [float(cell.rstrip("%")) for row in rows for cell in row[2:6]]
    assert max(shares) <= 5 + 2
    assert max(shares) > 1


@pytest.mark.parametrize("name", real.COLLECTIONS)
@pytest.mark.parametrize("measure", real.MEASURES)
def test_pairs_that_are_made_tied_are_tied_and_others_are_not(name, measure):
    """Oracle: `irassay.evaluate`."""
    collection(real.COLLECTIONS[name][0])
    apart = []
    for tied in (True, False):
        of = real.world(name, measure, tied, random.Random(3))
        first, second = irassay.evaluate(of.labels, of.runs, [measure]).summary.ravel().tolist()
        assert first - second == pytest.approx(of.difference, abs=1e-12)
        apart.append(of.difference)
    assert apart[0] == 0 < apart[1]
    assert not real.campaign(real.WAYS[0], of, 1, batch=60)[0]


@pytest.mark.parametrize("condition", study.CONDITIONS)
def test_a_campaign_of_a_large_difference_finds_it(condition):
    """Oracle: planted truth."""
    wrong, _, share, _ = study.campaign(condition, study.world("far", 1), 1)
    assert not wrong
    assert share < 1
