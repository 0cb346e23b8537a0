"""What `compare` says, for every kind of league. Leagues are made by hand: only what a sentence reads."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np

from irassay.cli import league_words as words


def league(n=3, leaders=1, **more):
    systems = [f"s{i}" for i in range(n)]
    made = {
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


def one(found, **more):
    states = {"settled": 0, "open": 0, "not known": 0, "exactly tied": 0} | more.pop("states", {})
    made = {"league": found, "bounds": None, "judged": {"s0": 1.0}, "cutoff": 10, "states": lambda: states}
    made |= {"pairs": list(combinations(range(len(found.systems)), 2)), "unresolvable": None}
    made |= {"typical": float("nan")}
    return SimpleNamespace(**made | more)


def test_one_leader_that_differs_from_all():
    assert words.verdict(one(league())) == "s0 leads alone: it differs significantly from the other 2."


def test_one_leader_that_does_not_differ_from_all():
    significant = np.zeros((4, 4), dtype=bool)
    significant[0, 2] = significant[2, 0] = True
    said = words.verdict(one(league(4, significant=significant)))
    assert said == "s0 leads alone: 1 of the other 3 are significantly behind it, the rest behind another."


def test_several_leaders_and_all():
    said = words.verdict(one(league(61, 11)))
    assert said == "11 of 61 systems share the lead: no two of them differ significantly."
    assert words.verdict(one(league(3, 3))).startswith("All 3 systems share the lead")


def test_a_baseline_that_nobody_differs_from():
    found = league(3, baseline=("s1",), significant=np.zeros((3, 3), dtype=bool))
    assert words.verdict(one(found)) == "None of the 2 systems can be told from s1."
    assert (
        words.verdict(one(league(3, baseline=("s1",))))
        == "2 of 2 systems differ significantly from s1: 1 better, 1 worse."
    )


def test_a_pair_at_the_edge_is_named_when_it_touches_a_leader():
    found = league(4, 2, at_the_edge=[("s1", "s3"), ("s2", "s3")])
    assert words.edge(one(found)) == ["s3 is at the edge of s1 (adjusted p 0.05)."]


def test_same_runs_are_counted_and_named():
    found = league(same={"s0": ("copy", "other")})
    assert words.same(one(found)) == ["(+2): copy, other have the same top ten."]
    assert words.same(one(found, cutoff=7)) == ["(+2): copy, other have the same top 7."]
    assert words.same(one(found, cutoff=None)) == ["(+2): copy, other have the same documents in the same order."]
    assert words.same(one(found, judged={})) == ["(+2): copy, other have the same score on every query."]


def test_letters_say_what_they_decide():
    assert "No shared letter: they differ significantly." in words.explanations(one(league()), wide=False)[0]
    said = words.explanations(one(league(30, open_without_letter=220)), wide=False)[0]
    assert "No shared letter decides nothing (220 pairs without one can't be told apart either)" in said


def test_what_could_move_the_shares_is_said_beside_them():
    found = league(chance=(813, 817), n_too_few=1)
    said = words.beside_shares(one(found, states={"exactly tied": 2, "not known": 1}))
    assert said == [
        "Chance in the draws leaves 813 to 817 settled by the queries.",
        "1 pair differs on too few queries to be settled by any result.",
        "2 pairs exactly tied, left out of the labels' share.",
        "1 pair not known: neither a proof nor a completion that reverses them.",
    ]


def test_pairs_that_no_label_would_settle_are_counted_as_an_estimate():
    never = np.zeros((3, 3), dtype=bool)
    never[0, 1] = never[1, 0] = True
    said = words.beside_shares(one(league(), unresolvable=never, typical=0.0612))
    assert said == [
        "An estimate: with 80% power these 53 queries show a difference of 0.061 (median of open pairs). 1 pair is "
        "unresolvable by labels: whatever these say, the difference stays below what the queries show."
    ]
    assert words.beside_shares(one(league(), typical=0.0612)) == [said[0].split(" 1 pair")[0]]


def test_another_test_than_the_default_is_named_under_the_table():
    said = words.explanations(one(league(test="wilcoxon", correction="max-t", interval="bca")), wide=False)[0]
    assert said.startswith("Wilcoxon signed-rank test, step-down max-T with 0 sign flips at 0.05 over 3 pairs; 95% BCa")
    plain = words.explanations(one(league()), wide=False)[0]
    assert "Randomization" not in plain


def pair(**more):
    made = {
        "t_low": float("nan"),
        "t_high": float("nan"),
        "a": "pash_f1",
        "b": "NLE_P_v1",
        "same": False,
        "difference": 0.0148,
        "low": -0.021,
        "high": 0.051,
        "p": 0.43,
        "p_corrected": 1.0,
        "family": 1830,
        "significant": False,
        "at_the_edge": False,
        "better": 26,
        "worse": 23,
        "equal": 4,
        "lower_is_better": False,
        "against_means": 0,
        "measure": "nDCG@10",
        "alpha": 0.05,
    }
    return SimpleNamespace(**made | more)


def test_a_pair_that_cant_be_told_apart():
    assert words.pair_headline(pair()) == (
        "pash_f1 and NLE_P_v1 can't be told apart. Difference 0.0148; better on 26 queries, worse on 23, equal on 4."
    )
    assert words.pair_queries(pair()) == (
        "open",
        "other queries: −0.021 to 0.051; p 0.43, adjusted over 1,830 pairs: 1.00",
    )


def test_a_pair_whose_interval_leaves_out_zero_but_is_undecided():
    _, said = words.pair_queries(pair(low=0.001, p=0.04))
    assert said.endswith("Alone it would differ; among 1,830 comparisons it doesn't")
    _, said = words.pair_queries(pair(low=0.001, p=0.06))
    assert said.endswith("The interval leaves out 0, the test doesn't decide")


def test_a_lower_score_is_better_where_the_measure_says_so():
    said = words.pair_headline(pair(significant=True, lower_is_better=True))
    assert said.startswith("NLE_P_v1 is significantly better than pash_f1.")
