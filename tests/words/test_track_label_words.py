"""Sentences of a track's overview about other labels, as a reader sees them."""

from __future__ import annotations

from irassay.agreement import Repeats, TopAgreement
from irassay.agreement.label_agreement import Coefficient
from irassay.studies.track import words
from irassay.studies.track.words import coefficient

NAN = float("nan")
WHOLE = TopAgreement(62, 0.583, 0.512, 0.651, 20.9, 17.4, 24.4)
FIRST = TopAgreement(10, 0.289, -0.111, 0.6, 35.6, 20.0, 55.6)


def test_an_order_is_said_with_its_interval_its_error_rate_and_the_first_runs(golden):
    golden(words.order("nDCG@10", "RR", [WHOLE, FIRST]), words.order("nDCG@10", "nDCG@10", [WHOLE]))


def test_several_passes_are_said_with_what_they_disagree_on_and_which_is_used(golden):
    found = Repeats(4, 10_828, 9_667, 0.398, 0.364, 0.429, [0.167, 0.188, 0.19, 0.17, 0.18, 0.175])
    golden(words.passes(found))
    assert "Cohen's kappa of two 0.50. What" in words.passes(Repeats(2, 4, 1, 0.5, 0.1, 0.9, [0.5]))


def test_relevant_documents_of_the_other_set_are_counted_in_number(golden):
    golden(words.positives_title({0: 1, 1: 0, 3: 5, None: 2}, 1), words.positives_title({0: 1, 1: 3, 3: 5, None: 0}, 2))


def test_a_coefficient_says_how_much_wider_its_interval_is_and_when_there_is_no_number(golden):
    golden(coefficient(Coefficient("Cohen's kappa", 0.346, 0.298, 0.39, 0.336, 0.356)))
    golden(coefficient(Coefficient("Cohen's kappa", NAN, NAN, NAN, NAN, NAN)))
