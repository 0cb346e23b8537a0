"""The whole way of a stratified sample: pool --band -> judge -> labels -> eval -m xinfAP, on invented texts."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import run, serve

from irassay import read_qrels
from irassay.judging.store import open_campaign
from tests.plain import sampled

DOCS = [f"d{i:02}" for i in range(30)]
GRADES = {doc: (i * 7 % 5) % 4 for i, doc in enumerate(DOCS)}
NAMES = ("Irrelevant", "Related", "Highly relevant", "Perfectly relevant")
TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
QUERIES = {"q1": "what makes bread rise", "q2": "how tall is a giraffe"}


@pytest.fixture
def files(tmp_path):
    """Two runs of thirty documents in different orders, and the texts."""
    for seed, name in enumerate(("alpha", "beta")):
        lines = []
        for query in QUERIES:
            docs = random.Random(f"{seed} {query}").sample(DOCS, 20)
            lines += [f"{query} Q0 {doc} {i} {100 - i} {name}\n" for i, doc in enumerate(docs, start=1)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    (tmp_path / "queries.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in QUERIES.items()))
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\tText of {doc}.\n" for doc in DOCS))
    return tmp_path


def test_a_share_drawn_by_band_comes_back_as_labels_for_xinfap(files):
    """Oracle: `tests.plain.sampled` over the strata of the pool's table and the grades that were given."""
    run(
        "pool",
        "alpha.run",
        "beta.run",
        "--depth",
        "4",
        "--band",
        "12:0.4",
        "--band",
        "20:0.2",
        "-o",
        "pool.tsv",
        cwd=files,
    )
    heading, *rows = [line.split("\t") for line in (files / "pool.tsv").read_text().splitlines()]
    table = [dict(zip(heading, row, strict=True)) for row in rows]
    drawn = {(row["query"], row["doc"]) for row in table if row["drawn"] == "yes"}
    assert 0 < len(drawn) < len(table)
    with serve(
        "a.campaign", "pool.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", cwd=files
    ) as served:
        n = 0
        while (turn := served.tasks())["state"] == "working":
            for task in turn["tasks"]:
                doc = task["docs"][0]["text"].split()[-1].rstrip(".")
                assert served.answer(task, NAMES[GRADES[doc]])[0] == 201
                n += 1
        assert n == len(drawn), "nobody is asked for what was not drawn"
    run("labels", "a.campaign", "-o", "qrels.txt", cwd=files)
    labels = {
        query: {
            row["doc"]: (row["stratum"], GRADES[row["doc"]] if row["drawn"] == "yes" else -1)
            for row in table
            if row["query"] == query
        }
        for query in QUERIES
    }
    read = read_qrels(files / "qrels.txt")
    assert {q: {d: (read.strata[q][d], g) for d, g in read.grades(q).items()} for q in read.queries} == labels
    for name in ("alpha", "beta"):
        lists = {}
        for line in (files / f"{name}.run").read_text().splitlines():
            lists.setdefault(line.split()[0], []).append(line.split()[2])
        expected = sum(sampled.xinf_ap(lists[q], labels[q], 1) for q in QUERIES) / len(QUERIES)
        told = run("eval", "qrels.txt", f"{name}.run", "-m", "xinfAP", "--format", "tsv", cwd=files)
        assert float(told.split("\t")[-1]) == pytest.approx(expected, abs=1e-12)
    log = run("labels", "a.campaign", "--to", "log", cwd=files)
    chances = {row["probability"] for row in table if row["drawn"] == "yes"}
    assert all(f'"probability":{chance}' in log for chance in chances)
    assert '"why":"pool"' in log


def test_what_was_drawn_and_not_answered_counts_as_not_judged(files):
    run("pool", "alpha.run", "--depth", "1", "--band", "4:0.7", "-o", "pool.tsv", cwd=files)
    with serve(
        "a.campaign", "pool.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", cwd=files
    ) as served:
        [task] = served.tasks(n=1)["tasks"]
        served.answer(task, "Related")
    lines = run("labels", "a.campaign", cwd=files).splitlines()
    assert sorted(line.split()[-1] for line in lines) == ["-1", "-1", "-1", "1"]
    assert len({line.split()[0] for line in lines}) == 1, "a query without an answer has no labels"


def test_a_table_of_tasks_with_a_wrong_cell_is_refused_and_nothing_is_made(files):
    from served_by_hand import ran

    (files / "pool.tsv").write_text("query\tdoc\tprobability\tdrawn\nq1\td01\t1.5\tyes\nq1\td02\t0.5\tperhaps\n")
    done = ran("judge", "a.campaign", "pool.tsv", *TEXTS, cwd=files)
    assert done.returncode == 3
    assert 'pool.tsv:2  probability is "1.5", expected a number above 0 and up to 1' in done.stderr
    assert 'pool.tsv:3  drawn is "perhaps", expected yes or no' in done.stderr
    assert not (files / "a.campaign").exists()


def test_strata_and_rankings_are_rebuilt_from_the_log(files):
    run("pool", "alpha.run", "beta.run", "--depth", "4", "--band", "20:0.3", "-o", "pool.tsv", cwd=files)
    runs = ("--order", "max-mean", "--runs", "alpha.run", "--runs", "beta.run")
    with serve("a.campaign", "pool.tsv", *TEXTS, *runs, cwd=files) as served:
        for task in served.tasks(n=5)["tasks"]:
            served.answer(task, "Related")
    run("labels", "a.campaign", "--to", "log", "-o", "log.jsonl", cwd=files)
    run("judge", "b.campaign", "--import", "log.jsonl", *TEXTS, cwd=files)
    with open_campaign(files / "a.campaign") as before, open_campaign(files / "b.campaign") as after:
        assert after.facts.strata() == before.facts.strata() != {}
        assert all(after.facts.rankings(query) == before.facts.rankings(query) != {} for query in QUERIES)
    assert run("labels", "b.campaign", cwd=files) == run("labels", "a.campaign", cwd=files)
