"""Runs that the metadata has no row for, in the preflight and in a track's table of participants; planted."""

from __future__ import annotations

import irassay
from irassay import Metadata, Qrels, Runs
from irassay.studies.track import track
from irassay.studies.whatif.words import grades_below

QRELS = Qrels.from_dict({f"q{i}": {"a": 2, "b": 0, "c": 1} for i in range(12)})


def runs(groups):
    """Four runs that rank three documents in four ways."""
    orders = {"one": "abc", "two": "acb", "three": "bca", "four": "cba"}
    lists = {
        name: {f"q{i}": {doc: 3.0 - rank for rank, doc in enumerate(order)} for i in range(12)}
        for name, order in orders.items()
    }
    return Runs.from_dict(lists).with_metadata(Metadata({"group": groups} if groups else {}))


def codes(groups):
    findings = irassay.check(QRELS, runs(groups)).findings
    return [one for one in findings if one.code == "runs-without-metadata"]


def test_a_misspelt_run_and_its_row_are_named():
    (finding,) = codes({"one": "lab", "two": "lab", "three": "shop", "fuor": "shop"})
    assert finding.text.startswith("1 of 4 runs has no row in the metadata")
    assert finding.systems == ("four",)
    assert "1 row names no run: fuor" in str(finding)


def test_rows_of_other_runs_and_no_metadata_are_no_finding():
    whole = {"one": "lab", "two": "lab", "three": "shop", "four": "shop", "five": "shop"}
    assert codes(whole) == []
    assert codes({}) == []


def test_a_track_counts_runs_without_a_row_as_not_stated():
    """By hand: two runs of one group, one baseline, one run without a row."""
    result = track(QRELS, runs({"one": "lab", "two": "lab", "three": "baseline", "fuor": "lab"}), measures=["nDCG@10"])
    (table,) = [table for table in result.tables if table.name == "participation"]
    rows = list(zip(*(table.column(name).values for name in ("column", "value", "groups", "runs")), strict=True))
    assert [row for row in rows if row[0] == "group"] == [
        ("group", "that took part", 1, 2),
        ("group", "of baselines", 1, 1),
        ("group", "not stated", "", 1),
    ]
    assert [one.systems for one in result.findings if one.code == "runs-without-metadata"] == [("four",)]


def test_a_what_if_says_which_measures_gain_from_grades_that_no_selection_takes():
    world = QRELS, runs({})
    mixed = irassay.whatif(*world, measures=["nDCG@10", "AP(rel=2)"], draws=5)
    assert grades_below(["nDCG@10"], 2) in [finding.text for finding in mixed.findings]
    assert "12 relevant labels (grade 2 or more)" in mixed.facts
    alone = irassay.whatif(*world, measures=["nDCG@10"], draws=5)
    assert not any("below grade" in finding.text for finding in alone.findings)
    assert "24 relevant labels" in alone.facts
