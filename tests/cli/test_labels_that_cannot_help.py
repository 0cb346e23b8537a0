"""Pairs that stay open though both runs are judged to the depth: unjudged documents of a third run can't settle them.

Eight queries under nDCG@1 with grades 0 to 2. `new` and `old` have judged documents in first place, so the only
document without a label is the third run's, and it stands in neither list. A document of grade 2 that nobody retrieved
weighs queries anew through the ideal ranking, so the order of `new` and `old` stays open. Oracle: the file that
--unjudged writes.
"""

import re

import pytest

from irassay import Qrels, Runs, settle
from irassay.cli.main import main

QUERIES = [f"q{i}" for i in range(8)]


def world():
    """Sums over queries: `new` 2, or 1 where missing labels of grade 2 raise two ideals; `old` 1.5 under all labels."""
    labels = {q: {"n": 0, "o": 0, "z": 0} for q in QUERIES}
    for q in QUERIES[:2]:
        labels[q] |= {"n": 1}
    for q in QUERIES[2:5]:
        labels[q] |= {"o": 1, "best": 2}
    runs = {name: {q: {doc: 1.0} for q in QUERIES} for name, doc in (("new", "n"), ("old", "o"), ("zero", "z"))}
    runs["zero"]["q7"] = {"hole": 1.0}
    return labels, runs


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    labels, runs = world()
    lines = [f"{q} 0 {d} {grade}\n" for q, of in labels.items() for d, grade in of.items()]
    (tmp_path / "qrels.txt").write_text("".join(lines))
    for name, run in runs.items():
        (tmp_path / f"{name}.run").write_text("".join(f"{q} Q0 {d} 1 1 {name}\n" for q in run for d in run[q]))
    return ["qrels.txt", "new.run", "old.run", "zero.run", "-m", "nDCG@1", "--baseline", "old"]


def flat(text):
    return re.sub(r"\s+", " ", text)


def test_labels_are_not_asked_for_where_none_of_a_retrieved_document_could_help(files, capsys):
    labels, runs = world()
    verdict = settle(Qrels.from_dict(labels), Runs.from_dict(runs), "nDCG@1", baseline=["old"])
    assert (verdict.state(0, 1), verdict.unjudged) == ("open", 1)
    assert [step.kind for step in verdict.steps] == ["queries"]
    assert main(["compare", *files, "--unjudged", "first.tsv", "--format", "table"]) == 0
    out, err = map(flat, capsys.readouterr())
    with open("first.tsv") as file:
        assert len(file.readlines()) == 1, "a heading, and no document"
    why = "no label of a retrieved document helps one system of an open pair more than the other"
    assert f"0 documents to judge for nDCG@1: {why}" in err
    assert f"{why}." in out
    assert "udge the" not in out
    assert "take long" not in out


def test_a_page_does_not_ask_for_these_labels_either(files):
    assert main(["report", *files, "-o", "page.html"]) == 0
    with open("page.html") as file:
        page = flat(file.read())
    assert "no label of a retrieved document helps one system of an open pair more than the other" in page
    assert "udge the missing labels" not in page
    assert "take long" not in page
