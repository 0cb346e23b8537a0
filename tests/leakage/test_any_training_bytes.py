"""Any bytes as a training file: they are read, or refused in words; both walks of a file tell the same."""

import json
import pickle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from irassay.errors import InputError, UsageError
from irassay.formats import registry
from irassay.formats.reading.training import read_training

PIECES = st.sampled_from(
    [
        *(b"\t", b"\n", b"\r\n", b" ", b"red shoes", b"q1", b"2", b'"', b"{", b"}", b"[", b"]", b",", b"\0", b"\xff"),
        *(b"query", b"id,query\n", b"id\tquery\n", b'{"query": "red"}', b'{"id": 1, "query": "a", "pos": ["b"]}'),
        *(b'{"query": null}', b'{"query": "\\ud800"}', b'[{"query": "a"}]', b"q1\tred shoes\n", b"q1\td1\td2\n"),
        *(
            b"\xef\xbb\xbf",
            b"PAR1",
            b"\x1f\x8b",
            b"<top>",
            b"<num> 1 <title> a </top>",
            b"q1 0 d1 1\n",
            "\u2028".encode(),
        ),
    ]
)
SOME_BYTES = st.lists(PIECES | st.binary(max_size=4), max_size=25).map(b"".join)
# Lines that are as they should be, form by form; a number makes each another one.
LINES = {
    "lines": ("red shoes {}\n", "caf\u00e9{}\r\n", " \n", "a\tb{}\n"),
    "tsv": ("q{}\tred shoes\n", "q{}\t\n", "q{}\ta\tb\r\n", "\n"),
    "triples": ("red shoes {}\tA shoe.\tA hat.\n", "blue {}\t\tb\r\n", "\t\t\n", " \tA{}\tB\n"),
    "jsonl": ('{{"query": "red {}", "pos": ["a"]}}\n', '{{"query": "", "neg": [{{"id": {}}}]}}\n', '{{"query": {}}}\n'),
    "table": ('"red {}",a\n', '"two\nlines",{}\n', ",{}\n", "x,\n", "\n"),
}
HEADINGS = {"table": b"query,positive\n"}


@st.composite
def nearly_good(draw):
    """A file of one form, with little in it that is odd."""
    form = draw(st.sampled_from(list(LINES)))
    chosen = draw(st.lists(st.sampled_from(LINES[form]), min_size=1, max_size=15))
    lines = [line.format(number).encode() for number, line in enumerate(chosen)]
    for junk in draw(st.lists(PIECES, max_size=2)) if draw(st.booleans()) else ():
        lines.insert(draw(st.integers(0, len(lines))), junk)
    return HEADINGS.get(form, b"") + b"".join(lines)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("any") / "train"


def outcome(walk):
    try:
        return list(walk())
    except InputError as error:
        return str(error)


@example(data="\u2028\t".encode(), name="tsv")
@given(data=SOME_BYTES | nearly_good(), name=st.sampled_from([None, *registry.names("training")]))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_read_or_refused_and_both_walks_tell_the_same(file, data, name):
    file.write_bytes(data)
    try:
        (training,) = read_training(file, input_format=name)
    except (InputError, UsageError):
        return
    rows = outcome(lambda: training)
    counts = training.counts
    blocks = outcome(lambda: training.blocks(3))
    if isinstance(rows, str):
        return
    texts = [pair for ids, queries in blocks for pair in zip(ids, queries, strict=True)]
    assert texts == [(row.id, row.query) for row in rows if row.query]
    assert training.counts == counts
    assert counts["rows"] == len(rows)
    assert counts.get("rows without a text", 0) == len(rows) - len(texts)


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_json_lines_written_by_python_are_read_as_they_were(file, texts):
    file.write_text("".join(json.dumps({"id": i, "query": text}) + "\n" for i, text in enumerate(texts)))
    (training,) = read_training(file)
    if any("\0" in text for text in texts):
        assert "a NUL in" in outcome(lambda: training)
        return
    assert [(row.id, row.query) for row in training] == [
        (str(i), "" if text.isspace() else text) for i, text in enumerate(texts)
    ]


def test_what_reads_a_file_can_be_sent_to_another_process(tmp_path):
    (tmp_path / "queries.tsv").write_text("q1\tred shoes\n")
    for content in ("q1\tred shoes\n", "q1\td1\td2\n", '{"query": "red"}\n', "<top><num> 1 <title> red </top>"):
        (tmp_path / "train").write_text(content)
        (training,) = read_training(tmp_path / "train", corpus=tmp_path / "queries.tsv")
        copy = pickle.loads(pickle.dumps(training))
        assert list(copy) == list(training)
        assert copy.counts == training.counts
