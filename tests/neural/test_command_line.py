"""`irassay train` and `irassay rerank` as commands: what they write, say and refuse."""

from __future__ import annotations

import json

import pytest

from irassay import read_runs
from irassay.cli.main import main
from irassay.formats.reading.instances import instance_lines
from irassay.search.neural import open_reranker
from tests.neural import networks_by_hand as by_hand


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    instances = [
        one._replace(query=f"t-{one.query}", condition="test", topic="q0") if one.query == "q1" else one
        for one in by_hand.partners(40, 0)
    ]
    (tmp_path / "set.jsonl").write_text("".join(instance_lines(instances)))
    (tmp_path / "q.tsv").write_text("q0\tw1 w2\nq9\tw3 w4\n")
    texts = {"d1": "p1 p2 p9", "d2": "p5 p6", "d3": "p8 " * 60}
    (tmp_path / "d.jsonl").write_text(
        "".join(json.dumps({"_id": doc, "text": text}) + "\n" for doc, text in texts.items())
    )
    (tmp_path / "b.run").write_text("".join(f"q0 Q0 d{i} {i} {-i} b\n" for i in (1, 2, 3)))
    return texts


RERANK = ["rerank", "m/a", "b.run", "--queries", "q.tsv", "--corpus", "d.jsonl"]


def test_a_run_has_the_models_scores_and_leaks_have_a_file_beside_it(files, tmp_path, capsys):
    assert main(["train", "knrm", "set.jsonl", "--document-length", "32", "-o", "m/a"]) == 0
    assert "80 instances, 2 of them leaks" in capsys.readouterr().err
    assert main([*RERANK, "--also", "set.jsonl", "-o", "a.run"]) == 0
    said = capsys.readouterr().err
    assert "1 document longer than the model reads" in said
    assert "the longest list has 3, fewer than 100" in said
    runs = read_runs(["a.run"], keep="scores")
    scores = dict(zip(runs.ranking("a", "q0"), runs.core.scores("a", "q0")))
    by_model = dict(zip(files, open_reranker("m/a").score("w1 w2", list(files.values())).tolist()))
    assert scores == pytest.approx(by_model, abs=1e-6)
    beside = read_runs(["a.also.run"])
    assert set(beside.ranking(beside.systems[0], "q0")) == {"r1", "n1"}
    record = json.loads((tmp_path / "a.run.provenance.json").read_text())
    assert record["options"]["ties"] == "document id ascending, set apart by the least step"
    assert record["model"]["instances"] == 80


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (["train", "knrm", "set.jsonl"], 2, "-o names the folder"),
        (["train", "monot5", "set.jsonl", "-o", "m"], 2, "monot5 needs base"),
        (["train", "knrm", "set.jsonl", "--batch-size", "3", "-o", "m"], 2, "even batch"),
        (["train", "knrm", "no.jsonl", "-o", "m"], 3, "no.jsonl"),
        (["train", "monobert", "set.jsonl", "--base", "no-such-folder", "-o", "m"], 3, "base of monobert"),
        (["rerank", "m", "b.run", "--queries", "q.tsv"], 2, "--doc-texts is missing"),
        ([*RERANK[:1], "no", *RERANK[2:]], 3, "holds no reranker"),
        ([*RERANK, "--also", "set.jsonl"], 2, "--also writes a second file"),
    ],
)
def test_what_can_not_be_done_is_said(files, capsys, command, code, said, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert main(command) == code
    assert said in capsys.readouterr().err
