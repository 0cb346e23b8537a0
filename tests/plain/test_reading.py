"""The kernel's reader against its plain twin, on texts that Hypothesis makes up."""

from __future__ import annotations

import math
import random
import struct
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from irassay.formats import read_runs
from irassay.kernel import _core
from tests.plain import reading

TREC, BY_SCORE = _core.RunColumns.trec, _core.OrderBy.score

ids = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_characters="#\x7f\x85\xa0"), min_size=1, max_size=24
)
numbers = st.one_of(
    st.floats(allow_nan=False),
    st.integers(-5, 5).map(float),
    st.floats(0, 1).map(lambda x: round(x, 3)),
    st.floats(0.1, 0.1 + 1e-7),
)
spaces = st.sampled_from([" ", "\t", "  ", " \t "])


@st.composite
def runs(draw):
    """Lines of a run in any order, its lists not contiguous."""
    lines = []
    for query in draw(st.lists(ids, min_size=1, max_size=3, unique=True)):
        for doc in draw(st.lists(ids, min_size=1, max_size=12, unique=True)):
            lines.append((query, doc, draw(numbers)))
    random.Random(draw(st.integers(0, 99))).shuffle(lines)
    gap = draw(spaces)
    return "".join(gap.join([q, "Q0", d, "1", repr(s), "tag"]) + "\n" for q, d, s in lines)


def kernel_runs(text: str) -> _core.Runs:
    reader = _core.RunsReader(1, True)
    read = reader.read(0, text.encode(), TREC, BY_SCORE)
    assert read.used == text.count("\n")
    return reader.finish(["s"])


@settings(max_examples=100, deadline=None)
@given(runs())
def test_order_is_the_plain_twins(text):
    plain, core = reading.read_run(text), kernel_runs(text)
    assert list(core.queries) == sorted(plain, key=str.encode)
    for query, scored in plain.items():
        assert core.ranking("s", query, _core.Ties.float64) == reading.order(scored)
        assert core.ranking("s", query, _core.Ties.float32) == reading.order(scored, "float32")
        assert core.scores("s", query) == sorted((s for _, s in scored), reverse=True)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 12)), min_size=1, max_size=24), st.booleans())
def test_ranks_that_stand_twice_in_a_query_are_the_plain_twins(ranked, together):
    rows = [(query, f"d{n}", rank) for n, (query, rank) in enumerate(ranked)]
    if together:
        rows.sort(key=lambda row: row[0])
    text = "".join(f"{query}\t{doc}\t{rank}\n" for query, doc, rank in rows)
    plain, again = reading.read_ranks(text)
    reader = _core.RunsReader(1, True)
    read = reader.read(0, text.encode(), _core.RunColumns.msmarco, BY_SCORE)
    core = reader.finish(["s"])
    assert sorted((line, first) for kind, line, first, *_ in read.problems if kind == "same-rank") == sorted(again)
    assert (read.used, read.rejected) == (len(rows) - len(again), len(again))
    for query, scored in plain.items():
        assert core.ranking("s", query, _core.Ties.float64) == reading.order(scored)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 4)), min_size=1, max_size=9))
def test_numbers_that_nobody_named_are_ranks_only_where_they_can_be(numbered):
    rows = [(query, f"d{n}", number) for n, (query, number) in enumerate(numbered)]
    by_query: dict[str, list[int]] = {}
    for query, _, number in rows:
        by_query.setdefault(query, []).append(number)
    text = "".join(f"{query} {doc} {number}\n" for query, doc, number in rows).encode()
    read = _core.RunsReader(1).read(0, text, _core.RunColumns.msmarco_or_scored, BY_SCORE)
    refused = {query for query, numbers in by_query.items() if not reading.are_ranks(numbers)}
    said = {query.decode() for kind, *_, query in read.problems if kind in ("rank-or-score", "same-rank")}
    assert said == refused
    assert read.lines == read.used + read.rejected
    assert (read.rejected == 0) == (not refused)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-5, 5).map(float) | st.floats(-1, 1), min_size=1))
