"""Open pairs of `compare --all`, runs of `check --all` in a pipe, and the way of labels back into the qrels."""

import csv
import io
import json
import random

import pytest

from irassay import Qrels, read_qrels
from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.label_sets import united


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Thirty queries, three systems: `best` is far ahead, the other two are alike; some documents have no label."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(5)
    queries = [f"q{i:02}" for i in range(30)]
    (tmp_path / "qrels.txt").write_text(
        "".join(f"{q} 0 a 1\n{q} 0 b 0\n{q} 0 c {draw.randint(0, 1)}\n" for q in queries)
    )
    orders = {
        "best": lambda: ["a", "c", "b", "x"],
        "one": lambda: draw.sample(["b", "c", "x", "a"], 4),
        "two": lambda: draw.sample(["b", "c", "x", "a"], 4),
    }
    for system, order in orders.items():
        lines = [f"{q} Q0 {d} {r} {-r} {system}\n" for q in queries for r, d in enumerate(order(), 1)]
        (tmp_path / f"{system}.run").write_text("".join(lines))
    (tmp_path / "topics.tsv").write_text("".join(f"{q}\tred shoes, size {q[1:]}\n" for q in queries))
    return tmp_path


FILES = ("qrels.txt", "best.run", "one.run", "two.run")


def test_documents_to_judge_stop_at_the_number_that_is_said(here, capsys):
    """Oracle: the pair's labels_half in JSON, and the rows of the whole file."""
    words = ["compare", *FILES, "-m", "P@2", "--pair", "one", "two"]
    assert main([*words, "--format", "json", "--unjudged", "all.tsv"]) == 0
    captured = capsys.readouterr()
    (half,) = [row["labels_half"] for row in json.loads(captured.out)["measures"][0]["pairs"]]
    rows = (here / "all.tsv").read_text().splitlines()
    assert 0 < half < len(rows) - 1
    assert f"--unjudged-limit half writes the first {half} only." in " ".join(captured.err.split())
    for limit, n in (("half", half), ("2", 2), ("999", len(rows) - 1)):
        assert main([*words, "--unjudged", "first.tsv", "--unjudged-limit", limit]) == 0
        assert (here / "first.tsv").read_text().splitlines() == rows[: 1 + n]
        told = " ".join(capsys.readouterr().err.split())
        assert ("first.tsv the first " in told) == (n < len(rows) - 1)


def test_a_number_of_documents_to_judge_that_is_not_known_is_not_made_up(here, capsys):
    """The pairs with a leader: not all are settled in half of the draws, whatever number of documents is labelled."""
    words = ["compare", *FILES, "-m", "nDCG@2", "--unjudged-limit", "half"]
    assert main(words) == 2
    assert "add --unjudged FILE" in capsys.readouterr().err
    assert main([*words, "--unjudged", "first.tsv"]) == 0, "the answer and the documents are not lost"
    told = " ".join(capsys.readouterr().err.split())
    rows = (here / "first.tsv").read_text().splitlines()
    assert "--unjudged-limit half: how many labels are needed is not counted; give a whole number." in told
    assert f" All {len(rows) - 1} documents written, worst first" in told
    assert main([*words[:-2], "--unjudged", "all.tsv"]) == 0
    assert (here / "all.tsv").read_text().splitlines() == rows
    capsys.readouterr()
    assert main(["compare", *FILES, "--unjudged", "first.tsv", "--unjudged-limit", "0"]) == 2
    assert "a whole number from 1, or half" in " ".join(capsys.readouterr().err.split())


