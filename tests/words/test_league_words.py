"""What `compare` says, for every kind of league. Leagues are made by hand: only what a sentence reads."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from irassay.comparison import League
from irassay.comparison.league import words as comparison
from irassay.estimates import Figures
from irassay.studies.overview.sections.league import league_title
from irassay.verdict import Verdict
from irassay.verdict.queries_needed import against_of
from irassay.verdict.words import league as words
from irassay.verdict.words import pairs as pair_words
from tests.verdict_by_hand import pair_by_hand


def league(n=3, leaders=1, **more):
    systems = [f"s{i}" for i in range(n)]
    made = {
        "n": n,
        "measure": "nDCG@10",
        "systems": systems,
        "same": {},
        "leaders": systems[:leaders],
        "mean": np.linspace(0.9, 0.1, n),
        "significant": np.ones((n, n), dtype=bool) & ~np.eye(n, dtype=bool),
        "p_corrected": np.full((n, n), 0.05),
        "difference": np.subtract.outer(np.linspace(0.9, 0.1, n), np.linspace(0.9, 0.1, n)),
        "baseline": (),
        "at_the_edge": [],
        "letters": (),
        "brackets": (),
        "open_without_letter": 0,
        "lower_is_better": False,
        "queries": list(range(53)),
        "t_low": [],
        "chance": None,
        "n_tested": n * (n - 1) // 2,
        "n_settled": 0,
        "n_too_few": 0,
        "family": n * (n - 1) // 2,
        "test": "randomization",
        "correction": "holm",
        "interval": "percentile",
        "alpha": 0.05,
        "n_resamples": 100_000,
        "n_joint": 0,
        "n_bootstrap": 10_000,
        "enumerated": False,
    }
    return SimpleNamespace(**made | more)


def one(league, **more):
    """What sentences read of a verdict with this league."""
    made = {
        "league": league, "nothing_relevant": False,
        "bounds": None, "reach": "there", "depth": 10, "systems": league.systems, "estimate": None,
        "n": len(league.systems), "n_queries": len(league.queries), "tied": 0, "labels_open": 0, "labels_unknown": 0,
        "n_likely": 0, "unlikely": "", "typical": float("nan"), "n_unresolvable": 0, "lead_carried": True,
        "behind": int(league.significant[0].sum()), "against": against_of(league), "decides": lambda *_, **__: True,
        "labels_settled": None, "estimated_first": "", "sparse": None,
    } | more  # fmt: skip
    return SimpleNamespace(labels_undecided=made["labels_open"] + made["labels_unknown"], **made)


def test_what_is_made_by_hand_has_no_name_that_the_nouns_lack():
    made = one(league())
    assert all(hasattr(Verdict, name) or name in Verdict.__dataclass_fields__ for name in vars(made))
    assert all(hasattr(League, name) or name in League.__dataclass_fields__ for name in vars(made.league))


def test_one_leader_that_differs_from_all():
    assert words.lead(one(league())) == "s0 leads alone: it differs significantly from the other 2."


def test_one_leader_that_does_not_differ_from_all():
    significant = np.zeros((4, 4), dtype=bool)
    significant[0, 2] = significant[2, 0] = True
    said = words.lead(one(league(4, significant=significant)))
    assert said == "s0 leads alone: 1 of the other 3 are significantly behind it, the rest behind another."


def test_several_leaders_and_all(golden):
    said = words.lead(one(league(61, 11)))
    golden(said, words.lead(one(league(3, 3))))


def test_a_baseline_that_nobody_differs_from(golden):
    found = league(3, baseline=("s1",), significant=np.zeros((3, 3), dtype=bool))
    golden(words.lead(one(found)), words.lead(one(league(3, baseline=("s1",)))))


def test_a_pair_at_the_edge_is_named_when_it_touches_a_leader():
    found = league(4, 2, at_the_edge=[("s1", "s3"), ("s2", "s3")])
    assert words.edge(one(found)) == ["s3 is at the edge of a significant difference from s1 (adjusted p 0.050)."]


def test_same_runs_are_counted_and_named(golden):
    found = league(same={"s0": ("copy", "other")})
    golden(*words.same(one(found)), *words.same(one(found, depth=7)), *words.same(one(found, depth=None)))
    golden(*words.same(one(found, reach=None)))


def test_letters_say_what_they_decide():
    assert "Systems that share a letter can't be told apart." in words.explanations(one(league()), wide=False)[0]
    said = words.explanations(one(league(30, open_without_letter=220)), wide=False)[0]
    assert "share a letter can't be told apart; systems that share none may or may not differ." in said


def test_what_could_move_the_shares_is_said_beside_them(golden):
    found = league(chance=(813, 817), n_too_few=1, too_few=[("s1", "s2")])
    said = words.beside_shares(one(found, tied=2, labels_unknown=1))
    golden(*said)


def test_a_place_that_a_run_in_doubt_could_take_is_certain_on_a_condition(evidence):
    league = replace(evidence(4).verdict.league, mean=np.array([0.9, 0.6, 0.5, 0.2]), leaders=["sys-00"])
    every = replace(evidence(4).verdict, league=replace(league, rank_intervals=[(1, 1), (2, 2), (3, 3), (4, 4)]))
    alone = replace(every, league=replace(league, rank_intervals=[(1, 1), (2, 3), (2, 3), (4, 4)]))
    shared = replace(every, league=replace(alone.league, leaders=["sys-00", "sys-01"]))
    first = "Ranks are ranges: first place is "
    for verdict, by_score, by_rank, system, said in (
        (every, 0.5, 0.1, "sys-02", "Every place is certain, if the scores of sys-02, not its ranks, are right"),
        (every, 0.5, 0.4, "sys-02", "Every place is certain"),  # stays third
        (every, 0.5, 0.1, "not ranked", "Every place is certain"),
        (alone, 0.6, 0.4, "sys-01", f"{first}sys-00's alone"),
        (alone, 0.6, 0.95, "sys-01", f"{first}sys-00's alone, if the scores of sys-01, not its ranks, are right"),
        (alone, 0.9, 0.5, "sys-00", f"{first}sys-00's alone, if the scores of sys-00, not its ranks, are right"),
        (shared, 0.5, 0.1, "sys-02", f"{first}open to 2 systems"),
    ):
        assert league_title(replace(verdict, by_rank={system: (by_score, by_rank)})) == said


def test_pairs_that_no_label_would_settle_are_counted_as_an_estimate(golden):
    said = words.beside_shares(one(league(), n_unresolvable=1, typical=0.0612))
    golden(*said)
    assert words.beside_shares(one(league(), typical=0.0612)) == [said[0].split(" 1 pair")[0]]


def test_another_test_than_the_default_is_named_under_the_table():
    said = words.explanations(one(league(test="wilcoxon", correction="max-t", interval="bca")), wide=False)[0]
    assert said.startswith("Wilcoxon signed-rank test, step-down max-T with 0 sign flips at 0.05 over 3 pairs; 95% BCa")
    plain = words.explanations(one(league()), wide=False)[0]
    assert "Randomization" not in plain


def pair(labels="settled", **of_queries):
    given = {"low": -0.021, "high": 0.051, "p": 0.43, "significant": False} | of_queries
    low, high, p, significant = (given.pop(name) for name in ("low", "high", "p", "significant"))
    wins, ends = (26, 23, 4), (0.007, 0.02)
    return pair_by_hand(
        "pash_f1", "NLE_P_v1", 0.0148, wins, low, high, p, 1.0, significant, labels, *ends, family=1830, **given
    )


def test_a_pair_that_cant_be_told_apart(golden):
    golden(pair_words.headline(pair()), comparison.difference_sentence(pair().queries))
    golden(comparison.query_numbers(pair().queries))


def test_a_pair_whose_interval_leaves_out_zero_but_is_undecided(golden):
    golden(comparison.by_queries(pair(low=0.001, p=0.04).queries))
    said = comparison.beside_interval(pair(low=0.001, p=0.06).queries)
    assert said == "The interval excludes 0, but the test is not significant."


def test_an_interval_says_its_level_and_whether_it_is_corrected(golden):
    golden(comparison.query_numbers(replace(pair().queries, family=1)))
    golden(comparison.query_numbers(replace(pair().queries, interval="simultaneous")))


def test_a_lower_score_is_better_where_the_measure_says_so():
    said = pair_words.headline(pair(significant=True, lower_is_better=True))
    assert said == "NLE_P_v1 is better than pash_f1: the queries decide it, and no missing label reverses the order."


BETTER = "pash_f1 is better than NLE_P_v1"
PROVED = f"{BETTER}: the queries decide it, and no missing label reverses the order."
OPEN = "With these labels pash_f1 scores more than NLE_P_v1; which is better is open."


@pytest.mark.parametrize(
    ("strength", "require", "said"),
    [
        ("proved", "likely", PROVED),
        ("proved", "proved", PROVED),
        ("likely", "likely", f"{BETTER}: the queries decide it, and missing labels are unlikely to change that."),
        ("likely", "proved", OPEN),
        ("open", "likely", OPEN),
        ("not known", "likely", OPEN),
        ("open", "taken", f"{BETTER}, treating unjudged documents as not relevant: the queries decide it."),
        ("no bounds", "likely", OPEN),
        ("positive only", "likely", OPEN),
        ("scores alone", "likely", f"{BETTER} by the queries; scores say nothing about missing labels."),
    ],
)
def test_better_is_said_only_where_queries_decide_and_labels_carry_it(strength, require, said):
    agreeing = {"likely": 95, "open": 94, "not known": 94}.get(strength, 0)
    drawn = {"agreeing": agreeing, "n_draws": 100 if agreeing else 0}
    state = {"proved": "settled", "likely": "open", "open": "open", "not known": "not known"}.get(strength, "")
    unlikely = strength if strength in ("no bounds", "positive only", "scores alone") else ""
    made = pair(state, significant=True, unlikely=unlikely, **drawn)
    assert pair_words.headline(made, require=require) == said
    undecided = pair(state, unlikely=unlikely, **drawn)
    assert pair_words.headline(undecided, require=require) == "pash_f1 and NLE_P_v1 can't be told apart."


def test_a_settled_pair_whose_interval_contains_zero_is_explained(golden):
    settled = pair(low=-0.004, high=0.131, p=0.0496, significant=True).queries
    golden(comparison.beside_interval(settled), comparison.by_queries(settled))
    golden(comparison.beside_interval(pair(low=0.001, p=0.01, significant=True).queries))


def test_a_claim_that_labels_do_not_carry_says_how_unequal_they_are_and_what_would_do(golden):
    made = pair("open", significant=True, agreeing=2, n_draws=100)
    made = replace(made, judged=(0.93, 0.28), estimate=(0.643, 0.707), needed=Figures(1, 3, 7, 12, 20, 100, 0.0))
    golden(pair_words.gap(made))
    assert pair_words.gap(pair(significant=True)) == ""
    likely = replace(pair("open", significant=True, agreeing=97, n_draws=100), judged=(0.93, 0.28), estimate=(0.7, 0.6))
    golden(pair_words.gap(likely))
    taken = pair_words.gap(likely, require="taken")
    assert taken == pair_words.gap(likely), "labels that are taken as they are still say how unequal they are"
    assert pair_words.gap(made, require="taken") == pair_words.gap(made)
    assert pair_words.gap(pair("open")) == "", "the queries don't decide: nothing is claimed that labels would carry"


def test_who_leads_with_these_labels_only_is_said_so(golden):
    golden(words.lead(one(league(), lead_carried=False)), words.lead(one(league(61, 11), lead_carried=False)))


def test_the_lead_says_who_would_be_first_with_other_labels(golden):
    open_ = {"lead_carried": False, "labels_settled": 1}
    golden(words.lead(one(league(), **open_)), words.lead(one(league(), **open_, estimated_first="s2")))


def test_better_than_a_baseline_is_counted_only_where_the_labels_carry_it(golden):
    said = words.lead(one(league(3, baseline=("s1",)), decides=lambda i, j, require="likely": i == 0))
    golden(said)


@pytest.mark.parametrize("unlikely", ["sparse", "no bounds"])
def test_support_by_the_labels_is_not_counted_where_it_was_not_computed(unlikely):
    said = words.lead(one(league(3, baseline=("s1",)), decides=lambda i, j, require="likely": False, unlikely=unlikely))
    assert said == "2 of 2 systems differ significantly from s1: 1 score more, 1 less with these labels."


def test_pairs_that_are_likely_are_counted_with_the_assumption(golden):
    said = words.beside_shares(one(league(), labels_open=20, labels_unknown=3, n_likely=17, labels_settled=0))
    golden(said[0])
    positive = words.beside_shares(one(league(), labels_open=20, labels_settled=0, unlikely="positive only"))
    assert positive[0].startswith("No pair is likely by the labels: most queries have no non-relevant label")
