"""Files that share nothing, or almost do, are not put together in silence; no answer has another form than its name."""

from __future__ import annotations

import csv

import pytest

from irassay.cli.main import main


def run_of(name, queries, doc="d{}"):
    return "".join(f"{query} Q0 {doc.format(n)} {n} {9 - n} {name}\n" for query in queries for n in range(1, 7))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.run").write_text(run_of("a", ("001", "002", "003")))
    return tmp_path


def test_runs_of_other_queries_are_not_fused(folder, capsys):
    (folder / "b.run").write_text(run_of("b", ("1", "2", "3")))
    assert main(["fuse", "a.run", "b.run", "-o", "c.run"]) == 3
    said = capsys.readouterr().err
    assert "has no query in common with another run" in said
    assert "without leading zeros, 3 of 3 queries in" in said
    assert not (folder / "c.run").exists()


def test_runs_of_other_documents_are_fused_with_a_warning(folder, capsys):
    (folder / "a.run").write_text(run_of("a", ("001", "002", "003"), "{}"))
    (folder / "b.run").write_text(run_of("b", ("001", "002", "003"), "doc{}"))
    assert main(["fuse", "a.run", "b.run", "-o", "c.run"]) == 0
    said = capsys.readouterr().err
    assert 'a and b share no document of 001, 002 and 003; they almost meet: without "doc", 6 of 6 documents' in said


def test_queries_of_one_run_alone_are_named(folder, capsys):
    (folder / "b.run").write_text(run_of("b", ("001", "004")))
    assert main(["fuse", "a.run", "b.run", "-o", "c.run"]) == 0
    assert "3 of 4 queries are in one run alone, whose list it keeps: 002, 003 and 004" in capsys.readouterr().err


def test_preferences_of_documents_that_no_run_has_are_refused(folder, capsys):
    (folder / "preferences").write_text("001 doc_d1 doc_d2 doc_d1\n002 doc_d2 doc_d3 doc_d2\n")
    (folder / "b.run").write_text(run_of("b", ("001", "002", "003"), "e{}"))
    assert main(["prefer", "preferences", "a.run", "b.run"]) == 3
    assert "no run retrieves a document of the preferences, such as" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("named", "line"),
    [
        ("x1", "1 document of the preferences is in no run of its query."),
        ("d9", "2 documents of the preferences are in no run of their queries."),
    ],
)
def test_preferences_of_some_documents_that_no_run_has_say_how_many(folder, capsys, named, line):
    """Planted: one document, or two, of queries whose lists lack them."""
    other = "d2" if named == "x1" else "x2"
    (folder / "preferences").write_text(f"001 d1 {named} d1\n002 d2 d3 d2\n003 d1 {other} {other}\n")
    (folder / "b.run").write_text("".join(f"{q} Q0 d2 1 9 b\n{q} Q0 d1 2 8 b\n" for q in ("001", "002", "003")))
    assert main(["prefer", "preferences", "a.run", "b.run"]) == 0
    assert line in " ".join(capsys.readouterr().out.split())
    (folder / "preferences").write_text("001 d1 d2 d1\n002 d2 d3 d2\n")
    assert main(["prefer", "preferences", "a.run", "b.run"]) == 0
    assert "in no run" not in capsys.readouterr().out


@pytest.mark.parametrize("verb", ["eval", "compare", "check"])
@pytest.mark.parametrize("name", ["x.tsv.gz", "x.xlsx"])
def test_an_answer_is_not_written_in_a_form_that_its_name_denies(folder, capsys, verb, name):
    (folder / "qrels").write_text("001 0 d1 1\n")
    assert main([verb, "qrels", "a.run", "-o", name]) == 2
    assert (
        "which is no format of an answer: expected .tsv, .csv, .json, .txt, .tex, .md, or add --format"
        in capsys.readouterr().err
    )
    assert not (folder / name).exists()
    assert main([verb, "qrels", "a.run", "-o", name, "--format", "tsv"]) == 0


@pytest.mark.parametrize("verb", ["eval", "compare", "check"])
def test_what_a_name_with_csv_gets_are_the_rows_of_tsv_in_commas_and_nothing_runs_as_a_formula(folder, verb):
    (folder / "qrels").write_text("001 0 d1 1\n")
    (folder / "c.run").write_text("".join(f"{q} Q0 d2 1 9 =1+1\n" for q in ("001", "002", "003")))
    for name in ("x.tsv", "x.csv"):
        assert main([verb, "qrels", "a.run", "c.run", "-o", name]) in (0, 1)
    rows = [line.split("\t") for line in (folder / "x.tsv").read_text().splitlines()]
    in_commas = list(csv.reader((folder / "x.csv").open(newline="")))
    assert [[one.removeprefix("'") for one in row] for row in in_commas] == rows
    assert not any(one.startswith("=") for row in in_commas for one in row)
