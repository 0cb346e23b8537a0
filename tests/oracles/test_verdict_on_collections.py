"""Verdicts on two real tracks: counts of settled pairs as they have always been, and what is likely beside them."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

import irassay
from irassay.cli.main import main
from tests.collections_at_hand import collection, labels_and_runs

# Collection, labels, measure -> pairs, settled by the queries, leaders, settled by the labels, likely beyond these.
COUNTS = {
    ("trec-dl-2021-passage", "qrels", "nDCG@10"): (1830, 816, 12, 1724, 83),
    ("trec-covid-round5", "qrels.covid-round5.txt", "nDCG@20"): (7626, 4117, 17, 4277, 2589),
}


@cache
def verdict(name, labels, measure):
    return irassay.settle(*labels_and_runs(name, labels), measure)


@pytest.mark.parametrize(("name", "labels", "measure"), list(COUNTS))
def test_counts_of_settled_pairs_are_unchanged_and_likely_ones_stand_beside(name, labels, measure):
    of = verdict(name, labels, measure)
    league = of.league
    counts = (league.n_tested, league.n_settled, len(league.leaders), of.labels_settled, of.n_likely)
    assert counts == COUNTS[name, labels, measure]
    assert of.n_likely <= of.labels_open + of.labels_unknown
    # Counted again from the drawn means and the test in each draw: 95 of 100 must agree with the order of the means.
    means = of.draws.means
    ahead = np.array([[(means[:, i] - means[:, j] > 1e-12).sum() for j in range(of.n)] for i in range(of.n)])
    agree = np.where(league.significant, of.draws.ahead_by_test, ahead)
    agree = np.where(league.difference > 0, agree, agree.T)
    undecided = np.isin(np.array(of.bounds.state), ("open", "not known"))
    assert of.n_likely == np.triu(undecided & (agree >= 95), 1).sum()


def test_where_labels_serve_all_runs_every_significant_pair_is_a_claim():
    of = verdict("trec-dl-2021-passage", "qrels", "nDCG@10")
    assert sum(of.decides(i, j) for i, j in of.pairs) == of.league.n_settled
    assert of.lead_carried


def test_where_runs_stood_outside_the_pool_not_every_significant_pair_is_a_claim():
    of = verdict("trec-covid-round5", "qrels.covid-round5.txt", "nDCG@20")
    claims = sum(of.decides(i, j) for i, j in of.pairs)
    assert 0 < of.league.n_settled - claims < 400
    assert not of.lead_carried


def test_the_command_prints_what_the_verdict_holds(tmp_path, monkeypatch, capsys):
    folder = collection("trec-dl-2021-passage")
    of = verdict("trec-dl-2021-passage", "qrels", "nDCG@10")
    monkeypatch.chdir(tmp_path)
    assert main(["compare", str(folder / "qrels"), str(folder / "runs"), "--format", "json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)["measures"]
    assert document["likely_by_labels"] == of.n_likely
    assert document["settled_by_labels"] == of.states
    for row in document["pairs"][::37]:
        pair = of.pair(row["a"], row["b"])
        assert row["better_system"] == (pair.better() or None)
        assert row["strength"] == pair.strength
        assert (row["p"], row["p_corrected"]) == (pair.queries.p, pair.queries.p_corrected)
        assert (row["labels_low"], row["labels_high"]) == (pair.labels.low, pair.labels.high)
        assert (row["judged_a"], row["judged_b"]) == pair.judged
