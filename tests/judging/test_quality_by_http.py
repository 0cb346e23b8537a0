"""The whole way: two people judge over HTTP, the owner adjudicates and closes, and the tables follow."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import run, serve

from tests.judging_by_hand import DOCS, PAIRS, QUERIES

GRADES = {"Ann": "Related", "Ben": "Irrelevant"}


@pytest.fixture
def files(tmp_path):
    (tmp_path / "pool.tsv").write_text("query\tdoc\n" + "".join(f"{query}\t{doc}\n" for query, doc in PAIRS))
    for name, texts in (("queries", QUERIES), ("docs", DOCS)):
        (tmp_path / f"{name}.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in texts.items()))
    return tmp_path


def test_people_judge_the_owner_adjudicates_and_labels_quality_and_payments_follow(files):
    words = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", "--order", "rank", "--overlap-share", "1")
    paid = ("--batch", "3", "--pay", "2.00", "--fee", "0.40")
    with serve("a.campaign", "pool.tsv", *words, *paid, cwd=files) as served:
        invited = [line.split("\t") for line in run("invite", "a.campaign", *GRADES, cwd=files).splitlines()]
        tokens = {name: link.rsplit("/", 1)[1] for name, _, link in invited}
        for name, token in tokens.items():
            while tasks := served.tasks(token=token)["tasks"]:
                for task in tasks:
                    assert served.answer(task, GRADES[name], token, ms_active=6000)[0] == 201
        status, cases = served.ask("GET", "/campaign/cases")
        assert (status, cases["waiting"], cases["first"]["n_answers"]) == (200, 4, 2)
        assert served.ask("GET", "/campaign/cases", token=tokens["Ann"])[0] == 403
        assert (cases["first"]["query"], cases["first"]["docs"]) == (QUERIES["q1"], [{"text": DOCS["d1"]}])
        place = f"/campaign/cases/{cases['first']['task']}"
        assert served.ask("PUT", place, {"answer": "Excellent"})[0] == 422
        assert served.ask("PUT", place, {"answer": "Perfectly relevant"}, tokens["Ann"])[0] == 403
        status, decided = served.ask("PUT", place, {"answer": "Perfectly relevant"})
        assert (status, sorted(one["answer"] for one in decided["answers"])) == (200, ["Irrelevant", "Related"])
        assert served.ask("PUT", "/campaign/cases/0000", {"answer": "Related"})[0] == 404
        assert served.ask("POST", "/campaign/closed-queries", {"query": "q2", "closed": True})[0] == 204
        assert served.ask("POST", "/campaign/closed-queries", {"query": "q9", "closed": True})[0] == 422
        assert served.ask("GET", "/campaign/closed-queries")[1] == ["q2"]
    assert run("labels", "a.campaign", "--combine", "lowest", cwd=files) == "q1 0 d1 3\nq1 0 d2 0\n"
    rows = list(csv.DictReader(io.StringIO(run("labels", "a.campaign", "--to", "payments", cwd=files)), delimiter="\t"))
    assert [(row["judgments"], row["batches"], row["unfinished"], row["total"]) for row in rows] == [
        ("4", "1", "1", "3.20")
    ] * 2
    quality = run("labels", "a.campaign", "--to", "quality", cwd=files)
    assert sum("severity" in line for line in quality.splitlines()) == 2
    assert "6.0\t" in quality
