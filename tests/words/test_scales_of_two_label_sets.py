"""A second set of labels with fewer grades: a track says that the scales differ, and kappa at each cut."""

from __future__ import annotations

import pytest

from irassay import Qrels, Runs
from irassay.studies.track import track

GRADES = {"a": 3, "b": 2, "c": 1, "d": 0, "e": 2, "f": 0}
SCORES = {name: {d: float((5 * k + step) % 7) for k, d in enumerate(GRADES)} for name, step in (("x", 0), ("y", 3))}
RUNS = Runs.from_dict({name: {f"q{i}": scores for i in range(6)} for name, scores in SCORES.items()})


def told(second):
    labels = Qrels.from_dict({f"q{i}": GRADES for i in range(6)})
    others = Qrels.from_dict({f"q{i}": {d: second(g) for d, g in GRADES.items()} for i in range(6)})
    findings = track(labels, RUNS, second_qrels=others, measures=["nDCG@10"]).findings
    return [one for one in findings if one.code == "judges-scales"]


def test_binary_second_labels_are_compared_at_every_cut():
    """By hand: the second labels say 1 from grade 2 on. From 2 both agree; from 1, 5 of 6 agree and 1/2 by chance."""
    (one,) = told(lambda grade: int(grade >= 2))
    assert one.level == "warning"
    assert "0 to 3 here and 0 to 1 in the other labels" in one.text
    assert one.numbers["from_2"] == 1.0
    assert one.numbers["from_1"] == pytest.approx((5 / 6 - 1 / 2) / (1 - 1 / 2))


def test_second_labels_of_the_same_scale_are_not():
    assert told(lambda grade: min(grade + 1, 3)) == []
