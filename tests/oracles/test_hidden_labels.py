"""The simulation of hidden labels in short: what holds, what fails, and that failing is named. Oracle: complete truth.

At length: `make study-holes`, docs/simulations.md.
"""

from __future__ import annotations

import numpy as np
import pytest

from simulations import holes_tables as tables
from simulations.hidden import FRACTIONS, HIDDEN, kept, marked, world
from simulations.holes import by_rate, errors

HALF_GONE = FRACTIONS[-1]


@pytest.fixture(scope="module")
def found():
    return errors(0, seed=0)


def cell(found, measure, how, name, fraction=HALF_GONE):
    return tables.Cell(found[measure, how, fraction, name])


def test_bounds_hold_the_truth_however_labels_are_hidden(found):
    assert tables.bounds_hold(found)
    assert {(m, h) for m, h, _, name in found if name == "bounds"} == {
        (m, h) for m in ("P@10", "nDCG@10", "AP") for h in HIDDEN
    }


def test_labels_hidden_at_random_cost_the_plain_score_and_draws_from_the_run_give_it_back(found):
    plain, drawn = (cell(found, "P@10", "at random", name) for name in ("plain", "bootstrapped, run"))
    assert plain.bias < -0.2
    assert abs(drawn.bias) < 0.03
    assert drawn.coverage >= 0.6  # of ten systems of one world
    assert abs(cell(found, "nDCG@10", "at random", "infNDCG@10").bias) < 0.1


@pytest.mark.parametrize("name", ["expected", "bootstrapped, run", "bootstrapped, pool", "bootstrapped, place"])
def test_estimates_from_judged_documents_fail_under_pooling_bias_and_are_named(found, name):
    assert cell(found, "AP", "by pooling bias", name).fails
    said = tables.failing_words(found).splitlines()[1]
    assert said.startswith("- Labels hidden by pooling bias:")
    assert f"*{name}*" in said
    assert f"{name} *" in tables.estimator_table(found)


def test_bpref_and_condensed_lists_are_compared_by_their_order_alone(found):
    for name in ("condensed", "bpref"):
        of = cell(found, "AP", "at random", name, 0.3)
        assert np.isnan(of.bias)
        assert of.tau > 0.7
        assert not of.fails


def test_a_share_of_each_querys_labels_is_hidden_and_bias_hides_what_few_find():
    of, rng = world(0, 0), np.random.default_rng(1)
    for how in HIDDEN:
        left = kept(of, 0.3, how, rng)
        for query, labels in of.labels.items():
            assert len(left[query]) == len(labels) - round(0.3 * len(labels))
            gone = [of.support[query][doc] for doc in labels if doc not in left[query]]
            if how == "by pooling bias":
                assert max(gone) <= min(of.support[query][doc] for doc in left[query])
        assert marked(of, left).n_labels == of.full.n_labels


def test_the_whole_sample_has_no_bias_and_a_tenth_has_some():
    rates = by_rate(0, seed=0)
    assert all(np.abs(rates[name, 1.0][:2]).max() < 1e-9 for name in ("xinfAP", "infNDCG", "infNDCG@10"))
    assert rates["xinfAP", 0.1][0] < 0
    assert rates["xinfAP", 0.1][1] > rates["xinfAP", 0.4][1]
