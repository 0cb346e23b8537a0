"""Published tables come out to their printed decimals: TREC DL 2021's Table 3 and TREC-COVID's round 5 leaderboard."""

from __future__ import annotations

import csv

import pytest

from irassay.formats import read_qrels, read_runs
from irassay.scoring import evaluate
from tests.collections_at_hand import collection

HALF = 0.00005 + 1e-9  # four decimals are printed


def rows(path):
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["run"]: row for row in csv.DictReader(lines)}


def differences(scores, table, columns):
    return [
        (system, column, row[column], float(scores.summary[i, 0, scores.systems.index(system)]))
        for system, row in table.items()
        for i, column in enumerate(columns)
        if not abs(scores.summary[i, 0, scores.systems.index(system)] - float(row[column])) <= HALF
    ]


@pytest.fixture(scope="module")
def dl21():
    folder = collection("trec-dl-2021-passage")
    return read_qrels(folder / "qrels"), read_runs(folder / "runs"), rows(folder / "runs.csv")


def test_all_62_rows_of_dl21_table_3_come_out(dl21):
    qrels, runs, table = dl21
    table = {run: row for run, row in table.items() if row["in_table3"] == "yes"}
    assert len(table) == 62
    scores = evaluate(qrels, runs, ["RR(rel=2)", "nDCG@10", "NCG@100", "AP(rel=2)"], ties="float32")
    assert not differences(scores, table, ["rr", "ndcg_cut_10", "ncg_100", "ap"])


def test_dl21_runs_with_one_top_ten_are_one_system_for_ndcg_at_10_only(dl21):
    qrels, runs, _ = dl21
    scores = evaluate(qrels, runs, ["nDCG@10", "AP"], ties="float32")
    assert ("pash_f1", "pash_f2", "pash_f3") in scores.same["nDCG@10"]
    assert not any("pash_f1" in group for group in scores.same["AP"])


def test_all_126_rows_of_the_trec_covid_round_5_leaderboard_come_out():
    folder = collection("trec-covid-round5")
    table = rows(folder / "leaderboard.csv")
    assert len(table) == 126
    scores = evaluate(
        read_qrels(folder / "qrels.covid-round5.txt"),
        read_runs(folder / "runs"),
        ["nDCG@20", "P@20", 'RBP(p=0.5,gain="graded")', "Bpref", "AP"],
        ties="float32",
    )
    assert not differences(scores, table, ["ndcg@20", "P@20", "rbp_p5", "bpref", "map"])
    assert ("DoRA_MSMARCO_1k", "DoRA_NO_Judgments_1k") in scores.same["AP"]
