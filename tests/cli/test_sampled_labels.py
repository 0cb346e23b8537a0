"""Labels of a stratified sample on the command line: what was drawn and not judged is no label that nobody misses."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main

SAID = "2 labels of the sample have a grade below 0: not judged for infAP, xinfAP, infNDCG and bounds, gain 0"

LABELS = ("sample.txt", "given.txt")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two queries of four documents in two strata; of the second stratum one document each was not judged."""
    monkeypatch.chdir(tmp_path)
    grades = {"a": "1 1", "b": "1 0", "c": "2 1", "d": "2 -1"}
    (tmp_path / "sample.txt").write_text("".join(f"{q} 0 {d} {g}\n" for q in ("q1", "q2") for d, g in grades.items()))
    (tmp_path / "all.txt").write_text((tmp_path / "sample.txt").read_text().replace("-1", "0"))
    for run, docs in {"x": "acdb", "y": "bdca"}.items():
        lines = [f"{q} Q0 {doc} {i + 1} {9 - i} {run}\n" for q in ("q1", "q2") for i, doc in enumerate(docs)]
        (tmp_path / f"{run}.run").write_text("".join(lines))
    return tmp_path


def test_documents_of_a_sample_that_nobody_judged_are_not_passed_over_in_silence(folder, capsys):
    assert main(["eval", "sample.txt", "x.run", "y.run", "-m", "xinfAP", "-m", "nDCG@2", "--format", "table"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert SAID in said
    assert "label missing" not in said
    assert main(["eval", "sample.txt", "x.run", "-m", "xinfAP", "--format", "json"]) == 0
    assert SAID in json.loads(capsys.readouterr().out)["warnings"][0]
    assert main(["compare", "sample.txt", "x.run", "y.run", "-m", "AP", "--format", "table"]) == 0
    assert SAID in " ".join(capsys.readouterr().err.split())


def test_a_sample_that_is_judged_whole_is_warned_of_by_nobody(folder, capsys):
    assert main(["eval", "all.txt", "x.run", "-m", "xinfAP", "-m", "AP", "--format", "table"]) == 0
    assert "below 0" not in capsys.readouterr().err


def test_check_says_what_takes_them_as_not_judged(folder):
    found = {f.code: f for f in irassay.check("sample.txt", ["x.run", "y.run"]).findings}["negative-grades"]
    assert found.text == "2 labels are below 0, in a sample of strata"
    assert "infAP, xinfAP, infNDCG and bounds take them as pooled and not judged" in found.effect


def test_bounds_of_a_sample_are_those_of_the_labels_that_were_given(folder, capsys):
    """d has no label for them: the lowest and highest of AP are as if its lines were not in the file."""
    given = [line for line in (folder / "sample.txt").read_text().splitlines() if not line.endswith("-1")]
    (folder / "given.txt").write_text("\n".join(given) + "\n")
    answers = []
    for labels in LABELS:
        assert main(["compare", labels, "x.run", "y.run", "-m", "AP", "-m", "nDCG@3"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]
    tables = [irassay.overview(labels, ["x.run", "y.run"], measures=["nDCG@3"]).tables for labels in LABELS]
    bounds = [
        irassay.bound(irassay.read_qrels(labels), irassay.read_runs(["x.run", "y.run"]), "AP") for labels in LABELS
    ]
    assert bounds[0].upper.tolist() == bounds[1].upper.tolist()
    both = [{t.name: t for t in found}["under-holes"] for found in tables]
    for name in ("plain", "lower", "expected", "upper", "condensed"):
        assert both[0].column(name).values == both[1].column(name).values


def test_a_sample_with_its_last_columns_turned_around_is_refused(folder, capsys):
    lines = [line.split() for line in (folder / "sample.txt").read_text().splitlines()]
    (folder / "turned.txt").write_text("".join(f"{q} 0 {d} {g} {s}\n" for q, _, d, s, g in lines))
    assert main(["eval", "turned.txt", "x.run", "-m", "xinfAP"]) == 3
    assert 'turned.txt:4  stratum is "-1", expected a stratum, then the grade' in capsys.readouterr().err
