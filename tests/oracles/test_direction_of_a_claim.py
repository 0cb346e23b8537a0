"""Which system a significant test favours, against scipy; where the means favour the other one, nothing is claimed.

The planted world: one system is a little better on most queries, the other far better on a few, so that wins and means
truly point in opposite directions. The worlds without a planted mean are those of ``simulations.claims_of_pairs``.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irassay.cli.answers import decision
from irassay.cli.answers.comparison import Comparison
from irassay.comparison import compare
from irassay.comparison.league import words
from irassay.comparison.significance.decisions import decide
from irassay.comparison.significance.paired_tests import rank_balance, win_balance
from irassay.comparison.testing import Testing as Settings
from irassay.scoring.score_table import NamedScore
from irassay.verdict import Verdict
from irassay.verdict.queries_needed import needed_of
from simulations.worlds import paired_scores
from tests.scores_by_hand import hand_scores

STEADY, WILD = "steady", "wild"  # the first wins often and little, the second seldom and much
MEASURES = {"higher": "nDCG@10", "lower": NamedScore("latency", direction=-1)}


def opposed(n_queries=60, seed=0):
    """Scores (system, query) of two systems: the first better on nine queries of ten, the second in the mean."""
    rng = np.random.default_rng(seed)
    base = 0.2 + 0.1 * rng.random(n_queries)
    wild = base - 0.02 * rng.random(n_queries) - 0.01
    wild[: n_queries // 10] = base[: n_queries // 10] + 0.6
    return np.stack([base, wild])


def league_of(test, *, direction="higher", **options):
    x = opposed()
    scores = hand_scores(x if direction == "higher" else 1 - x, measure=MEASURES[direction], systems=[STEADY, WILD])
    return compare(scores, test=test, **options)


@pytest.mark.parametrize("direction", MEASURES)
@pytest.mark.parametrize("test", ["sign", "wilcoxon"])
def test_a_test_that_contradicts_the_means_makes_nobody_superior(test, direction):
    league = league_of(test, direction=direction)
    assert league.systems == [WILD, STEADY]
    assert league.p_corrected[0, 1] < 0.001
    assert not league.significant.any()
    assert league.against_means.tolist() == [[0, -1], [1, 0]]
    assert list(league.leaders) == [WILD, STEADY]
    assert list(league.rank_intervals) == [(1, 2), (1, 2)]
    assert list(league.letters) == ["a", "a"]
    assert (league.n_settled, league.chance, league.n_too_few) == (0, None, 0)
    assert decision.code(Comparison(Verdict(league)), WILD, STEADY) == decision.CODE["undecided"]
    assert decision.code(Comparison(Verdict(league)), STEADY, WILD) == decision.CODE["undecided"]


@pytest.mark.parametrize("asked", [(WILD, STEADY), (STEADY, WILD)])
def test_the_pair_says_whom_the_test_favours(asked):
    pair = league_of("sign").pair(*asked)
    assert words.pair_headline(pair) == (
        f"{asked[0]} and {asked[1]} can't be told apart: the test favours {STEADY} significantly, but the means don't."
    )


def test_the_league_warns_of_it():
    league = league_of("wilcoxon")
    assert words.cautions(league) == [
        f"The Wilcoxon signed-rank test and the means disagree on {WILD} and {STEADY}: the test favours {STEADY} "
        "significantly, but the means don't. Such a pair counts as open; for a claim about means use randomization."
    ]


def test_a_baseline_has_it_neither_above_nor_below():
    league = league_of("sign", baseline=[STEADY])
    assert (league.n_settled, int(league.against_means[0, 1])) == (0, -1)


def test_more_queries_are_not_said_to_separate_what_the_test_decides_against_the_means():
    league = league_of("sign")
    assert not needed_of(league)


@pytest.mark.parametrize("test", ["randomization", "t", "bootstrap"])
def test_tests_of_the_mean_favour_the_better_mean(test):
    league = league_of(test)
    assert not league.against_means.any()


def test_equal_means_are_nobodys_either():
    x = opposed()
    x[1] += x[0].mean() - x[1].mean()
    league = compare(hand_scores(x, measure="nDCG@10"), test="sign")
    assert league.p[0, 1] < 0.001
    assert not league.significant.any()
    assert abs(int(league.against_means[0, 1])) == 1


def test_balances_are_those_of_scipy():
    x = np.random.default_rng(3).integers(0, 11, (40, 4)) / 10
    a, b = (side.astype(np.uint32) for side in np.triu_indices(4, 1))
    for i, j, ranks, won in zip(a, b, rank_balance(x, a, b), win_balance(x, a, b)):
        d = np.rint(10 * (x[:, i] - x[:, j]))
        d = d[d != 0]
        assert ranks == pytest.approx((np.sign(d) * stats.rankdata(np.abs(d))).sum())
        assert won == (d > 0).sum() - (d < 0).sum()


def test_agreeing_directions_are_claimed_as_before():
    rng = np.random.default_rng(1)
    x = rng.random((4, 40)) * 0.2 + np.array([0.0, 0.1, 0.2, 0.4])[:, None]
    for test in ("sign", "wilcoxon"):
        league = compare(hand_scores(x, measure="nDCG@10"), test=test)
        assert not league.against_means.any()
        assert league.n_settled == 6
        assert list(league.leaders) == ["s003"]


def test_of_two_baselines_each_keeps_the_direction_of_its_own_family():
    x = np.concatenate([opposed(), opposed()[:1] + 0.001])
    decisions = decide(
        paired_scores(x.T, "score"),
        [tuple(np.array(side, np.uint32) for side in family) for family in (((1, 2), (0, 0)), ((0, 1), (2, 2)))],
        Settings("sign"), threads=1,
    )  # fmt: skip
    assert decisions.against_means.tolist() == [[0, 1, 0], [-1, 0, -1], [0, 1, 0]]
    assert decisions.significant[0, 2]
    assert decisions.significant[2, 0]
