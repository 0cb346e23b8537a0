"""Real collections with queries marked at random: nothing leaked, and no more is found than chance allows."""

from __future__ import annotations

import csv
from functools import lru_cache

import numpy as np
import pytest
from scipy import stats

import irassay
from irassay.leakage import effect
from tests.collections_at_hand import collection, labels_and_runs

MARKINGS, LEAKED = 20, 15
# Collection: labels, what of runs.csv parts the systems, and the values that count as exposed and as unexposed.
KINDS = {
    "trec-dl-2021-passage": ("qrels", "neural", {"nnlm": True, "trad": False}),
    "trec-covid-round5": ("qrels.covid-complete.txt.xz", "type", {"feedback": True, "automatic": False}),
}


@lru_cache
def scored(name):
    """Scores by nDCG@10, and which systems are taken for exposed."""
    folder = collection(name)
    labels, column, kinds = KINDS[name]
    scores = irassay.evaluate(*labels_and_runs(name, labels), ["nDCG@10"])
    with (folder / "runs.csv").open(encoding="utf-8") as rows:
        return scores, {row["run"]: kinds.get(row[column]) for row in csv.DictReader(rows)}


def marked(scores, n):
    rng = np.random.default_rng(25)
    return [rng.choice(scores.queries, LEAKED, replace=False).tolist() for _ in range(n)]


@lru_cache
def effects(name):
    scores, exposed = scored(name)
    return [effect(scores, leaked, exposed, seed=i) for i, leaked in enumerate(marked(scores, MARKINGS))]


def most(share=0.05):
    """Findings that 999 of 1,000 such tests stay at or below."""
    return stats.binom.ppf(0.999, MARKINGS, share)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_queries_marked_at_random_are_no_finding(name):
    found = effects(name)
    assert sum(of.p <= 0.05 for of in found) <= most()
    assert sum(of.order.p <= 0.05 for of in found) <= most()
    assert sum(of.low > 0 or of.high < 0 for of in found) <= most(0.07)
    assert sum(of.adjusted.low > 0 or of.adjusted.high < 0 for of in found) <= most(0.07)
    assert stats.kstest([of.p for of in found], "uniform").pvalue > 0.001


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_without_queries_marked_at_random_as_many_pairs_swap_as_by_chance(name):
    found = effects(name)
    swaps = np.array([of.order.swaps for of in found])
    by_chance = np.array([of.order.by_chance.mean for of in found])
    error = swaps.std(ddof=1) / np.sqrt(MARKINGS)
    assert swaps.mean() == pytest.approx(by_chance.mean(), abs=3.3 * error)
    assert by_chance.std() < 2  # the draws of any marking are the same to chance


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_gain_that_is_planted_is_found(name):
    scores, exposed = scored(name)
    (leaked,) = marked(scores, 1)
    values = np.array(scores.values)
    rows = [i for i, system in enumerate(scores.systems) if exposed.get(system)]
    values[:, :, np.array(rows)[:, None], np.flatnonzero(np.isin(scores.queries, leaked))] += 0.15
    planted = irassay.Scores(
        measures=scores.measures,
        systems=scores.systems,
        queries=scores.queries,
        summary=values.mean(axis=3),
        values=values,
        policy=scores.policy,
        largest_grade=scores.largest_grade,
    )
    plain, of = effect(scores, leaked, exposed), effect(planted, leaked, exposed)
    assert of.adjusted.low > 0
    assert of.p <= 0.05
    assert of.did - plain.did == pytest.approx(0.15, abs=0.02)


# Runs of DL 2021: dense ones and rerankers as if they were exposed, lexical and sparse ones and two neural ones as if
# they were not, one that is in neither group.
TAKEN = {
    **dict.fromkeys(("pash_f1", "NLE_P_v1", "mono_d3", "ielab-AD-uni", "p_tct0", "TUW_TAS-B_768"), True),
    **dict.fromkeys(("p_bm25", "p_bm25rm3", "paug_bm25", "watprp", "ihsm_colbert64", "p_unicoil0"), False),
    "Fast_ForwardP_2": False,
    "yorku21_a": None,
}
NEURAL_ELSEWHERE = (
    *("p_f10_mdt53b", "bcai_p_vbert", "pass_full_1000", "p_f10_mt53b"),
    *("bcai_p_mbert", "p_f10_mdt5base", "pass_full_1000e", "pass_rank_100"),
)


@pytest.mark.slow
@pytest.mark.parametrize("easier", [1, -1], ids=["easier", "harder"])
def test_queries_that_are_easier_or_harder_for_neural_runs_are_no_sign_of_training_that_nobody_did(easier):
    """Twelve leaked queries, drawn by what neural runs of other teams score."""
    folder = collection("trec-dl-2021-passage")
    runs = irassay.read_runs([folder / "runs" / f"{name}.xz" for name in (*TAKEN, *NEURAL_ELSEWHERE)])
    scores = irassay.evaluate(irassay.read_qrels(folder / "qrels"), runs, ["nDCG@10"])
    values = np.asarray(scores.values)[0, 0]
    ease = values[[list(scores.systems).index(name) for name in NEURAL_ELSEWHERE]].mean(axis=0)
    odds = np.exp(1.5 * easier * (ease - ease.mean()) / ease.std())
    rng = np.random.default_rng(7)
    mine = scores.sel(systems=list(TAKEN))
    found = [
        effect(mine, rng.choice(scores.queries, 12, replace=False, p=odds / odds.sum()).tolist(), TAKEN, seed=i)
        for i in range(MARKINGS)
    ]
    assert sum(of.sign is not None for of in found) <= most()
    assert sum(of.adjusted.low > 0 or of.adjusted.high < 0 for of in found) <= most()
