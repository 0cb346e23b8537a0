"""Limits of a mean by the extremes of a sample: against Clopper and Pearson, drawn weights, and planted failures."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irassay.comparison.league.level_intervals import limits, rarest
from irassay.comparison.significance.paired_tests import t_intervals
from irassay.verdict import NonInferiority
from irassay.verdict.non_inferiority import missing_from
from simulations import margins, page


@pytest.mark.parametrize(("n", "failures"), [(10, 0), (20, 1), (50, 0), (50, 3), (200, 5)])
def test_of_losses_of_one_size_the_limit_is_clopper_and_pearsons(n, failures):
    d = np.where(np.arange(n) < failures, -0.4, 0.0)
    expected = -0.4 * stats.beta.ppf(0.975, failures + 1, n - failures)
    low, _ = limits(d - 0.0, [0, n], alpha=0.025, reach=0.4)
    assert low == pytest.approx(expected, rel=0.006)
    if failures:
        assert limits(d, [0, n], alpha=0.025)[0] == pytest.approx(low, abs=1e-6), "the worst seen is the worst there is"
    else:
        assert limits(d, [0, n], alpha=0.025) == (0.0, 0.0)


@pytest.mark.parametrize("reach", [None, 1.0])
def test_the_limits_are_quantiles_of_means_under_uniform_random_weights(reach):
    rng = np.random.default_rng(4)
    d = rng.normal(0.02, 0.15, 30)
    weights = rng.dirichlet(np.ones(31), 200_000)
    floor, top = (d.min(), d.max()) if reach is None else (-reach, reach)
    expected = np.quantile(weights @ np.append(d, floor), 0.025), np.quantile(weights @ np.append(d, top), 0.975)
    assert limits(d, [0, 30], alpha=0.025, reach=reach) == pytest.approx(expected, abs=0.003)
    mirrored = limits(-d, [0, 30], alpha=0.025, reach=reach)
    assert mirrored == pytest.approx([-end for end in limits(d, [0, 30], alpha=0.025, reach=reach)][::-1], abs=1e-7)


def test_of_several_collections_each_limit_adds_its_own_distance():
    """By hand: the mean of the means less the root of the squared distances, each a fraction of the collections."""
    rng = np.random.default_rng(5)
    parts = [rng.normal(0, 0.1, 12), rng.normal(0.1, 0.3, 40)]
    own = [limits(part, [0, len(part)], alpha=0.025) for part in parts]
    middle = np.mean([part.mean() for part in parts])
    low = middle - np.sqrt(sum((part.mean() - of[0]) ** 2 for part, of in zip(parts, own, strict=True))) / 2
    high = middle + np.sqrt(sum((of[1] - part.mean()) ** 2 for part, of in zip(parts, own, strict=True))) / 2
    assert limits(np.concatenate(parts), [0, 12, 52], alpha=0.025) == pytest.approx((low, high), abs=1e-12)
    assert np.isnan(limits(np.arange(4.0), [0, 1, 4], alpha=0.025)).all(), "one query has no spread"


def test_the_interval_of_a_mean_over_two_collections_is_scipys_welch_interval():
    """The mean of two means is half the difference of the one's and the other's with its sign turned."""
    rng = np.random.default_rng(6)
    one, two = rng.normal(0.1, 0.3, 5), rng.normal(0, 0.1, 50)
    weights = np.concatenate([np.full(5, 55 / 10), np.full(50, 55 / 100)])
    low, high = t_intervals((np.concatenate([one, two]) * weights)[:, None], (0, 5, 55))[0]
    expected = stats.ttest_ind(one, -two, equal_var=False).confidence_interval(0.95)
    assert (low, high) == pytest.approx((expected.low / 2, expected.high / 2), abs=1e-12)


def test_a_sample_of_fifty_shows_a_failure_on_seven_percent_of_the_queries():
    """By the binomial: a share that 50 queries lack with a probability of 2.5%; and at .05, one query in 17."""
    assert stats.binom.pmf(0, 50, rarest(50, 0.025)) == pytest.approx(0.025)
    assert 1 / rarest(50, 0.05) == pytest.approx(17.2, abs=0.1)
    of = missing_from(np.zeros(50), (), alpha=0.05, margin=0.01)
    assert (of.share, of.cost) == pytest.approx((0.0711, 0.0711), abs=1e-4)
    assert of.n_needed == 368, "1 - 0.025^(1/368) is below 0.01, and above with 367"


def margin_of(d, margin, **changes):
    low, high = t_intervals(d[:, None])[0]
    unseen = missing_from(d, (), alpha=0.05, margin=margin)
    values = {"labels_low": 0.0, "labels_high": 0.0, "unseen": unseen} | changes
    return NonInferiority("new", "old", "AP", margin, float(d.mean()), low, high, 0.05, "t", **values)


def test_a_failure_that_fifty_queries_lack_is_in_the_sentence():
    of = margin_of(np.zeros(50), 0.01)
    assert (of.answer(), of.conditional) == ("not inferior", True)
    sentence = of.sentence()
    assert sentence.startswith("new is not worse than old by 0.01 or more, as far as 50 queries show")
    assert "A failure on fewer than 7.1% of the queries may not be seen and may cost 0.071." in sentence
    assert "; 368 queries would show one of 0.01." in sentence


def test_a_difference_that_two_queries_carry_is_undecided():
    d = np.zeros(200)
    d[:2] = -0.5
    of = margin_of(d, 0.015)
    assert of.low > -0.015, "by Student's interval new is not worse"
    assert (of.answer(), of.by_few) == ("undecided", True)
    assert of.sentence().startswith("Whether new is worse than old by 0.015 or more is open: few queries carry the")
    mirrored = margin_of(-d - 0.03, 0.015)
    assert mirrored.high < -0.015, "and here, that it is worse"
    assert mirrored.answer() == "undecided"


def test_a_claim_without_condition_is_false_in_at_most_a_fortieth_of_planted_worlds():
    """Planted: new fails on 2% of the queries, or loses the margin in another way. The interval alone errs in 40%."""
    draws = 200
    for world in margins.worlds():
        counts = margins.answers(world, 50, range(draws), seed=7)
        if world.is_false:
            assert counts["plain"] / draws <= 0.025 + 3 * (0.025 * 0.975 / draws) ** 0.5, world.name
    worst = margins.answers(margins.fails(0.02, 0.01), 50, range(draws), seed=7)
    assert worst["interval"] / draws > 0.25, "a test that could not fail would prove nothing"


def test_intervals_of_a_mean_over_collections_hold_it_as_often_as_they_say():
    counts = margins.over_collections((5, 50, 50), range(400), seed=8)
    assert counts["Welch"][0] / 400 >= 0.95 - 3 * (0.05 * 0.95 / 400) ** 0.5
    assert counts["percentile"][0] / 400 < 0.91, "resamples of five queries are too much alike"


def test_the_page_holds_what_the_sentences_promise():
    for new, _, queries, truth, _, plain, _ in page.rows_of("margins"):
        assert truth == "yes" or float(plain) <= 2.5 + 1.5, (new, queries)
    assert all(float(welch) >= 93 for _, _, _, welch, _ in page.rows_of("collections"))
