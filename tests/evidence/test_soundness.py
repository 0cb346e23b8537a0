"""Soundness of answers: the paper's counts, all samples of a tiny population, planted confusion matrices, draws."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import beta, binom, chisquare

from irassay.errors import UsageError
from irassay.evidence.soundness import sample_of, soundness


def model(n_yes: int, n_no: int) -> dict[int, bool]:
    """Candidates 0, 1, ..., the model's yes first."""
    return {i: i < n_yes for i in range(n_yes + n_no)}


def people(n_yes: int, yes: tuple[int, int], no: tuple[int, int]) -> dict[int, bool]:
    """People's answers on the first of each answer: (kept, judged) among yes, and among no."""
    return {i: i < yes[0] for i in range(yes[1])} | {n_yes + i: i < no[0] for i in range(no[1])}


@pytest.mark.parametrize(
    ("n_yes", "n", "recall", "agreement"),
    [
        (60_333, 250_000, 30_709_497 / 41_520_516, 143_182_028 / 162_500_000),
        (990, 3_206, 503_910 / 630_222, 1_817_998 / 2_083_900),
        (650, 1_300, 509 / 566, 1_102 / 1_300),
    ],
)
def test_the_papers_counts_give_what_follows_from_them_by_hand(n_yes, n, recall, agreement):
    """Oracle: D-MERIT, appendix A: of 650 sampled yes 141 are wrong, of 650 no 57. Precision 509 / 650 = 78.3%. With
    60,333 yes, recall is 60,333 * 509 / (60,333 * 509 + 189,667 * 57) = 74.0%; with 990 yes 80.0%. Alike on the sample
    itself: 509 + 593 of 1,300, 84.8%."""
    of = soundness(model(n_yes, n - n_yes), people(n_yes, (509, 650), (57, 650)))
    assert (of.n_yes, of.n_no, of.judged_yes, of.judged_no) == (n_yes, n - n_yes, 650, 650)
    assert (of.precision.value, of.missed.value) == (509 / 650, 57 / 650)
    assert of.recall.value == pytest.approx(recall, rel=1e-12)
    assert of.agreement.value == pytest.approx(agreement, rel=1e-12)
    percents = {60_333: ("74.0%", "88.1%"), 990: ("80.0%", "87.2%"), 650: ("89.9%", "84.8%")}[n_yes]
    assert (f"{of.recall.value:.1%}", f"{of.agreement.value:.1%}") == percents
    assert f"{of.precision.value:.1%}" == "78.3%"


def test_over_all_samples_precision_and_missed_are_what_people_would_say_of_all():
    """Oracle: the mean over every sample of 3 of 5 yes and 2 of 6 no, of which people keep 3 and 1."""
    answers, truth = model(5, 6), people(5, (3, 5), (1, 6))
    found = [
        soundness(answers, {i: truth[i] for i in yes + no})
        for yes in combinations(range(5), 3)
        for no in combinations(range(5, 11), 2)
    ]
    assert np.mean([one.precision.value for one in found]) == pytest.approx(3 / 5)
    assert np.mean([one.missed.value for one in found]) == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("n_yes", "n_no", "precision", "missed", "n"),
    [(200, 600, 0.78, 0.05, 50), (60, 3_000, 0.78, 0.05, 50), (300, 300, 0.95, 0.2, 50), (300, 900, 0.78, 0.2, 200)],
)
def test_intervals_hold_planted_values_about_as_often_as_they_say(n_yes, n_no, precision, missed, n):
    """Oracle: the chance of each count of kept candidates, summed where the interval holds the planted value."""
    answers, chances, held = model(n_yes, n_no), 0.0, np.zeros(4)
    kept = n_yes * precision + n_no * missed
    alike = (n_yes * precision + n_no * (1 - missed)) / (n_yes + n_no)
    planted = (precision, missed, n_yes * precision / kept, alike)
    counts = np.arange(n + 1)
    by_yes, by_no = binom.pmf(counts, n, precision), binom.pmf(counts, n, missed)
    for x, y in np.argwhere(np.outer(by_yes, by_no) > 1e-5):
        chance = by_yes[x] * by_no[y]
        of = soundness(answers, people(n_yes, (x, n), (y, n)))
        shares = (of.precision, of.missed, of.recall, of.agreement)
        held += [chance * (one.low <= value <= one.high) for one, value in zip(shares, planted, strict=True)]
        chances += chance
    assert chances > 0.99
    assert (held / chances > 0.93).all(), held / chances
    assert (held / chances < 0.98).all(), held / chances


def test_from_drawn_samples_intervals_hold_what_people_would_say_of_all():
    """Oracle: people's answers on all of 400 yes and 900 no, of which they keep 320 and 90; 300 samples of 50 each."""
    answers, truth = model(400, 900), people(400, (320, 400), (90, 900))
    planted = (0.8, 0.1, 320 / 410, (320 + 810) / 1_300)
    held = np.zeros(4)
    for seed in range(300):
        of = soundness(answers, {one: truth[one] for one in sample_of(answers, 50, 50, seed=seed)})
        assert (of.judged_yes, of.judged_no) == (50, 50)
        shares = (of.precision, of.missed, of.recall, of.agreement)
        held += [one.low <= value <= one.high for one, value in zip(shares, planted, strict=True)]
    assert (held / 300 > 0.92).all(), held


