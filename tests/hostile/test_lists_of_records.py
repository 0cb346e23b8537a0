"""JSON lists of records are read wherever JSON lines are: the same nouns, located errors, nothing else for one."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import detection, read_qrels, read_runs, read_texts

LABELS = [
    {"query_id": "q1", "doc_id": "d1", "relevance": 2, "note": "x"},
    {"query_id": "q1", "doc_id": "d2", "relevance": 0, "note": "y"},
    {"query_id": "q2", "doc_id": "d1", "relevance": 1, "note": "z"},
]
RUN = [
    {"run": run, "qid": q, "docno": d, "score": s}
    for run in "ab"
    for q in ("q1", "q2")
    for d, s in (("d1", 1), ("d2", 2.5))
]
TEXTS = [{"_id": "q1", "title": "Red", "text": "shoes"}, {"_id": "q2", "text": "a hat"}]


FORMS = {
    "compact": lambda records: json.dumps(records),
    "spread": lambda records: json.dumps(records, indent=2),
    "a line each": lambda records: "[\n" + ",\n".join(map(json.dumps, records)) + "\n]\n",
    "marked": lambda records: "\ufeff " + json.dumps(records),
}


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize("form", FORMS)
def test_a_list_is_read_as_its_lines_would_be(put, form):
    qrels = [read_qrels(put(name, of(LABELS))) for name, of in (("lines", lines), ("list", FORMS[form]))]
    assert [dict(one.grades("q1")) for one in qrels] == [{"d1": 2, "d2": 0}] * 2
    assert [(r.used, r.left_out) for one in qrels for r in one.readings] == [(3, {"other column": 1})] * 2
    runs = [read_runs(put(name, of(RUN)), keep="scores") for name, of in (("lines", lines), ("list", FORMS[form]))]
    assert [one.systems for one in runs] == [("a", "b")] * 2
    assert [one.core.scores("b", "q2") for one in runs] == [[2.5, 1.0]] * 2
    texts = [dict(read_texts(put(name, of(TEXTS)))) for name, of in (("lines", lines), ("list", FORMS[form]))]
    assert texts == [{"q1": "Red shoes", "q2": "a hat"}] * 2


@pytest.mark.parametrize("form", FORMS)
def test_the_kind_of_a_list_is_told_by_its_keys(put, form):
    for records, kind in ((LABELS, "labels"), (RUN, "runs"), (TEXTS, "texts")):
        assert detection.kinds_in(put("list", FORMS[form](records))) == (kind,)


def test_lists_are_scored_and_converted(put, capsys):
    put("qrels.json", json.dumps(LABELS))
    put("runs.json", json.dumps(RUN))
    assert main(["eval", "qrels.json", "runs.json", "-m", "RR"]) == 0
    assert capsys.readouterr().out == "a\tall\tRR\t0.5\nb\tall\tRR\t0.5\n"
    assert main(["convert", "qrels.json", "--to", "trec"]) == 0
    assert capsys.readouterr().out == "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n"


def test_a_column_may_begin_in_a_later_record(put):
    records = [{"query_id": "q", "doc_id": "a", "relevance": 1}, {"query_id": "q", "doc_id": "b", "relevance": 0}]
    records[1]["stratum"] = "s"
    assert read_qrels(put("list", json.dumps(records))).strata == {"q": {"b": "s"}}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ([{"query_id": "q", "doc_id": "d", "relevance": 1}, 3], "f: [1]  a whole number, expected an object"),
        ([LABELS[0], {"query_id": "q1", "doc_id": "d3"}], "f: [1]  grade is"),
        ([LABELS[0], LABELS[0]], 'f: [1]  document "d1" twice in query "q1" (first: [0])'),
        ([{"query_id": "q", "url": "d", "relevance": 1}], "f has the columns query_id, url, relevance"),
    ],
)
def test_what_is_wrong_is_located_by_the_place_in_the_list(put, content, says):
    with pytest.raises(InputError) as caught:
        read_qrels(put("f", json.dumps(content)))
    assert says in str(caught.value)


def test_a_text_that_has_no_id_is_located(put):
    with pytest.raises(InputError, match=r"f: \[1\]  no id"):
        dict(read_texts(put("f", json.dumps([TEXTS[0], {"text": "x"}]))))


@pytest.mark.parametrize("text", ["[q1] 0 d1 1\n", "[ 0 d1 1\n", "[1] 0 d1 1\n"])
def test_an_id_may_begin_with_a_bracket(put, text):
    assert read_qrels(put("qrels", text)).n_labels == 1


def test_a_list_that_ends_early_is_located(put):
    with pytest.raises(InputError, match=r"f is not JSON"):
        read_qrels(put("f", json.dumps(LABELS)[:-9]))
