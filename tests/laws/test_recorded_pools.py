"""A pool that was written and is read again says the same; what can't be read in one way is located."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from irassay.cli.answers.unjudged_file import tsv
from irassay.collection import Metadata, Runs
from irassay.errors import InputError, UsageError
from irassay.pooling import pool, read_pool
from irassay.pooling.judging_orders import ORDERS

# Files hold no NUL; a name from Python may hold anything else.
names = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), st.sampled_from("% :\t\r\n25")),
    min_size=1,
    max_size=4,
)
docs = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=3)
lists = st.dictionaries(st.sampled_from(["q1", "q2"]), st.dictionaries(docs, st.floats(0, 3), min_size=1), min_size=1)


def put(text: str) -> str:
    handle, path = tempfile.mkstemp(suffix=".tsv")
    with os.fdopen(handle, "wb") as file:
        file.write(text.encode())
    return path


def told(found):
    finders = [dict(found.finders(place)) for place in range(len(found))]
    return list(zip(found.queries, found.docs, finders)), found.depth


@settings(max_examples=30)
@given(st.dictionaries(names, lists, min_size=1, max_size=4), st.integers(1, 4), st.sampled_from(ORDERS))
@example({"=r": {"q1": {"@": 0.0}}}, 1, "rank")  # a spreadsheet's formulas
def test_a_pool_comes_back_with_its_finders_in_its_order(runs, depth, order):
    written = pool(Runs.from_dict(runs), depth=depth, order=order)
    path = put(tsv(written.table(), None, None))
    try:
        read = read_pool(path)
    finally:
        os.unlink(path)
    assert told(read)[0] == told(written)[0]
    assert read.depth == max(written.rank) <= depth
    assert (read.order, sorted(read.systems)) == ("recorded", sorted(written.systems))


def test_groups_are_those_of_the_metadata_that_it_is_read_with():
    runs = Runs.from_dict({"x1": {"q": {"a": 2.0, "b": 1.0}}, "x2": {"q": {"b": 1.0}}, "y": {"q": {"c": 1.0}}})
    about = Metadata({"team": {"x1": "X", "x2": "X", "y": "Y", "z": "Z"}})
    written = pool(runs, depth=2, metadata=about)
    path = put(tsv(written.table(), None, None))
    read = read_pool(path, metadata=about)
    assert read.table().columns == written.table().columns
    assert read_pool(path).groups == ("x1", "x2", "y")
    with pytest.raises(UsageError, match="no column 'lab'"):
        read_pool(path, metadata=about, group="lab")
    os.unlink(path)


HEAD = "query\tdoc\tfound_by\n"


def test_every_line_that_is_no_document_with_finders_is_named():
    path = put(HEAD + "q\ta\tx:1\nq\tb\n\tc\tx:1\nq\ta\ty:2\nq\td\t\nq\te\tx\nq\tf\tx:0\nq\tg\tx:1 x:2\nq\th\tx:1٣\n")
    with pytest.raises(InputError) as caught:
        read_pool(path)
    os.unlink(path)
    expected = "expected run:rank of each run that has it, separated by spaces"
    assert [problem.split(".tsv:")[1] for problem in caught.value.problems] == [
        "3  2 cells, expected 3 as in the heading, separated by tabs",
        '4  "\\tc\\tx:1", expected a query and a document',
        '5  document "a" twice for query "q" (first: line 2), expected once',
        f"6  found_by is empty, {expected}",
        f'7  found_by has "x", {expected}',
        f'8  found_by has "x:0", {expected}',
        '9  found_by names "x" twice, expected each run once',
        f'10  found_by has "x:1٣", {expected}',
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q1 d1\nq1 d2\n", "the table lists no finders, and without it the pool can only be reconstructed"),
        ("query\tdoc\tbest_rank\truns\n", "expected a heading separated by tabs with the columns query, doc, found_by"),
        ("query,doc,found_by\n", "separated by tabs"),
        ("query\tdoc\tfound_by\tdoc\n", 'has column "doc" twice in its heading'),
        (HEAD, "has no line of data"),
        ("", "has no line of data"),
        (HEAD + "q\ta\tx:" + "9" * 5000 + "\n", "found_by has"),
    ],
)
def test_a_file_that_is_no_recorded_pool_is_refused_with_what_to_do(text, said):
    path = put(text)
    with pytest.raises(InputError) as caught:
        read_pool(path)
    os.unlink(path)
    assert said in str(caught.value)
