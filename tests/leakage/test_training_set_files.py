"""Training sets as JSON lines: what is written is read, and what is said of lines that are none. By hand."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection.instances import CONDITIONS, Instance, Instances
from irassay.errors import InputError, Unreadable
from irassay.formats import read_instances
from irassay.formats.reading.instances import instance_lines

LINE = {"query_id": "q1", "doc_id": "d1", "relevant": True}
words = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
ids = words.filter(bool)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("sets") / "set.jsonl"


def read(place, *lines):
    place.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    return read_instances(place)


def problems(place, *lines):
    with pytest.raises(InputError) as error:
        read(place, *lines)
    return [problem.removeprefix(str(place)) for problem in error.value.problems]


@given(st.lists(st.tuples(ids, words, ids, words, ids, words, st.sampled_from(CONDITIONS), words, words), max_size=5))
def test_what_is_written_is_read(place, values):
    pairs = [
        (Instance(q, t, pos, a, True, c, topic, source), Instance(q, t, neg, b, False, c, topic, source))
        for q, t, pos, a, neg, b, c, topic, source in values
    ]
    lines = instance_lines(one for pair in pairs for one in pair)
    place.write_text("".join(lines), encoding="utf-8", newline="")
    assert read_instances(place).pairs == tuple(pairs)


def test_ids_and_the_class_are_enough(place):
    (pair,) = read(place, LINE, LINE | {"doc_id": 7, "relevant": False}).pairs
    assert pair == (Instance("q1", "", "d1", "", True), Instance("q1", "", "7", "", False))


def test_a_set_may_be_compressed_and_have_its_classes_in_any_order(place):
    lines = [LINE | {"doc_id": "no", "relevant": False}, LINE]
    place.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    assert [(one.doc, one.relevant) for one in read_instances(place)] == [("d1", True), ("no", False)]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"query_id": "q1"}, ":1  no doc_id, relevant, expected query_id, doc_id, relevant"),
        (LINE | {"text": ["a"]}, ":1  text holds a list, expected a text"),
        (LINE | {"doc_id": ""}, ":1  doc_id is empty, expected an id"),
        (LINE | {"query_id": None}, ":1  query_id is empty, expected an id"),
        (LINE | {"relevant": "yes"}, ":1  relevant holds text, expected true or false"),
        (LINE | {"condition": "none"}, ':1  condition "none", expected filler, train, test'),
        ('["q1"]\n', ": [0]  text, expected an object"),
        ("q1 d1\n", ":1  not JSON (Expecting value: line 1 column 1 (char 0)), expected one object a line"),
    ],
)
def test_a_line_that_is_no_instance_is_said_where_it_is(place, line, problem):
    assert problems(place, line) == [problem]


def test_a_query_with_more_documents_of_one_class_is_refused(place):
    with pytest.raises(InputError, match='has 1 more relevant documents of query "q1" than of the other class'):
        read(place, LINE)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(Unreadable, match="can't"):
        read_instances(tmp_path / "none.jsonl")


def test_an_empty_file_has_no_instances(place):
    assert len(read(place)) == 0
    assert repr(Instances([])) == "Instances(0 pairs, 0 leaked instances)"
