"""The verdict's sentences, as strings, for every kind of case."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.comparison import League
from irassay.verdict import Against, Needed, Verdict
from irassay.verdict.words import answers
from irassay.verdict.words import answers as verdict
from irassay.verdict.words import next_steps as following
from irassay.verdict.words.queries_needed import league_title
from tests.verdict_by_hand import pair_by_hand, verdict_by_hand

NEVER = ("reusable", "proves", "winner", "statistically equivalent", "true score", "almost significant", "best system")

SETTLED = pair_by_hand("B", "A", 0.031, (30, 20, 3), 0.01, 0.05, 0.001, 0.001, True, "settled", 0.02, 0.04)
QUERIES_OPEN = pair_by_hand("B", "A", 0.031, (30, 20, 3), -0.01, 0.07, 0.21, 0.21, False, "settled", 0.02, 0.04)
LABELS_OPEN = pair_by_hand("B", "A", 0.031, (30, 20, 3), 0.01, 0.05, 0.001, 0.001, True, "open", -0.02, 0.08)
BOTH_OPEN = pair_by_hand("B", "A", 0.031, (30, 20, 3), -0.01, 0.07, 0.21, 0.21, False, "open", -0.02, 0.08)
LIKELY = pair_by_hand(
    "B", "A", 0.031, (30, 20, 3), 0.01, 0.05, 0.001, 0.001, True, "open", -0.02, 0.08, agreeing=95, n_draws=100
)
NOT_KNOWN = pair_by_hand("B", "A", 0.031, (30, 20, 3), 0.01, 0.05, 0.001, 0.001, True, "not known", -0.02, 0.08)


def test_what_is_made_by_hand_has_no_name_that_the_nouns_lack():
    made = verdict_by_hand()
    assert all(hasattr(Verdict, name) or name in Verdict.__dataclass_fields__ for name in {*vars(made)} - {"given"})
    assert all(hasattr(League, name) or name in League.__dataclass_fields__ for name in vars(made.league))


def test_several_leaders_share_the_lead(case):
    assert verdict.title(case()) == "11 of 61 systems share the lead."


def test_queries_low_and_labels_high_ask_for_queries(case, golden):
    golden(verdict.standfirst(case()))


def test_a_lead_that_labels_could_take_away_is_said_of_these_labels(case, golden):
    shared = verdict.title(case(lead_carried=False))
    assert shared == "11 of 61 systems share the lead; missing labels could change that."
    alone = {"leaders": ["s00"], "behind": 60, "lead_carried": False}
    golden(verdict.title(case(**alone)), verdict.title(case(**alone, labels_settled=None)))


def test_the_line_below_the_title_names_the_system_outside_the_lead_that_the_estimate_puts_first(case, golden):
    estimate = np.linspace(0.7, 0.1, 61)
    estimate[7] = 0.9
    caution = "s07 would be first if unjudged documents are like judged ones of their rank. "
    alone = {"leaders": ["s00"], "behind": 60, "lead_carried": False}
    outside = case(**alone, estimate=estimate)
    golden(verdict.title(outside))
    assert verdict.standfirst(outside).startswith(caution)
    among = verdict.standfirst(case(lead_carried=False, estimate=estimate))
    assert "would be first" not in among, "a leader that comes first takes nobody's lead"
    lowest = verdict.standfirst(case(**alone, estimate=estimate, lower_is_better=True))
    assert lowest.startswith("s60 would be first if ")
    carried = case(**(alone | {"lead_carried": True}), estimate=estimate)
    golden(verdict.title(carried), verdict.standfirst(carried))


def test_the_title_on_two_systems_leaves_the_condition_of_the_estimate_to_the_line_below(case, golden):
    names = ["late-entry-lexical", "island-bm25"]
    pair = pair_by_hand(
        names[1], names[0], 0.092, (30, 20, 3), 0.01, 0.05, 0.001, 0.001, True, "open", -0.02, 0.08
    )  # fmt: skip
    two = case(systems=names[::-1], leaders=[names[1]], pairs=1, pair=pair, estimate=np.array([0.4, 0.5]))
    golden(verdict.title(two), verdict.standfirst(two))


def test_pairs_that_are_likely_stand_beside_the_labels_share(case, golden):
    golden(answers.share_labels(case(n_likely=40)))
    golden(answers.share_labels(case()), answers.share_labels(case(n_likely=43)))


def test_one_leader_ahead_of_all_leads_the_others(case, golden):
    alone = case(leaders=["s00"], behind=60)
    golden(verdict.title(alone), verdict.title(case(leaders=["s00"], behind=50)))


def test_all_sharing_the_lead_is_said_so(case):
    assert verdict.title(case(leaders=[f"s{i:02d}" for i in range(61)])) == "All 61 systems share the lead."


def test_two_systems_get_a_sentence_and_no_shares(case, golden):
    for pair in (SETTLED, QUERIES_OPEN, LABELS_OPEN, LIKELY, BOTH_OPEN, NOT_KNOWN):
        two = case(systems=["B", "A"], leaders=["B", "A"], pairs=1, pair=pair)
        golden(verdict.title(two))
        assert "0.03" not in verdict.standfirst(two), "the difference stands once"
        assert "%" not in verdict.title(two) + verdict.standfirst(two).replace("95%", "")


def test_up_to_seven_systems_get_counts_and_no_percentages(case, golden):
    few = case(systems=["A", "B", "C"], leaders=["A", "B"], pairs=3, queries_settled=2, labels_settled=3, labels_open=0)
    assert verdict.title(few) == "2 of 3 systems share the lead."
    text = verdict.standfirst(few)
    golden(text, answers.share_queries(few))


def test_one_system_has_nothing_to_compare(case, golden):
    one = case(systems=["A"], pairs=0, leaders=["A"])
    golden(verdict.title(one), verdict.standfirst(one))


def test_identical_runs_are_one_system(case, golden):
    same = case(systems=["A"], n_runs=3, same={"A": ["B", "C"]}, pairs=0)
    golden(verdict.title(same), verdict.title(case(systems=["A"], n_runs=2, pairs=0)))


def test_equal_means_are_exactly_tied(case):
    tied = case(systems=["A", "B"], means=[0.5, 0.5], pairs=1)
    assert verdict.title(tied) == "Both systems score exactly the same, 0.500."


def test_no_common_document_is_the_verdict_itself(case, golden):
    golden(verdict.title(case(has_retrieved_labels=False)), verdict.standfirst(case(has_retrieved_labels=False)))


def test_a_baseline_gets_counts_above_and_below_it(case, golden):
    names = ["A", "B", "base", "C"]
    against = case(
        systems=names, means=[0.7, 0.6, 0.5, 0.4], baselines=["base"],
        against=[Against("base", ["A", "B"], [], ["C"])], pairs=3,
        queries_settled=2, labels_settled=3, labels_open=0, leaders=[],
    )  # fmt: skip
    golden(verdict.title(against), verdict.standfirst(against))
    none = case(systems=names, means=[0.7, 0.6, 0.5, 0.4], baselines=["base"], against=[Against("base")])
    assert verdict.title(none) == ("No system can be told apart from base.")


def test_another_baseline_that_cant_be_told_from_the_first_is_named(case):
    two = case(systems=["A", "B", "base"], means=[0.7, 0.6, 0.5], baselines=["base"],
        against=[Against("base", ["A"], [], ["B"])],
    )  # fmt: skip
    assert answers.apart(two) == "B."


@pytest.fixture
def several(case):
    """Five systems against two baselines, A and B."""
    against = [Against("A", ["x"], [], ["y", "B", "z"]), Against("B", ["x", "y"], ["z"], ["A"])]
    return case(
        systems=["x", "y", "A", "B", "z"], means=[0.7, 0.6, 0.5, 0.4, 0.3], baselines=["A", "B"], against=against,
        pairs=8, queries_settled=4, labels_settled=8, labels_open=0, leaders=[], family=4,
        needed=[Needed("y", 80.0, 120.0, "A"), Needed("z", 5000.0, 9e5, "A"), Needed("A", 300.0, 3000.0, "B")],
    )  # fmt: skip


def test_every_baseline_is_spoken_of_not_the_first_alone(several, golden):
    golden(verdict.title(several), verdict.standfirst(several), answers.apart(several), answers.behind(several))
    golden(" ".join(following.next_items(several)), following.next_note(several), league_title(several))


def test_many_baselines_are_counted_together(several, golden):
    against = [Against(name, ["x"], ["z"], ["y"]) for name in "ABCDEF"]
    many = verdict_by_hand(**several.given | {"baselines": list("ABCDEF"), "against": against})
    golden(verdict.title(many), verdict.standfirst(many))


def test_shares_are_counts_with_their_range_and_scope(case, golden):
    golden(answers.share_queries(case(chance=(813, 817))))
    few = case(too_few=2)
    few.league.too_few = [("a", "b"), ("c", "d")]
    golden(answers.too_few(few.league), answers.too_few(case(too_few=3).league), answers.share_queries(few))
    golden(answers.share_queries(case()), answers.share_labels(case()))
    golden(answers.share_labels(case(labels_unknown=7, labels_open=36)))
    assert "3 exactly tied pairs left out" in answers.share_labels(case(tied=3))
    for reason, sentence in (
        ("no bounds", "Not computed: nDCG@10 has no bounds over missing labels."),
        ("scores alone", "Not computed: scores per query say nothing about labels."),
    ):
        assert answers.share_labels(case(labels_settled=None, unlikely=reason)) == sentence
    assert answers.scope(case()) == (
        "For these runs, to depth 10, assuming that the 10,828 labels are correct. Both shares are of all pairs."
    )


def test_short_answers(case, golden):
    names = ["pash_f1", "NLE_P_v1", "p_f10", "far"]
    some = case(systems=names, same={"pash_f1": ["pash_f2", "pash_f3"]}, leaders=names[:3], behind=0, n_runs=6)
    golden(answers.best(some), answers.apart(some), answers.behind(some))


def test_no_verdict_uses_a_forbidden_word(case):
    cases = [
        case(), case(leaders=["s00"], behind=60), case(labels_settled=400, labels_open=1430),
        case(has_retrieved_labels=False),
        case(systems=["B", "A"], pairs=1, pair=SETTLED), case(systems=["A"], pairs=0),
    ]  # fmt: skip
    for one in cases:
        text = " ".join(
            [
                verdict.title(one),
                verdict.standfirst(one),
                answers.share_queries(one),
                " ".join(following.next_items(one)),
            ]
        )
        assert not [word for word in NEVER if word in text.lower()]


def test_one_sentence_says_who_scores_best_and_who_can_not_be_told_apart(case, golden):
    golden(answers.sentence(case(behind=47)))


def test_one_sentence_on_a_single_leader_says_what_missing_labels_can_do(case, golden):
    alone = {"leaders": ["s00"], "behind": 60}
    golden(answers.sentence(case(**alone)), answers.sentence(case(**alone, open_at_top=3)))
    golden(answers.sentence(case(leaders=["s00"], behind=59, open_at_top=3, lead_carried=False)))
    golden(answers.sentence(case(**alone, labels_settled=None)))


def test_one_sentence_names_the_system_that_the_estimate_puts_first(case):
    lead = {"leaders": ["s00"], "behind": 60, "open_at_top": 3, "lead_carried": False}
    estimate = np.linspace(0.7, 0.1, 61)
    assert answers.sentence(case(**lead, estimate=estimate)).endswith("; missing labels could change that.")
    estimate[7] = 0.9
    said = answers.sentence(case(**lead, estimate=estimate))
    assert said.endswith("; s07 would be first if unjudged documents are like judged ones of their rank.")


def test_one_sentence_where_lower_is_better(case, golden):
    golden(answers.sentence(case(leaders=["s00"], behind=60, lower_is_better=True)))
