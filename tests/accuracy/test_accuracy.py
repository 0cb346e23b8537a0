"""No quantity's error against exact arithmetic is larger than recorded. ``make accuracy`` records smaller ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from irassay.measures import DEFINITIONS, Measure
from tests.accuracy import ratchet
from tests.accuracy.cases import BOUNDED, MEASURES, SAMPLED, SUBTOPICS, quantities
from tests.accuracy.exact import log2, square_root, twins

COUNTS = {
    "NumQ",
    "NumRet",
    "NumRel",
    "NumRelRet",
    "MFR",
    "Success",
    "StRecall",
    "GMAP",
    "GBpref",
    "Hits",
    "NumNonRelRet",
}  # whole, or stand by another name


@pytest.mark.parametrize("name", quantities())
def test_an_error_does_not_grow(name):
    recorded = ratchet.read()[name]
    assert ratchet.as_recorded(ratchet.largest(name)) <= recorded + ratchet.allowance(name)


def test_what_is_recorded_is_what_is_computed():
    assert set(ratchet.read()) == set(quantities())


def test_every_measure_has_a_record():
    known = {Measure.parse(name).name for name in (*MEASURES, *SUBTOPICS, *SAMPLED)} | COUNTS
    assert {name for name in DEFINITIONS if name not in known} == {"SetR"}  # R to the end of the list
    assert BOUNDED


def test_errors_are_small():
    assert max(ratchet.read().values()) < 200


def test_exact_arithmetic_is():
    ndcg = twins("measures").ndcg(["a", "b"], {"a": 1, "b": 3}, None)
    true = (1 + 3 / log2(3)) / (3 + 1 / log2(3))
    assert abs(ndcg - true) < Fraction(1, 10**50)
    assert abs(square_root(2) ** 2 - 2) < Fraction(1, 10**55)
    assert twins("measures").average_precision(["a", "b", "c"], {"a": 1, "c": 1}, 1) == Fraction(5, 6)
    assert ratchet.error(1.0, Fraction(1) + ratchet.UNIT, 0) == pytest.approx(1.0)
