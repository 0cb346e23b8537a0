"""`irassay judge --order ... --runs`: the runs are kept, the order goes on after a restart, and misuse is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import ran, run, serve

RANKINGS = {"alpha": list("abcdef"), "beta": list("fbga")}
GOOD = set("fbg")
TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
RUNS = ("--runs", "alpha.run", "--runs", "beta.run")


@pytest.fixture
def files(tmp_path):
    for name, docs in RANKINGS.items():
        lines = [f"q1 Q0 {doc} {i} {10 - i} {name}\n" for i, doc in enumerate(docs, start=1)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    (tmp_path / "queries.tsv").write_text("q1\twhat makes bread rise\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\tText {doc}\n" for doc in "abcdefg"))
    run("pool", "alpha.run", "beta.run", "-o", "pool.tsv", cwd=tmp_path)
    return tmp_path


def answer(served, most):
    out = []
    while len(out) < most and (tasks := served.tasks(n=1)["tasks"]):
        doc = tasks[0]["docs"][0]["text"][-1]
        assert served.answer(tasks[0], "Relevant" if doc in GOOD else "Not relevant")[0] == 201
        out.append(doc)
    return "".join(out)


@pytest.mark.parametrize(("order", "expected"), [("move-to-front", "afbgcde"), ("max-mean", "abcfgde")])
def test_documents_come_from_the_run_that_finds_most_also_after_a_restart(files, order, expected):
    """By hand. Move to front: a is not relevant, so beta has its turn, where f, b and g are; then alpha has the rest.

    Max-mean: a counts against both runs, b for both; c against alpha, so that beta (2/4 against 2/5) has its turn.
    """
    words = ["a.campaign", "pool.tsv", *TEXTS, "--scale", "binary", "--order", order, *RUNS]
    with serve(*words, cwd=files) as served:
        given = answer(served, 3)
    with serve("a.campaign", cwd=files) as served:
        given += answer(served, 9)
    assert given == expected
    log = [json.loads(line) for line in run("labels", "a.campaign", "--to", "log", cwd=files).splitlines()]
    [ranks] = [entry["body"] for entry in log if entry["kind"] == "ranks"]
    assert {name: [ranks["docs"][i] for i in places] for name, places in ranks["runs"]} == RANKINGS


def test_tasks_that_are_added_later_join_the_rankings(files):
    (files / "first.tsv").write_text("query\tdoc\nq1\ta\nq1\tb\n")
    words = ["--scale", "binary", "--order", "max-mean", *RUNS]
    with serve("a.campaign", "first.tsv", *TEXTS, *words, cwd=files) as served:
        assert answer(served, 1) == "a"
    with serve("a.campaign", "pool.tsv", *TEXTS, *RUNS, cwd=files) as served:
        assert answer(served, 9) == "bcfgde"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pool.tsv", *TEXTS, "--order", "max-mean"], "add --runs RUN for each"),
        (["pool.tsv", *TEXTS, "--share", "both"], "expected query or task"),
    ],
)
def test_an_order_without_its_runs_is_refused_and_nothing_is_made(files, words, message):
    done = ran("judge", "a.campaign", *words, cwd=files)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())
    assert not (files / "a.campaign").exists()
