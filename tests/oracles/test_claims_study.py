"""The simulations of claims about two systems in short: what they show on the page, they show here."""

import pytest

from simulations import claims_of_pairs as study

SKEWED = "equal means, skewed"


def test_no_test_claims_against_its_own_statistic_where_it_could():
    counts = study.directions(study.DIRECTIONS[SKEWED], 60, seed=1)
    for test in ("sign", "wilcoxon"):
        rejections, against, claims = counts[test]
        assert rejections > against > 0, test
        assert claims == 0
    assert counts["randomization"][1] == 0


@pytest.mark.parametrize("shape", study.SHAPES)
def test_the_range_of_queries_needed_holds_the_truth_in_at_least_four_worlds_of_five(shape):
    row = study.needed_rows(shape, 199, 200, seed=1)
    assert int(row[4].rstrip("%")) >= 80 - 7  # 99% Monte-Carlo interval of 200 draws


def test_the_bootstrap_test_errs_twice_as_often_as_it_says_on_ten_queries_and_randomization_does_not():
    found = study.errors(study.equal_worlds()["nDCG@10"], 10, 200, seed=1)
    assert found["bootstrap"][0] > 0.075
    assert found["randomization"][0] < 0.065
    assert found["bootstrap"][1] > 0.08 > found["randomization"][1]