def test_all_lists_the_pairs_in_which_no_system_is_better(here, capsys):
    """Oracle: the pairs of the JSON without a better system."""
    assert main(["compare", *FILES, "-m", "P@2", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["measures"][0]["pairs"]
    undecided = {frozenset((row["a"], row["b"])) for row in rows if row["better_system"] is None}
    assert 0 < len(undecided) < len(rows) == 3
    assert main(["compare", *FILES, "-m", "P@2", "--all", "--format", "table"]) == 0
    out = capsys.readouterr().out
    assert f"{len(undecided)} of 3 pairs in which no system is better" in out
    lines = out.partition("\nAhead")[2].split("\n\n")[0].splitlines()[1:]
    assert {frozenset(line.split()[:2]) for line in lines} == undecided
    assert main(["compare", *FILES, "-m", "P@2", "--format", "table"]) == 0
    captured = capsys.readouterr()
    assert "--all: how to read it, every system, open pairs." in captured.err
    assert "no system is better" not in captured.out
    assert main(["compare", *FILES, "-m", "P@2", "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 3, "in a pipe every pair, a line each"
    assert main(["compare", *FILES, "-m", "P@2", "--all", "--format", "markdown"]) == 0
    assert "| Ahead | Other | differs |" in capsys.readouterr().out
    assert main(["compare", *FILES, "--all", "--pair", "one", "two", "--format", "table"]) == 0
    assert "effect   the difference is" in capsys.readouterr().out, "of a pair: all that is known of it"


def test_all_of_check_lists_the_runs_in_a_pipe_too(here, capsys):
    assert main(["check", *FILES, "-m", "P@2"]) == 0
    findings = capsys.readouterr().out.splitlines()
    assert main(["check", *FILES, "-m", "P@2", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(findings)] == findings
    rows = [line.split("\t") for line in lines[len(findings) :]]
    assert [row[:2] for row in rows] == [["run", "best"], ["run", "one"], ["run", "two"]]
    assert {len(row) for row in rows} == {6}
    assert "answered=30 " in rows[0][2]
    best = read_qrels("qrels.txt")
    mean = sum((best.grades(q)["a"] + best.grades(q)["c"]) / 2 for q in best.queries) / 30
    counts = dict(part.split("=") for part in rows[0][2].split())
    assert float(counts["mean"]) == pytest.approx(mean, abs=1e-12)


def judged(text):
    """The list as people give it back: every document rated 1."""
    rows = list(csv.reader(io.StringIO(text)))
    at = rows[0].index("rating")
    for row in rows[1:]:
        row[at] = "1"
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("with_ids", [True, False])
def test_labels_of_a_list_with_texts_come_back_under_the_ids(here, capsys, with_ids):
    words = ["compare", *FILES, "-m", "P@2", "--unjudged", "list.csv", "--query-texts", "topics.tsv"]
    assert main(words) == 0
    rows = list(csv.reader((here / "list.csv").open()))
    assert rows[0] == ["query", "docid", "rating", "query_id"]
    assert all(row[0] == f"red shoes, size {row[3][1:]}" for row in rows[1:])
    text = judged((here / "list.csv").read_text())
    if not with_ids:  # Quepid gives back the columns that it knows
        text = "\n".join(line.rpartition(",")[0] for line in text.splitlines()) + "\n"
    (here / "judged.csv").write_text(text)
    back = ["convert", "qrels.txt", "judged.csv", "--to", "trec", "-o", "all.txt"]
    assert main([*back, *([] if with_ids else ["--query-texts", "topics.tsv"])]) == 0
    before, after = read_qrels("qrels.txt"), read_qrels("all.txt")
    assert after.queries == before.queries
    assert after.n_labels == before.n_labels + len(rows) - 1
    assert all(after.grades(row[3])[row[1]] == 1 for row in rows[1:])


def test_labels_that_contradict_are_not_put_together(here, capsys):
    (here / "other.txt").write_text("q00 0 a 0\nq00 0 new 1\nq01 0 a 1\n")
    assert main(["convert", "qrels.txt", "other.txt", "--to", "trec"]) == 3
    err = capsys.readouterr().err
    assert 'query "q00", document "a": grade 1 in qrels.txt, 0 in other.txt' in err
    assert "q01" not in err
    assert "1 of 2 documents in several label sets have different grades, 1 by 1; decide which holds" in err


def test_a_union_is_of_plain_labels():
    with pytest.raises(UsageError, match="got none"):
        united([])
    sample = Qrels.from_dict({"q": {"a": 1}}, strata={"q": {"a": "1"}})
    with pytest.raises(UsageError, match="strata"):
        united([sample, Qrels.from_dict({"q": {"b": 1}})])
    with pytest.raises(InputError, match="grade 1 in set 1, 2 in set 2"):
        united([Qrels.from_dict({"q": {"a": 1}}), Qrels.from_dict({"q": {"a": 2}})])
