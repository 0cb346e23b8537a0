"""A p-value within a tenth of the level decides by a hair, and whoever reads the decision is told. By hand."""

from dataclasses import replace

import numpy as np
import pytest

import irassay
from irassay.comparison.league.words import query_numbers
from irassay.reporting.pairs import pair_data
from irassay.studies.overview.page_order import compose
from irassay.verdict.words.lead import deciding, lead_by_a_hair
from irassay.verdict.words.league import edge
from tests.verdict_by_hand import pair_by_hand, with_league

HAIR = "so near 0.05 that another sample of queries may well decide otherwise"


def changed(found, p, leaders=("sys-00",), at_the_edge=(), **changes):
    """Evidence in which the corrected p of these pairs of places is another; what is at most 0.05 is significant."""
    league = found.verdict.league
    corrected = np.where(np.eye(league.n, dtype=bool), 1.0, 0.001)
    for (i, j), value in p.items():
        corrected[i, j] = corrected[j, i] = value
    significant = (corrected <= 0.05) & ~np.eye(league.n, dtype=bool)
    return with_league(
        found, p_corrected=corrected, significant=significant, leaders=list(leaders), at_the_edge=list(at_the_edge),
        alpha=0.05, **changes,
    )  # fmt: skip


def effects(found):
    """What the folds of a page's findings say."""
    return [getattr(item, "effect", "") for section in compose(found).sections for item in section.body]


@pytest.mark.parametrize(
    ("p", "leaders", "who", "against"),
    [
        ({(0, 1): 0.0497}, ("sys-00",), "sys-01 only just misses the lead", "sys-00"),  # one more leader
        ({(0, 1): 0.051}, ("sys-00", "sys-01"), "sys-01 only just shares the lead", "sys-00"),  # one leader less
        (
            {(0, 1): 0.2, (0, 2): 0.046, (1, 2): 0.0499},
            ("sys-00", "sys-01"),
            "sys-02 only just misses the lead",
            "sys-01",
        ),  # both must turn
    ],
)
def test_a_lead_by_a_hair_is_said_where_the_lead_is_decided(evidence, p, leaders, who, against):
    found = changed(evidence(4), p, leaders)
    said = lead_by_a_hair(found.verdict)
    assert said.startswith(f"{who}: adjusted p 0.0")
    assert said.endswith(f" against {against}.")
    assert said in edge(found.verdict)
    assert said in effects(found)


@pytest.mark.parametrize(
    ("p", "leaders"),
    [
        ({(0, 1): 0.0449}, ("sys-00",)),  # a tenth away and more
        ({(0, 1): 0.056}, ("sys-00", "sys-01")),
        ({(2, 3): 0.0501}, ("sys-00",)),  # of no leader
        ({(0, 1): 0.2, (0, 2): 0.0499}, ("sys-00", "sys-01")),  # sys-01 stays ahead of sys-02
    ],
)
def test_no_hair_is_split_where_the_answer_would_leave_the_lead_as_it_is(evidence, p, leaders):
    assert not deciding(changed(evidence(4), p, leaders).verdict.league)


def test_with_a_baseline_each_pair_with_it_decides(evidence, golden):
    verdict = changed(evidence(4), {(1, 3): 0.0495, (0, 3): 0.0501, (0, 1): 0.05}, baseline=("sys-03",)).verdict
    said = lead_by_a_hair(verdict)
    golden(said)


def test_a_pair_at_the_edge_of_the_draws_is_said_once(evidence):
    verdict = changed(evidence(4), {(0, 1): 0.0501}, ("sys-00", "sys-01"), [("sys-00", "sys-01")]).verdict
    assert len(edge(verdict)) == 1


def test_a_pair_says_that_its_p_is_near_the_level():
    alone = pair_by_hand("a", "b", 0.05, (3, 1, 0), -0.001, 0.1, 0.0502, 0.0502, False).queries
    assert query_numbers(alone).endswith(f"; p 0.0502 ({HAIR}), for this pair alone")
    one = replace(alone, family=3, p=0.0502, p_corrected=0.15)
    assert query_numbers(one).endswith("; p 0.0502, adjusted over 3 pairs 0.15"), "the adjusted one decides"


def test_the_pages_script_is_given_the_same_words(evidence):
    found = changed(evidence(12), {(0, 1): 0.0497})
    data = pair_data(compose(found))
    assert data["chances"][data["p_corrected"][0]] == f"0.0497 ({HAIR})"


def test_a_track_says_of_its_lead_what_compare_says():
    """Oracle: the sentence of `settle` on the same labels and runs, of which one p-value is planted near the level."""
    rng = np.random.default_rng(5)
    queries, docs = [f"q{i:02}" for i in range(20)], [f"d{i}" for i in range(10)]
    qrels = irassay.Qrels.from_dict({q: {d: int(d in docs[:3]) for d in docs} for q in queries})
    lists = {
        name: {q: dict(zip(docs, rng.random(10) + np.array([lift] * 3 + [0.0] * 7))) for q in queries}
        for name, lift in (("one", 0.6), ("two", 0.35), ("three", -0.5))
    }
    runs = irassay.Runs.from_dict(lists)
    league = irassay.compare(irassay.evaluate(qrels, runs, ["nDCG@10"]))
    alpha = float(league.p_corrected[0, 1]) * 1.004
    assert 0 < alpha < 1
    said = lead_by_a_hair(irassay.settle(qrels, runs, "nDCG@10", alpha=alpha))
    assert said.startswith("two only just shares the lead: adjusted p ")
    assert said in irassay.track(qrels, runs, measures=["nDCG@10"], alpha=alpha).standfirst
    assert "only just" not in irassay.track(qrels, runs, measures=["nDCG@10"], alpha=alpha / 2).standfirst


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        (2e-5, "sys-00 is higher than sys-01 by 0.00002, which rounds to 0."),
        (3e-9, "sys-00 is higher than sys-01 by less than 0.000001, which rounds to 0."),
        (6e-5, ""),  # 0.0001
        (0.0, ""),  # no gap
    ],
)
def test_a_gap_that_rounds_to_0_is_said_with_its_size(evidence, gap, said):
    found = changed(evidence(4), {(0, 1): 0.5}, ("sys-00", "sys-01"))
    mean = np.array(found.verdict.league.mean)
    mean[0] = mean[1] + gap
    found = with_league(found, mean=mean)
    assert lead_by_a_hair(found.verdict) == said
    assert not said or said in effects(found)
