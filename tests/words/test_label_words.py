"""Sentences about missing labels."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from irassay.collection import Qrels
from irassay.estimates import ASSUMPTION, bound
from irassay.studies.overview.sections.labels import holes_title
from tests.laws.test_bounds import long_collection
from tests.plain.small import runs_of


def found(n_systems, measure="nDCG@5", *, seed=7):
    labels, lists = long_collection(seed, n_systems=n_systems, length=10, n_docs=60)
    return bound(Qrels.from_dict(labels), runs_of(lists), measure)


def test_two_systems_get_a_sentence_and_no_shares():
    result = found(2).result()
    assert "%" not in result.title
    assert "labels" in result.title


def test_up_to_seven_systems_get_counts_and_more_get_shares():
    assert "%" not in found(5).result().title
    assert "%" in found(9).result().title
    assert "settled by the labels" in found(9).result().title


def test_the_estimate_never_stands_without_its_assumption():
    result = found(3).result()
    assert ASSUMPTION in result.tables[0].note
    assert any(ASSUMPTION in finding.text for finding in result.findings)


def test_scope_says_depth_queries_labels_and_grades(golden):
    golden(found(3).result().standfirst)
    assert "among retrieved documents" in found(3, "AP").result().standfirst


def test_rbp_says_that_the_tail_is_left_out_and_ap_that_it_is_bounded_from_outside():
    assert any("tail" in f.text for f in found(3, "RBP(p=0.8)").result().findings)
    assert any("have outer bounds" in f.text for f in found(3, "AP").result().findings)


@pytest.mark.parametrize(
    ("inside", "below", "title"),
    [
        (0.86, [], "86% of the documents down to rank 10 have no label"),
        (0.004, [0.5, 0.9], "Almost no holes down to rank 10; at the end of the runs 90% are unjudged"),
        (0.0, [], "No holes down to rank 10"),
    ],
)
def test_where_labels_stop_is_the_share_without_one_to_the_depth_and_at_the_end(inside, below, title):
    """Oracle: by hand; two systems a little to either side of the share."""
    shares = [(1, 10, inside), *((11 * (i + 1), 11 * (i + 1) + 9, share) for i, share in enumerate(below))]
    by_rank = [
        (first, last, [share - 0.003 * bool(share), share + 0.003 * bool(share)]) for first, last, share in shares
    ]
    assert holes_title(SimpleNamespace(depth=10, by_rank=by_rank)) == title
