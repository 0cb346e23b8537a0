"""A leader outside the leaders' bracket is explained at its row and below the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.reporting.page import page
from irassay.result import LeagueChart
from irassay.studies.overview.page_order import compose
from irassay.studies.track import track
from irassay.verdict.words import lead as words
from tests.verdict_by_hand import with_league

NOTE = "sys-03 shares the lead although systems above it do not: no system is significantly better than it."


@pytest.fixture
def apart(evidence):
    """Five systems: the first two share a bracket, the third is behind, the fourth leads but swings."""
    found = evidence(5, 30)
    rng = np.random.default_rng(0)
    swing = rng.normal(0, 1, 30)
    swing = (swing - swing.mean()) / swing.std(ddof=1) * 0.3
    values = found.verdict.league.values.copy()
    values[3] = values[0] - 0.1 - swing
    return with_league(
        found,
        values=values,
        mean=values.mean(axis=1),
        difference=values.mean(axis=1)[:, None] - values.mean(axis=1)[None, :],
        leaders=["sys-00", "sys-01", "sys-03"],
        letters=["a", "a", "b", "b", ""],
        brackets=[("a", 0, 1), ("b", 2, 3)],
        p_corrected=np.full((5, 5), 0.2),
    )


def test_the_note_says_why_with_its_numbers(apart):
    assert words.leaders_outside(apart.verdict.league) == [3]
    assert words.note_on_outside(apart.verdict.league) == NOTE


def test_the_row_carries_it_too_and_no_other_row(apart):
    result = compose(apart)
    table = next(f for f in result.figures if isinstance(f, LeagueChart)).table
    assert table.note == NOTE
    asides = table.column("aside").values
    assert [bool(text) for text in asides] == [False, False, False, True, False]
    assert asides[3] == NOTE


def test_several_are_told_in_one_note(apart, golden):
    order = replace(apart.verdict.league, leaders=["sys-00", "sys-01", "sys-03", "sys-04"])
    said = words.note_on_outside(order)
    golden(said)


def test_where_the_bracket_holds_every_leader_nothing_is_said(evidence):
    order = replace(
        evidence(5).verdict.league, leaders=["sys-00"], letters=["a", "b", "b", "b", "b"], brackets=[("b", 1, 4)]
    )
    assert words.note_on_outside(replace(order, brackets=[("a", 0, 0), ("b", 1, 4)])) == ""
    assert words.note_on_outside(replace(order, letters=[], brackets=[])) == ""


def test_the_page_marks_the_row_and_explains_below_the_table(apart):
    text = page(compose(apart))
    assert text.count('class="aside"') == 1
    assert f'title="{NOTE}' in text
    assert f'id="figure-league-aside"><b>*</b> {NOTE}'.replace("'", "&#39;") in text


def test_a_track_explains_such_a_leader_in_every_form(tmp_path):
    """By hand: of ten documents "best" finds nine, "steady" eight, "swings" ten or, on every third query, two."""
    labels = {f"q{i}": {f"d{k}": 1 for k in range(10)} for i in range(40)}
    found_by = {"best": lambda i: 9, "near": lambda i: 9 - (i == 3), "steady": lambda i: 8 - (i == 5)}
    found_by |= {"swings": lambda i: 10 if i % 3 else 2} | {f"low{k}": lambda i: 1 for k in range(20)}
    runs = {
        name: {f"q{i}": {f"d{k}" if k < n(i) else f"{name}{k}": 10.0 - k for k in range(10)} for i in range(40)}
        for name, n in found_by.items()
    }
    result = track(Qrels.from_dict(labels), Runs.from_dict(runs), measures=["P@10"])
    why = "swings shares the lead although systems above it do not: "
    for form in ("txt", "tex", "csv", "html"):
        path = tmp_path / f"track.{form}"
        result.write(str(path))
        assert why in " ".join(path.read_text().split()), form
