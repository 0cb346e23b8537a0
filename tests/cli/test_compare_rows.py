"""What `compare` shows where runs are one system, queries are few, or trec_eval's rules say which queries count."""

import json
import random

import pytest

from irassay.cli.main import main


def label(path, *, n_queries):
    draw = random.Random(4)
    lines = [f"q{q:02} 0 d{d} {draw.choice([0, 0, 1, 2])}\n" for q in range(n_queries) for d in range(10)]
    path.write_text("".join(lines))


def rank(path, system, orders):
    lines = [f"{q} Q0 {doc} 1 {100 - i} {system}\n" for q, docs in orders.items() for i, doc in enumerate(docs)]
    path.write_text("".join(lines))


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Run `swapped` is `first` to rank 5 and differs below; `other` differs everywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    label(tmp_path / "qrels.txt", n_queries=24)
    draw = random.Random(5)
    orders = {
        f"q{q:02}": draw.sample([f"d{d}" for d in range(10)] + [f"u{d}" for d in range(3)], 13) for q in range(24)
    }
    rank(tmp_path / "first.run", "first", orders)
    rank(tmp_path / "swapped.run", "swapped", {q: docs[:5] + docs[:4:-1] for q, docs in orders.items()})
    rank(tmp_path / "other.run", "other", {q: draw.sample(docs, len(docs)) for q, docs in orders.items()})
    return tmp_path


def said(capsys, *words):
    assert main(["compare", "qrels.txt", *words]) == 0
    return capsys.readouterr()


def mean(capsys, system, measure):
    assert main(["eval", "qrels.txt", f"{system}.run", "-m", measure, "--format", "tsv"]) == 0
    return float(capsys.readouterr().out.split("\t")[3])


def test_latex_gives_each_run_its_own_row_where_one_measure_tells_them_apart(here, capsys):
    expected = {system: f"{mean(capsys, system, 'AP'):.4f}" for system in ("first", "swapped")}
    assert expected["first"] != expected["swapped"]
    table = said(capsys, "first.run", "swapped.run", "other.run", "-m", "nDCG@5", "-m", "AP", "--format", "latex").out
    rows = {line.split(" & ")[0]: line for line in table.splitlines() if " & " in line}
    for system, value in expected.items():
        assert value in rows[system]
    alone = said(capsys, "first.run", "swapped.run", "other.run", "-m", "nDCG@5", "--format", "latex").out
    assert "first, swapped &" in alone


def test_two_systems_are_a_sentence_also_where_one_has_a_twin(here, capsys):
    out = said(capsys, "first.run", "swapped.run", "other.run", "-m", "nDCG@5", "--format", "table").out
    assert "  difference " in out
    assert "first (+1): swapped has the same top five." in out
    for mark in ("Rank", "Group", "━", "of 1 pair"):
        assert mark not in out


@pytest.mark.parametrize("compat", ["trec_eval-9", "trec_eval-10"])
def test_labels_are_bounded_as_trec_eval_counts_queries(here, capsys, compat):
    words = ["first.run", "other.run", "-m", "nDCG@5", "--format", "json"]
    plain = json.loads(said(capsys, *words).out)["measures"][0]
    as_trec_eval = json.loads(said(capsys, *words, "--compat", compat).out)["measures"][0]
    assert as_trec_eval["settled_by_labels"] == plain["settled_by_labels"] is not None
    assert [row["upper"] for row in as_trec_eval["systems"]] == [row["upper"] for row in plain["systems"]]


def test_bounds_are_over_the_queries_that_all_ranked_systems_share(here, capsys):
    lines = (here / "qrels.txt").read_text() + "q99 0 d1 2\n"
    (here / "qrels.txt").write_text(lines)
    words = ["first.run", "other.run", "-m", "nDCG@5", "--queries", "shared", "--format", "json"]
    found = json.loads(said(capsys, *words).out)["measures"][0]
    assert found["queries"] == 24
    for row in found["systems"]:
        assert row["lower"] <= row["mean"] <= row["upper"]
        assert row["upper"] - row["mean"] < 1


def test_what_is_odd_in_a_file_is_said_by_compare_too(here, capsys):
    with (here / "first.run").open("a") as file:
        file.write("q00 Q0 a\u00a0b 99 0.5 first\n")
    assert "odd space" in said(capsys, "first.run", "other.run", "-m", "nDCG@5").err


def test_below_thirty_queries_students_interval_stands_beside(here, capsys):
    found = json.loads(said(capsys, "first.run", "other.run", "-m", "nDCG@5", "--format", "json").out)["measures"][0]
    for row in found["systems"]:
        assert row["t_low"] < row["mean"] < row["t_high"]
    rank(here / "third.run", "third", {f"q{q:02}": [f"d{q % 10}"] for q in range(24)})
    table = said(capsys, "first.run", "other.run", "third.run", "-m", "nDCG@5", "--format", "table").out
    assert "Student's t" in table
    assert max(map(len, table.splitlines())) <= 80
    label(here / "qrels.txt", n_queries=40)
    wide = said(capsys, "first.run", "other.run", "third.run", "-m", "nDCG@5", "--format", "table").out
    assert "Student's t" not in wide


def test_a_name_that_is_no_measure_is_said_to_be_taken_as_higher_is_better(here, capsys):
    lines = [f"{s}\tq{q}\tlatency\t{q + i}\n" for i, s in enumerate("ab") for q in range(9)]
    (here / "s.tsv").write_text("".join(lines))
    assert main(["compare", "--scores", "s.tsv"]) == 0
    captured = capsys.readouterr()
    assert "latency: not a measure of irassay's" in captured.err
    assert "higher is taken as better" in captured.err
    assert captured.out.splitlines()[1].split("\t")[1] == "b"


def test_bounds_without_unseen_documents_are_said_to_be_among_retrieved_ones(here, capsys):
    rank(here / "third.run", "third", {f"q{q:02}": [f"d{q % 10}"] for q in range(24)})
    words = ["first.run", "other.run", "third.run", "--format", "table", "--all"]
    among = "among retrieved documents"
    assert among in " ".join(said(capsys, *words, "-m", "AP").out.split())
    assert among not in " ".join(said(capsys, *words, "-m", "nDCG@5").out.split())
