"""Intervals of preferences against planted truths, and outcomes that were filled in and decide nothing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels, Runs
from irassay.collection.preferences import Comparison, Preferences
from irassay.comparison import win_ratios
from irassay.comparison.judged_documents import Consistency
from irassay.comparison.known_answers import Counts, without_error
from irassay.studies.prefer import sections, words
from simulations import page, preferred


def test_five_judgments_that_agree_are_no_certainty():
    """By SciPy: Wilson's limit of five of five is 0.57, and of an error in none of five 0.43, nearly a half."""
    value, low, high = without_error(Counts(5, 0, 5), Counts(5, 5, 0))
    wilson = stats.binomtest(5, 5).proportion_ci(method="wilson").low
    assert (value, high) == (1.0, 1.0)
    assert low == pytest.approx(1 - (1 - wilson) * 1.0, abs=1e-6), "an error of none can only raise it"
    assert without_error(Counts(10, 4, 6), Counts(4, 3, 1))[1:] == (0.0, 1.0), "the error may be a half"


@pytest.mark.parametrize("n", [5, 50])
def test_shares_without_error_lie_in_their_interval_as_often_as_it_says(n):
    of = preferred.shares(n, 0.9, 0.1, 400, seed=3)
    assert of["held now"] >= 100 * (0.95 - 3 * (0.95 * 0.05 / 400) ** 0.5)
    assert n > 5 or of["held before"] < 85


def test_intervals_of_strengths_narrow_with_the_judgments_and_hold_the_truth():
    """Planted: ten judgments of a pair instead of one. A level known by the prior alone would not narrow."""
    once, often = (preferred.strengths(n, 150, seed=4) for n in (1, 10))
    assert often[1] < 0.4 * once[1]
    assert often[3] > 0.7 * once[3], "with the level they hardly narrow"
    assert min(once[0], often[0]) >= 93


def test_outcomes_that_grades_fill_in_decide_nothing():
    """Planted: forty queries on which the grades favour one, of which three were judged, one for the other."""
    queries = [f"q{i:02}" for i in range(40)]
    runs = Runs.from_dict({"one": {q: {"a": 1.0} for q in queries}, "other": {q: {"b": 1.0} for q in queries}})
    judged = [Comparison(q, {"a": 2, "b": 1}) for q in queries[:2]] + [Comparison("q02", {"a": 1, "b": 2})]
    labels = Qrels.from_dict({q: {"a": 2, "b": 0} for q in queries})
    of = win_ratios(Preferences(judged), runs, queries=queries, qrels=labels, fill="grades")
    assert (int(of.won.max()), int(of.judged.max())) == (39, 3)
    assert of.p[0, 1] == pytest.approx(stats.binomtest(2, 3).pvalue)
    assert words.n_significant(of) == 0
    assert words.leaders(of) == ""
    assert words.SAID("tested", **words.facts(of)).endswith(
        "Filled outcomes decide nothing: the test is of judged pairs."
    )


def test_the_highest_share_of_few_pairs_stands_with_its_interval():
    agree, disagree = [[3, 2, 3, 2, 3, 3], [9, 8, 5, 9, 4, 5]], [[1, 0, 1, 1, 0, 1], [7, 5, 8, 5, 9, 6]]
    of = Consistency(("new", "old"), tuple("abcdef"), 10, np.array(agree), np.array(disagree))
    text = sections.as_judged(of)
    low, high = of.intervals[0]
    ends = f"({100 * low:.1f}% to {100 * high:.1f}% over queries)"
    assert text.startswith(
        f"Where both documents are among its first 10, new orders 80.0% {ends} of 20 judged pairs as"
    )
    assert "the highest share of all runs. The lowest has old: 50.0% (" in text


def test_the_page_holds_what_the_intervals_of_preferences_promise():
    assert all(float(row[5]) >= 90 for row in page.rows_of("without-error"))
    widths = [float(row[4]) for row in page.rows_of("strengths")]
    assert widths[0] > 2.5 * widths[-1]
