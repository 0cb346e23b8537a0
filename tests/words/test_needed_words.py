"""Sentences about how many labels settle pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from irassay.estimates import Figures, LabelsNeeded
from irassay.estimates.bounds.words import for_leaders, for_pair
from irassay.result import Table
from irassay.verdict.words import next_steps as step_words


def figures(**changes):
    given = {"pairs": 1, "floor": 3, "median": 7, "ninety": 12, "documents": 20, "draws": 100, "left_open": 0.0}
    return Figures(**{**given, **changes})


@pytest.mark.parametrize("draws", [1, 5, 19])
def test_no_share_of_draws_is_told_of_fewer_than_twenty(draws):
    for said in (for_pair(figures(draws=draws, median=1, ninety=1)), for_leaders(figures(draws=draws))):
        assert "half" not in said
        assert "of them" not in said
        assert said.endswith(f"cannot be estimated from {draws} draw{'s' * (draws > 1)}: at least 20 are required.")


def test_a_pairs_sentence_says_the_floor_and_what_it_takes(golden):
    unknown, few = {"floor": None, "ninety": None}, {"median": None, "ninety": None, "draws": 0, "left_open": math.nan}
    golden(for_pair(figures()), for_pair(figures(floor=1, median=1, ninety=1)))
    golden(for_pair(figures(**unknown, left_open=0.4)), for_pair(figures(floor=None, median=1, ninety=4)))
    golden(for_pair(figures(**unknown, median=None, left_open=1.0)), for_pair(figures(**few)))
    golden(for_pair(figures(documents=0)))


def test_what_nobody_retrieved_is_named_where_labels_can_not_settle_the_pair():
    never = figures(median=None, ninety=None, left_open=1.0)
    assert for_pair(never, unseen=10).endswith("draws from the estimate: documents that nobody retrieved keep it open.")


def test_leaders_have_one_sentence_for_all_their_pairs(golden):
    golden(for_leaders(figures(pairs=3, median=46, ninety=51, documents=71)))
    never = figures(pairs=18, median=None, ninety=None, documents=246, left_open=1.0, settled=(10, 9))
    golden(for_leaders(never, baseline=True))
    assert for_leaders(figures(pairs=18, draws=0)) == ""
    never = figures(pairs=12, median=None, ninety=None, draws=20, left_open=1.0)
    begin = "Labels for all 20 documents that matter settle any of the 12 open pairs with a leader "
    assert for_leaders(never) == f"{begin}in less than half of 20 draws from the estimate."


def test_labels_that_settle_a_pair_in_the_median_and_none_in_a_tenth_of_the_draws_have_both_said(golden):
    few = figures(pairs=12, median=None, ninety=None, documents=81, left_open=1.0, settled=(1, 0))
    golden(for_leaders(few), for_leaders(few, unseen=1))
    draws = [2] * 50 + [1] * 39 + [0] * 11  # the fewest zeros with which 90 draws don't reach one pair
    for settled, reached in ((draws, (2, 0)), ([*draws[:-1], 1], (2, 1))):
        needed = LabelsNeeded([], [], Table("", "", []), np.full(100, 99), np.array(settled), [0, 1])
        assert needed.settled_by_all == reached


def test_what_to_do_next_says_how_many_where_labels_are_part_of_it(case, golden):
    thin = case(labels_settled=900, open_at_top=18, judging=figures(pairs=18, median=46, ninety=51, documents=71))
    golden(step_words.next_note(thin), step_words.next_note(case(labels_settled=900, open_at_top=18)))


def test_draws_that_all_documents_leave_open_are_counted_as_draws(golden):
    golden(for_leaders(Figures(2, 2, 375, None, 485, 100, 0.35)))
