"""Sentences about other labels: every form that the numbers can take."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from irassay.agreement import concordance, order_agreement
from irassay.cli.main import main
from irassay.comparison import pair_buckets
from irassay.drawing.charts.drawers import figure_svg
from irassay.drawing.charts.lines import by_system
from irassay.drawing.tables.formats import heading
from irassay.result import Lines, PlaceChart, Table
from irassay.studies.whatif import words
from irassay.studies.whatif.sections import answer_section, rows_table, selection_section, steps_table
from irassay.studies.whatif.selections import own_labels
from irassay.studies.whatif.step_agreement import Selection, StepAgreement

M = "R@20"
RISE = np.array([0.1, 0.2, 0.5, 0.51, 0.8])[:, None]
FULL = RISE + np.tile([-0.02, 0.02, -0.01, 0.01], (5, 1)) * np.arange(1, 6)[:, None]
BUCKETS = pair_buckets(FULL)
OWN = FULL.mean(axis=1)


def step(name, at, means, labels=50.0):
    """A step whose variants have these means."""
    rows = np.array(means, dtype=float)
    alike = concordance(FULL, (rows / OWN)[:, :, None] * FULL, buckets=BUCKETS)
    return StepAgreement(name, at, len(rows), labels, {M: order_agreement(FULL, rows, buckets=BUCKETS)}, {M: alike})


SAME = [OWN, OWN]
TURNED = [OWN, -OWN]
RANDOM = Selection(
    "random",
    [
        step("one a query", float("nan"), TURNED),
        step("10%", 10, TURNED),
        step("40%", 40, SAME),
        step("all", 100, [OWN]),
    ],
)
RANDOM_OFTEN = Selection(
    "random",
    [
        step("one a query", float("nan"), TURNED * 10),
        step("10%", 10, TURNED * 10),
        step("40%", 40, SAME * 10),
        step("all", 100, [OWN]),
    ],
)
SYSTEM = Selection(
    "system", [step("one a query", float("nan"), SAME), step("40%", 40, TURNED), step("all", 100, [OWN])]
)


def test_the_world_of_these_tests_has_pairs_in_each_bucket():
    assert BUCKETS.sizes[0] > 0
    assert BUCKETS.sizes[2] > 0


def test_the_title_says_from_which_share_on_the_order_is_stable(golden):
    golden(words.title([RANDOM], M), words.title([SYSTEM], M))
    depth = Selection("depth", [step("depth 1", 1, TURNED), step("depth 3", 3, SAME), step("depth 5", 5, SAME)])
    assert words.title([depth], M) == "A pool to depth 3 keeps the order by R@20 stable."
    never = Selection("depth", [step("depth 1", 1, SAME), step("depth 5", 5, TURNED)])
    assert words.title([never], M) == "No pool to depth 5 or less keeps the order by R@20 stable."
    popular = Selection("popular", [step("one a query", float("nan"), [OWN])])
    assert words.title([popular], M) == "One relevant label a query keeps a tau of 1.00 by R@20."
    noise = Selection("noise", [step("all, regraded", float("nan"), SAME)])
    assert words.title([noise], M) == "All labels, regraded, keep a tau of 1.00 by R@20."


def test_the_standfirst_says_what_stable_means_where_it_is_spoken_of(golden):
    golden(words.standfirst([RANDOM], M), words.standfirst([RANDOM_OFTEN], M))
    popular = Selection("popular", [step("one a query", float("nan"), [OWN])])
    assert words.standfirst([popular], M) == "Compared with the order by R@20 under all labels."
    depth = Selection("depth", [step("depth 1", 1, [OWN]), step("depth 5", 5, [OWN])])
    assert words.standfirst([depth], M).endswith(". Stable is a tau of 0.9 or more.")


def test_the_first_step_has_its_spread_and_what_is_turned_and_tied(golden):
    golden(words.first_step(RANDOM, M), words.concordance(RANDOM, M))
    five = Selection("system", [step("one a query", float("nan"), [*TURNED, OWN, OWN, OWN])])
    golden(words.first_step(five, M), words.first_step(RANDOM_OFTEN, M))


def test_no_range_of_nine_in_ten_is_told_of_fewer_than_twenty():
    """Of two or five draws one is a fifth or more of them: the range is that of all, and is called that."""
    few = selection_section(RANDOM, M).body
    often = selection_section(RANDOM_OFTEN, M).body
    assert "the band holds all draws" in few[0].how_to_read
    assert "the band holds nine draws in ten" in often[0].how_to_read
    for section, most in ((few, "all variants lie between"), (often, "nine variants in ten lie between")):
        assert [c.definition for c in section[1].columns if c.name in ("low", "high")] == [most, most]
    assert few[1].column("low").values[0] == -1.0
    mixed = Selection("random", [RANDOM_OFTEN.steps[0], *RANDOM.steps[1:]])
    assert "the band holds nine draws in ten (all of fewer than 20);" in selection_section(mixed, M).body[0].how_to_read
    popular = Selection("popular", [step("one a query", float("nan"), [OWN])])
    assert "tau of 1.00 with the order" in words.first_step(popular, M)


def test_whether_a_system_ranks_first_under_labels_of_its_own(golden):
    full = np.array([0.8, 0.6, 0.4, 0.2])
    own = own_labels("abcd", full, np.array([[9, 1, 2, 3], [1, 9, 2, 3], [1, 2, 9, 3], [4, 3, 2, 1]], dtype=float))
    golden(words.own_labels(own, M), words.WHATIF("own-labels.how", others=words.others(own)))
    one = own_labels("abcd", full, np.array([[9, 3, 2, 1], [9, 1, 3, 2], [9, 3, 1, 2], [9, 3, 2, 1]], dtype=float))
    golden(words.own_labels(one, M, "own-labels.title"))
    worse = own_labels("abcd", full, np.array([[3, 9, 2, 1], [9, 2, 3, 1], [9, 3, 1, 2], [9, 3, 2, 1]], dtype=float))
    assert words.own_labels(worse, M).endswith("On the median a system loses 1 rank by them.")
    same = own_labels("ab", full[:2], np.array([[2.0, 1.0], [2.0, 1.0]]))
    assert words.own_labels(same, M).endswith("On the median a system keeps its rank by them.")
    mine = Selection("system", [replace(SYSTEM.steps[0], own={M: own}), *SYSTEM.steps[1:]])
    chart = selection_section(mine, M).body[-1]
    assert isinstance(chart, PlaceChart)
    assert chart.table.column("own").values == [1, 1, 1, 4]
    assert figure_svg(chart).count('class="rg"') == 4
    assert "own-labels" in [f.code for f in answer_section([mine], M, BUCKETS).body]


def test_how_many_labels_are_enough_is_said_for_all_pairs_and_by_distance(golden):
    said = words.stable(RANDOM, M)
    golden(said)
    assert "is stable with all labels only." in words.stable(SYSTEM, M)
    tied = np.vstack([FULL, FULL[4:], FULL[4:]])
    held = {M: order_agreement(tied, tied.mean(axis=1)[None, :])}
    never = Selection("random", [StepAgreement("40%", 40, 1, 5, held, {}), StepAgreement("all", 100, 1, 9, held, {})])
    assert "is stable not even with all labels (because of ties)." in words.stable(never, M)
    shallow = Selection("depth", [step("depth 1", 1, TURNED), step("depth 2", 2, TURNED)])
    assert "is stable at no depth." in words.stable(shallow, M)


def test_random_and_system_are_held_against_each_other_both_ways(golden):
    said = words.against_each_other([RANDOM, SYSTEM], M)
    golden(said)
    other = Selection("system", [step("one a query", float("nan"), [-OWN])])
    said = words.against_each_other([RANDOM, other], M)
    golden(said, words.against_each_other([RANDOM, Selection("system", RANDOM.steps)], M))
    golden(words.against_each_other([RANDOM], M))


def test_pairs_are_counted_by_distance_and_identical_ones_apart(golden):
    found = pair_buckets(np.vstack([FULL, FULL[:1]]))
    golden(words.distances(found), words.distances(BUCKETS))


def test_a_step_is_the_subject_of_a_sentence(golden):
    steps = (
        ("random", "one a query", float("nan")),
        ("random", "40%", 40.0),
        ("depth", "depth 3", 3.0),
        ("groups", "one group alone", float("nan")),
        ("groups", "14 of 28 groups", float("nan")),
        ("groups", "all but one group", float("nan")),
        ("noise", "all, regraded", float("nan")),
    )
    golden(*(words.subject(select, step(name, at, SAME)) for select, name, at in steps))


def test_the_answer_comes_first_and_each_selection_has_its_curve_and_tables(golden):
    beside, *findings = answer_section([RANDOM, SYSTEM], M, BUCKETS).body
    golden(beside.title)
    assert list(dict.fromkeys(beside.table.column("panel").values)) == [words.name("random"), words.name("system")]
    assert not any(isinstance(part, Lines) for part in answer_section([RANDOM], M, BUCKETS).body)
    codes = [finding.code for finding in findings]
    assert codes[:3] == ["random-first", "random-concordance", "random-stable"]
    assert codes[-2:] == ["random-against-system", "distance"]
    section = selection_section(RANDOM, M)
    chart, steps, distance = section.body
    assert isinstance(chart, Lines)
    assert chart.title == "40% of the relevant labels keep a tau of 1.00 by R@20"
    assert set(chart.table.column("panel").values) >= {"All pairs", f"p below 0.01 ({BUCKETS.sizes[0]})"}
    assert "nan" not in figure_svg(chart)
    assert "panel" in [c.name for c in by_system(chart).columns]
    assert steps.column("labels kept").values == ["one a query", "10%", "40%", "all"]
    assert distance.column("pairs with").values[-1] == "the same score on every query"


def test_a_lead_that_is_shared_stays_and_one_of_a_system_left_out_is_not_counted():
    held = order_agreement(FULL, np.array([OWN, -OWN, [9, 0, 0, 0, 9], [1, 1, 1, 1, np.nan]]))
    np.testing.assert_array_equal(held.same_lead, [1, 0, 1, np.nan])
    np.testing.assert_array_equal(order_agreement(FULL, -OWN[None], lower_is_better=True).same_lead, [0])


def test_every_row_has_every_number():
    table = rows_table([RANDOM, SYSTEM], [M])
    assert len(table) == 7 * 5
    whole = [i for i, name in enumerate(table.column("pairs_are").values) if name == "all pairs"]
    for i in whole:
        parts = [table.column(name).values[i] for name in ("kept_rate", "error_rate", "tied")]
        assert sum(parts) == pytest.approx(1)
        assert table.column("tau").values[i] == pytest.approx(parts[0] - parts[1])


def test_a_table_of_single_variants_says_nothing_of_their_spread():
    depth = Selection("depth", [step("depth 1", 1, [OWN]), step("depth 5", 5, [OWN])])
    told = {c.name for part in selection_section(depth, M).body if isinstance(part, Table) for c in part.columns}
    assert not told & {"variants", "sd", "low", "high"}
    told = {c.name for part in selection_section(RANDOM, M).body if isinstance(part, Table) for c in part.columns}
    assert told >= {"variants", "sd", "low", "high"}


def test_what_is_kept_and_how_many_labels_that_is_have_two_headings(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--to", "world", "--quiet"]) == 0
    capsys.readouterr()
    for select in ("random", "depth"):
        asked = ["whatif", "world/qrels.txt", "world/runs", "--select", select, "--draws", "2", "--format", "table"]
        assert main(asked) == 0
        heads = [line.split()[:2] for line in capsys.readouterr().out.splitlines() if line.startswith("Kept ")]
        assert heads[0] == ["Kept", "Labels"]
    steps = steps_table(RANDOM, M)
    assert [heading(steps.column(name)) for name in ("labels kept", "labels")] == ["kept", "count"]
    assert steps.column("labels").unit == "relevant labels"
