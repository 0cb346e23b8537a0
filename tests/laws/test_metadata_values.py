"""Slips planted in the metadata: in values, in a header, in kinds of one run; what the pages then say and count."""

from __future__ import annotations

import pytest

import irassay
from irassay import Metadata, Qrels, Runs
from irassay.errors import UsageError
from irassay.estimates.pools.reusability import kinds_in as kinds_of_report
from irassay.preflight.metadata_values import differ_by_a_slip, metadata_values
from irassay.studies.track import track
from irassay.studies.track.track_data import kinds_in

SYSTEMS = [f"s{i}" for i in range(8)]
QRELS = Qrels.from_dict({f"q{i}": {"a": 2, "b": 0, "c": 1, "d": 3} for i in range(12)})
NEURAL = dict(zip(SYSTEMS, ("nnlm", "nnlm", "nnlm", "nnml", "trad", "trad", "trad", "trad"), strict=True))
GROUP = dict(zip(SYSTEMS, ("PASH", "PASH", "Pash", "yorku", "yorku", "yorku", "h2oloo", "h2oloo"), strict=True))


def runs(columns):
    """Eight runs that rank four documents, each in another way."""
    orders = ["abcd", "acbd", "bacd", "bcad", "cabd", "cbad", "dabc", "dbca"]
    lists = {
        name: {f"q{i}": {doc: 4.0 - rank for rank, doc in enumerate(order)} for i in range(12)}
        for name, order in zip(SYSTEMS, orders, strict=True)
    }
    return Runs.from_dict(lists).with_metadata(Metadata(columns))


def found(columns):
    return {one.code: one for one in metadata_values(runs(columns))}


def test_values_that_differ_by_case_or_one_letter_are_named_with_their_runs():
    told = [one.text for one in metadata_values(runs({"group": GROUP, "neural": NEURAL}))]
    assert told == [
        "Column group: Pash (s2) and PASH (s0, s1) are nearly the same",
        "Column neural: nnml (s3) and nnlm (s0, s1, s2) are nearly the same",
    ]
    one = found({"neural": NEURAL})["values-nearly-equal"]
    assert (one.level, one.systems) == ("warning", ("s3",))
    assert one.effect == "they count as two, and one run is no kind of its own"


def test_numbers_and_names_of_single_runs_are_no_slips():
    values = {s: f"0.{1234 + i}" for i, s in enumerate(SYSTEMS)}
    names = {s: f"model{'abcdefgh'[i]}" for i, s in enumerate(SYSTEMS)}
    groups = {s: f"team{i // 2}" for i, s in enumerate(SYSTEMS)}
    assert metadata_values(runs({"group": groups, "ndcg": values, "model": names})) == []
    assert not differ_by_a_slip("team1", "team2")


def test_one_run_with_a_value_of_its_own_leaves_the_other_kinds_in_place():
    """One misspelt cell removed the column, and with it the track's main comparison, without a word."""
    other = {**NEURAL, "s3": "hybrid"}
    assert kinds_in({"neural": other}, "", SYSTEMS) == {"neural": ["trad", "nnlm"]}
    assert set(kinds_of_report({"neural": other}, SYSTEMS, {})["neural"]) == set(SYSTEMS) - {"s3"}
    assert found({"neural": other})["kinds-of-one-run"].text == "Column neural: hybrid has one run (s3)"
    result = track(QRELS, runs({"neural": other}), measures=["nDCG@10"])
    assert "The best trad run" in result.standfirst or "The best nnlm run" in result.standfirst
    (table,) = [table for table in result.tables if table.name == "kinds"]
    assert dict(zip(table.column("kind").values, table.column("runs").values, strict=True)) == {"nnlm": 3, "trad": 4}


@pytest.mark.parametrize("header", ["gruop", "gorup", "grup", "teamm", "particpant", "Gruop"])
def test_a_misspelt_header_of_groups_is_named(header):
    assert found({header: GROUP})["group-column-misspelt"].where == (f"column {header}",)


def test_other_headers_are_no_misspelt_groups():
    assert "group-column-misspelt" not in found({"neural": NEURAL, "stage": NEURAL, "grade": NEURAL})
    assert "group-column-misspelt" not in found({"group": GROUP, "groups": GROUP})


def test_a_track_lists_the_columns_that_it_does_not_use():
    score = {s: str(i) for i, s in enumerate(SYSTEMS)}
    result = track(QRELS, runs({"gruop": score, "neural": NEURAL, "pooled": NEURAL}), measures=["nDCG@10"])
    (told,) = [one.text for one in result.findings if one.code == "columns-not-used"]
    assert told.startswith("Column gruop of the metadata is not used. ")
    assert told.endswith(" Used are neural and pooled.")
    result = track(QRELS, runs({"gruop": score, "neural": NEURAL}), measures=["nDCG@10"])
    (told,) = [one.text for one in result.findings if one.code == "columns-not-used"]
    assert told.endswith(" Used is neural.")


def test_a_page_for_a_group_is_refused_where_its_name_has_two_spellings():
    with pytest.raises(UsageError, match='group "PASH" is also written "Pash" \\(run "s2"\\)'):
        track(QRELS, runs({"group": GROUP}), for_group="PASH")


def test_a_copy_without_a_row_belongs_to_the_group_of_the_run_that_it_equals():
    """The copy comes first; the documents stay those of one group, and the run with a row stands for both."""
    order = ["abcd", "abcd", "xbcd", "bacd"]
    names = ["A-copy", "run", "other", "third"]
    lists = {
        name: {f"q{i}": {doc: 4.0 - rank for rank, doc in enumerate(docs)} for i in range(12)}
        for name, docs in zip(names, order, strict=True)
    }
    labels = Qrels.from_dict({f"q{i}": {"a": 2, "b": 1, "c": 1, "d": 0, "x": 1} for i in range(12)})
    group = {"run": "lab", "third": "lab", "other": "shop"}
    result = track(labels, Runs.from_dict(lists).with_metadata(Metadata({"group": group})), measures=["nDCG@10"])
    (table,) = [table for table in result.tables if table.name == "left-out"]
    rows = {
        name: row for name, *row in zip(*(table.column(c).values for c in ("group", "runs", "dropped")), strict=True)
    }
    assert rows == {"lab": [2, 12], "shop": [1, 12]}  # by hand: a is of lab's runs alone, x of shop's, in 12 queries


def test_the_row_of_a_run_that_was_left_out_by_name_is_not_named(tmp_path):
    for name in ("one", "two", "gone"):
        (tmp_path / f"{name}.run").write_text(f"q0 Q0 a 1 2 {name}\nq0 Q0 b 2 1 {name}\n")
    left = irassay.read_runs(tmp_path, leave_out=["gone"]).with_metadata(
        Metadata({"group": {"one": "lab", "tow": "lab", "gone": "shop"}})
    )
    (told,) = [one for one in irassay.check(QRELS, left).findings if one.code == "runs-without-metadata"]
    assert "1 row names no run: tow" in told.effect
    assert "gone" not in str(told)
    assert left.renamed({"one": "1"}).left_out == left.first(1).left_out == ("gone",)
