"""Sentences about fewer labels, and the section that holds them."""

from __future__ import annotations

from dataclasses import replace

from irassay.agreement import Spread
from irassay.comparison.pair_buckets import PRange
from irassay.drawing.charts.drawers import figure_svg
from irassay.drawing.charts.lines import by_system
from irassay.drawing.tables.cells import heading
from irassay.result import Lines, Result
from irassay.studies.overview.page_order import compose
from irassay.studies.overview.sections.thinning import words
from irassay.studies.overview.sections.thinning.fewer_labels import FewerLabels
from irassay.studies.overview.sections.thinning.section import LessData, thinning_section
from irassay.studies.sections.captions import pairs_lost
from tests.verdict_by_hand import with_league

NOTES = ["thinned-stable", "thinned-first", "thinned-pairs", "thinned-leaders"]


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
    settled=[over_draws(663.9, 600, 700), over_draws(342.3, 300, 400), over_draws(16.8, 3, 30)],
    leaders=[over_draws(23.8, 20, 27), over_draws(37.4, 30, 44), over_draws(61.6, 50, 63)],
    lost=[216.6, 530.7, 854.3],
    against=[0.0, 0.09, 47.4],
    settled_before=871,
    leaders_before=16,
    pairs=1953,
)


def test_the_title_gives_the_mean_and_nine_draws_in_ten(golden):
    golden(words.title(FOUND, 1))
    sure = replace(FOUND, tau=[over_draws(1.0, 1.0, 1.0)] * 3)
    assert words.title(sure, 2).endswith(" agrees with the present one at a tau of 1.00 in nearly every draw")


def test_the_caption_says_that_it_is_no_smaller_pool(golden):
    said = words.how(FOUND)
    golden(said)


def test_the_first_is_followed_to_the_fewest_labels(golden):
    golden(words.first("pash_f1", FOUND), words.first("pash_f1", replace(FOUND, first=[1.0, 1.0, 1.0])))


def test_pairs_told_apart_are_lost_rather_than_reversed_and_the_verdicts_number_stands_beside(evidence, golden):
    league = replace(evidence(12).verdict.league, test="randomization", alpha=0.05)
    verdicts = f" ({league.n_settled} by the randomization test of the verdict)"
    assert words.pairs(FOUND, 1, league) == (
        "With half of the labels 7.0% of pairs of systems change their order. Of 871 pairs that differ significantly "
        f"by a paired t-test with Holm's correction{verdicts} 531 (61%) no longer differ and 2 other pairs do, which "
        "leaves 342; fewer than one a draw is reversed."
    )
    golden(words.pairs(FOUND, 0, league), words.pairs(FOUND, 2, league))
    golden(words.pairs(replace(FOUND, settled_before=0), 1, league))


def test_the_pairs_that_are_lost_and_gained_leave_as_many_as_are_printed():
    for at in range(3):
        gained = round(FOUND.settled[at].mean) - FOUND.settled_before + round(FOUND.lost[at])
        others = f" and {gained} other pair" in pairs_lost(871, FOUND.lost[at], FOUND.settled[at].mean)
        assert others == (gained > 0)


def test_where_the_verdict_has_the_same_test_no_other_stands_in(evidence):
    league = evidence(12).verdict.league
    assert league.test == "t"
    said = words.pairs(replace(FOUND, settled_before=league.n_settled), 1, league)
    assert f" Of {league.n_settled} pairs that differ significantly by a paired t-test" in said
    assert "of the verdict" not in said


def test_tau_is_split_by_how_far_apart_the_systems_are(evidence, golden):
    every = [1.0, 1.0, 0.98, 0.8], [0.9, 0.7, 0.45, 0.2]
    clear, close = ([over_draws(t, t - 0.01, t) for t in taus] for taus in every)
    split = replace(FOUND, by_distance={PRange(None, 0.01): (1200, clear), PRange(0.05, None): (753, close)})
    golden(words.by_distance(split, 1))
    section = thinning_section(evidence(12), LessData(split))
    assert [item.code for item in section.body[2:5]] == ["thinned-stable", "thinned-first", "thinned-distance"]
    chart = section.body[-1]
    golden(*list(dict.fromkeys(chart.table.column("panel").values)))
    assert chart.table.column("y").values == [1.0, 1.0, 0.98, 0.8, 0.9, 0.7, 0.45, 0.2]
    assert chart.table.column("low").values[2] == 0.97
    assert figure_svg(chart).count('class="flp x"') == 2
    told = thinning_section(evidence(12), LessData(replace(FOUND, by_distance={PRange(0.05, None): (1953, close)})))
    assert [item.code for item in told.body[2:]] == NOTES


def test_it_says_from_how_many_labels_on_the_order_is_stable(golden):
    golden(words.stable(FOUND))


def test_leaders_grow_as_labels_go(evidence, golden):
    league = replace(evidence(12).verdict.league, leaders=["sys-00"], test="randomization")
    golden(words.leaders(FOUND, 1, league))
    alone = replace(FOUND, leaders_before=1, leaders=[over_draws(1.0, 1, 1)] * 3)
    assert words.leaders(alone, 1, league) == "By that test 1 system leads under all labels, and 1 with half."


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
    assert [item.code for item in section.body[2:]] == ["thinned-stable", "thinned-first"]


def test_it_stands_after_the_labels_and_survives_json(evidence):
    result = compose(evidence(12), {"thinning": LessData(FOUND)})
    names = [section.name for section in result.sections]
    assert names.index("thinning") == names.index("labels") + 1
    again = Result.from_json(result.to_json())
    drawn = next(f for f in again.figures if f.name == "thinned")
    assert isinstance(drawn, Lines)
    assert again.to_json() == result.to_json()
    assert thinning_section(evidence(12)) is None
