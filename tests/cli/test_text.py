"""Numbers and tables as text."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from irassay.cli import verb_list
from irassay.drawing import terminal
from irassay.drawing.tables import text
from irassay.drawing.tables.text import TextColumn, lines_of, meter, shortened, width_of
from irassay.messages import percent, visible
from irassay.provenance import Provenance
from irassay.reporting.plain import words
from irassay.result import Column as Column_
from irassay.result import Result, Section, Table


def test_examples_in_the_docstrings_hold():
    for module in (text, terminal, verb_list):
        assert doctest.testmod(module).failed == 0


@given(st.floats(0, 1), st.integers(1, 60))
def test_a_meter_is_full_or_empty_only_at_exactly_all_or_nothing(share, cells):
    bar = meter(share, cells)
    assert len(bar) == cells
    if cells > 1:
        assert (bar == "━" * cells) == (share == 1)
        assert (bar == "╌" * cells) == (share == 0)


@given(st.floats(0, 1), st.integers(0, 3))
def test_a_share_is_all_or_nothing_only_when_it_is(share, digits):
    assert (percent(share, digits) == "100%") == (share == 1)
    assert (percent(share, digits) == "0%") == (share == 0)


@given(st.text(max_size=60), st.integers(5, 40))
def test_a_name_is_never_wider_than_its_column_nor_has_control_characters(name, width):
    shown = shortened(visible(name), width)
    assert width_of(shown) <= width
    assert shown.isprintable()


names = st.text("abcdefghijklmnopqrstuvwxyz_é日", min_size=1, max_size=50)


@given(st.lists(names, min_size=1, max_size=5), st.integers(1, 9), st.sampled_from([40, 80, 160]))
def test_no_table_line_is_wider_than_the_screen_and_no_column_is_lost(systems, n_measures, width):
    columns = [TextColumn("System", systems, name=True)]
    columns += [TextColumn(f"nDCG@{k}", ["0.1234"] * len(systems)) for k in range(n_measures)]
    blocks = lines_of(columns, width)
    assert max(width_of(line) for block in blocks for line in block) <= width
    assert sum(block[0].count("nDCG@") for block in blocks) == n_measures
    assert all(len(block) == 1 + len(systems) for block in blocks)


def test_each_block_repeats_the_columns_that_tell_rows_apart():
    kinds, measures = TextColumn("kind", ["dense", "dense"], align="left"), TextColumn("by", ["AP", "RR"], align="left")
    numbers = [TextColumn(f"value {k}", ["0.1234"] * 2) for k in range(3)]
    assert lines_of([kinds, measures, *numbers], 28, n_keys=2) == [
        ["kind   by  value 0  value 1", "dense  AP   0.1234   0.1234", "dense  RR   0.1234   0.1234"],
        ["kind   by  value 2", "dense  AP   0.1234", "dense  RR   0.1234"],
    ]
    narrow = lines_of([kinds, measures, *numbers], 16, n_keys=2)
    assert narrow[-1] == ["kind   value 2", "dense   0.1234", "dense   0.1234"]  # no room for both: the first stays


def test_names_stand_left_and_numbers_right():
    columns = [TextColumn("System", ["pash_f1", "p_bm25"], name=True), TextColumn("nDCG@10", ["0.7494", "0"])]
    assert lines_of(columns, 80) == [["System   nDCG@10", "pash_f1   0.7494", "p_bm25         0"]]


def test_a_text_page_repeats_the_columns_of_words_that_tell_rows_apart():
    """Two columns of words name a row, and a third does not help; the numbers need two parts."""
    names = [("kind", ["a", "a", "b"]), ("measure", ["AP", "RR", "AP"]), ("best", ["x", "x", "x"])]
    table = Table("t", "", [*(Column_(*one) for one in names), *(Column_("v" * 20 + k, [0.5] * 3) for k in "abcd")])
    shown = words(Result("", "", [Section("s", "", [table])], Provenance({}, {})))
    heads = [line.split()[:3] for line in shown.splitlines() if line.startswith("kind")]
    assert [head[:2] for head in heads] == [["kind", "measure"]] * 2
    assert heads[0][2] == "best"
    assert heads[1][2].startswith("v")
