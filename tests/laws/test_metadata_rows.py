"""Runs that the metadata has no row for, in the preflight and in a track's table of participants; planted."""

from __future__ import annotations

import irassay
from irassay import Metadata, Qrels, Runs, write_run_sheets
from irassay.collection.runs import run_groups
from irassay.studies.track import track
from irassay.studies.whatif.words import WHATIF

QRELS = Qrels.from_dict({f"q{i}": {"a": 2, "b": 0, "c": 1} for i in range(12)})


ORDERS = {"one": "abc", "two": "acb", "three": "bca", "four": "cba"}
LISTS = {
    name: {f"q{i}": {doc: 3.0 - rank for rank, doc in enumerate(order)} for i in range(12)}
    for name, order in ORDERS.items()
}


def runs(groups):
    """Four runs that rank three documents in four ways."""
    return Runs.from_dict(LISTS).with_metadata(Metadata({"group": groups} if groups else {}))


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


def copies(groups, **twins):
    """The four runs, two of them of each kind, and runs with the lists of one of them and no row."""
    lists = LISTS | {new: LISTS[old] for new, old in twins.items()}
    kinds = {"one": "new", "two": "new", "three": "old", "four": "old"}
    return Runs.from_dict(lists).with_metadata(Metadata({"group": groups, "kind": kinds}))


def test_a_copy_without_a_row_counts_in_its_twins_group_everywhere(tmp_path):
    """By hand: `echo` has the lists of `one`, of the lab; the table, the page, the finding and the index agree."""
    systems = copies({"one": "lab", "two": "lab", "three": "shop", "four": "baseline"}, echo="one")
    result = track(QRELS, systems, measures=["nDCG@10"])
    (table,) = [table for table in result.tables if table.name == "participation"]
    rows = list(zip(*(table.column(name).values for name in ("column", "value", "groups", "runs")), strict=True))
    assert [row[1:] for row in rows if row[0] == "group"] == [("that took part", 2, 4), ("of baselines", 1, 1)]
    (results,) = [table for table in result.tables if table.name == "results"]
    assert dict(zip(results.column("run").values, results.column("group").values))["echo"] == "lab"
    (finding,) = [one for one in result.findings if one.code == "runs-without-metadata"]
    assert "their kinds count as not stated; copies count in the group of the run that they equal: echo in lab" in str(
        finding
    )
    write_run_sheets(QRELS, systems, to=tmp_path)
    assert "echo,echo.html,lab" in (tmp_path / "index.csv").read_text()


def test_a_copy_without_a_row_is_named_on_the_page_of_its_twins_group_alone():
    systems = copies({"one": "lab", "two": "lab", "three": "shop", "four": "shop"}, echo="one")
    own, other = (track(QRELS, systems, measures=["nDCG@10"], for_group=group) for group in ("lab", "shop"))
    assert "echo" in own.to_json()
    assert "echo" not in other.to_json()
    tables = [table for page in (own, other) for table in page.tables if table.name == "participation"]
    assert [table.column("runs").values[0] for table in tables] == [5, 5]


def test_a_run_with_the_lists_of_two_groups_or_on_a_part_of_the_queries_is_of_neither():
    lists = {"one": {"q0": {"a": 1.0}, "q1": {"a": 1.0}}, "new": {"q0": {"a": 1.0}}}
    assert groups_of(lists, {"one": "lab"}) == {"one": "lab"}
    lists["new"] = lists["two"] = lists["one"]
    assert groups_of(lists, {"one": "lab", "two": "shop"}) == {"one": "lab", "two": "shop"}
    assert groups_of(lists, {"one": "lab", "two": "lab"})["new"] == "lab"


def groups_of(lists, stated):
    return run_groups(Runs.from_dict(lists).with_metadata(Metadata({"group": stated})))


def test_a_copy_does_not_make_groups_kinds():
    """Groups of four runs and a copy are no column of kinds that could be left out of the pool."""
    systems = copies({"one": "lab", "two": "lab", "three": "shop", "four": "shop"}, echo="one")
    result = track(QRELS, systems, measures=["nDCG@10"])
    kinds = [table for table in result.tables if table.name == "kinds-left-out"]
    assert all("group" not in table.column("column").values for table in kinds)


def test_a_what_if_says_which_measures_gain_from_grades_that_no_selection_takes():
    qrels = Qrels.from_dict({f"q{i}": {"a": 2, "d": 2, "b": 0, "c": 1} for i in range(12)})
    world = qrels, runs({})
    mixed = irassay.whatif(*world, measures=["nDCG@10", "AP(rel=2)"], draws=5)
    assert WHATIF("grades-below", measures=["nDCG@10"], rel=2) in [finding.text for finding in mixed.findings]
    assert "24 relevant labels (grade 2 or more)" in mixed.facts
    alone = irassay.whatif(*world, measures=["nDCG@10"], draws=5)
    assert not any("below grade" in finding.text for finding in alone.findings)
    assert "36 relevant labels" in alone.facts
