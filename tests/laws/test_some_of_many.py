"""Readers of some queries or ids say what the readers of whole files say. Oracle: those readers."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irassay
from irassay.errors import InputError
from irassay.formats.reading.some_queries import SomeLabels, SomeLists

ids = st.text(st.sampled_from("ab1\u00e9"), min_size=1, max_size=3)
keys = st.sampled_from(["_id", "id", "docid", "qid", "text", "title"])
values = st.one_of(st.text(st.sampled_from('a"\\\n é'), max_size=4), st.integers(0, 9))
ends = st.sampled_from(["\n", "\r\n", "\n\n"])
rows = st.lists(st.tuples(ids, ids, st.integers(0, 3)), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("some")


def by_id(texts, wanted):
    first = {}
    for key, text in texts:
        first.setdefault(key, text)
    return {key: first[key] for key in wanted if key in first}


@given(st.lists(st.dictionaries(keys, values, max_size=4), min_size=1, max_size=6), ends, st.sets(ids), st.booleans())
def test_texts_of_some_ids_from_json_lines(place, records, end, wanted, marked):
    records = [{"_id": "first", "text": "a"}, *({**record, "query_id": "z", "contents": "c"} for record in records)]
    path = place / "texts.jsonl"
    wanted |= {str(record.get(key)) for record in records[::2] for key in ("_id", "id", "docid")}
    lines = "".join(json.dumps(record, ensure_ascii=False) + end for record in records)
    path.write_text("\ufeff" * marked + lines, encoding="utf-8", newline="")
    texts = irassay.read_texts(path, input_format="jsonl")
    assert texts.pick(sorted(wanted)) == by_id(texts, sorted(wanted))


@given(st.lists(st.tuples(ids, st.text(st.sampled_from("a é\t"), max_size=5)), min_size=1), ends, st.sets(ids))
def test_texts_of_some_ids_from_lines_with_a_tab(place, pairs, end, wanted):
    path = place / "texts.tsv"
    path.write_text("".join(f"{key}\t{text}{end}" for key, text in pairs), encoding="utf-8", newline="")
    texts = irassay.read_texts(path, input_format="tsv")
    assert texts.pick(sorted(wanted)) == by_id(texts, sorted(wanted))


@given(rows, st.sets(ids), ends, st.booleans())
def test_lists_of_some_queries(place, triples, wanted, end, together):
    triples = list({(query, doc): (query, doc, score) for query, doc, score in triples}.values())
    triples = sorted(triples) if together else triples
    path = place / "x.run"
    lines = [f"{query} Q0 {doc} 1 {score} x{end}" for query, doc, score in triples]
    path.write_text("".join(lines), encoding="utf-8", newline="")
    runs = irassay.read_runs(path)
    expected = {query: runs.ranking(*runs.systems, query) for query in wanted if query in runs.queries}
    lists = SomeLists(path)
    assert lists.of(wanted, lambda _, docs: list(docs)) == expected
    assert lists.of(set(runs.queries), lambda _, docs: len(docs)) == {
        query: len(runs.ranking(*runs.systems, query)) for query in runs.queries
    }


@given(rows, st.sets(ids), st.sets(ids))
def test_labels_of_some_queries(place, triples, first, then):
    triples = list({(query, doc): (query, doc, grade) for query, doc, grade in triples}.values())
    path = place / "qrels.txt"
    path.write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in triples), encoding="utf-8")
    qrels, labels = irassay.read_qrels(path), SomeLabels(path)
    for wanted in (first, first | then):
        labels.read(wanted)
        for query in wanted:
            assert dict(labels.grades(query)) == (dict(qrels.grades(query)) if query in qrels.queries else {})


def test_a_problem_in_a_line_in_question_is_said_with_its_place(tmp_path):
    run, qrels = tmp_path / "x.run", tmp_path / "qrels.txt"
    run.write_text("a Q0 d 1 2 x\nb Q0 d 1 high x\n")
    qrels.write_text("a 0 d 1\nb 0 d one\n")
    assert SomeLists(run).of({"a"}, lambda query, docs: docs) == {"a": ["d"]}
    with pytest.raises(InputError) as error:
        SomeLists(run).of({"b"}, lambda query, docs: docs)
    assert f"{run}:2" in str(error.value.problems)
    with pytest.raises(InputError) as error:
        SomeLabels(qrels).read({"b"})
    assert f"{qrels}:2" in str(error.value.problems)
