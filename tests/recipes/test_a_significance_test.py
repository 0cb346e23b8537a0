"""The recipe for a test of significance: a row of words in `TESTS`, and a row that computes in `COMPUTED`.

The toy is the paired t-test under another name, so that its p-values are known; nothing else is touched.
"""

from __future__ import annotations

import numpy as np
import pytest

from irassay import Qrels, Runs, compare, evaluate, settle
from irassay.comparison.significance.decisions import COMPUTED
from irassay.errors import UsageError
from irassay.messages.names_of_tests import TESTS, SignificanceTest
from irassay.studies.paper_table import paper_table

TOY = SignificanceTest("toy test", "a toy test", "assumes nothing", of_one_sample=True, counts_signs=False)


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(TESTS, "toy", TOY)
    monkeypatch.setitem(COMPUTED, "toy", COMPUTED["t"])


@pytest.fixture
def collection():
    rng = np.random.default_rng(20261)
    qrels = Qrels.from_dict({f"q{i}": {"a": 1, "b": 0, "c": 0} for i in range(30)})
    lists = {
        name: {q: {d: float(s) for d, s in zip("abc", rng.random(3) + np.array([good, 0, 0]))} for q in qrels.queries}
        for name, good in (("new", 0.7), ("old", 0.0), ("other", 0.2))
    }
    return qrels, Runs.from_dict(lists)


def test_a_new_test_decides_as_its_twin_does(collection):
    scores = evaluate(*collection, ["RR"])
    mine, twin = compare(scores, test="toy"), compare(scores, test="t")
    np.testing.assert_array_equal(mine.p, twin.p)
    np.testing.assert_array_equal(mine.significant, twin.significant)


@pytest.mark.filterwarnings("ignore:RR")
def test_every_sentence_knows_its_name(collection):
    verdict = settle(*collection, "RR", test="toy")
    assert verdict.league.test == "toy"
    assert "Toy test" in paper_table(*collection, ["RR"], test="toy")


def test_a_name_that_is_in_no_row_is_refused_with_those_that_are(collection):
    with pytest.raises(UsageError, match='"bootstrap" or "toy"'):
        compare(evaluate(*collection, ["RR"]), test="toyed")
