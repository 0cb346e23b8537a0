"""What a track's page says of how many: runs, groups and baselines, and groups that lose."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.studies.track import track


@pytest.fixture(scope="module")
def page():
    """Four runs of two groups and a baseline; each has the relevant document of a query to itself, but the baseline."""
    labels = Qrels.from_dict({f"q{i}": {f"d{i}": 2, "other": 0} for i in range(4)})
    lists = {
        f"s{s}": {f"q{i}": {"other": 1.0, **({f"d{i}": 2.0} if i in found else {})} for i in range(4)}
        for s, found in enumerate([(0, 1), (0, 2), (0, 3), (0,)])
    }
    groups = {"s0": "one", "s1": "one", "s2": "two", "s3": "baselines"}
    return track(labels, Runs.from_dict(lists).with_metadata(Metadata({"group": groups})), measures=["nDCG@10"])


def test_baselines_are_counted_apart_from_runs_of_groups(page):
    part = next(section for section in page.sections if section.name == "participation")
    assert part.standfirst == "4 runs: 3 by 2 groups and 1 baseline."


def test_the_dash_among_the_groups_is_explained_and_without_groups_there_is_no_such_column(page):
    (table,) = [table for table in page.tables if table.name == "participation"]
    assert table.note.endswith(" Groups are counted by group alone: – stands in the other rows.")
    assert list(table.column("groups").values) == [2, 1]
    labels = Qrels.from_dict({"q": {"a": 2, "b": 0}})
    lists = {f"s{i}": {"q": {"a": 1.0, "b": i * 0.6}} for i in range(4)}
    kinds = Metadata({"kind": {"s0": "new", "s1": "new", "s2": "old", "s3": "old"}})
    (other,) = [
        table
        for table in track(labels, Runs.from_dict(lists).with_metadata(kinds), measures=["nDCG@10"]).tables
        if table.name == "participation"
    ]
    assert [column.name for column in other.columns] == ["column", "value", "runs"]
    assert "–" not in other.note


def test_the_title_over_bars_of_loss_counts_groups_that_lose_score(page):
    bars = next(figure for figure in page.figures if figure.name == "left-out-loss")
    losses = list(bars.table.column("value").values)
    assert sorted(losses) == [0.0, *[pytest.approx(0.25)] * 2]  # one query of four was its own to find
    assert np.count_nonzero(losses) == 2
    assert bars.title == "2 of 3 groups lose nDCG@10 without the documents that only they contributed"
