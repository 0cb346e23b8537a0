"""A few named curves with bands: told apart without colour, whole on a phone, quiet where there is nothing."""

import re
from itertools import pairwise

import pytest

from irassay.drawing.charts.curves import behind
from irassay.drawing.charts.drawers import WIDTHS, draw
from irassay.result import Column, Curves, Table

NAN = float("nan")


def figure(series, *, panels=("nDCG@10",), low=-0.1, high=0.1, xs=range(6), share=False):
    rows = [(p, s, x, 0.8 - 0.05 * x + 0.02 * k) for p in panels for k, s in enumerate(series) for x in xs]
    columns = [
        *(Column(name, [row[i] for row in rows]) for i, name in enumerate(("panel", "series", "x", "y"))),
        Column("low", [row[3] + low for row in rows]),
        Column("high", [row[3] + high for row in rows]),
    ]
    return Curves("c", "A finding", "How to read it.", Table("c", "c", columns), "passages", "tau", share)


def lines(sheet):
    """The classes of the curves' own lines."""
    return [css for css in re.findall(r'<path class="((?:qm|im|nl)[^"]*)"', "".join(sheet.parts)) if "be" not in css]


@pytest.mark.parametrize("width", WIDTHS)
def test_six_curves_differ_in_dash_or_weight_and_mark(width):
    names = ["bm25", "dense", "fused", "a", "b", "c"]
    sheet = draw(figure(names), width)
    assert len(set(lines(sheet))) == 6
    assert all(f">{name}</text>" in "".join(sheet.parts) for name in names)


@pytest.mark.parametrize("width", WIDTHS)
def test_last_values_stand_apart_and_nothing_lies_outside(width):
    sheet = draw(figure(["one", "two", "three"], panels=("a", "b", "c", "d")), width)
    texts = re.findall(r'<text class="k1"[^>]* x="([\d.]+)" y="([\d.]+)"', "".join(sheet.parts)) or re.findall(
        r'<text[^>]*class="k1"[^>]*x="([\d.]+)"[^>]*y="([\d.]+)"', "".join(sheet.parts)
    )
    assert len(texts) == 12
    by_panel = {}
    for x, y in texts:
        by_panel.setdefault(x, []).append(float(y))
        assert float(x) < width
        assert float(y) < sheet.height
    for ys in by_panel.values():
        ys.sort()
        assert all(b - a >= 13.9 for a, b in pairwise(ys))


def test_one_curve_needs_no_legend_and_no_marks():
    sheet = draw(figure(["alone"]), 660)
    assert ">alone</text>" not in "".join(sheet.parts)
    assert "<circle" not in "".join(sheet.parts)


def test_a_curve_without_a_band_a_single_point_and_none_are_drawn():
    assert "bo" not in "".join(draw(figure(["a"], low=NAN, high=NAN), 660).parts)
    assert lines(draw(figure(["a"], xs=[3]), 660)) == ["qm"]
    assert draw(figure([]), 660).height > 0


def test_the_table_behind_names_the_axes_and_drops_what_is_the_same_everywhere():
    headings = [column.heading or column.name for column in behind(figure(["a", "b"])).columns]
    assert headings == ["curve", "passages", "tau", "low", "high"]
