"""What comes back from assessors: sheets that a spreadsheet saved in its own way, and marks of what can't be rated."""

from __future__ import annotations

import csv
import io
import json

import pytest

from irassay.cli.main import main
from irassay.formats import detection, read_qrels
from irassay.formats.sources import opening

QUERIES = ["+size jeans", "'n sofa", "-20% rabatt", "=1+1", "@home router", "müsli, bio", "tee; lose", "'+x", " hat "]


def labels(path):
    qrels = read_qrels(path)
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    """The sheet of a comparison of which each query has one document without a label, filled in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels.json").write_text(json.dumps({query: {"a": 1, "b": 0} for query in QUERIES}))
    for name, first in (("old", "a"), ("new", "+doc")):
        scored = {query: {first: 2.0, "b": 1.0} for query in QUERIES}
        (tmp_path / f"{name}.json").write_text(json.dumps(scored))
    assert main(["compare", "labels.json", "old.json", "new.json", "--unjudged", "next.csv", "--quiet"]) == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "next.csv").read_text())))
    return [rows[0], *([*row[:2], "2", *row[3:]] for row in rows[1:])]


@pytest.mark.parametrize("sign", [",", ";", "\t"], ids=["commas", "semicolons", "tabs"])
def test_a_sheet_saved_with_any_separator_gives_the_queries_their_labels(sheet, tmp_path, sign):
    with open(tmp_path / "back.csv", "w", newline="") as file:
        csv.writer(file, delimiter=sign).writerows(sheet)
    assert sum(row[0].startswith("'") for row in sheet) > 4, "there are guards to take off"
    assert detection.label_format(opening.head_of("back.csv"), source="back.csv") == "quepid"
    assert labels("back.csv") == {query: {"+doc": 2} for query in QUERIES}


@pytest.mark.parametrize("sign", [";", "\t"], ids=["semicolons", "tabs"])
def test_a_book_saved_with_another_separator_is_a_book(tmp_path, monkeypatch, sign):
    monkeypatch.chdir(tmp_path)
    rows = [["query", "docid", "Ann", "Bo"], ["red, shoes", "d1", "3.0", "2.0"], ["'+hat", "d2", "", "1.0"]]
    with open(tmp_path / "book.csv", "w", newline="") as file:
        csv.writer(file, delimiter=sign).writerows(rows)
    assert detection.label_format(opening.head_of("book.csv"), source="book.csv") == "quepid-book-csv"
    assert labels("book.csv") == {"red, shoes": {"d1": 3}, "+hat": {"d2": 1}}


def a_pair(query, doc, rating):
    judgement = {"rating": rating, "unrateable": rating is None, "judge_later": False}
    return {"query_text": query, "doc_id": doc, "judgements": [judgement]}


@pytest.fixture
def marked(tmp_path, monkeypatch):
    """A book: of hat the document u can't be rated, of cap no document; and a sheet in which somebody rated x."""
    monkeypatch.chdir(tmp_path)
    pairs = [a_pair("hat", "a", 2.0), a_pair("hat", "u", None), a_pair("cap", "c", None)]
    (tmp_path / "book.json").write_text(json.dumps({"name": "Shop", "scale": [0, 1, 2, 3], "query_doc_pairs": pairs}))
    (tmp_path / "judged.csv").write_text("query,docid,rating\nhat,x,1\n")
    return tmp_path


def test_marks_of_documents_that_cannot_be_rated_live_through_a_book(marked, capsys):
    assert main(["convert", "judged.csv", "book.json", "--to", "quepid-book", "-o", "all.json"]) == 0
    assert "unrateable" not in capsys.readouterr().err
    both = read_qrels("all.json")
    assert both.unrateable == {"hat": {"u"}, "cap": {"c"}}
    assert both.queries_unrateable == ["cap"]
    assert dict(both.grades("hat")) == {"a": 2, "x": 1}
    written = {
        (p["query_text"], p["doc_id"]): p["judgements"]
        for p in json.loads(marked.joinpath("all.json").read_text())["query_doc_pairs"]
    }
    assert written["hat", "u"] == [{"rating": None, "unrateable": True, "judge_later": False}], "as Quepid exports it"
    for name, docs in (("old", ["a", "x"]), ("new", ["u", "a"])):
        (marked / f"{name}.json").write_text(json.dumps({"hat": {doc: -i for i, doc in enumerate(docs)}}))
    assert main(["compare", "all.json", "old.json", "new.json", "--unjudged", "next.csv"]) == 0
    assert (marked / "next.csv").read_text() == "query,docid,rating\n", "nobody is asked for u again"


def test_marks_follow_their_queries_to_other_names(marked):
    (marked / "texts.tsv").write_text("q7\that\nq8\tcap\n")
    command = ["convert", "book.json", "--to", "quepid-book"]
    assert main([*command, "--query-texts", "texts.tsv", "-o", "by-id.json"]) == 0
    assert read_qrels("by-id.json").unrateable == {"q7": {"u"}, "q8": {"c"}}
    assert main([*command, "--rename-queries", "names.tsv", "-o", "new.json"]) == 0
    assert read_qrels("new.json").unrateable == {"q1": {"u"}, "q2": {"c"}}
    assert (marked / "names.tsv").read_text() == "q1\that\nq2\tcap\n"


@pytest.mark.parametrize("to", ["trec", "json", "quepid", "quepid-json", "csv"])
def test_a_format_without_a_place_for_these_marks_says_so_by_its_name(marked, capsys, to):
    assert main(["convert", "book.json", "--to", to, "-o", "out"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert f"2 marks of documents as unrateable left out: {to} has no place for them" in said


def test_marks_of_passages_are_none_of_their_documents(marked, capsys):
    (marked / "p2d.tsv").write_text("a\tD1\nu\tD1\n")
    assert (
        main(["convert", "book.json", "--passage-to-document", "p2d.tsv", "--to", "quepid-book", "-o", "d.json"]) == 0
    )
    assert read_qrels("d.json").unrateable == {}
    assert "2 marks of passages as unrateable left out" in capsys.readouterr().err


def test_a_book_and_a_case_of_the_same_ratings_are_alike_on_a_doubled_scale(tmp_path, monkeypatch, capsys):
    """By hand: the means are 2.5, 0.5 and 3; a book rounds the first two to 3 and 1, twice them are 5, 1 and 6."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "book.csv").write_text("query,docid,Ann,Bo\nhat,a,3.0,2.0\nhat,b,0.0,1.0\nhat,c,3.0,3.0\n")
    ratings = [{"doc_id": doc, "rating": mean} for doc, mean in (("a", 2.5), ("b", 0.5), ("c", 3.0))]
    case = {"case_name": "Shop", "queries": [{"query_text": "hat", "ratings": ratings}]}
    (tmp_path / "case.json").write_text(json.dumps(case))
    assert labels("book.csv") == {"hat": {"a": 3, "b": 1, "c": 3}}
    assert main(["convert", "case.json", "--to", "json"]) == 3
    assert 'grade is "2.5", expected a whole number; --grade-scale' in capsys.readouterr().err
    for file in ("book.csv", "case.json"):
        assert dict(read_qrels(file, grade_scale=2).grades("hat")) == {"a": 5, "b": 1, "c": 6}
