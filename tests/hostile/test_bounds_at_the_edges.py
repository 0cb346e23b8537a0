"""Bounds of collections that are hardly there, and of arguments that can't be."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.estimates import bound, unjudged

QRELS = Qrels.from_dict({"q": {"d1": 1, "d2": 0}, "r": {"d1": 0}})
RUNS = Runs.from_dict({"a": {"q": {"d1": 2.0, "d3": 1.0}}, "b": {"q": {"d4": 1.0}}})
MEASURES = ["nDCG@5", "nDCG", "NCG@5", "P@5", "R@5", "Success@5", "RR", "AP", "Rprec", "RBP", "DCG"]


@pytest.mark.parametrize("name", MEASURES)
def test_no_shared_query_leaves_every_score_at_nothing(name):
    found = bound(Qrels.from_dict({"x": {"d": 1, "e": 0}}), RUNS, name)
    assert (found.lower == 0).all()
    assert (found.upper == 0).all()
    assert found.state[0][1] == "exactly tied"


@pytest.mark.parametrize("name", MEASURES)
def test_one_system_has_bounds_and_no_pairs(name):
    found = bound(QRELS, Runs.from_dict({"a": {"q": {"d1": 2.0, "d3": 1.0}}}), name)
    assert found.state == [[""]]
    assert (found.lower <= found.plain).all()
    assert (found.plain <= found.upper).all()
    assert len(unjudged(QRELS, RUNS, found)) == 0
    assert found.result().title


@pytest.mark.parametrize("name", MEASURES)
def test_negative_grades_are_judged_without_gain(name):
    found = bound(Qrels.from_dict({"q": {"d1": -1, "d3": -127, "d4": 0}}), RUNS, name)
    assert np.isfinite(found.lower).all()
    assert (found.upper == 0).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"unseen": -1}, "unseen must be a whole number from 0"),
        ({"unseen": 10**9}, "unseen must be a whole number from 0"),
        ({"unseen": True}, "unseen must be"),
        ({"scale": (1, 2)}, "scale must hold 0"),
        ({"scale": (0, 200)}, "scale must hold whole numbers"),
        ({"scale": (0, 0.5)}, "scale must hold whole numbers"),
        ({"ties": "rank"}, "ties must be"),
        ({"threads": -1}, "threads must be"),
        ({"seed": -1}, "expected a seed"),
    ],
)
def test_an_argument_that_cannot_be_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        bound(QRELS, RUNS, "nDCG@5", **arguments)


def test_a_cutoff_beyond_what_is_tabled_is_refused_in_words():
    with pytest.raises(ValueError, match="no bounds over missing labels are known for nDCG@999999999"):
        bound(QRELS, RUNS, "nDCG@999999999")
