"""`compare --methods` and `--figures`: a paper's paragraph and charts, of one collection as in a report, of several."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import irassay
from irassay.cli.main import main

N = 8  # queries


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Labels of 12 documents for 8 queries, and four runs of 15 documents; one leaves a query out."""
    monkeypatch.chdir(tmp_path)
    for name, shift in (("a", 0), ("b", 5)):
        qrels = (f"q{q} 0 d{i} {int((i + q + shift) % 3 == 0)}\n" for q in range(N) for i in range(12))
        Path(f"{name}.qrels").write_text("".join(qrels))
    Path("early.qrels").write_text("".join(f"q{q} 0 d3 1\n" for q in range(N)))
    for name, step in (("new_1", 2), ("old", 7), ("base", 4), ("some", 11)):
        lists = [(q, (i * step + q) % 17, i) for q in range(name == "some", N) for i in range(15)]
        Path(f"{name}.run").write_text("".join(f"q{q} Q0 d{d} {i} {50 - i} {name}\n" for q, d, i in lists))
    return tmp_path


RUNS = ["new_1.run", "old.run", "base.run", "some.run"]


def methods(*words):
    assert main(["compare", *words, "--methods", "methods.txt"]) == 0
    return Path("methods.txt").read_text()


@pytest.mark.parametrize(
    "options", [[], ["--baseline", "old"], ["--residual", "early.qrels"]], ids=["all", "baseline", "residual"]
)
def test_on_one_collection_the_paragraph_is_that_of_the_report(options, capsys):
    """Oracle: the report on the same files."""
    text = methods("a.qrels", *RUNS, "-m", "P@10", *options)
    assert main(["report", "a.qrels", *RUNS, "-m", "P@10", *options, "-o", "report.json"]) == 0
    sections = json.loads(Path("report.json").read_text())["sections"]
    (expected,) = (part["text"] for one in sections for part in one["body"] if part.get("name") == "methods")
    assert text == f"{expected}\n"


def test_on_several_collections_it_counts_each_and_says_what_runs_lack_there(capsys):
    """Oracle: the verdict on the mean, and by hand: new_1 is not in B, and some leaves q0 out."""
    words = [
        *("--collection", f"A=a.qrels,{','.join(RUNS)}", "--collection", f"B=b.qrels,{','.join(RUNS[1:])}"),
        *("-m", "P@10", "-m", "AP"),
    ]
    text = methods(*words)
    assert text.startswith(
        "We scored 4 systems on 2 collections with P@10: A (8 queries, 96 labels) and B (8 queries, 96 labels); equal "
        "scores ordered by document id, descending. Each collection counts the same in the mean, and tests"
    )
    read = {name: irassay.read_qrels(f"{name.lower()}.qrels") for name in "AB"}
    nouns = {name: (of, irassay.read_runs(RUNS if name == "A" else RUNS[1:])) for name, of in read.items()}
    mean = irassay.settle_over(nouns, "P@10").mean
    assert f"The mean compares {mean.n} of 4 systems." in text
    assert (
        f"over all {mean.league.family} pairs at a family-wise error rate of 0.05; {mean.league.n_settled} of " in text
    )
    assert "Unanswered queries count 0: some 1 in A, some 1 in B." in text
    assert "of a system's documents down to rank 10) count as not relevant." in text
    assert "\\" not in text


def test_scores_alone_have_no_paragraph(capsys):
    assert main(["eval", "a.qrels", *RUNS, "-m", "P@10", "-q", "--format", "tsv", "-o", "scores.tsv"]) == 0
    assert main(["compare", "--scores", "scores.tsv", "--methods", "methods.txt"]) == 2
    assert "--methods needs qrels and runs, not --scores" in capsys.readouterr().err


def test_charts_of_one_collection_are_those_of_the_report(capsys):
    """Oracle: the report's files, byte by byte."""
    files = ["a.qrels", *RUNS, "-m", "P@10"]
    assert main(["compare", *files, "--figures", "mine"]) == 0
    assert main(["report", *files, "-o", "report.html", "--figures", "theirs"]) == 0
    assert {path.name for path in Path("mine").iterdir()} == {"league.svg", "pairs.svg"}
    for path in Path("mine").iterdir():
        assert path.read_bytes() == Path("theirs", path.name).read_bytes()


def test_charts_of_several_collections_have_the_mean_and_each_by_names_of_their_own(capsys):
    words = ["--collection", f"A/B=a.qrels,{','.join(RUNS)}", "--collection", f"a b=b.qrels,{','.join(RUNS)}"]
    assert main(["compare", *words, "-m", "P@10", "--figures", "mine", "--format", "json"]) == 0
    json.loads(capsys.readouterr().out)  # nothing else stands in the answer
    names = {f"{chart}{of}.svg" for chart in ("league", "pairs") for of in ("", "-a-b", "-a-b-2")}
    assert {path.name for path in Path("mine").iterdir()} == names
    for of, heading in (("", "Mean of 2 collections (A/B and a b)"), ("-a-b", "A/B, 8 queries"), ("-a-b-2", "a b, 8 ")):
        assert heading in Path(f"mine/league{of}.svg").read_text()
    assert main(["compare", *words, "-m", "P@10", "-m", "AP", "--figures", "both", "--captions", "none"]) == 0
    assert {"league-p-10.svg", "league-ap-a-b.svg"} < {path.name for path in Path("both").iterdir()}
