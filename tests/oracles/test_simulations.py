"""The simulations in short: intervals and corrections keep their word where they should, and break elsewhere.

At length: `make study-intervals`, docs/simulations.md.
"""

import pytest

from simulations import tables
from simulations.coverage import coverage
from simulations.families import errors
from simulations.page import PAGE, rows_of
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


def test_the_page_has_a_row_for_every_simulation():
    for name, rows in (("means", 18), ("differences", 18), ("families", 6)):
        assert len(rows_of(name)) == rows, name
    assert "--seed 0" in PAGE.read_text(encoding="utf-8")


def test_what_the_page_claims_of_fifty_queries_and_more_is_in_its_tables():
    for name in ("means", "differences"):
        for line in rows_of(name):
            measure, queries, *cells, at_once, _ = line
            if measure in ("nDCG@10", "AP") and int(queries) >= 50:
                assert all(93 <= float(cell) <= 97 for cell in cells), line
                assert float(at_once) >= 93, line
