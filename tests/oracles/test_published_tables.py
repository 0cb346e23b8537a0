"""Published tables come out to their printed decimals: TREC DL 2021's Table 3 and TREC-COVID's round 5 leaderboard."""

from __future__ import annotations

import csv

import pytest

from irassay.formats import read_qrels, read_runs
from irassay.scoring import evaluate, evaluate_files
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


def test_all_62_rows_of_dl21_table_3_come_out():
    folder = collection("trec-dl-2021-passage")
    table = {run: row for run, row in rows(folder / "runs.csv").items() if row["in_table3"] == "yes"}
    assert len(table) == 62
    measures = ["RR(rel=2)", "nDCG@10", "NCG@100", "AP(rel=2)"]
    scores = evaluate_files(folder / "qrels", folder / "runs", measures, ties="float32")
    assert not differences(scores, table, ["rr", "ndcg_cut_10", "ncg_100", "ap"])


def test_all_126_rows_of_the_trec_covid_round_5_leaderboard_come_out():
    folder = collection("trec-covid-round5")
    table = rows(folder / "leaderboard.csv")
    assert len(table) == 126
    measures = ["nDCG@20", "P@20", 'RBP(p=0.5,gain="graded")', "Bpref", "AP"]
    scores = evaluate_files(folder / "qrels.covid-round5.txt", folder / "runs", measures, ties="float32")
    assert not differences(scores, table, ["ndcg@20", "P@20", "rbp_p5", "bpref", "map"])


@pytest.mark.parametrize(
    ("name", "qrels", "systems", "same"),
    [
        ("trec-dl-2021-passage", "qrels", ("pash_f1", "pash_f2", "pash_f3"), "nDCG@10"),
        ("trec-covid-round5", "qrels.covid-round5.txt", ("DoRA_MSMARCO_1k", "DoRA_NO_Judgments_1k"), "AP"),
    ],
)
def test_runs_known_to_be_alike_are_one_system_as_far_as_the_measure_looks(name, qrels, systems, same):
    folder = collection(name)
    runs = read_runs([folder / "runs" / f"{system}.xz" for system in systems])
    scores = evaluate(read_qrels(folder / qrels), runs, ["nDCG@10", "AP"], ties="float32")
    assert scores.same[same] == (systems,)
    if same == "nDCG@10":  # they differ below
        assert scores.same["AP"] == ()
