"""Charts of many runs: kinds told apart without colour, names that never run into one another, nothing left out."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from page_example import example

from irassay.drawing.charts import strips
from irassay.drawing.charts.drawers import WIDTHS, draw
from irassay.drawing.charts.marks import kind_counts
from irassay.drawing.charts.sheet import BOLD, text_width
from irassay.drawing.tables.formats import heading
from irassay.result import Column, Lines, Result, Scatter, Strips, Table

SVG = "{http://www.w3.org/2000/svg}"


def scatter(n: int = 60, *, kinds: int = 2, labelled: int = 12) -> Scatter:
    names = [f"group_run_{i}" for i in range(n)]
    columns = [
        Column("system", names),
        Column("x", [0.5 + 0.004 * (i % 9) for i in range(n)]),
        Column("y", [0.5 + 0.01 * (i % 7) for i in range(n)]),
        Column("kind", [f"kind {i % kinds}" for i in range(n)]),
    ]
    return Scatter("s", "T", "H", Table("s", "T", columns), "x", "y", names[:labelled])


def drawn(figure: Lines | Scatter | Strips, width: int) -> ElementTree.Element:
    return ElementTree.fromstring(draw(figure, width).svg(key="k", title="", description=""))


def boxes(root: ElementTree.Element, names: set[str]) -> list[tuple[float, float, float, float]]:
    found = []
    for text in root.iter(f"{SVG}text"):
        if text.text in names:
            x, y, wide = float(text.get("x", 0)), float(text.get("y", 0)), text_width(text.text or "", 12)
            css = (text.get("class") or "").split()
            left = x - wide if "e" in css else x - wide / 2 if "m" in css else x
            found.append((left, y - 12, left + wide, y + 3))
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_names_of_points_never_run_into_one_another_or_out_of_the_chart(width: int) -> None:
    named = boxes(drawn(scatter(), width), {f"group_run_{i}" for i in range(60)})
    assert named
    for a, b in combinations(named, 2):
        assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])
    assert all(box[0] >= 0 and box[2] <= width for box in named)


def test_only_the_chosen_points_have_names() -> None:
    root = drawn(scatter(labelled=3), 1040)
    assert {t.text for t in root.iter(f"{SVG}text") if "run" in (t.text or "")} <= {f"group_run_{i}" for i in range(3)}


def test_kinds_of_points_differ_in_shape_or_filling_not_in_colour_alone() -> None:
    root = drawn(scatter(kinds=6, labelled=0), 1040)
    marks = [e for e in root.iter() if (e.get("class") or "") in ("kq", "ki", "kn", "ko")]
    looks = {(e.get("class"), e.tag, re.sub(r"[-0-9. ]+", "", e.get("d", ""))) for e in marks}
    assert len(marks) == 60 + 6  # the legend has one of each
    assert len(looks) == 6
    assert [f"kind {i} (10)" for i in range(6)] == [t.text for t in root.iter(f"{SVG}text") if "kind" in (t.text or "")]


def test_the_line_of_equal_values_is_drawn_from_corner_to_corner_of_one_range() -> None:
    figure = next(f for f in example(63).figures if isinstance(f, Scatter))
    root = drawn(figure, 1040)
    labels = [t.text for t in root.iter(f"{SVG}text") if re.fullmatch(r"[0-9.]+", t.text or "")]
    assert all(labels.count(text) == 2 for text in labels)
    lines = [p.get("d", "") for p in root.iter(f"{SVG}path") if p.get("class") == "dt"]
    assert any("L" in d for d in lines)


def test_points_without_both_numbers_are_left_out_of_drawing_and_legend() -> None:
    columns = [Column("system", ["a", "b"]), Column("x", [0.1, float("nan")]), Column("y", [0.2, 0.3])]
    root = drawn(Scatter("s", "T", "H", Table("s", "T", columns), "x", "y"), 660)
    assert len(list(root.iter(f"{SVG}circle"))) == 1


def test_every_system_has_one_dot_in_each_panel_and_one_of_a_kind_is_filled() -> None:
    figure = next(f for f in example(63).figures if isinstance(f, Strips))
    for width in WIDTHS:
        circles = list(drawn(figure, width).iter(f"{SVG}circle"))
        assert len(circles) == 63
        assert sum(c.get("class") == "dq" for c in circles) == 3


def test_shares_are_drawn_in_percent() -> None:
    columns = [
        *(Column(name, ["p", "p"]) for name in ("panel", "heading", "kind")),
        Column("system", ["a", "b"]),
        Column("mean", [0.2, 0.6], "share"),
        Column("best", [False, True]),
    ]
    root = drawn(Strips("s", "T", "H", Table("s", "T", columns), "old@10", marker=0.4, marker_text="chance"), 660)
    said = {t.text for t in root.iter(f"{SVG}text")}
    assert {"20%", "60%", "chance", "b"} <= said


def test_the_table_behind_strips_has_a_row_a_system_with_its_kind() -> None:
    figure = next(f for f in example(63).figures if isinstance(f, Strips))
    table = strips.behind(figure)
    assert [heading(c) for c in table.columns] == ["system", "nDCG@10", "kind"]
    means = list(table.columns[1].values)
    assert len(table) == 63
    assert means == sorted(means, reverse=True)
    assert sum(kind.endswith(" (best)") for kind in table.columns[2].values) == 3


def test_the_words_of_a_line_across_are_never_covered_by_names() -> None:
    marked = replace(scatter(), marker=0.53, marker_text="what chance gives")
    said, *names = boxes(drawn(marked, 660), {"what chance gives", *(f"group_run_{i}" for i in range(60))})
    assert names
    assert not any(said[0] < b[2] and b[0] < said[2] and said[1] < b[3] and b[1] < said[3] for b in names)


def test_charts_of_runs_come_back_from_their_saved_form() -> None:
    before = example(8)
    after = Result.from_json(before.to_json())
    for kind in (Scatter, Strips):
        one, other = (next(f for f in result.figures if isinstance(f, kind)) for result in (before, after))
        assert draw(one, 660).parts == draw(other, 660).parts


def test_most_runs_come_first_in_the_legend() -> None:
    assert list(kind_counts(["b", "a", "a", "b", "c", "b"])) == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("means", "best", "left"), [((0.2, 0.6), 1, False), ((0.2, 0.6), 0, True), ((0.4, 0.4), 0, False)]
)
def test_the_name_of_the_best_stands_where_no_other_dots_are(means: tuple[float, ...], best: int, left: bool) -> None:
    columns = [
        *(Column(name, ["p", "p"]) for name in ("panel", "heading", "kind")),
        Column("system", ["first", "second"]),
        Column("mean", list(means)),
        Column("best", [i == best for i in range(2)]),
    ]
    root = drawn(Strips("s", "T", "H", Table("s", "T", columns), "score"), 1040)
    name = next(t for t in root.iter(f"{SVG}text") if t.text in ("first", "second"))
    dot = next(c for c in root.iter(f"{SVG}circle") if c.get("class") == "dq")
    assert (float(name.get("x", 0)) < float(dot.get("cx", 0))) is left
    assert ("e" in (name.get("class") or "").split()) is left


@pytest.mark.parametrize("width", WIDTHS)
def test_a_heading_of_strips_is_broken_into_lines_that_fit(width: int) -> None:
    heading = "subtask: best fullrank 59.8% ahead of best rerank, of which many were handed in"
    columns = [
        Column("heading", [heading] * 4),
        Column("kind", ["fullrank"] * 2 + ["rerank"] * 2),
        Column("system", ["a", "b", "c", "d"]),
        Column("mean", [0.1, 0.2, 0.3, 0.4]),
        Column("best", [False, True, False, True]),
    ]
    root = drawn(Strips("s", "T", "H", Table("s", "T", columns), "nDCG@10"), width)
    lines = [t.text or "" for t in root.iter(f"{SVG}text") if "b" in (t.get("class") or "").split()]
    assert " ".join(sorted(lines, key=heading.index)) == heading
    assert all(text_width(line) <= width * BOLD for line in lines)
    bottom = max(float(t.get("y", 0)) for t in root.iter(f"{SVG}text"))
    assert bottom <= float((root.get("viewBox") or "").split()[3])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("marker", [1.0, 5.0, 9.0, 10.0])
def test_the_words_beside_a_marker_stay_in_the_drawing(width: int, marker: float) -> None:
    columns = [
        Column("panel", ["all"] * 10),
        Column("series", ["s"] * 10),
        Column("x", [1.0 + i for i in range(10)]),
        Column("y", [0.5] * 10),
    ]
    lines = Lines(
        "l", "T", "H", Table("l", "T", columns), "rank", "unjudged", marker=marker, marker_text="measured to here"
    )
    (told,) = (t for t in drawn(lines, width).iter(f"{SVG}text") if t.text == "measured to here")
    x, wide = float(told.get("x", 0)), text_width("measured to here")
    left = x - wide if "e" in (told.get("class") or "").split() else x
    assert left >= 0
    assert left + wide <= width
