"""What a track's page says of runs left out one by one and of ranks that hang on who judged, and that it has them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.estimates import AssessorSensitivity, assessor_sensitivity, leave_one_group_out
from irassay.estimates.pools.completeness import Band, Completeness
from irassay.label_sets import confusion_of, noisy
from irassay.studies.overview import overview
from irassay.studies.sections import coverage as sensitivity_words
from irassay.studies.track import track
from irassay.studies.track.words import bands_title


@pytest.fixture(scope="module")
def world():
    rng = np.random.default_rng(1)
    docs = {f"d{i:02}": int(i < 12) * 2 for i in range(40)}
    lists = {
        f"s{s}": {f"q{q:02}": {d: float(g + rng.normal()) for d, g in docs.items()} for q in range(12)}
        for s in range(6)
    }
    top = {q: {d for s in lists for d in sorted(lists[s][q], key=lists[s][q].get)[-8:]} for q in lists["s0"]}
    kind = {s: "odd" if int(s[1]) % 2 else "even" for s in lists}
    labels = Qrels.from_dict({q: {d: docs[d] for d in sorted(of)} for q, of in top.items()})
    return labels, Runs.from_dict(lists).with_metadata(Metadata({"kind": kind}))


def test_the_page_has_pools_kinds_and_runs(world):
    section = next(s for s in track(*world).sections if s.name == "coverage")
    names = [getattr(item, "code", "") or item.name for item in section.body]
    assert names == [
        "unfair-kinds", "kinds-left-out", "coverage", "coverage", "coverage-beyond", "never-seen-chao2",
        "runs-left-out", "runs-left-out", "coverage-by-depth",
    ]  # fmt: skip
    rows = section.body[-2]
    left = leave_one_group_out(*world, {}, "nDCG@10", depth=8, rel=2)
    assert dict(zip(rows.column("run").values, rows.column("change").values)) == pytest.approx(
        {g.group: float(g.change[0]) for g in left.groups}
    )


SENSITIVE = AssessorSensitivity(
    ["a", "b", "c", "d"], "nDCG@10", np.array([1, 2, 3, 4]), np.array([1, 1, 2, 4]), np.array([1, 4, 4, 4]),
    np.array([0.0, 1.5, 0.5, 0.0]), 2.0,
)  # fmt: skip


def test_who_moves_most_is_named_with_its_ranks(golden):
    said = sensitivity_words.places_moved(SENSITIVE, 100)
    assert "100 times: b, at rank 2, lies between 1 and 4 in nine draws of ten. No run's rank moves by more" in said
    near = sensitivity_words.places_moved(replace(SENSITIVE, limit=1.0), 100)
    golden(near)
    golden(sensitivity_words.places_title(SENSITIVE))


def second_judge(qrels):
    """Labels of the same documents by one who turns three in ten of the grades."""
    rng = np.random.default_rng(0)
    return Qrels.from_dict(
        {q: {d: g if rng.uniform() < 0.7 else 2 - g for d, g in qrels.grades(q).items()} for q in qrels.queries}
    )


def test_a_second_judge_of_the_same_documents_flags_runs_on_the_page(world):
    qrels, runs = world
    second = second_judge(qrels)
    section = next(s for s in track(qrels, runs, second_qrels=second).sections if s.name == "label-sets")
    rows = section.body[-1]
    assert rows.name == "label-sensitivity"
    assert set(rows.column("sensitive").values) <= {"yes", "no"}
    assert len(rows) == 6
    assert section.body[-2].code == "label-sensitivity"


def test_a_second_judge_flags_systems_in_the_report_as_on_the_tracks_page(world):
    qrels, runs = world
    second = second_judge(qrels)
    section = next(s for s in overview(qrels, runs, second_qrels=second).sections if s.name == "labels")
    found = assessor_sensitivity(noisy(qrels, confusion_of(qrels, second), draws=100), runs, "nDCG@10")
    rows = {c.name: list(c.values) for c in section.body[-1].columns}
    assert (rows["run"], rows["rank"], rows["from"], rows["to"]) == (
        found.systems, found.rank.tolist(), found.low.tolist(), found.high.tolist(),
    )  # fmt: skip
    assert section.body[-2].text == sensitivity_words.places_moved(found, 100)
    with pytest.raises(InputError, match="no document"):
        overview(qrels, runs, second_qrels=Qrels.from_dict({"elsewhere": {"d": 1}}))
    alone = Runs.from_dict({"s": {"q00": {"d00": 1.0}}})
    with pytest.raises(UsageError, match="a single run has no rank"):
        overview(qrels, alone, second_qrels=second)


def test_that_few_deep_documents_are_judged_comes_before_their_share_of_relevant_ones():
    """The bands by hand: a share of relevant documents that rises with the rank is one of a selection."""
    top, deep, judged_through = Band(1, 1, 100, 100, 42), Band(51, 100, 2500, 100, 51), Band(51, 100, 100, 50, 20)
    titles = {
        deep: "At ranks 51 to 100 only 4% of the documents are judged, a selection: 51% of these are relevant, "
        "of those judged at rank 1 42%",
        judged_through: "Of judged documents at rank 1 42% are relevant, at 51 to 100 40%",
    }
    for last, title in titles.items():
        made = Completeness(["s"], [10], np.zeros((1, 1)), [top, last], Band(0, 0, 0, 0, 0), [], 0.2)
        assert bands_title(made) == title
