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
from irassay.result import Finding, Lines, Table
from irassay.studies.sections import coverage_words as words
from irassay.studies.sections.coverage import DEEPER, coverage_of_pools, coverage_section
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
    assert title == f"To depth 10 one run finds {one}% of the judged relevant documents, all 12 find {every}%"


def test_the_caption_says_that_it_is_of_what_is_judged(found):
    said = words.how(found)
    assert "beyond these 12" in said
    assert said.endswith("this is coverage of the documents judged relevant.")


def test_few_systems_and_all_of_them_are_told(found):
    said = words.covered(found)
    assert said.startswith("300 documents are judged relevant. To depth 10 two runs find ")
    assert ", ten find " in said
    assert " and all 12 find " in said
    assert " of them. To depth 20 all find " in said


def test_what_lies_beyond_says_how_the_curve_fits_and_that_no_interval_covers_it(found):
    said = words.beyond(found, found.at(24, 10))
    assert said.startswith("By the curve, 24 runs like these would find roughly ")
    assert "points (root mean square), at most by " in said
    assert said.endswith("The interval does not cover model error.")


def test_known_documents_stand_apart_from_what_is_estimated_from_these_pools_alone(found):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    known = "50 known relevant documents are in no run's first 10: deeper lists and other judging found them."
    assert words.not_reached(found, chao) == known
    assert words.not_reached(found, replace(chao, observed=300)) == "", "these runs have every one"
    assert words.not_reached(found, replace(chao, observed=299)).startswith("1 known relevant document is in no")
    more = found.at(24, 10)
    alone = "From the first 10 of these runs alone: "
    assert words.never_seen(more).startswith(f"{alone}as many runs again would add roughly ")


def test_chao2_below_what_is_known_says_that_it_is_too_low(found):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    said = words.chao2(found, chao)
    assert said == (
        "From the first 10 of these runs alone: Chao2 expects at least 20 (10 to 40) more relevant documents if runs "
        "find independently of each other. Runs depend on each other, which makes Chao2 too low. 50 more are known."
    )
    high = replace(chao, high=400.0)
    assert words.chao2(found, high).endswith("Runs depend on each other, which makes Chao2 too low.")


def test_where_groups_are_stated_chao2_counts_them_too(found):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    said = words.chao2(found, chao, replace(chao, total=290.0, high=295.0))
    assert (
        "at least 20 (10 to 40) more relevant documents if runs find independently of each other, 40 (10 to 45) if "
        in (said)
    )
    assert said.endswith(
        "if only groups do. Runs and groups depend on each other, which makes both numbers too low. 50 more are known."
    )
    assert words.chao2(found, chao, replace(chao, high=400.0)).endswith("if only groups do.")


def test_a_kind_that_would_lose_is_named_with_its_loss_and_interval():
    assert words.unfair("type", GROUP, 2, 3, LEFT) == (
        "If dense (type) had been new and left out of a pool reconstructed from the first 7 documents of 63 runs, its "
        "2 runs "
        "would lose 0.071 nDCG@10 (0.052 to 0.090) against the others. Such labels would treat it unfairly; these "
        "include its documents. 2 of 3 kinds would lose."
    )
    assert words.unfair_effect(GROUP).startswith("one of its runs falls by up to 4 ranks; 6 of 30 pairs with its runs")
    assert "none of 3 kinds of systems loses nDCG@10" in words.unfair("type", GROUP, 0, 3, LEFT)


def test_the_section_has_a_panel_a_depth_dashed_beyond_the_systems(found):
    section = coverage_section(found, {"type": LEFT})
    charts = {item.name: item for item in section.body if isinstance(item, Lines)}
    assert list(charts) == ["coverage", DEEPER]
    for chart, depths in zip(charts.values(), (["depth 10"], ["depth 10", "depth 20"])):
        assert chart.marker == 12
        cells = {c.name: c.values for c in chart.table.columns}
        assert sorted(set(cells["panel"])) == depths
        assert [m for m, x in zip(cells["measured"], cells["x"]) if x > 12] == ["no"] * 3 * len(depths)
        assert max(cells["x"]) == 120
        assert figure_svg(chart, width=1160).count('class="lm da"') == len(depths)
    assert "panel" in [c.name for c in by_system(charts[DEEPER]).columns]
    groups = coverage_section(found, {}, {s: s[-1] for s in found.systems})
    assert sum("if only groups do" in item.text for item in groups.body if isinstance(item, Finding)) == 1
    findings = [item for item in section.body if isinstance(item, Finding)]
    known = ["not-reached"] if found.chao2(10).observed < 300 else []
    assert [item.code for item in findings] == [
        "coverage", "coverage-beyond", *known, "never-seen", "never-seen-chao2", "unfair-kinds",
    ]  # fmt: skip
    assert findings[-1].level == "warning"
    assert findings[-1].action.startswith("judge the unjudged documents of a new kind")
    assert isinstance(section.body[-2], Table)
    assert section.body[-1] is charts[DEEPER]


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
