"""Sentences about what pools find, and the section that holds them."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.drawing.charts.drawers import figure_svg
from irassay.drawing.charts.lines import by_system
from irassay.estimates import chao2, coverage
from irassay.estimates.pools.left_out import GroupLeftOut, LeftOut
from irassay.measures import parse_all
from irassay.result import Finding, Lines, Table
from irassay.studies.overview import overview
from irassay.studies.sections import coverage as words
from irassay.studies.sections.captions import SHARED
from irassay.studies.sections.coverage import DEEPER, coverage_of_pools, coverage_section
from irassay.studies.sections.left_out import Pooled, left_out


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
    title = words.coverage_title(found)
    one, every = (round(100 * float(found.shares[0, t])) for t in (0, -1))
    assert title == f"To depth 10 one run finds {one}% of the judged relevant documents, all 12 find {every}%"


def test_the_caption_says_that_it_is_of_what_is_judged(golden):
    golden(SHARED("coverage.how"))


@pytest.mark.parametrize(("measures", "rel"), [(["nDCG@10", "AP(rel=2)"], 1), (["AP(rel=2)", "nDCG@10"], 2)])
def test_a_page_says_from_which_grade_on_a_document_is_relevant_where_it_counts_them(measures, rel):
    """Oracle: the labels of that grade or more, counted by hand; the first measure says which it is."""
    qrels, runs = world()
    of_query = {f"d{i:02}": 2 if i % 10 == 0 else int(i < 15) for i in range(30)}
    twos = dict.fromkeys(qrels.queries, of_query)
    page = overview(Qrels.from_dict(twos), runs, measures=measures)
    n = sum(grade >= rel for of in twos.values() for grade in of.values())
    said = next(finding.text for finding in page.findings if finding.code == "coverage")
    assert said.startswith(f"{n} documents are judged relevant (grade {rel} or more).")


def test_what_all_systems_find_is_told(found, golden):
    golden(words.covered(found))


def test_what_lies_beyond_has_one_number_and_the_error_of_the_same_extrapolation_from_half_of_the_runs(found):
    """As many points more as the further documents are of those known: a reader who subtracts gets what is printed."""
    pools = replace(found, shares=found.shares - 0.2, from_half=found.from_half - 0.3)
    more = pools.at(24, 10)
    assert 300 * (more.share - pools.shares[0, -1]) == pytest.approx(more.further)
    said = words.beyond(pools, more)
    half, every, share = (f"{100 * of:.0f}%" for of in (pools.from_half[0], pools.shares[0, -1], more.share))
    assert said.startswith(f"24 runs like these would find roughly {share} (")
    assert f": about {round(more.further)} more relevant documents (" in said
    assert said.endswith(f"From half of the runs the same curve predicts {half} for all 12, which find {every}.")
    assert "half" not in words.beyond(replace(pools, from_half=np.full(2, np.nan)), more)


def test_half_of_the_runs_predict_no_more_than_all_documents(found, golden):
    """A share of 102% is none: the curve has passed what is known."""
    said = words.beyond(replace(found, from_half=np.array([1.02, 1.0])), found.at(24, 10))
    golden(said, words.beyond(replace(found, from_half=np.ones(2)), found.at(24, 10)))


@pytest.mark.parametrize("unseen", [110, 297, 299])
def test_no_bound_is_called_at_least_a_number_below_what_is_known(found, unseen):
    pools = replace(found, n_relevant=1298)
    low, high = 1000.0 + unseen / 2, 1000.0 + 2 * unseen
    chao = replace(found.chao2(10), observed=1000, total=1000.0 + unseen, low=low, high=high)
    for said in (words.unlabelled(pools, chao), words.chao2(pools, chao), words.chao2(pools, chao, chao)):
        assert "at least" not in said


def test_beyond_all_that_is_known_there_are_documents_and_no_share(found):
    more = found.at(24, 10)
    assert (more.share, more.further > 1) == (1.0, True)
    assert words.beyond(found, more).startswith(
        f"24 runs like these would find about {round(more.further)} more relevant documents ("
    )


def test_what_nobody_judged_is_told_only_where_the_lower_bound_exceeds_what_is_known(found, golden):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    golden(unknown := words.unlabelled(found, chao))
    assert words.unlabelled(found, replace(chao, total=305.0)) == unknown
    golden(words.unlabelled(found, replace(chao, total=420.0, low=360.0, high=500.0)))
    every = replace(chao, observed=300, total=300.0, low=300.0, high=300.0)
    assert words.unlabelled(found, every) == "Every known relevant document is in some run's first ten."
    golden(words.unlabelled(found, replace(every, total=320.0, low=310.0, high=340.0)))


def test_chao2_below_what_is_known_says_that_it_is_too_low(found, golden):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    said = words.chao2(found, chao)
    golden(said, words.chao2(found, replace(chao, observed=300)))
    golden(words.chao2(found, replace(chao, observed=300, high=310.0)))


def test_where_groups_are_stated_chao2_counts_them_too(found, golden):
    chao = replace(found.chao2(10), observed=250, total=270.0, low=260.0, high=290.0)
    said = words.chao2(found, chao, replace(chao, total=290.0, high=295.0))
    golden(said)
    assert words.chao2(found, chao, replace(chao, high=400.0)).endswith(
        "if groups of runs find documents independently."
    )


def test_a_kind_that_would_lose_is_named_with_its_loss_and_interval(golden):
    assert words.unfair_kind("type", GROUP, 2, 3, LEFT) == (
        "Without what their kind alone brought to the reconstructed pool, the 2 systems of kind dense "
        '(column "type") would lose 0.071 nDCG@10 (0.052 to 0.090) against the others.'
    )
    golden(SHARED("unfair-kinds.effect", fell=GROUP.fell, flipped=GROUP.flipped, pairs=GROUP.pairs))
    assert "none of 3 kinds of systems loses nDCG@10" in words.unfair_kind("type", GROUP, 0, 3, LEFT)


def test_the_answer_on_fairness_counts_the_kinds(golden):
    golden(words.fairness(8, 8))
    assert "without the labels that it alone brought, the only kind here scores lower." in words.fairness(1, 1)
    golden(words.fairness(0, 3))


def test_the_kind_that_is_named_has_at_most_half_of_the_runs_though_a_larger_one_loses_more(found):
    large = replace(GROUP, group="sparse", systems=[f"s{i}" for i in range(40)], against_others=-0.3)
    section = coverage_section(found, {"type": replace(LEFT, groups=[GROUP, large])})
    (warning,) = (item for item in section.body if getattr(item, "code", "") == "unfair-kinds")
    assert warning.where == ("type: sparse", "type: dense")
    assert ', the 2 systems of kind dense (column "type") would lose ' in warning.text


def test_the_answers_stand_before_the_chart(found):
    section = coverage_section(found, {"type": LEFT})
    assert section.standfirst == f"{words.fairness(1, 1)} {words.unlabelled(found, found.chao2(10))}"
    assert coverage_section(found, {}).standfirst == words.unlabelled(found, found.chao2(10))


def test_the_chart_has_no_pool_so_near_to_all_runs_that_their_value_has_no_room(found):
    chart = coverage_section(found, {}).body[0]
    assert [x for x in chart.table.column("x").values if x <= 12] == [1, 2, 3, 5, 7, 12]
    assert chart.table.column("y").values[5] == round(float(found.shares[0, -1]), 5)


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
    assert (
        sum("if groups of runs find documents" in item.text for item in groups.body if isinstance(item, Finding)) == 1
    )
    findings = [item for item in section.body if isinstance(item, Finding)]
    assert [item.code for item in findings] == ["unfair-kinds", "coverage", "coverage-beyond", "never-seen-chao2"]
    assert findings[0].level == "warning"
    assert findings[0].action.startswith("judge the unjudged documents of a new kind")
    assert isinstance(section.body[1], Table)
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
    (p_at_5,), same = parse_all(["P@5"]), {"same": (), "rel": 1, "alpha": 0.05, "ties": "float64", "threads": 1}
    of = Pooled(qrels, runs, p_at_5, groups={}, kinds={"kind": kind}, pool=None, systems=runs.systems, **same)
    found = left_out(of)
    assert [g.group for g in found.kinds["kind"].groups] == ["even", "odd"]
    assert all(math.isfinite(g.against_others) for g in found.kinds["kind"].groups)
    assert left_out(replace(of, measure=parse_all(["GMAP"])[0])) is None
    assert left_out(replace(of, kinds={}, systems=runs.systems[:1])) is None


def test_at_least_so_many_documents_are_missing_is_seldom_wrong_where_its_condition_holds(found):
    """Planted: 20 runs find each of 1,000 documents alike and independently. The estimate alone is wrong in half."""
    rng, wrong, above = np.random.default_rng(1), 0, 0
    for _ in range(200):
        n_finders = (rng.random((20, 1000)) < 0.1).sum(axis=0)
        truth = int((n_finders == 0).sum())
        chao = chao2(np.bincount(n_finders, minlength=21))
        said = words.unlabelled(replace(found, n_relevant=chao.observed), chao)
        wrong += int(re.match(r"At least (\d+) ", said)[1]) > truth
        above += chao.unseen > truth
    assert wrong <= 12  # of a binomial of 200 draws at 0.025, all but one in a hundred
    assert above > 70


def test_runs_that_search_apart_refute_that_chao2_is_too_low_and_no_sentence_says_so(found):
    """Planted: each of ten runs has a part of the collection alone, and finds 80% of it."""
    rng = np.random.default_rng(2)
    part = rng.integers(0, 10, 1000)
    n_finders = ((rng.random((10, 1000)) < 0.8) & (np.arange(10)[:, None] == part)).sum(axis=0)
    chao = chao2(np.bincount(n_finders, minlength=11))
    assert chao.low - chao.observed > (n_finders == 0).sum()
    pools = replace(found, n_relevant=chao.observed)
    assert "which makes Chao2 too low" not in words.chao2(pools, chao)
    assert "if runs find independently" in words.unlabelled(pools, chao)
