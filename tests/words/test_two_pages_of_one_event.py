"""A report and a track's overview of the same files count differently: the overview says how and why."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.studies.overview import overview
from irassay.studies.sections.captions import SHARED
from irassay.studies.track import track

QUERIES = [f"q{i:02}" for i in range(14)]
GRADES = {f"d{i:02}": (3, 2, 1, 0)[i % 4] for i in range(24)}
WEAK = "weak"


@pytest.fixture(scope="module")
def files():
    """Labels with grades 0 to 3, six runs of three groups, one run of which retrieves nothing judged."""
    rng = np.random.default_rng(5)
    lists = {
        f"s{s}": {q: {d: float(g + rng.normal() * (1 + s)) for d, g in GRADES.items()} for q in QUERIES}
        for s in range(5)
    }
    lists[WEAK] = {q: {f"x{i}": 9.0 - i for i in range(9)} for q in QUERIES}
    groups = Metadata({"group": {name: f"lab {i % 3}" for i, name in enumerate(lists)}})
    return Qrels.from_dict(dict.fromkeys(QUERIES, GRADES)), lists, groups


def said(result):
    return {finding.code: finding for finding in result.findings}


def test_each_page_says_from_which_grade_relevant_counts(files):
    """Oracle: the labels counted here, of grade 2 or more for the track, of 1 or more for the report."""
    qrels, lists, groups = files
    runs = Runs.from_dict(lists)
    counted = {rel: len(QUERIES) * sum(grade >= rel for grade in GRADES.values()) for rel in (1, 2)}
    on_track, on_report = said(track(qrels, runs, metadata=groups)), said(overview(qrels, runs, metadata=groups))
    assert [on[code].numbers["relevant"] for on, code in ((on_track, "coverage"), (on_report, "coverage"))] == [
        counted[2],
        counted[1],
    ]
    assert on_track["broken"].where == (WEAK,)
    assert on_track["coverage"].text.endswith(
        "Relevant is grade 2 or more here, as the task or the measures say. irassay report counts from grade 1 by "
        "nDCG@10 and leaves no run out, so its numbers differ."
    )
    assert on_report["coverage"].text.startswith(f"{counted[1]} documents are judged relevant (grade 1 or more).")


def test_a_track_says_whose_medians_make_a_query_hard(files):
    qrels, lists, groups = files
    on_track = said(track(qrels, Runs.from_dict(lists), metadata=groups))
    assert on_track["queries-hardest"].text.endswith(SHARED("queries-hardest.in-track"))


def test_where_both_pages_count_alike_neither_names_the_other(files):
    qrels, lists, groups = files
    some = Runs.from_dict({name: of for name, of in lists.items() if name != WEAK})
    alike = said(track(qrels, some, metadata=groups, task="document"))
    assert "irassay report" not in alike["coverage"].text
    assert "irassay report" not in alike["queries-hardest"].text
