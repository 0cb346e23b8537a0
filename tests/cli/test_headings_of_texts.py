"""The heading of a table of texts is no passage, no query and no training text, in any verb that reads texts."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.cli.verbs.search import _pairs
from irassay.formats import read_texts, read_training
from irassay.formats.reading.metadata import read_attribute, read_documents
from irassay.formats.text_fields import heading

QUERIES = {"q1": "red shoes", "q2": "blue hats"}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "passages.tsv").write_text('id\ttext\ttitle\n1\t"some ""red"" shoes"\tShoes\n2\tblue hats\tHats\n')
    (tmp_path / "queries.tsv").write_text("qid\tquery\nq1\tred shoes\nq2\tblue hats\n")
    (tmp_path / "bare.tsv").write_text("q1\tred shoes\nq2\tblue hats\n")
    (tmp_path / "qrels").write_text("q1 0 1 1\nq2 0 2 1\n")
    (tmp_path / "run").write_text("q1 Q0 1 1 1 a\nq2 Q0 2 1 1 a\nq2 Q0 1 2 0 a\n")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "is_heading"),
    [
        ("id\ttext\ttitle", True),  # DPR's and ColBERT's passages
        ("qid\tquery", True),
        ("\ufeff\"query_id\"\t\"text\"", True),
        ("docid\turl\ttitle\tbody", True),
        ("pid\tpassage", True),
        ("title\ttext\tid", True),
        ("1\ttext", False),
        ("id\tWhat is text?", False),
        ("q1\tquery", False),
        ("text\ttitle", False),  # names no id
        ("doc_id\tquery\trating", False),  # labels
        ("query\tdoc_id", False),
        ("id\tid\ttext", False),
    ],
)  # fmt: skip
def test_a_heading_names_an_id_and_a_text_and_nothing_else_is_one(line, is_heading):
    assert bool(heading(line)) == is_heading


def test_every_reader_of_texts_leaves_the_heading_out(files):
    assert dict(read_texts("queries.tsv")) == dict(read_texts("bare.tsv")) == QUERIES
    assert dict(read_texts("passages.tsv")) == {"1": 'Shoes some "red" shoes', "2": "Hats blue hats"}
    assert dict(read_texts("passages.tsv", field="title")) == {"1": "Shoes", "2": "Hats"}
    (training,) = read_training("queries.tsv")
    assert [(row.id, row.query) for row in training] == [("q1", "red shoes"), ("q2", "blue hats")]


@pytest.mark.parametrize("names", ["docid\tyear", "\ufeffdocument\tyear", '"doc_id"\t"source"'])
def test_the_heading_of_a_fact_about_documents_is_no_document(files, names):
    (files / "facts.tsv").write_text(f"{names}\nd1\t1999\nd2\t2021\n")
    (fact,) = read_attribute("facts.tsv")
    assert fact.values == {"d1": 1999.0, "d2": 2021.0}
    (files / "set.tsv").write_text(names.partition("\t")[0] + "\nd1\nd2\n")
    assert read_attribute("set.tsv")[0].values == {"d1": 1.0, "d2": 1.0}


def test_the_heading_of_passages_and_documents_is_no_passage(files, capsys):
    (files / "p2d.tsv").write_text("passage_id\tdocument_id\n1\tA\n2\tA\n")
    assert read_documents("p2d.tsv") == {"1": "A", "2": "A"}
    assert main(["convert", "qrels", "--passage-to-document", "p2d.tsv", "--to", "trec", "-o", "docs"]) == 0
    assert (files / "docs").read_text() == "q1 0 A 1\nq2 0 A 1\n"


def test_the_heading_of_passages_that_are_searched_for_is_no_query(files):
    (files / "golds.tsv").write_text("qid\tpid\nq1\t1\n")
    assert _pairs("golds.tsv") == {"q1": "1"}


def test_an_index_holds_the_passages_alone_and_a_search_asks_the_queries_alone(files, capsys):
    assert main(["index", "passages.tsv", "-o", "made"]) == 0
    assert "2 passages" in capsys.readouterr().err
    for queries, run in (("queries.tsv", "headed.run"), ("bare.tsv", "bare.run")):
        assert main(["search", "made", queries, "-o", run]) == 0
    ranked = [
        [line.split()[:3] for line in (files / run).read_text().splitlines()] for run in ("headed.run", "bare.run")
    ]
    assert ranked[0] == ranked[1] == [["q1", "Q0", "1"], ["q2", "Q0", "2"]]
    assert "without a word" not in capsys.readouterr().err


def test_leak_takes_no_heading_for_a_test_query_or_a_training_text(files, capsys):
    """Two files with the same heading would leak by it, and a query `qid` would be counted as clean."""
    (files / "train.tsv").write_text("qid\tquery_text\nt1\tred shoes\nt2\tgreen gloves\n")
    command = ["leak", "queries.tsv", "--train", "train.tsv", "--clean-queries", "clean", "--leaks", "leaks.tsv"]
    assert main(command) == 0
    assert (files / "clean").read_text() == "q2\n"
    rows = (files / "leaks.tsv").read_text().splitlines()[1:]
    assert [row.split("\t")[:2] for row in rows] == [["q1", "t1"]]
    capsys.readouterr()
    (files / "train.tsv").write_text("pid\tpassage\n1\tred shoes\n")
    assert main(command) == 3
    assert "has no column of queries" in capsys.readouterr().err


@pytest.mark.parametrize("queries", ["queries.tsv", "bare.tsv"])
def test_a_pool_and_a_campaign_have_the_queries_alone(files, capsys, queries):
    command = ["pool", "run", "--to", "csv", "--query-texts", queries, "--doc-texts", "passages.tsv", "-o", "pool.csv"]
    assert main(command) == 0
    assert (files / "pool.csv").read_text().count("red shoes") == 1
    assert main(["sample", queries, "-o", "drawn.tsv"]) == 0
    assert (files / "drawn.tsv").read_text() == (files / "bare.tsv").read_text()


def test_convert_keeps_each_column_by_its_name(files, capsys):
    assert main(["convert", "passages.tsv", "--to", "jsonl"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"_id": "1", "text": 'some "red" shoes', "title": "Shoes"},
        {"_id": "2", "text": "blue hats", "title": "Hats"},
    ]


def test_a_row_that_is_shorter_than_the_heading_is_an_error(files, capsys):
    (files / "passages.tsv").write_text("id\ttext\ttitle\n1\tred shoes\n")
    assert main(["index", "passages.tsv", "-o", "made"]) == 3
    assert "passages.tsv:2  2 columns, expected 3 as in the heading: id, text, title" in capsys.readouterr().err
