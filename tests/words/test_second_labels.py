"""What pages say of second labels that can't tell documents apart, or that are on another scale."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.studies.overview import overview
from irassay.studies.sections.coverage import odd_grades
from irassay.studies.track import track
from irassay.studies.whatif import whatif


def world():
    rng = np.random.default_rng(1)
    queries, docs = [f"q{i}" for i in range(6)], [f"d{i}" for i in range(12)]
    labels = {q: {d: int(g) for d, g in zip(docs, rng.integers(0, 3, 12))} for q in queries}
    lists = {f"s{i}": {q: {d: float(rng.random()) for d in docs} for q in queries} for i in range(4)}
    return labels, Qrels.from_dict(labels), Runs.from_dict(lists)


def regraded(labels, grade):
    return Qrels.from_dict({q: {d: grade(g) for d, g in of.items()} for q, of in labels.items()})


def odd(result):
    return {f.code: (f.level, f.text) for f in result.findings if f.code.startswith("second-")}


def page(study, labels, runs, second):
    more = {"select": ["noise"]} if study is whatif else {}
    return study(labels, runs, measures=["nDCG@10"], second_qrels=second, **more)


@pytest.mark.parametrize("study", [track, overview, whatif])
def test_second_labels_of_one_grade_are_said_wherever_they_take_part(study):
    labels, qrels, runs = world()
    relevant = odd(page(study, qrels, runs, regraded(labels, lambda g: 1)))
    said = "All 72 second labels have grade 1: they tell no labelled document from another."
    assert relevant == {"second-one-grade": ("note" if study is track else "warning", said)}
    nothing = odd(page(study, qrels, runs, regraded(labels, lambda g: 0)))
    said = "All 72 second labels have grade 0: no document is relevant by them, and every score on them is 0."
    assert nothing == {"second-one-grade": ("warning", said)}


@pytest.mark.parametrize("study", [track, overview, whatif])
def test_second_labels_off_the_first_scale_are_counted_with_their_grades(study):
    labels, qrels, runs = world()
    n = sum(g > 0 for of in labels.values() for g in of.values())
    said = odd(page(study, qrels, runs, regraded(labels, lambda g: 3 * g)))
    share = f"{100 * n / 72:.1f}%"
    assert said == {
        "second-off-scale": (
            "warning",
            f"{n} of 72 second labels ({share}) lie off the first labels' scale, which is 0 to 2: grades 3 and 6.",
        )
    }


def test_labels_on_one_scale_are_not_remarked_on():
    labels, qrels, _ = world()
    assert odd_grades(qrels, regraded(labels, lambda g: min(g, 1))) == []
    assert odd_grades(qrels, Qrels.from_dict({})) == []
