"""Sheets of documents to judge that come back from a spreadsheet: whatever parts the cells, the ids are as they were."""

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
