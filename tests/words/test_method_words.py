"""The methods paragraph names the test, the correction and the intervals that were used."""

import pytest

from irassay.studies.overview.sections.method.words import paragraph
from irassay.verdict.words import answers
from tests.verdict_by_hand import with_league


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "a two-sided randomization test (sign flips of per-query differences, 100,000 draws, the same signs"),
        ({"test": "wilcoxon"}, "Wilcoxon's signed-rank test (over queries), with Holm's correction"),
        ({"test": "sign"}, "a sign test (over queries)"),
        ({"test": "bootstrap"}, "differences shifted to a mean of zero, 100,000 resamples of the queries"),
        (
            {"correction": "benjamini-hochberg"},
            "the Benjamini-Hochberg correction over all 6 pairs at a false discovery",
        ),
        (
            {"correction": "max-t", "n_joint": 100_000},
            "corrected by step-down max-T over all 6 pairs (100,000 sign flips)",
        ),
        (
            {"correction": "tukey", "n_joint": 9_999},
            "corrected by randomised Tukey HSD over all 6 pairs (9,999 shuffles)",
        ),
        ({}, "95% percentile bootstrap intervals over queries (10,000 resamples), not adjusted for the number"),
        ({"interval": "bca"}, "95% BCa bootstrap intervals"),
        (
            {"interval": "simultaneous"},
            "95% studentised bootstrap intervals over queries (10,000 resamples), holding for all",
        ),
        ({"interval": "wilson"}, "Wilson's 95% intervals, and Newcombe's for differences"),
    ],
)
def test_the_paragraph_names_what_was_used(evidence, changes, said):
    found = with_league(evidence(4, test="randomization", n_resamples=100_000), **changes)
    text = paragraph(found.verdict, 0, "0.1")
    assert said in text
    assert text.count("  ") == 0


def test_the_paragraph_holds_the_result_in_one_sentence(evidence):
    found = evidence(12, 30)
    assert answers.sentence(found.verdict) in paragraph(found.verdict, 0, "0.1")
    assert "scores highest" not in paragraph(evidence(2, 30).verdict, 0, "0.1"), "two systems have their own sentence"
