"""What is said of leaked queries' effect: sentences as they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from irassay.agreement import Spread
from irassay.leakage import Effect
from irassay.leakage.effect import SystemScores, Unanswered
from irassay.leakage.effect_words import effect_sentences, order_sentence
from irassay.leakage.without_leaks import Adjusted, OrderWithout
from irassay.studies.leak.sections import scores_title

ORDER = OrderWithout(41, 66, 6, 0.8, Spread(5.2, 1.0, 3.0, 8.0), 0.9, 0.4, 2000)
SYSTEMS = [SystemScores(f"e{i}", (), True, 0.6, 0.5) for i in range(5)]
SYSTEMS += [SystemScores(f"u{i}", (), False, 0.5, 0.5) for i in range(7)]
EFFECT = Effect(
    measure="nDCG@10",
    lower_is_better=False,
    n_leaked=41,
    n_clean=259,
    systems=SYSTEMS,
    exposed=SystemScores("exposed", (), True, 0.6, 0.5),
    unexposed=SystemScores("unexposed", (), False, 0.5, 0.5),
    did=0.038,
    low=0.010,
    high=0.066,
    p=0.009,
    adjusted=Adjusted(0.005, -0.02, 0.03, 0.9),
    order=ORDER,
    unranked=[],
    contradicted=[],
    unanswered=[],
    alpha=0.05,
)


def test_did_adjusted_and_order_are_said():
    assert EFFECT.explain() == [
        "The 5 exposed systems gain 0.0380 on the 7 unexposed systems from 259 clean queries to 41 leaked queries "
        "(95% interval 0.010 to 0.066; p = 0.0090): more than queries marked at random show.",
        "Adjusted for how hard the queries are, the exposed gain 0.0050 (−0.020 to 0.030): no sign that training on "
        "the leaked queries helped.",
        "Without the 41 leaked queries 6 pairs swap, without 41 others 5.2: no sign that leakage made the order.",
    ]


def test_where_lower_is_better_a_negative_difference_is_a_gain():
    of = replace(EFFECT, lower_is_better=True, did=-0.038, adjusted=Adjusted(-0.04, -0.06, -0.02, 0.9))
    did, by_line, _ = effect_sentences(of)
    assert "systems gain 0.0380 on" in did
    assert "interval −0.066 to −0.010" in did
    assert by_line.endswith("gain 0.0400 (0.020 to 0.060): a sign that training on the leaked queries helped.")


def test_what_queries_marked_at_random_show_too_is_said_so():
    assert effect_sentences(replace(EFFECT, p=0.3))[0].endswith("p = 0.30): queries marked at random show as much.")


NONE = "no sign that training on the leaked queries helped"


@pytest.mark.parametrize(
    ("did", "p", "adjusted", "sign", "ending"),
    [
        (0.04, 0.3, 0.04, None, f"{NONE}, since queries marked at random show as much without the adjustment."),
        (-0.04, 0.01, 0.04, None, f"{NONE}, since the two numbers contradict each other."),
        (0.04, 0.01, 0.04, "helped", "a sign that training on the leaked queries helped."),
        (-0.04, 0.01, -0.04, None, f"{NONE}."),
        (0.04, 0.01, 0.01, None, f"{NONE}."),
    ],
)
def test_a_sign_takes_both_numbers_never_the_adjusted_one_alone(did, p, adjusted, sign, ending):
    of = replace(EFFECT, did=did, p=p, adjusted=Adjusted(adjusted, adjusted - 0.02, adjusted + 0.02, 0.9))
    assert of.sign == sign
    assert of.to_dict()["sign"] == sign
    assert effect_sentences(of)[1].endswith(ending)


def test_a_line_that_does_not_hold_is_no_sign_and_the_reason_is_said():
    of = Adjusted(0.04, 0.02, 0.06, 0.9)
    assert replace(EFFECT, adjusted=replace(of, bend=-3.0)).sign == "helped"
    bent, ended = (replace(EFFECT, adjusted=replace(of, **{n: v})) for n, v in (("bend", 3.0), ("at_an_end", 0.4)))
    assert bent.sign is None
    assert effect_sentences(bent)[1].endswith(f"{NONE}, since the two groups' scores don't follow one line.")
    assert ended.sign is None
    assert effect_sentences(ended)[1].endswith(
        f"{NONE}, since 40% of a group's scores on them are its best or its worst."
    )


def test_the_page_says_in_which_direction_exposed_systems_differ():
    lose = replace(EFFECT, did=-0.05, adjusted=Adjusted(-0.04, -0.06, -0.02, 0.9))
    assert scores_title(lose) == "Exposed systems lose on leaked queries; the queries' difficulty may explain it"
    assert scores_title(EFFECT) == "Exposed systems gain on leaked queries; the queries' difficulty may explain it"
    assert "lift them" not in scores_title(lose)


def test_systems_without_documents_are_named_with_how_many_queries_they_lack():
    lacking = [Unanswered("a", 12, 0, False), Unanswered("b", 1, 2, True)]
    said = effect_sentences(replace(EFFECT, unanswered=lacking))
    assert said[0] == (
        "Left out of the numbers and the order: a, without documents for 12 of 41 leaked and 0 of 259 clean queries. "
        "Such queries count 0, and these are not spread as by chance."
    )
    assert said[-1] == (
        "Compared all the same, with 0 for each such query: b, without documents for 1 of 41 leaked and 2 of 259 clean "
        "queries."
    )
    assert effect_sentences(replace(EFFECT, unanswered=[lacking[1]] * 7))[-1].endswith("; and 2 more.")


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (replace(ORDER, n=1, swaps=1), "Without the leaked query 1 pair swaps, without 1 other 5.2: no sign"),
        (replace(ORDER, swaps=0, p=1.0), "Without the 41 leaked queries no pair swaps, without 41 others 5.2: no sign"),
        (
            replace(ORDER, swaps=16, p=0.0005),
            "Without the 41 leaked queries 16 pairs swap, without 41 others 5.2 (p < 0.001): the order rests on the "
            "leaked queries more than on others.",
        ),
        (
            replace(ORDER, by_chance=None, tau_by_chance=None, p=None, n_draws=0),
            "Without the 41 leaked queries 6 pairs swap of 66.",
        ),
    ],
)
def test_the_order_is_said(order, sentence):
    assert order_sentence(order).startswith(sentence)


def test_systems_that_do_not_count_are_named():
    unknown = [*SYSTEMS, SystemScores("some", (), None, 0.5, 0.5)]
    said = effect_sentences(replace(EFFECT, systems=unknown, unranked=["a", "b"]))
    assert said[-2:] == [
        "Of 1 system it is not known whether it saw the queries: in neither group.",
        "Left out, since they lack a score on some query: a and b.",
    ]
