"""What further measures say, at the top of the page and under the league."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from irassay.studies.overview.page_order import compose
from irassay.studies.overview.sections import league as words
from tests.evidence_by_hand import evidence_by_hand


@pytest.fixture(scope="module")
def league():
    return evidence_by_hand(6).verdict.league


def other(league, first, leaders, measure="AP", **changes):
    """The same under another measure, with another first and other leaders."""
    rest = [system for system in league.systems if system != first]
    return replace(league, measure=measure, systems=[first, *rest], leaders=leaders, **changes)


def test_another_first_stands_with_the_place_of_ours(league):
    first, second, third = league.systems[:3]
    assert words.first_by_others(league, [other(league, second, [second, first])]) == f"By AP, {second} scores highest."
    assert words.first_by_others(league, [other(league, second, [second, third])]) == (
        f"By AP, {second} scores highest, and {first} is not among its 2 leaders."
    )
    assert words.first_by_others(league, [other(league, second, [second])]) == (
        f"By AP, {second} scores highest, and leads without {first}."
    )


def test_the_same_first_is_not_worth_a_sentence(league):
    first, second = league.systems[:2]
    assert words.first_by_others(league, [other(league, first, [first])]) == ""
    alone, shared = replace(league, leaders=[first]), other(league, first, [first, second])
    assert words.first_by_others(alone, [shared]) == f"By AP, 2 of {league.n} systems share the lead."
    assert words.first_by_others(replace(league, leaders=[first, second]), [shared]) == ""
    twins = replace(league, same={first: ("twin",)})
    assert words.first_by_others(twins, [other(league, "twin", ["twin"])]) == "", "a run that is one system with ours"
    held = other(league, second, [second, "x"], same={"x": (first,)})
    assert words.first_by_others(league, [held]).endswith(f"{second} scores highest."), "ours leads under another name"


def test_who_shares_the_best_mean_does_not_score_highest(league):
    """By hand: under AP the first two have one mean."""
    mean = np.array(league.mean)
    mean[1] = mean[0]
    tied = replace(league, measure="AP", mean=mean)
    first, second = league.systems[:2]
    assert words.measures_title(league, [tied]) == (
        f"{first} scores highest by {league.measure}; several systems come first by AP"
    )
    assert words.measures_title(tied, [tied]) == "Several systems come first by AP and AP"
    assert words.first_by_others(league, [replace(tied, systems=[second, first, *league.systems[2:]])]) == ""


def test_many_measures_are_counted(league, golden):
    second = league.systems[1]
    many = [other(league, second, [second], measure) for measure in ("AP", "RR", "P@5")]
    golden(words.first_by_others(league, [*many, other(league, league.systems[0], [])]))


def test_another_first_is_at_the_top_of_the_page():
    found = evidence_by_hand(6)
    second = found.verdict.systems[1]
    of = replace(found.verdict, league=other(found.verdict.league, second, [second]))
    assert f"By AP, {second} scores highest" in compose(replace(found, others=[of])).standfirst
    assert "comes first" not in compose(found).standfirst


def test_the_leaders_by_another_measure_are_counted(league):
    first, second = league.systems[:2]
    said = words.agreement(league, other(league, first, [first, second]), 1, 15, 0.8)
    assert said.split(", ")[1] == "2 systems share the lead"