def test_three_columns_with_scores_are_ordered_by_them(scored):
    text = "".join(f"q\t{doc}\t{score!r}\n" for doc, score in scored.items()).encode()
    reader = _core.RunsReader(1, True)
    reader.read(0, text, _core.RunColumns.scored, BY_SCORE)
    assert reader.finish(["s"]).ranking("s", "q", _core.Ties.float64) == reading.order(list(scored.items()))


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-5, 5).map(float) | st.floats(-1, 1), min_size=1))
def test_lists_in_memory_are_ordered_as_those_of_files(scored):
    """Also beside a file that is read; both keep their own system, and a repeated document is refused."""
    reader = _core.RunsReader(2, True)
    reader.add_list(1, "q", list(scored), list(scored.values()))
    reader.read(0, b"q\tx\t1.5\n", _core.RunColumns.scored, BY_SCORE)
    with pytest.raises(ValueError, match="document a twice in query r"):
        reader.add_list(1, "r", ["a", "a"], [2.0, 1.0])
    with pytest.raises(ValueError, match="one score a document"):
        reader.add_list(1, "r", ["a"], [])
    with pytest.raises(IndexError):
        reader.add_list(2, "r", ["a"], [1.0])
    core = reader.finish(["file", "list"])
    assert core.ranking("list", "q", _core.Ties.float64) == reading.order(list(scored.items()))
    assert core.ranking("file", "q", _core.Ties.float64) == ["x"]


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.floats(allow_nan=False, allow_infinity=False).map(repr),
        st.from_regex(r"[+-]?[0-9]{1,18}(\.[0-9]{0,18})?([eE][+-]?[0-9]{1,3})?", fullmatch=True),
        st.from_regex(r"-?\.[0-9]{1,17}", fullmatch=True),
    )
)
@example("9007199254740993")
@example("900719925474099.3")
@example("1e400")
@example("-1e-400")
@example(".5e1")
@example("+3")
@example("inf")
@example("-Infinity")
def test_scores_are_read_as_python_reads_them(text):
    core = kernel_runs(f"q Q0 d 1 {text} t\n")
    assert struct.pack("d", core.scores("s", "q")[0]) == struct.pack("d", float(text))


@settings(max_examples=300, deadline=None)
@given(st.floats(1e-6, 1e6), st.integers(15, 20), st.integers(-2, 2))
def test_decimals_near_the_middle_of_two_doubles_are_read_as_python_reads_them(below, digits, off):
    """As many digits as printed scores have and a few more, cut off where two doubles are equally near or beside it."""
    middle = (Decimal(below) + Decimal(math.nextafter(below, math.inf))) / 2
    places = max(1, digits - 1 - middle.adjusted())
    text = f"{middle.quantize(Decimal(1).scaleb(-places)) + Decimal(off).scaleb(-places):f}"
    core = kernel_runs(f"q Q0 d 1 {text} t\n")
    assert struct.pack("d", core.scores("s", "q")[0]) == struct.pack("d", float(text))


@pytest.mark.parametrize(
    "text", ["abc", "7abc", "0x1p3", "nan", "NaN", "-nan", "1e", ".", "-", "+", "1_0", "1,5", "--1", "+-1", "1.2.3"]
)
def test_what_is_no_number_is_refused(text):
    read = _core.RunsReader(1).read(0, f"q Q0 d 1 {text} t\n".encode(), TREC, BY_SCORE)
    assert read.used == 0
    assert read.rejected == 1
    assert sum(read.counts.values()) == 1
    assert set(read.counts) <= {"score", "nan"}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4).map(float), st.integers(0, 6)), min_size=1, max_size=8))
def test_rank_contradiction_is_the_plain_twins(lines):
    text = "".join(f"q Q0 d{i} {rank} {score} t\n" for i, (score, rank) in enumerate(lines))
    assert bool(kernel_runs(text).contradicted()) == reading.rank_contradicts(lines)


def test_one_thread_or_two_read_the_same(tmp_path):
    draw = random.Random(3)
    for number in range(12):
        rows = [
            f"q{q:02d} Q0 doc-{draw.randrange(400):05d}-{d:03d} {d} {draw.randrange(50)} s{number}"
            for q in range(20)
            for d in range(40)
        ]
        (tmp_path / f"s{number:02d}.run").write_text("\n".join(rows))
    one, two = read_runs(tmp_path, threads=1), read_runs(tmp_path, threads=2)
    assert one.systems == two.systems
    for system in one.systems:
        for query in one.queries:
            assert one.ranking(system, query) == two.ranking(system, query)


def test_long_lines_and_last_line_without_feed_are_read():
    text = f"q Q0 {'d' * 500} 1 2.0 t\nq Q0 e 2 1.0 t"
    core = _core.RunsReader(1)
    read = core.read(0, text.encode(), TREC, BY_SCORE)
    assert (read.lines, read.used) == (2, 2)
    assert core.finish(["s"]).ranking("s", "q", _core.Ties.float64) == ["d" * 500, "e"]


@pytest.mark.parametrize("gap", [" ", "\t", "  "])
@pytest.mark.parametrize("length", [1, 40, 52, 53, 54, 90, 117, 130])
def test_lines_are_read_alike_wherever_they_stand_in_the_text(gap, length):
    """A text is looked through in pieces of 4,096 bytes and lines in words of 64."""
    rows = "".join(gap.join(["q", "Q0", doc * length, "1", score, "t"]) + "\n" for doc, score in zip("abc", "231"))
    expected = ["b" * length, "a" * length, "c" * length]
    for before in range(4096 - len(rows) - 2, 4098):
        core = _core.RunsReader(1)
        read = core.read(0, f"#{'x' * before}\n{rows}".encode(), TREC, BY_SCORE)
        assert (read.lines, read.used, read.comments) == (4, 3, 1)
        assert core.finish(["s"]).ranking("s", "q", _core.Ties.float64) == expected


def test_an_empty_list_from_memory_is_a_query_left_out():
    runs = read_runs({"s": {"q": {}, "p": {"a": 1.0}}})
    assert runs.queries == ("p",)
