"""Drawings and tables by themselves: well-formed, complete, escaped, and true to their numbers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from page_example import HOSTILE, example

from irassay.drawing import escape
from irassay.drawing.charts.drawers import WIDTHS, draw, figure_svg
from irassay.drawing.charts.league import bracket_pieces, lanes, rank_text
from irassay.drawing.charts.matrix import runs
from irassay.drawing.charts.sheet import Sheet, text_width, ticks
from irassay.drawing.tables.formats import table_csv, table_html, table_latex, table_tsv
from irassay.messages import percent
from irassay.result import Bars, Column, LeagueChart, Lines, PairMatrix, PlaceChart, QueryChart, RatioMatrix, Table


@pytest.mark.parametrize("n", [2, 3, 8, 63, 126])
def test_every_figure_is_well_formed_at_every_width(n: int) -> None:
    for figure in example(n, hostile=n == 63).figures:
        for width in WIDTHS:
            sheet = draw(figure, width)
            root = ElementTree.fromstring(sheet.svg(key="k", title=figure.title, description=figure.how_to_read))
            assert root[0].text == figure.title
            assert root[1].text == figure.how_to_read
            assert sheet.height > 0


@pytest.mark.parametrize("name", range(len(example(63, hostile=True).figures)))
def test_a_file_carries_its_colours_and_no_script(name: int) -> None:
    text = figure_svg(example(63, hostile=True).figures[name])
    assert "var(--" not in text
    assert "<img" not in text
    assert "<script" not in text


def test_no_mark_leaves_its_sheet() -> None:
    for figure in example(63).figures:
        for width in WIDTHS:
            root = ElementTree.fromstring(draw(figure, width).svg(key="k", title="", description=""))
            for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
                x, r = float(circle.get("cx", 0)), float(circle.get("r", 0))
                assert r <= x + 0.6
                assert x + r <= width + 0.6


def test_a_matrix_of_ratios_colours_each_cell_by_who_wins_and_strokes_what_nobody_judged() -> None:
    nan = float("nan")
    columns = [Column("system", ["a", "b", "c"]), Column("x", [nan, 0.7, 0.6]), Column("y", [0.3, nan, nan])]
    columns.append(Column("z", [0.4, nan, nan]))
    significant = [[False, True, False], [True, False, False], [False, False, False]]
    figure = RatioMatrix("m", "T", "H", Table("m", "T", columns), ["a", "b", "c"], significant)
    root = ElementTree.fromstring(draw(figure, 660).svg(key="k", title="", description=""))
    cells = next(g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("class") == "cells")
    paths = {path.get("class"): path.get("d") for path in list(cells)}
    assert (paths["fq"], paths["fqp"], paths["ax"]) == ("M0 1h1v1h-1z", "M0 2h1v1h-1z", "M2 2l1 -1M1 3l1 -1")
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(text for text in texts if text and text.startswith("0.")) == ["0.30", "0.40", "0.60", "0.70"]


@pytest.mark.parametrize("of", [Bars, PlaceChart])
def test_rows_drawn_in_two_parts_are_those_drawn_whole_on_one_axis(of: type) -> None:
    if of is Bars:
        columns = [Column("row", [f"r{i}" for i in range(90)]), Column("value", list(range(90, 0, -1)))]
        figure = Bars("b", "", "", Table("b", "", columns), "documents")
    else:
        figure = next(f for f in example(126).figures if isinstance(f, PlaceChart))

    def drawn(first: int, last: int | None) -> tuple[list[str], list[tuple[str, str, str]]]:
        root = ElementTree.fromstring(draw(figure, 660, rows=(first, last)).svg(key="k", title="", description=""))
        marks = [(e.tag, e.get("x") or e.get("cx") or "", e.get("width") or "") for e in root.iter()]
        names = [e.text for e in root.iter() if e.text in set(figure.table.columns[0].values)]
        return names, sorted(m for m in marks if m[0].endswith(("rect", "circle")))

    (whole, marks), (first, one), (rest, two) = drawn(0, None), drawn(0, 30), drawn(30, None)
    assert first + rest == whole
    assert sorted(one + two) == marks
    assert len(first) == 30


def test_the_matrix_draws_each_pair_once_a_triangle() -> None:
    figure = next(f for f in example(63).figures if isinstance(f, PairMatrix))
    for state, count in (("settled", 0), ("open", 0)):
        path = runs(63, lambda i, j, s=state: j < i and figure.queries[i][j] == s)  # type: ignore[misc]
        cells = sum(int(part.split("h")[1].split("v")[0]) for part in path.split("M")[1:])
        told = [
            c
            for s, d, c in zip(*(figure.table.column(k).values for k in ("state", "doubt", "pairs")))
            if (s, d) == (state, "queries")
        ]
        assert cells == told[0] != count


def test_brackets_never_touch_in_a_lane_and_none_is_lost() -> None:
    figure = next(f for f in example(126).figures if isinstance(f, LeagueChart))
    placed = lanes(figure.brackets)
    _, heads, rest, n_lanes = bracket_pieces(figure)
    assert n_lanes <= 12
    shown = [letter for row in heads for letter, _ in row]
    for (letter, first, last), lane in zip(figure.brackets, placed):
        assert letter in shown or all(letter in rest[row] for row in range(first, last + 1))
        for (_, a, b), other in zip(figure.brackets, placed):
            if lane is not None and lane == other and (a, b) != (first, last):
                assert b < first or a > last


def test_hostile_names_are_harmless_in_latex() -> None:
    text = table_latex(Table("t", "T", [Column("system", list(HOSTILE))]))
    body = text.split("\\midrule\n")[1].split("\\bottomrule")[0]
    assert "p\\_f10\\%\\_\\{\\textbackslash{}x\\}" in body
    assert "\u202e" not in body
    assert body.count("\\\\\n") == len(HOSTILE)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", " =1", "\t=1"])
def test_formulas_are_disarmed_in_csv_and_tsv(text: str) -> None:
    table = Table("t", "", [Column("system", [text]), Column("mean", [-0.5])])
    assert table_csv(table).split("\r\n")[1].lstrip('"').startswith("'")
    assert table_tsv(table).split("\n")[1].startswith("'")
    assert table_tsv(table).split("\n")[1].endswith("\t-0.5")


def test_numbers_keep_full_precision_in_csv() -> None:
    assert "0.7494288743876945" in table_csv(Table("t", "", [Column("mean", [0.7494288743876945], digits=4)]))


@pytest.mark.parametrize(
    ("value", "written"), [(0.0, "0%"), (1.0, "100%"), (0.99999, "> 99.9%"), (1e-9, "< 0.1%"), (0.466, "46.6%")]
)
def test_only_all_is_all_and_only_none_is_none(value: float, written: str) -> None:
    assert percent(value) == written


def test_what_turns_text_around_is_made_visible() -> None:
    assert escape.visible("\u202eabc\x07") == "\\u202eabc\\x07"


def test_axis_labels_are_round() -> None:
    assert ticks(0.13, 0.76, 7) == [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    assert ticks(0, 0) == [0]


def test_ranks_are_ranges_or_one_place() -> None:
    assert [rank_text(1, 14), rank_text(61, 61), rank_text(None, None)] == ["1–14", "61", ""]


def test_rows_stand_out_by_the_column_that_the_table_names_and_by_no_name_from_a_file():
    columns = [Column("run", ["a", "b"]), Column("leader", ["Ann", "Bob"]), Column("best_of_kind", [False, True])]
    assert "class=lead" not in table_html(Table("t", "T", columns))
    marked = table_html(Table("t", "T", columns, marks="best_of_kind"))
    assert marked.count("<tr class=lead>") == 1
    assert marked.index("<tr class=lead>") > marked.index("Ann")
    assert ">best of kind<" in marked


def test_a_query_has_its_text_at_every_width() -> None:
    figure = next(f for f in example(63).figures if isinstance(f, QueryChart))
    ids, texts = (figure.table.column(name).values for name in ("query", "text"))
    for width in WIDTHS:
        names = [t.text for t in _svg_texts(draw(figure, width)) if t.get("class", "").startswith("nm")]
        assert len(names) == len(ids)
        for name, query, text in zip(names, ids, texts):
            assert name.startswith(query)
            assert name.endswith(text[-8:])


def _svg_texts(sheet: Sheet) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(sheet.svg(key="k", title="", description=""))
    return list(root.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_value_at_the_end_of_many_lines_stands_beside_them_within_the_sheet(width: int) -> None:
    figure = next(f for f in example(63).figures if isinstance(f, Lines))
    ends = [t for t in _svg_texts(draw(figure, width)) if t.get("class") == "tl"]
    assert ends, "set from its left edge, where the lines end, and not from the right over them"
    assert all(float(t.get("x", 0)) + text_width(str(t.text)) <= width for t in ends)


@pytest.mark.parametrize("end", [0.9, 0.95, 0.99])
def test_a_value_near_all_does_not_stand_on_the_line_of_all(end: float) -> None:
    columns = [
        Column("panel", ["p"] * 3), Column("series", ["s"] * 3), Column("x", [1.0, 2.0, 3.0]),
        Column("y", [0.1, 0.4, end]), Column("low", [0.1, 0.3, end - 0.05]), Column("high", [0.1, 0.5, end + 0.01]),
    ]  # fmt: skip
    figure = Lines("b", "", "", Table("b", "", columns), "runs", "found", share=True)
    texts = {str(t.text): float(t.get("y", 0)) for t in _svg_texts(draw(figure, 1080))}
    line = texts["100%"] - 4.5
    base = texts[f"{end:.0%}"]
    assert not line - 3 < base < line + 12, "the line doesn't cross the value"


def test_a_system_that_is_never_first_has_no_blank() -> None:
    figure = next(f for f in example(63).figures if isinstance(f, PlaceChart))
    firsts = [float(v or 0) for v in figure.table.column("first").values]
    assert 0 in firsts
    shares = [t.text for t in _svg_texts(draw(figure, 1080)) if str(t.text).endswith("%")]
    assert len(shares) == len(firsts)
    assert shares.count("0%") == firsts.count(0)
