"""`irassay search`: what its runs are called, and what it says."""

from __future__ import annotations

import json
import re

import pytest

from irassay.cli.main import main
from irassay.search import index_texts


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An index of two passages, and queries."""
    monkeypatch.chdir(tmp_path)
    index_texts({"d1": "red fox", "d2": "blue dog"}, "texts.index")
    (tmp_path / "queries.tsv").write_text("q1\tfox\n")
    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    return tmp_path


def test_runs_of_one_index_are_named_by_their_files_and_check_finds_no_tag_twice(folder, capsys):
    assert main(["search", "texts.index", "queries.tsv", "-o", "bm25.run"]) == 0
    assert main(["search", "texts.index", "queries.tsv", "--model", "ql", "-o", "ql.run"]) == 0
    assert [(folder / f"{name}.run").read_text().split()[-1] for name in ("bm25", "ql")] == ["bm25", "ql"]
    assert main(["check", "qrels", "bm25.run", "ql.run"]) in (0, 1)
    assert "repeated-tags" not in capsys.readouterr().out


def test_a_run_on_standard_output_is_named_by_its_index(folder, capsys):
    assert main(["search", "texts.index", "queries.tsv"]) == 0
    assert capsys.readouterr().out.split()[-1] == "texts"


def test_a_run_in_json_is_named_without_the_files_ending(folder):
    assert main(["search", "texts.index", "queries.tsv", "-o", "mine.json"]) == 0
    assert list(json.loads((folder / "mine.json").read_text())) == ["mine"]


@pytest.mark.parametrize("more", [[], ["--passages"]])
def test_no_query_is_said_to_be_none(more, folder, capsys):
    (folder / "none.tsv").write_text("\n\n" if more else "")
    assert main(["search", "texts.index", "none.tsv", *more, "-o", "none.run"]) == 3
    assert re.search("no query to search for|is empty", capsys.readouterr().err)
    assert not (folder / "none.run").exists()


def test_one_of_a_thing_is_told_in_the_singular(folder, capsys):
    (folder / "one.tsv").write_text("d1\tred fox\n")
    assert main(["index", "one.tsv", "-o", "one.index"]) == 0
    assert capsys.readouterr().err == "1 passage in one.index\n"
    assert main(["search", "one.index", "queries.tsv", "-o", "one.run"]) == 0
    assert capsys.readouterr().err == "1 query, 1 document\n"
    (folder / "gold.tsv").write_text("q1\tnone\n")
    assert main(["search", "one.index", "gold.tsv", "--passages"]) == 3
    assert '1 of 1 passage is not in "one.index", such as "none"' in capsys.readouterr().err


def test_ids_that_trecs_lines_can_not_hold_are_told_what_can(folder, capsys):
    (folder / "odd.tsv").write_text("q 1\tred fox\n")
    assert main(["search", "texts.index", "odd.tsv", "-o", "odd.run"]) == 3
    assert "json and jsonl hold any id, and irassay convert --rename-queries FILE writes q1" in capsys.readouterr().err
    assert main(["search", "texts.index", "odd.tsv", "-o", "odd.json"]) == 0
    assert list(json.loads((folder / "odd.json").read_text())["odd"]) == ["q 1"]


def test_index_says_how_many_passages_no_word_of_which_is_indexed(folder, capsys):
    (folder / "five.tsv").write_text("d1\tred fox\nd2\t\nd3\t?!\nd4\tblue dog\nd5\t...\n")
    assert main(["index", "five.tsv", "-o", "five.index"]) == 0
    assert "3 passages of 5 without a word: no search finds them" in capsys.readouterr().err
    (folder / "one.tsv").write_text("d1\tred fox\nd2\t--\n")
    assert main(["index", "one.tsv", "-o", "one.index"]) == 0
    assert "1 passage of 2 without a word: no search finds it" in capsys.readouterr().err
