"""Frames, JSON lines and Parquet: what is wrong is said with its row or line, and nothing is dropped."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import irassay
from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.formats.format import Head


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(name, *records):
    with open(name, "w") as file:
        file.writelines((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in records)
    return name


def message(call, *arguments, **options):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def label(query, doc, grade):
    return {"query_id": query, "doc_id": doc, "relevance": grade}


def test_each_problem_of_json_lines_has_its_line():
    path = put(
        "q.jsonl",
        label("1", "a", 1),
        label("1", "b", 0.5),
        "",
        label("1", "a", 2),
        label("", "a", 2),
        label("2", "a\0", 2),
        label("2", "c", 200),
        label("2", "d", None),
    )
    assert message(read_qrels, path).split("\n")[2:] == [
        'q.jsonl:2  grade is "0.5", expected a whole number; --grade-scale 10 multiplies by 10 and rounds',
        'q.jsonl:4  document "a" twice in query "1" with other grades, 1 and 2 (first: line 1); expected one label',
        "q.jsonl:5  query id is empty, expected an id",
        'q.jsonl:6  document id "a\\x00" has a NUL, expected text',
        'q.jsonl:7  grade is "200", expected -127 to 127',
        "q.jsonl:8  grade is nothing, expected a whole number",
    ]


def test_broken_json_lines_have_their_line():
    path = put("q.jsonl", label("1", "a", 1), "{", "[1]", '{"query_id": "1", "query_id": "2", "doc_id": "x"}')
    said = message(read_qrels, path)
    assert "q.jsonl:2  not JSON" in said
    assert "q.jsonl:3  a list, expected an object" in said
    assert 'q.jsonl:4  key "query_id" twice in one object' in said


def test_ids_that_are_fractions_or_missing_are_refused():
    path = put("q.jsonl", label("1", "a", 1), label(1.0, "a", 1), label(None, "a", 1), label(True, "a", 1))
    assert message(read_qrels, path).split("\n")[2:] == [
        'q.jsonl:2  query is "1.0", expected text or a whole number',
        'q.jsonl:3  query is "None", expected text or a whole number',
        'q.jsonl:4  query is "True", expected text or a whole number',
    ]


def test_a_key_that_comes_late_is_not_dropped():
    path = put("q.jsonl", label("1", "a", 1), {**label("1", "b", 1), "stratum": 2})
    assert read_qrels(path).strata == {"1": {"b": "2"}}
    path = put("r.jsonl", {"qid": 1, "docno": "a", "score": 2}, {"qid": 1, "docno": "b", "score": 1, "run": "x"})
    assert 'r.jsonl:1  system is "None", expected text' in message(read_runs, path)


def test_nan_scores_and_documents_given_twice_are_refused():
    rows = [{"qid": "1", "docno": "a", "score": 2}, {"qid": "1", "docno": "a", "score": 1}]
    assert 'r.jsonl:2  document "a" twice in query "1"' in message(read_runs, put("r.jsonl", *rows))
    rows = [{"qid": "1", "docno": "a", "score": 2}, '{"qid": "1", "docno": "b", "score": NaN}']
    assert "r.jsonl:2  score is missing (empty, null or NaN)" in message(read_runs, put("r.jsonl", *rows))


def test_a_missing_score_is_one_word_in_every_kind_of_file_and_table():
    """An empty cell, null, and NaN: pandas writes one for the other."""
    frame = pandas.DataFrame({"qid": ["1", "1"], "docno": ["a", "b"], "score": [1.0, None]})
    frame.to_csv("empty.csv", index=False)
    frame.to_csv("nan.csv", index=False, na_rep="nan")
    frame.astype({"score": object}).where(frame.notna(), None).to_json("null.jsonl", orient="records", lines=True)
    pyarrow.parquet.write_table(pyarrow.table({"qid": ["1"], "docno": ["b"], "score": [None]}), "null.parquet")
    Path("nan.run").write_text("1 Q0 b 1 nan t\n")
    Path("nan.json").write_text('{"1": {"b": NaN}}')
    word = "score is missing (empty, null or NaN), expected a number"
    for source in ("empty.csv", "nan.csv", "null.jsonl", "null.parquet", "nan.run", "nan.json", frame):
        assert word in message(read_runs, source), source
    assert word in message(irassay.Runs.from_dict, {"r": {"1": {"b": math.nan}}})


@pytest.mark.parametrize("library", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_frames_of_every_library_are_read_and_their_rows_named(library):
    frame = library({"qid": [1, 1, 2], "docno": ["a", "b", "a"], "label": [1, 0, 2]})
    assert read_qrels(frame).grades("1") == {"a": 1, "b": 0}
    frame = library({"qid": ["1", "1"], "docno": ["a", "a"], "label": [1, 0]})
    assert 'frame: row 2  document "a" twice in query "1" with other grades' in message(read_qrels, frame)
    frame = library({"qid": ["1"], "docno": ["a"]})
    assert "frame has the columns qid, docno, expected one for each of grade" in message(read_qrels, frame)
    with pytest.raises(InputError) as refused:
        read_qrels(frame)
    assert refused.value.advice == "rename the columns"
    assert "expected one for each of score" in message(read_runs, frame)


def test_what_pyterrier_returns_is_a_run():
    frame = pandas.DataFrame(
        {
            "qid": ["1", "1", "2"],
            "docid": [17, 4, 17],
            "docno": ["d17", "d4", "d17"],
            "rank": [0, 1, 0],
            "score": [2.5, 1.5, 3.0],
            "query": ["red shoes", "red shoes", "hat"],
        }
    )
    runs = read_runs(frame)
    assert (runs.systems, runs.queries, runs.ranking("run", "1")) == (("run",), ("1", "2"), ["d17", "d4"])
    assert read_runs(frame.drop(columns="score")).ranking("run", "1") == ["d17", "d4"]


def test_lazy_frames_are_collected():
    frame = polars.LazyFrame({"query_id": ["1"], "doc_id": ["a"], "score": [1.0], "run": ["bm25"]})
    assert read_runs(frame).systems == ("bm25",)


def test_other_columns_are_counted(capsys):
    from irassay.cli.main import main

    put("r.jsonl", {"qid": "1", "docno": "a", "score": 2.5, "rank": 0, "query": "red shoes", "docid": 7})
    assert main(["convert", "r.jsonl", "--to", "trec"]) == 0
    assert "2 other columns left out" in capsys.readouterr().err
    put("q.csv", "query,docid,rating,text", "hat,d1,3,A hat.", "hat,d2,1,")
    assert main(["convert", "q.csv", "--to", "trec"]) == 0
    assert "1 cell of another column left out" in capsys.readouterr().err
    put("es.json", {"requests": [{"id": "q", "request": {"query": {}}, "ratings": [{"_id": "d", "rating": 1}]}]})
    assert main(["convert", "es.json", "--to", "trec"]) == 0
    assert "1 search request left out" in capsys.readouterr().err


def test_broken_parquet_is_named(place):
    (place / "q.parquet").write_bytes(b"PAR1 and no more PAR1")
    assert "q.parquet can't be read as Parquet" in message(read_qrels, "q.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"id": ["a"]}), "other.parquet")
    assert "other.parquet has the columns id, expected one for each of query" in message(read_qrels, "other.parquet")


def test_a_million_characters_in_one_line_are_no_trouble():
    path = put("q.jsonl", label("1", "b", 1), label("1", "a" * 1_000_000, 1))
    assert read_qrels(path).n_labels == 2
    assert Head(b'{"a": {"b": 1}}').keys == Head(b"{").keys == Head(b"[1]").keys == ()


RANKED = {
    "run": ["far", "far", "far", "near", "near"],
    "query_id": ["1", "1", "1", "1", "1"],
    "doc_id": ["a", "b", "c", "a", "b"],
    "score": [0.1, 0.2, 0.9, 2.0, 1.0],
    "rank": [1, 2, 3, 0, 1],
}


def ranked(form, columns):
    """Such columns in one of the forms that hold them together."""
    if form == "records":
        return [dict(zip(columns, row)) for row in zip(*columns.values())]
    if form == "parquet":
        pyarrow.parquet.write_table(pyarrow.table(columns), "ranked.parquet")
        return "ranked.parquet"
    return {"pandas": pandas.DataFrame, "polars": polars.DataFrame, "arrow": pyarrow.table}[form](columns)


@pytest.mark.parametrize("form", ["pandas", "polars", "arrow", "records", "parquet"])
@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 1, 3, 2, 0)])
def test_a_rank_column_that_contradicts_the_scores_of_a_table_is_found_as_that_of_a_file_is(form, order):
    """Oracle: the same rows as a TREC file, whose rank column the kernel reads."""
    columns = {name: [values[i] for i in order] for name, values in RANKED.items()}
    runs = irassay.read_runs(ranked(form, columns))
    rows = zip(*columns.values())
    for run in ("far", "near"):
        lines = [f"{q} Q0 {d} {rank} {score} {r}\n" for r, q, d, score, rank in rows if r == run]
        Path(f"{run}.run").write_text("".join(lines))
        rows = zip(*columns.values())
    labels = irassay.Qrels.from_dict({"1": {"a": 1, "b": 0, "c": 0}})
    findings = {}
    for name, of in (("table", runs), ("files", irassay.read_runs(["far.run", "near.run"]))):
        result = irassay.check(labels, of, measures=["P@1"])
        findings[name] = next(one for one in result.findings if one.code == "rank-contradicts-score")
    for one in findings.values():
        assert (one.level, one.systems, one.text) == ("error", ("far",), "far: rank column contradicts scores")
        assert one.effect.startswith("P@1 0 by score (used), 1.0000 by rank")
    assert findings["table"].numbers == findings["files"].numbers


@pytest.mark.parametrize("ranks", [[1, 2, 3, 0, 1], [0, 1, 1, 0, 0], ["x", None, 3, 0, 1], [math.nan] * 5])
def test_ranks_of_a_table_that_agree_with_the_scores_or_are_none_are_no_finding(ranks):
    columns = {**RANKED, "score": [0.9, 0.2, 0.1, 2.0, 1.0], "rank": ranks}
    runs = irassay.read_runs(pandas.DataFrame(columns))
    assert not any(reading.by_rank for reading in runs.readings)
    assert runs.ranking("far", "1") == ["a", "b", "c"]
