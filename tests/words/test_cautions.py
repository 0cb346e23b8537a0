"""What a comparison warns about: few queries, rare events, corrections whose promise is another or does not fit."""

import numpy as np
import pytest

from irassay.comparison import compare
from irassay.comparison.league.words import BOOTSTRAP_ERRORS, cautions
from irassay.errors import UsageError
from simulations.page import rows_of
from tests.scores_by_hand import hand_scores


def said(x, measure="AP", **options):
    return cautions(compare(hand_scores(x, measure=measure), n_resamples=1_000, **options))


def test_fifty_queries_of_a_graded_measure_need_no_warning():
    assert said(np.random.default_rng(0).random((4, 50))) == []


def test_few_queries_are_told_what_their_intervals_held_in_simulations(golden):
    x = np.random.default_rng(0).random((3, 12))
    golden(*said(x))
    assert said(x, interval="simultaneous")[0].endswith("about 86% of nominal 95% intervals covered the true value.")
    assert said(np.random.default_rng(0).random((3, 25)), interval="bootstrap-t") == []
    assert "fewer than 88%" in said(x[:, :8], interval="bca")[0]
    assert said(x[:, :1]) == []  # one query has no interval


def test_rare_events_are_named_and_wilson_is_not_warned_about():
    x = np.zeros((3, 50))
    x[0, :20] = x[1, :3] = x[2, :5] = 1
    assert said(x, "Success@1")[0].startswith("Success@1: 2 systems, such as s002, score alike on all but fewer than")
    assert said(x, "Success@1")[0].endswith("; use wilson.")
    assert said(x, "Success@1", interval="wilson") == []


def test_wilson_is_no_advice_where_it_is_refused(golden):
    """As for RR@10, whose scores are fractions."""
    x = np.zeros((3, 50))
    x[0, :20], x[1, :3], x[2, :5] = 0.5, 0.25, 1
    golden(said(x, "RR@10")[0])
    assert "wilson" not in said(x, "RR@10")[0]
    with pytest.raises(UsageError, match="proportions"):
        said(x, "RR@10", interval="wilson")


def test_corrections_say_what_they_do_not_promise():
    x = np.random.default_rng(1).random((4, 50))
    assert "5% of the significant pairs be false on average" in said(x, correction="benjamini-hochberg")[0]
    x[1] = x[0] + 0.001 * np.random.default_rng(2).random(50)
    assert "1 pair differs far less than others do, such as s001 and s000" in said(x, correction="tukey")[0]


@pytest.mark.parametrize(("n_queries", "simulated"), [(12, 10), (26, 30), (39, 30)])
def test_the_bootstrap_test_with_few_queries_says_how_often_it_errs(n_queries, simulated):
    x = np.random.default_rng(0).random((3, n_queries))
    pairs, families = BOOTSTRAP_ERRORS[simulated]
    assert (
        f"With {n_queries} queries the bootstrap test is too liberal: at 5% it called {pairs}% of equal pairs "
        f"different in simulations with {simulated} queries, and one or more in {families}% of families of six pairs; "
        "use randomization or t."
    ) in said(x, test="bootstrap")
    assert not any("bootstrap test" in text for text in said(x))


def test_with_fewer_queries_than_simulated_it_errs_at_least_so_often():
    assert (
        "10% or more of equal pairs different in simulations"
        in said(np.random.default_rng(0).random((3, 6)), test="bootstrap")[0]
    )


@pytest.mark.parametrize(("n_queries", "simulated"), [(41, 50), (400, 100)])
def test_the_bootstrap_test_is_never_without_its_error(n_queries, simulated):
    assert said(np.random.default_rng(0).random((3, n_queries)), test="bootstrap") == [
        "The bootstrap test assumes many queries: at 5% it called "
        f"{BOOTSTRAP_ERRORS[simulated][0]}% of equal pairs different in simulations with {simulated} queries."
    ]


def test_the_errors_named_are_those_of_the_simulation():
    rows = rows_of("bootstrap-test")
    for n_queries, errors in BOOTSTRAP_ERRORS.items():
        graded = [row for row in rows if row[0] in ("nDCG@10", "AP") and row[1] == str(n_queries)]
        assert errors == tuple(round(max(float(row[at]) for row in graded)) for at in (2, 5))
