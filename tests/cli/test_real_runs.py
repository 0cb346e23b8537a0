"""The command line on the runs of a real track."""

import json

import pytest

from irassay.cli.main import main
from tests.collections_at_hand import collection

RUNS = ("pash_f1", "pash_f2", "pash_f3", "pash_r2", "pash_r3", "NLE_P_v1", "p_bm25", "uogTrPC")


@pytest.fixture(scope="module")
def files():
    folder = collection("trec-dl-2021-passage")
    return [str(folder / "qrels"), *(str(folder / "runs" / f"{run}.xz") for run in RUNS)]


def test_the_published_means_stand_in_the_table(files, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    wanted = ["-m", "nDCG@10", "-m", "AP(rel=2)", "-m", "RR(rel=2)", "--ties", "float32", "--format", "table"]
    assert main(["eval", files[0], files[1], files[6], files[7], *wanted]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "System    nDCG@10  AP(rel=2)  RR(rel=2)",
        "pash_f1    0.7494     0.3193     0.8732",
        "NLE_P_v1   0.7347     0.3923     0.8697",
        "p_bm25     0.4458     0.1357     0.5060",
    ]
    assert captured.err.splitlines()[1].startswith("Mean over 53 labelled queries. No label missing down to rank 10;")
    assert "to rank 100, where 39% to 47% of the documents have none" in " ".join(captured.err.split())


def test_scores_by_query_give_the_league_of_the_runs(files, capsys, tmp_path):
    measures = ["-m", "nDCG@10", "-m", "P@10", "-m", "AP"]
    assert main(["compare", *files, *measures, "--format", "json"]) == 0
    direct = json.loads(capsys.readouterr().out)["measures"]
    assert main(["eval", *files, *measures, "-q"]) == 0
    by_query = tmp_path / "scores.tsv"
    by_query.write_text(capsys.readouterr().out)
    assert main(["compare", "--scores", str(by_query), "--format", "json"]) == 0
    piped = json.loads(capsys.readouterr().out)["measures"]
    assert [len(one["systems"]) for one in direct] == [6, 6, 8]
    systems = ("system", "same", "rank_low", "rank_high", "mean", "low", "high", "letters", "leader")
    pairs = ("a", "b", "difference", "low", "high", "p", "p_corrected", "family", "better", "worse", "equal")
    for one, other in zip(direct, piped, strict=True):
        for part, keys in (("systems", systems), ("pairs", pairs)):
            expected = [{key: row[key] for key in keys} for row in one[part]]
            assert [{key: row[key] for key in keys} for row in other[part]] == expected
