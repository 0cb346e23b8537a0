"""Files that look like labels and are something else are refused by name, by every verb that reads labels."""

from __future__ import annotations

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import read_qrels


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        # TREC's Dynamic Domain track as its overviews describe it: passages of documents, graded by subtopic
        ("DD16-1 DD16-1.1 ebola-a1 12 3\nDD16-1 DD16-1.2 ebola-a1 14 1\n", "TREC Dynamic Domain's labels of passages"),
        ("dd17-1 dd17-1.1 0012 4\ndd17-1 dd17-1.2 0012 2\n", "--input-format subtopics reads them"),
        # prels of the Million Query and Web tracks: judgment, method, probability
        ("1 clueweb09-en0000-01-00001 1 2 1\n", "prels (query document judgment method probability)"),
        ("1 clueweb09-en0000-01-00001 -2 0 0.125\n", "prels (query document judgment method probability)"),
        # anything of five columns that ends in a whole number
        ("q1 a b c 7\n", "5 columns, expected 4 (query 0 doc grade), or 5 with 0 or Q0 in the second"),
        ("q1 assessor 1 d1 3\n", "--input-format strata reads any second column"),
    ],
)
def test_five_columns_are_strata_only_where_they_say_so(tmp_path, monkeypatch, capsys, lines, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels").write_text(lines)
    (tmp_path / "mine.run").write_text("q1 Q0 d1 1 1 mine\n")
    with pytest.raises(InputError) as caught:
        read_qrels("labels")
    assert says in str(caught.value)
    assert main(["eval", "labels", "mine.run"]) == 3
    assert says in capsys.readouterr().err


def test_a_sample_of_strata_is_read_as_before(tmp_path):
    for iteration in ("0", "Q0"):
        (tmp_path / "labels").write_text(f"q1 {iteration} d1 2 1\n")
        qrels = read_qrels(tmp_path / "labels")
        assert (qrels.grades("q1"), qrels.strata) == ({"d1": 1}, {"q1": {"d1": "2"}})
    (tmp_path / "labels").write_text("q1 run7 d1 2 1\n")
    assert read_qrels(tmp_path / "labels", input_format="strata").grades("q1") == {"d1": 1}


@pytest.mark.parametrize("line", ["DD16-1 DD16-1.1 ebola-a1 12 3\n", "1 clueweb09-en0000-01-00001 1 2 1\n"])
def test_they_are_not_converted_as_preferences_either(tmp_path, monkeypatch, capsys, line):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels").write_text(line)
    assert main(["convert", "labels", "--to", "prefs"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "labels starts with" in told.err


def test_tables_that_are_no_text_are_named_with_what_to_do(tmp_path):
    """The bytes are those that the programs themselves write."""
    import pickle
    import sqlite3

    import pandas as pd

    pd.DataFrame({"qid": ["q"], "docno": ["d"], "label": [1]}).to_feather(tmp_path / "feather")
    with sqlite3.connect(tmp_path / "sqlite") as base:
        base.execute("create table qrels (qid, docno, label)")
    for protocol in (4, 5):
        (tmp_path / f"pickle{protocol}").write_bytes(pickle.dumps({"q" * 9: {"d": 1}}, protocol=protocol))
    for name, says in (
        ("feather", "an Arrow or Feather file; pandas.read_feather"),
        ("sqlite", "a database of SQLite"),
        ("pickle4", "a pickle of Python"),
        ("pickle5", "a pickle of Python"),
    ):
        for read in (irassay.read_qrels, irassay.read_runs):
            with pytest.raises(irassay.InputError, match=says):
                read(tmp_path / name)


def test_a_message_names_some_of_a_thousand_columns(tmp_path):
    (tmp_path / "wide.csv").write_text(",".join(f"column{i}" for i in range(1000)) + "\n")
    with pytest.raises(
        irassay.InputError, match=r"has the columns column0, column1, .*\.\.\., expected one for"
    ) as caught:
        irassay.read_qrels(tmp_path / "wide.csv")
    assert len(str(caught.value)) < 900
