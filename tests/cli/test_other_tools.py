"""What users of other tools hold is taken as it is. The page with examples is run by test_documents."""

from __future__ import annotations

import pandas as pd
import pytest

import irassay
from irassay.cli.main import main

QRELS = pd.DataFrame([("q1", "a", 1), ("q1", "b", 0), ("q2", "a", 2)], columns=["qid", "docno", "label"])
RESULTS = pd.DataFrame(
    [
        ("bm25", "q1", "b", 2.0, 0),
        ("bm25", "q1", "a", 1.0, 1),
        ("dense", "q1", "a", 9.0, 0),
        ("dense", "q2", "a", 3.0, 0),
    ],
    columns=["name", "qid", "docno", "score", "rank"],
)


def test_a_frame_a_system_is_the_same_as_one_frame_with_their_names():
    by_name = {name: part.drop(columns="name") for name, part in RESULTS.groupby("name")}
    apart, together = irassay.read_runs(by_name), irassay.read_runs(RESULTS)
    assert apart.systems == together.systems == ("bm25", "dense")
    qrels = irassay.read_qrels(QRELS)
    values = [irassay.evaluate(qrels, runs, ["RR", "nDCG@10"]).values.tolist() for runs in (apart, together)]
    assert values[0] == values[1]
    assert values[0][0][0] == [[0.5, 0.0], [1.0, 1.0]]


def test_the_per_query_table_of_an_experiment_is_compared_as_scores(tmp_path, capsys):
    rows = [(name, f"q{q}", "map", q / (9 + s)) for s, name in enumerate(["bm25", "dense"]) for q in range(8)]
    table = pd.DataFrame(rows, columns=["name", "qid", "measure", "value"])
    table.to_csv(tmp_path / "scores.csv", index=False)
    assert main(["compare", "--scores", str(tmp_path / "scores.csv"), "--format", "tsv"]) == 0
    listed = capsys.readouterr().out
    assert "\tbm25\t" in listed
    assert "\tdense\t" in listed


def test_a_system_of_a_frame_and_of_a_dict_is_refused():
    with pytest.raises(irassay.InputError, match="system dense is in memory and in frame, expected each once"):
        irassay.read_runs({"bm25": RESULTS, "dense": {"q1": {"a": 1.0}}})
