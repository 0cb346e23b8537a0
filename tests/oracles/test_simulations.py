"""The simulations in short: intervals and corrections keep their word where they should, and break elsewhere.

At length: `make study-intervals`, docs/simulations.md.
"""

import pytest

from simulations import tables
from simulations.coverage import coverage
from simulations.families import errors
from simulations.worlds import NULLS

DRAWS = range(100)


def reaches(share, low, high):
    """Whether the 99% Monte-Carlo interval of a share of the draws meets low to high."""
    least, most = tables.monte_carlo(share, len(DRAWS))
    return least <= high and most >= low


def test_intervals_of_graded_measures_cover_on_fifty_queries():
    for kind, sums in coverage("nDCG@10", 50, DRAWS, seed=0).items():
        means, differences = (total / len(DRAWS) for total in sums)
        least = 0.93
        most = 1.0 if kind == "simultaneous" else 0.97
        assert reaches(means, least, most), (kind, means)
        assert reaches(differences, least, most), (kind, differences)


def test_rare_events_take_wilsons_interval_and_break_the_others():
    found = coverage("Success@1, rare", 30, DRAWS, seed=0)
    assert found["percentile"][0] / len(DRAWS) < 0.85
    assert reaches(found["wilson"][0] / len(DRAWS), 0.93, 1.0)
    assert reaches(found["wilson"][1] / len(DRAWS), 0.93, 1.0)


@pytest.mark.parametrize("null", [null for null in NULLS if not null.skewed], ids=lambda null: null.name)
def test_a_correction_keeps_the_familys_error_where_its_assumption_holds(null):
    found = errors(null, DRAWS, seed=0)
    for method in (*null.holds, "bootstrap ranks"):
        assert tables.monte_carlo(found[method] / len(DRAWS), len(DRAWS))[0] <= 0.05, method
    if null.name == "equal means, unequal spread":
        assert found["tukey"] > 0.05 * len(DRAWS) + 1
