"""The simulation of campaigns that end by themselves, in short: what it shows on the page, it shows here."""

from __future__ import annotations

import pytest

from simulations import decide as study
from simulations.page import rows_of


@pytest.mark.parametrize("table", ["decide-wrong", "decide-missed"])
def test_on_the_page_no_more_is_wrong_than_alpha_and_the_watched_interval_is(table):
    """Oracle: planted truth; 99.9% Monte-Carlo limits of 250 worlds."""
    rows = {name: [float(cell.rstrip("%")) for cell in cells] for name, *cells in rows_of(table)}
    assert set(study.CONDITIONS) <= set(rows)
    assert max(max(rows[name]) for name in study.CONDITIONS) <= 5 + 4.5
    if table == "decide-wrong":
        assert rows[study.FAULTS[1]][0] > 10


@pytest.mark.parametrize("condition", study.CONDITIONS)
def test_a_campaign_of_a_large_difference_finds_it(condition):
    """Oracle: planted truth."""
    wrong, _, share, _ = study.campaign(condition, "far", 1)
    assert not wrong
    assert share < 1
