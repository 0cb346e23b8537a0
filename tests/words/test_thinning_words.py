"""Sentences about fewer labels, and the section that holds them."""

from __future__ import annotations

from dataclasses import replace

from irassay.agreement import Spread
from irassay.drawing.charts.drawers import figure_svg
from irassay.drawing.charts.lines import by_system
from irassay.drawing.tables.formats import heading
from irassay.result import Lines, Result
from irassay.studies.overview.comparison import OVERVIEW
from irassay.studies.overview.page_order import compose
from irassay.studies.overview.sections.stability import (
    FewerLabels,
    LessData,
    pairs,
    stable,
    thinning_section,
    thinning_title,
)
from tests.verdict_by_hand import with_league

NOTES = ["thinned-stable", "thinned-pairs"]


def over_draws(mean, low, high):
    return Spread(mean, (high - low) / 3, low, high)


FOUND = FewerLabels(
    fractions=[0.8, 0.5, 0.1],
    draws=100,
    all_labels=10828,
    labels=[8662, 5414, 1083],
    tau=[over_draws(0.936, 0.918, 0.955), over_draws(0.867, 0.831, 0.896), over_draws(0.624, 0.495, 0.717)],
    reversed=[over_draws(0.033, 0.02, 0.04), over_draws(0.07, 0.05, 0.09), over_draws(0.2, 0.1, 0.3)],
    first=[0.82, 0.66, 0.3],
    lost=[216.6, 530.7, 854.3],
    against=[0.0, 0.09, 47.4],
    settled_before=871,
    pairs=1953,
)


def test_the_title_gives_the_mean_and_nine_draws_in_ten(golden):
    golden(thinning_title(FOUND, 1))
    sure = replace(FOUND, tau=[over_draws(1.0, 1.0, 1.0)] * 3)
    assert thinning_title(sure, 2).endswith(" agrees with the present one at a tau of 1.00 in nearly every draw")


def test_the_caption_says_that_it_is_no_smaller_pool(golden):
    golden(OVERVIEW("thinned.how", draws=FOUND.draws))


def test_pairs_told_apart_are_lost_rather_than_reversed(golden):
    assert pairs(FOUND, 1) == (
        "With half of the labels 7.0% of pairs of systems change their order. 61% of the significant "
        "differences are lost; on average fewer than one significant pair is reversed."
    )
    golden(pairs(FOUND, 0), pairs(FOUND, 2), pairs(replace(FOUND, settled_before=0), 1))


def test_it_says_from_how_many_labels_on_the_order_is_stable(golden):
    golden(stable(FOUND))


def test_the_section_has_its_chart_with_a_band_and_its_table(evidence):
    section = thinning_section(evidence(12), LessData(FOUND))
    chart = section.body[1]
    assert [item.code for item in section.body[2:]] == NOTES
    assert chart.table.column("x").values == [100.0, 80.0, 50.0, 10.0]
    assert chart.table.column("labels").values == [10828, 8662, 5414, 1083]
    behind = [heading(c) for c in by_system(chart).columns]
    assert behind[:4] == ["percent of each query's labels", "tau-a", "low", "high"]
    svg = figure_svg(chart)
    assert "0.87" in svg
    assert 'class="flp x"' in svg
    assert "1 system" not in svg


def test_a_baseline_has_no_leaders_to_count(evidence):
    base = evidence(12)
    found = with_league(base, baseline=[base.verdict.systems[3]])
    section = thinning_section(found, LessData(FOUND))
    assert [item.code for item in section.body[2:]] == ["thinned-stable"]


def test_it_stands_after_the_labels_and_survives_json(evidence):
    result = compose(evidence(12), {"thinning": LessData(FOUND)})
    names = [section.name for section in result.sections]
    assert names.index("thinning") == names.index("labels") + 1
    again = Result.from_json(result.to_json())
    drawn = next(f for f in again.figures if f.name == "thinned")
    assert isinstance(drawn, Lines)
    assert again.to_json() == result.to_json()
    assert thinning_section(evidence(12)) is None
