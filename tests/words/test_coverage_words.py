"""Sentences about what pools find, and the section that holds them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.drawing.charts.drawers import figure_svg
from irassay.drawing.charts.lines import by_system
from irassay.estimates import coverage
from irassay.estimates.pools.left_out import GroupLeftOut, LeftOut
from irassay.measures import parse_all
from irassay.result import Lines, Table
from irassay.studies.sections import coverage_words as words
from irassay.studies.sections.coverage import coverage_of_pools, coverage_section
from irassay.studies.sections.left_out import left_out


def world(n_systems=12, n_queries=20):
    rng = np.random.default_rng(0)
    docs = [f"d{i:02}" for i in range(30)]
    labels = {f"q{q:02}": {d: int(i < 15) for i, d in enumerate(docs)} for q in range(n_queries)}
    lists = {
        f"s{s:02}": {q: {d: float(of[d] + rng.normal()) for d in docs} for q, of in labels.items()}
        for s in range(n_systems)
    }
    return Qrels.from_dict(labels), Runs.from_dict(lists)


@pytest.fixture(scope="module")
def found():
    return coverage(*world(), depths=[10, 20], draws=100)


GROUP = GroupLeftOut(
    "dense", ["a", "b"], 40, 20, np.array([-0.1, -0.05]), np.array([1, 2]), np.array([5, 3]), 0.8, 30, 5, 1, 0, 0,
    -0.0712, -0.09, -0.052,
)  # fmt: skip
LEFT = LeftOut([GROUP], "nDCG@10", 7, 0.05, ["a", "b"], 10, 3, [f"s{i}" for i in range(63)])


def test_the_title_says_what_one_and_all_find(found):
    title = words.title(found)
    one, every = (round(100 * float(found.shares[0, t])) for t in (0, -1))
    assert title == f"To depth 10 one system finds {one}% of the judged relevant documents, all 12 find {every}%"


def test_the_caption_says_that_it_is_of_what_is_judged(found):
    said = words.how(found)
    assert "beyond these 12" in said
    assert said.endswith("this is coverage of the documents judged relevant.")


def test_few_systems_and_all_of_them_are_told(found):
    said = words.covered(found)
    assert said.startswith("Of 300 documents judged relevant, two systems find ")
    assert ", ten find " in said
    assert " and all 12 find " in said
    assert "; to depth 20 they find " in said


def test_what_lies_beyond_says_how_the_curve_fits_and_that_no_interval_covers_it(found):
    said = words.beyond(found, found.at(24, 10))
    assert said.startswith("24 systems like these would find roughly ")
    assert "points (root mean square) and at most" in said
    assert said.endswith("The interval does not cover model error.")


def test_what_nobody_found_is_said_by_both_ways_and_that_chao2_reads_low(found):
    more, chao = found.at(24, 10), found.chao2(10)
    few = replace(chao, observed=250, total=270.0, low=260.0, high=290.0)
    said = words.never_seen(found, more, few)
    assert said.startswith(
        "50 relevant documents are known that none of these systems has in its first 10: deeper lists"
    )
    assert "Estimates from these pools alone: by the curve" in said
    assert said.endswith(
        "by Chao2 there are at least 20 (10 to 40). Systems depend on each other, which makes Chao2 too low."
    )
    known = words.never_seen(found, more, replace(few, high=400.0))
    assert known.startswith("50 relevant documents are known")
    nothing = words.never_seen(found, more, replace(few, observed=300, total=310.0, low=305.0, high=330.0))
    assert nothing.endswith("which makes Chao2 too low.")


def test_where_groups_are_stated_chao2_counts_them_too(found):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    said = words.never_seen(found, found.at(24, 10), chao, replace(chao, total=290.0, high=295.0))
    assert "at least 20 (10 to 40) if systems find independently of each other, 40 (10 to 45) if only groups do" in said
    assert said.endswith("Systems and groups depend on each other, which makes both numbers of Chao2 too low.")


def test_a_kind_that_would_lose_is_named_with_its_loss_and_interval():
    assert words.unfair("type", GROUP, 2, 3, LEFT) == (
        "If dense (type) had been new and left out of a pool reconstructed from the first 7 documents of 63 runs, its "
        "2 runs "
        "would lose 0.071 nDCG@10 (0.052 to 0.090) against the others: such labels would treat it unfairly. These "
        "labels include its documents. 2 of 3 kinds would lose."
    )
    assert words.unfair_effect(GROUP).startswith(
        "one of its runs falls by up to 4 ranks, and 6 of 30 pairs with its runs"
    )
    assert "none of 3 kinds of systems loses nDCG@10" in words.unfair("type", GROUP, 0, 3, LEFT)


def test_the_section_has_a_panel_a_depth_dashed_beyond_the_systems(found):
    section = coverage_section(found, {"type": LEFT})
    chart = section.body[0]
    assert isinstance(chart, Lines)
    assert chart.marker == 12
    cells = {c.name: c.values for c in chart.table.columns}
    assert sorted(set(cells["panel"])) == ["depth 10", "depth 20"]
    assert [m for m, x in zip(cells["measured"], cells["x"]) if x > 12] == ["no"] * 6
    assert max(cells["x"]) == 120
    drawn = figure_svg(chart, width=1160)
    assert drawn.count('class="lm da"') == 2
    assert "panel" in [c.name for c in by_system(chart).columns]
    groups = coverage_section(found, {}, {s: s[-1] for s in found.systems}).body[3]
    assert "if only groups do" in groups.text
    codes = [item.code for item in section.body[1:5]]
    assert codes == ["coverage", "coverage-beyond", "never-seen", "unfair-kinds"]
    assert section.body[4].level == "warning"
    assert isinstance(section.body[5], Table)


def test_without_kinds_there_is_nothing_about_them(found):
    assert [type(item) for item in coverage_section(found, {}).body[1:]].count(Table) == 0


def test_few_systems_or_queries_have_no_section():
    qrels, runs = world(3)
    ask = {"depth": 10, "rel": 1, "ties": "float64", "seed": 0}
    assert coverage_of_pools(qrels, runs, **ask) is None
    assert coverage_of_pools(*world(5, 1), **ask) is None
    assert coverage_of_pools(*world(5, 2), **{**ask, "rel": 2}) is None
    deep = coverage_of_pools(*world(5, 2), **{**ask, "depth": None})
    assert deep.depths == (10, 20)


def test_a_kind_left_out_is_what_leaving_it_out_says():
    qrels, runs = world()
    kind = {s: "even" if int(s[1:]) % 2 == 0 else "odd" for s in runs.systems}
    runs = runs.with_metadata(Metadata({"kind": kind}))
    ask = {"systems": runs.systems, "rel": 1, "alpha": 0.05, "ties": "float64", "threads": 1}
    ask |= {"groups": {}, "pool": None}
    found = left_out(qrels, runs, parse_all(["P@5"])[0], kinds={"kind": kind}, **ask)
    assert [g.group for g in found.kinds["kind"].groups] == ["even", "odd"]
    assert all(math.isfinite(g.against_others) for g in found.kinds["kind"].groups)
    assert left_out(qrels, runs, parse_all(["GMAP"])[0], kinds={"kind": kind}, **ask) is None
    assert left_out(qrels, runs, parse_all(["P@5"])[0], kinds={}, **{**ask, "systems": runs.systems[:1]}) is None
