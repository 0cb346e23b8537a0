"""What a comparison warns about: few queries, rare events, corrections whose promise is another or does not fit."""

import numpy as np

from irassay.comparison import compare
from irassay.comparison.words import cautions
from tests.scores_by_hand import hand_scores


def said(x, measure="AP", **options):
    return cautions(compare(hand_scores(x, measure=measure), n_resamples=1_000, **options))


def test_fifty_queries_of_a_graded_measure_need_no_warning():
    assert said(np.random.default_rng(0).random((4, 50))) == []


def test_few_queries_are_told_what_their_intervals_held_in_simulations():
    x = np.random.default_rng(0).random((3, 12))
    assert said(x) == [
        "With 12 queries percentile intervals are too short: some 89% of those that say 95% held in simulations; "
        "Student's t beside them held more often."
    ]
    assert said(x, interval="simultaneous")[0].endswith("some 86% of those that say 95% held in simulations.")
    assert said(np.random.default_rng(0).random((3, 25)), interval="bootstrap-t") == []
    assert "fewer than 88%" in said(x[:, :8], interval="bca")[0]
    assert said(x[:, :1]) == []  # one query has no interval


def test_rare_events_are_named_and_wilson_is_not_warned_about():
    x = np.zeros((3, 50))
    x[0, :20] = x[1, :3] = x[2, :5] = 1
    assert said(x, "Success@1")[0].startswith("2 systems, such as s002, score alike on all but fewer than 6 queries:")
    assert said(x, "Success@1", interval="wilson") == []


def test_corrections_say_what_they_do_not_promise():
    x = np.random.default_rng(1).random((4, 50))
    assert "5% of the significant pairs be wrong on average" in said(x, correction="benjamini-hochberg")[0]
    x[1] = x[0] + 0.001 * np.random.default_rng(2).random(50)
    assert "1 pair differs far less than others do, such as s001 and s000" in said(x, correction="tukey")[0]
