"""The recipe for a finding of `check`: a question, an entry of the catalogue and its sentences; the rest follows.

The toy counts queries with a single label, of which the labels here have one.
"""

from __future__ import annotations

import sys

import pytest

from irassay.cli.main import main
from irassay.cli.verbs.completion import bash
from irassay.messages.facts import Entry
from irassay.messages.said import texts
from irassay.preflight import check
from irassay.preflight.catalogue import catalogue
from irassay.preflight.phrases import finding

CODE = "lone-labels"
TOY = Entry(
    CODE,
    ("warning",),
    "queries with a single label",
    found="The labels of each query are counted.",
    matters="One label can't tell a good list from a lucky one.",
    mend="Judge the pool of these queries to depth 10.",
    unseen="It can't tell a query with one answer from one that nobody judged.",
    needs="shared",
)
SAYS = {"text": "{queries:# query} with a single label", "effect": "{queries:~ it counts} as much as others"}


def lone(material):
    """Queries with one label."""
    n = sum(len(material.qrels.grades(query)) == 1 for query in material.qrels.queries)
    if n:
        yield finding(CODE, "warning", size=n, numbers={"queries": n})


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The question and the two entries, where those of the house stand."""
    asked = sys.modules["irassay.preflight.check"]
    monkeypatch.setattr(asked, "OF_BOTH", (*asked.OF_BOTH, lone))
    monkeypatch.setitem(catalogue(), CODE, TOY)
    monkeypatch.setitem(texts("preflight"), CODE, SAYS)


@pytest.fixture
def files(tmp_path):
    """Labels of two queries, one of them with a single label, and a run."""
    (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 2.5 one\nq1 Q0 b 2 1.5 one\nq2 Q0 c 1 3.0 one\n")
    return str(tmp_path / "qrels"), str(tmp_path / "run")


def test_check_says_it_and_fail_on_takes_its_code(files, capsys):
    assert main(["check", *files, "--format", "table"]) == 0
    told = capsys.readouterr().out
    assert "1 query with a single label" in told
    assert "it counts as much as others" in told
    assert main(["check", *files, "--fail-on", CODE]) == 1


def test_explain_tells_it_and_shells_complete_it(capsys):
    assert main(["explain", CODE, "--format", "table"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{CODE}: ")
    assert all(text in " ".join(told.split()) for text in TOY.told().values())
    assert CODE in bash()


def test_where_it_finds_nothing_all_says_that_it_ran(files):
    qrels, run = files
    with open(qrels, "a", encoding="utf-8") as more:
        more.write("q2 0 d 0\n")
    (table,) = (one for one in check(qrels, run).tables if one.name == "without-finding")
    ran = dict(zip(*(table.column(name).values for name in ("why", "checks")), strict=True))
    assert CODE in ran["ran without a finding"].split(", ")
