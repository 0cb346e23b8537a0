"""leaks.tsv and by-query.tsv. Oracle of the round trip: the pairs that were written, breaks in texts become spaces."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError
from irassay.leakage.files import BY_QUERY, COLUMNS, by_query_lines, leak_lines, read_leaks, write_leaks
from irassay.leakage.leaks import EVIDENCE, KINDS, SAYS, Leak, Leaks

BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029\0"
CHARACTERS = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(CHARACTERS | st.sampled_from(BREAKS + '"\ufeff '), max_size=12)
IDS = st.text(CHARACTERS.filter(lambda c: c not in BREAKS), min_size=1, max_size=5)
NUMBERS = st.none() | st.floats(-1, 1)
PAIRS = st.builds(
    Leak,
    IDS,
    st.just("") | IDS,
    st.sampled_from(SAYS),
    st.sampled_from(KINDS),
    st.sampled_from(EVIDENCE),
    NUMBERS,
    NUMBERS,
    st.sampled_from(["title", "description", "variant", ""]),
    TEXTS,
    TEXTS,
    TEXTS,
)


def spaced(text: str) -> str:
    return re.sub(f"[{BREAKS}]", " ", text)


def cells(pair: Leak) -> Leak:
    texts = {name: spaced(getattr(pair, name)) for name in ("text", "train_text", "source")}
    return dataclasses.replace(pair, **texts)


def key(pair: Leak) -> tuple[str, ...]:
    of = cells(pair)
    return of.query, of.train, of.field, of.text, of.train_text, of.source


def table(to: Path, *rows: str) -> str:
    to.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(to)


@given(st.lists(PAIRS, max_size=8, unique_by=key))
def test_pairs_come_back_from_leaks_tsv(tmp_path_factory: pytest.TempPathFactory, pairs: list[Leak]) -> None:
    leaks = Leaks(sorted({pair.query for pair in pairs}), pairs)
    path = tmp_path_factory.mktemp("leaks") / "leaks.tsv"
    write_leaks(leaks, path)
    assert list(read_leaks(path, leaks.queries)) == [cells(pair) for pair in leaks]
    again = "".join(leak_lines(read_leaks(path, leaks.queries))).encode()
    assert again == path.read_bytes()


@given(st.lists(PAIRS, max_size=8))
def test_every_row_has_one_line_and_as_many_cells_as_the_heading(pairs: list[Leak]) -> None:
    leaks = Leaks(sorted({pair.query for pair in pairs}), pairs)
    for lines, names in ((leak_lines(leaks), COLUMNS), (by_query_lines(leaks, {}), BY_QUERY)):
        rows = list(lines)
        assert all(len(row.splitlines()) == 1 for row in rows)
        assert {row.count("\t") for row in rows} == {len(names) - 1}
    assert len(rows) == len(leaks.queries) + 1


def test_a_column_of_queries_is_enough(tmp_path: Path) -> None:
    leaks = read_leaks(table(tmp_path / "found.tsv", "query", "q2", "q1", "q2"), ["q1", "q2", "q3"])
    assert leaks.leaked == ("q1", "q2")
    assert leaks.state("q3") == "clean"
    assert leaks.counts == {"repeated pairs": 1}
    assert {(pair.by, pair.type, pair.similarity) for pair in leaks} == {("people", "reformulation", None)}


def test_without_test_queries_those_of_the_file_count_in_its_order(tmp_path: Path) -> None:
    path = table(tmp_path / "found.tsv", "query\tverdict", "q2\tleak", "q1\tno")
    assert read_leaks(path).queries == ("q2", "q1")
    assert read_leaks(path).leaked == ("q2",)


def test_a_type_that_lacks_is_proposed_from_the_texts(tmp_path: Path) -> None:
    path = table(tmp_path / "found.tsv", "qid\ttext\ttrain_text", "q1\tLyme disease\tlyme disease treatment")
    assert [(pair.type, pair.verdict) for pair in read_leaks(path)] == [("specialization", "leak")]


def test_another_type_alone_says_no(tmp_path: Path) -> None:
    assert [pair.verdict for pair in read_leaks(table(tmp_path / "a.tsv", "query\ttype", "q1\tdifferent"))] == ["no"]


def test_pairs_of_other_queries_are_counted(tmp_path: Path) -> None:
    path = table(tmp_path / "found.tsv", "query", "q1", "x")
    assert read_leaks(path, ["q1"]).counts == {"pairs of other queries": 1}
    with pytest.raises(InputError, match="has none of the 1 test queries"):
        read_leaks(path, ["other"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["train\ttext", "t1\ta"], "expected columns parted by tabs, one of them query"),
        (["query\tquery", "q\tq"], "column twice"),
        ([""], "one of them query"),
        (["query\tverdict", "q1\tperhaps"], r':2  verdict is "perhaps", expected one of leak, review, no'),
        (["query\ttype", "q1\tsame"], ':2  type is "same"'),
        (["query\tsimilarity", "q1\tnan"], ':2  similarity is "nan", expected a number from -1 to 1'),
        (["query\tsimilarity", "q1\t7"], ':2  similarity is "7"'),
        (["query\ttrain", "q1"], ":2  1 cells, expected 2"),
        (["query\ttrain", "\tt1"], ":2  no query"),
        (["query\ttrain", "q1\tt\0"], ":2  NUL byte"),
        (["query\ttrain\tverdict", "q1\tt1\tleak", "q1\tt1\tno"], ":3  .* are there before with other values"),
    ],
)
def test_what_can_not_be_read_is_located(tmp_path: Path, rows: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_leaks(table(tmp_path / "bad.tsv", *rows))


def test_an_id_with_a_tab_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    pair = Leak("q\t1", "t", "leak", "identical", "words", None, 1.0, "title", "a", "a", "")
    with pytest.raises(InputError, match="tab or a line end"):
        write_leaks(Leaks(["q\t1"], [pair]), tmp_path / "leaks.tsv")
    assert not list(tmp_path.iterdir())


def test_by_query_tells_leaked_from_review_and_clean() -> None:
    def pair(query: str, verdict: str, overlap: float, text: str) -> Leak:
        return Leak(query, text, verdict, "reformulation", "words", None, overlap, "title", "t", text, "")  # type: ignore[arg-type]

    leaks = Leaks(
        ["c", "b", "a", "d"],
        [
            pair("a", "leak", 0.6, "x"),
            pair("a", "review", 0.9, "y"),
            pair("b", "review", 0.5, "z"),
            pair("d", "no", 1, "n"),
        ],
    )
    rows = [line.rstrip("\n").split("\t") for line in by_query_lines(leaks, {"a": ("query", "document")})]
    assert rows == [
        ["query", "state", "kinds", "leaks", "best", "example"],
        ["c", "clean", "", "0", "", ""],
        ["b", "review", "", "0", "0.5", "z"],
        ["a", "leaked", "query,document", "1", "0.6", "x"],
        ["d", "clean", "", "0", "", ""],
    ]
