"""What a League and a Pair say by themselves, as strings."""

from dataclasses import replace

import numpy as np
import pytest

from irassay.comparison import compare
from irassay.comparison.league import words
from irassay.drawing import notebook
from irassay.result import Table, View
from tests.scores_by_hand import hand_scores


def shifted(*shifts, n_queries=40):
    base = np.random.default_rng(0).random(n_queries) * 0.5
    noise = np.random.default_rng(1).random((len(shifts), n_queries)) * 0.2
    return hand_scores(base + noise + np.array(shifts)[:, None], measure="nDCG@10")


def test_a_settled_pair_says_who_is_better_whichever_is_asked_first():
    league = compare(shifted(0.0, 0.3))
    for pair in (league.pair("s000", "s001"), league.pair("s001", "s000")):
        assert words.pair_headline(pair) == "s001 scores more with these labels than s000."
    assert "better on 40 queries, worse on 0, equal on 0" in league.pair("s001", "s000").sentence()


def test_an_open_pair_can_not_be_told_apart():
    sentence = compare(shifted(0.0, 0.0)).pair("s000", "s001").sentence()
    assert "s000 and s001 can't be told apart. Difference " in sentence
    assert "adjusted" not in sentence  # one pair is its own family


def test_a_pair_of_many_says_its_family():
    sentence = compare(shifted(0.0, 0.01, 0.02)).pair("s000", "s002").sentence()
    assert "adjusted over 3 pairs " in sentence


def test_a_pair_without_the_baseline_was_not_tested():
    league = compare(shifted(0.0, 0.1, 0.2), baseline=["s000"])
    assert league.pair("s001", "s002").sentence().endswith("; not tested, as neither is a baseline.")
    start = "s001 and s002 are not tested against each other: compare without a baseline, or with one of the two as "
    assert league.pair("s001", "s002").sentence().startswith(f"{start}a baseline. Difference ")
    assert words.lead(league) == "2 of 2 comparisons with s000 settled."


def test_who_leads(golden):
    for shifts in ((0.0,), (0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.4), (0.4, 0.4, 0.0)):
        golden(words.lead(compare(shifted(*shifts))))


def test_a_lone_leader_is_not_said_to_differ_from_whom_it_does_not(golden):
    league = compare(shifted(0.0, 0.2, 0.4))
    significant = league.significant.copy()
    significant[0, 2] = significant[2, 0] = False  # the last is behind the second only
    golden(words.lead(replace(league, significant=significant)))


def test_the_method_names_test_family_and_resamples(golden):
    golden(words.method(compare(shifted(0.0, 0.1, 0.2))), words.method(compare(shifted(0.0, 0.1, n_queries=8))))
    golden(words.method(compare(shifted(0.0, 0.1), test="t", correction="bonferroni")))


def test_a_league_is_a_result_with_its_seed_and_signature():
    result = compare(shifted(0.0, 0.1, 0.2), seed=11).result()
    assert result.provenance.seed == 11
    assert result.tables[0].column("system").values == ["s002", "s001", "s000"]
    assert result.findings[0].code == "lead"


@pytest.mark.parametrize("baselines", [["s001"], ["s001", "s000"]])
def test_with_a_baseline_the_table_says_which_systems_are_better_and_worse(baselines):
    """In a notebook ranks and letters stood there, all empty. Oracle: the pairs of the league."""
    league = compare(shifted(0.0, 0.3, 0.3, 0.6), baseline=baselines)
    (table,) = (part for part in league.result().sections[0].body if isinstance(part, Table))
    names = [column.name for column in table.columns]
    assert {"rank_low", "rank_high", "letters"}.isdisjoint(names)
    for base in baselines:
        tail = f"_{base}" if len(baselines) > 1 else ""
        differs = dict(zip(table.column("system").values, table.column(f"differs{tail}").values))
        assert differs.pop(base) == "baseline"
        pairs = {name: league.pair(name, base) for name in differs}
        assert differs == {
            name: "open" if not pair.ahead else "better" if pair.ahead == name else "worse"
            for name, pair in pairs.items()
        }
        assert {"better", "worse"} & set(differs.values())
    assert "differs" in notebook._view(View("League", table=table))