@pytest.mark.parametrize("n", [1, 7, 50])
def test_a_share_has_the_mid_p_interval_between_two_exact_ones(n):
    """Oracle: the ends where half the chance of the count lies in a tail; they lie inside Clopper and Pearson's."""
    for x in range(n + 1):
        share = soundness(model(n, 1), people(n, (x, n), (0, 1)), level=0.9).precision
        if x:
            assert binom.sf(x, n, share.low) + binom.pmf(x, n, share.low) / 2 == pytest.approx(0.05)
            assert beta.ppf(0.05, x, n - x + 1) < share.low < x / n
        if x < n:
            assert binom.cdf(x, n, share.high) - binom.pmf(x, n, share.high) / 2 == pytest.approx(0.05)
            assert x / n < share.high < beta.ppf(0.95, x + 1, n - x)
        assert (share.low == 0) == (x == 0)
        assert (share.high == 1) == (x == n)


def test_recall_has_the_interval_at_whose_ends_the_weighted_difference_may_be_0():
    """Oracle: at each end r, (1 - r) found - r lost has a limit of 0 by adding squares (Donner and Zou 2012)."""
    of = soundness(model(300, 900), people(300, (40, 50), (4, 50)))
    found, lost = (300 * np.array(of.precision)), (900 * np.array(of.missed))
    for r, near, far in ((of.recall.low, 1, 2), (of.recall.high, 2, 1)):
        off = np.hypot((1 - r) * (found[0] - found[near]), r * (lost[0] - lost[far]))
        assert abs((1 - r) * found[0] - r * lost[0]) == pytest.approx(off)


def test_where_one_answer_says_all_recall_is_certain_and_where_people_keep_nothing_unknown():
    all_yes = soundness(model(9, 0), people(9, (3, 4), (0, 0)))
    assert all_yes.recall == (1, 1, 1)
    assert all_yes.agreement == pytest.approx(all_yes.precision)
    assert all_yes.sentences()[1] == "No candidate is answered no."
    all_no = soundness(model(0, 9), people(0, (0, 0), (1, 4)))
    assert all_no.recall == (0, 0, 0)
    assert all_no.agreement.low == pytest.approx(1 - all_no.missed.high)
    assert all_no.sentences()[0] == "No candidate is answered yes."
    nothing = soundness(model(9, 9), people(9, (0, 4), (0, 4)))
    assert nothing.recall[1:] == (0, 1)
    assert nothing.sentences()[2] == "Recall is not known: people keep no candidate of the sample."
    flawless = soundness(model(9, 9), people(9, (4, 4), (0, 4)))
    assert flawless.recall.value == flawless.recall.high == 1 > flawless.recall.low
    assert flawless.agreement.value == flawless.agreement.high == 1 > flawless.agreement.low


def test_sentences_say_one_fact_each_in_few_words():
    """Oracle: the paper's counts; the shares by hand, the ends as other tests hold them."""
    of = soundness(model(990, 2_216), people(990, (509, 650), (57, 650)), level=0.9)
    assert of.sentences() == [
        "People keep 78.3% (90% interval 75.6% to 80.9%) of the candidates answered yes; 650 checked.",
        "People keep 8.8% (90% interval 7.1% to 10.7%) of the candidates answered no; 650 checked.",
        "Of what people would keep 80.0% (90% interval 76.5% to 83.2%) is answered yes.",
    ]
    assert all(len(sentence.split()) <= 25 for sentence in of.sentences())


def test_every_candidate_of_an_answer_is_drawn_as_often_and_its_place_says_nothing_of_it():
    """Oracle: chi-square over 3,000 draws of 3 of 6 yes and 2 of 9 no, by candidate and by place of the yes."""
    answers = {i: i % 5 < 2 for i in range(15)}
    draws = [sample_of(answers, 3, 2, seed=seed) for seed in range(3_000)]
    assert all(len(set(draw)) == 5 and sum(answers[i] for i in draw) == 3 for draw in draws)
    drawn = Counter(i for draw in draws for i in draw)
    for answer in (True, False):
        assert chisquare([drawn[i] for i in answers if answers[i] == answer]).pvalue > 0.001
    orders = Counter(tuple(answers[i] for i in draw) for draw in draws)
    assert len(orders) == 10, "all orders of three yes and two no"
    assert chisquare(list(orders.values())).pvalue > 0.001
    first = Counter(draw[0] for draw in draws if answers[draw[0]])
    assert chisquare(list(first.values())).pvalue > 0.001


def test_a_larger_sample_of_the_same_seed_contains_the_smaller():
    answers = model(40, 70)
    assert sorted(sample_of(model(2, 3), 0, 3, seed=3)) == [2, 3, 4]
    assert set(sample_of(answers, 5, 9, seed=3)) < set(sample_of(answers, 40, 10, seed=3))
    assert sample_of(answers, 5, 9, seed=3) == sample_of(answers, 5, 9, seed=3) != sample_of(answers, 5, 9, seed=4)


def test_samples_that_cannot_be_drawn_and_judgments_that_say_nothing_are_refused():
    with pytest.raises(UsageError, match="says no to 3 candidates, but got n_no=4; draw at most 3"):
        sample_of(model(2, 3), 2, 4, seed=0)
    with pytest.raises(UsageError, match='1 candidate without an answer of the model, such as "x"'):
        soundness({"a": True}, {"a": True, "x": False})
    with pytest.raises(UsageError, match="none of the candidates answered no"):
        soundness(model(2, 3), people(2, (1, 2), (0, 0)))
    with pytest.raises(UsageError, match="level"):
        soundness(model(1, 1), people(1, (1, 1), (0, 1)), level=95)
