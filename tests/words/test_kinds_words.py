"""Kinds of systems on the page: which columns have them, how one stands against another, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from irassay.comparison import MeanGap, mean_gap
from irassay.errors import UsageError
from irassay.result import Forest
from irassay.studies.overview.sections.league import gaps_title, kinds_section
from tests.evidence_by_hand import evidence_by_hand


def test_the_gap_and_its_interval_are_those_of_scipy():
    """Oracle: scipy.stats.ttest_1samp of the differences of means, query by query."""
    rng = np.random.default_rng(3)
    values = rng.random((7, 40))
    systems = [f"s{i}" for i in range(7)]
    types = {system: "new" if i < 3 else "old" for i, system in enumerate(systems) if i != 5}
    found = mean_gap(values, systems, types, "new", "old")
    differences = values[[0, 1, 2]].mean(axis=0) - values[[3, 4, 6]].mean(axis=0)
    interval = stats.ttest_1samp(differences, 0).confidence_interval()
    assert (found.n_a, found.n_b) == (3, 3)
    assert (found.difference, found.low, found.high) == pytest.approx((differences.mean(), interval.low, interval.high))
    turned = mean_gap(values, systems, types, "old", "new")
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low))


def test_of_equal_kinds_the_interval_leaves_zero_out_in_about_one_world_of_twenty():
    rng = np.random.default_rng(5)
    systems, types = list("abcdef"), dict(zip("abcdef", "nnnooo"))
    outside = 0
    for _ in range(1000):
        gap = mean_gap(rng.normal(size=(6, 25)) + rng.normal(size=(1, 25)), systems, types, "n", "o")
        outside += not gap.low <= 0 <= gap.high
    assert stats.binom.ppf(1e-4, 1000, 0.05) <= outside <= stats.binom.ppf(1 - 1e-4, 1000, 0.05)


def test_what_can_not_be_compared_is_refused():
    with pytest.raises(UsageError, match='no system is of kind "x"; there are "n", "o"'):
        mean_gap([[0.1], [0.2]], ["a", "b"], {"a": "n", "b": "o"}, "n", "x")
    with pytest.raises(UsageError, match="expected scores"):
        mean_gap([[0.1]], ["a", "b"], {"a": "n", "b": "o"}, "n", "o")
    with pytest.raises(UsageError, match="NaN"):
        mean_gap([[0.1], [float("nan")]], ["a", "b"], {"a": "n", "b": "o"}, "n", "o")


def test_rows_are_of_columns_with_kinds_the_best_kind_first():
    found = evidence_by_hand(8)
    systems = found.verdict.systems
    columns = {
        "neural": {s: "yes" if i < 4 else "no" for i, s in enumerate(systems)},
        "stage": {s: ("one", "two", "three", "one")[i % 4] for i, s in enumerate(systems)},
        "year": dict.fromkeys(systems, "2021"),
        "alone": {s: str(i) for i, s in enumerate(systems)},
        "pooled": {s: "yes" if i % 2 else "no" for i, s in enumerate(systems)},
    }
    section = kinds_section(replace(found, metadata=columns))
    (chart,) = section.body
    assert isinstance(chart, Forest)
    pairs = list(chart.table.column("pair").values)
    assert pairs[0] == "neural: yes (4) – no (4)"
    assert [pair.split(":")[0] for pair in pairs] == ["neural", "stage", "stage"]
    mean = found.verdict.league.mean
    assert chart.table.column("difference").values[0] == pytest.approx(mean[:4].mean() - mean[4:].mean())
    assert all(difference >= 0 for difference in chart.table.column("difference").values)


def test_without_kinds_or_queries_to_spare_there_is_no_section():
    found = evidence_by_hand(8)
    kinds = {"neural": {s: "yes" if i < 4 else "no" for i, s in enumerate(found.verdict.systems)}}
    assert kinds_section(found) is None
    alone = {s: "yes" if i < 7 else "no" for i, s in enumerate(found.verdict.systems)}  # one kind, and a single system
    assert kinds_section(replace(found, metadata={"neural": alone})) is None
    summed = replace(found.verdict, league=replace(found.verdict.league, aggregate="geometric"))
    assert kinds_section(replace(found, metadata=kinds, verdict=summed)) is None
    assert kinds_section(replace(found, metadata=kinds)) is not None


def test_a_value_of_a_single_system_is_no_kind_and_leaves_the_others_to_be_compared():
    """By hand: four systems say yes, three no, and the last one maybe."""
    found = evidence_by_hand(8)
    kinds = {s: "yes" if i < 4 else "no" for i, s in enumerate(found.verdict.systems)}
    (chart,) = kinds_section(replace(found, metadata={"neural": kinds | {found.verdict.systems[7]: "maybe"}})).body
    assert (chart.table.column("systems").values, chart.table.column("others").values) == ([4], [3])


def _gap(low, high, a="new", b="old"):
    return "era", MeanGap(a, b, 3, 4, (low + high) / 2, low, high)


def test_titles_count_the_intervals_that_leave_zero_out(golden):
    clear, open_ = _gap(0.1, 0.2), _gap(-0.1, 0.2)
    golden(gaps_title([clear], "AP"), gaps_title([open_], "AP"))
    golden(gaps_title([clear, _gap(0.1, 0.2, "deep", "flat")], "AP"), gaps_title([clear, open_, open_], "AP"))
    golden(gaps_title([clear] * 5, "AP"))
    assert gaps_title([open_, open_], "AP") == "Any of 2 differences between kinds may be chance"


def test_the_table_of_kinds_has_no_column_for_labels_that_nobody_computed(evidence):
    base = evidence(8)
    (chart,) = kinds_section(
        replace(
            base,
            metadata={
                "era": dict.fromkeys(base.verdict.systems[:4], "new") | dict.fromkeys(base.verdict.systems[4:], "old")
            },
        )
    ).body
    assert not [column.name for column in chart.table.columns if column.name.startswith("labels")]
