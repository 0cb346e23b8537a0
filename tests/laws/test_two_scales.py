"""Labels of two scales in one file; the oracle is the probability of the binomial distribution."""

from __future__ import annotations

import random

import pytest
from scipy.stats import binom

import irassay
from irassay import Qrels, Runs
from tests.collections_at_hand import collection


def warned(qrels):
    runs = Runs.from_dict({"run": {query: {next(iter(qrels.grades(query))): 1.0} for query in qrels.queries}})
    return [finding for finding in irassay.check(qrels, runs).findings if finding.code == "two-scales"]


def labels_of(binary, graded):
    """Queries with so many labels of 1 each, and queries with so many of 1 and of 3, and one of 0 in each."""
    parts = {f"b{i}": {"n": 0, **{f"d{k}": 1 for k in range(n)}} for i, n in enumerate(binary)}
    for i, (low, high) in enumerate(graded):
        parts[f"g{i}"] = {"n": 0, **{f"d{k}": 1 + 2 * (k < high) for k in range(low + high)}}
    return Qrels.from_dict(parts)


def test_labels_of_two_scales_are_warned_of_with_the_counts_of_queries():
    [one] = warned(labels_of([10] * 6, [(6, 4)] * 7))
    assert one.level == "warning"
    assert one.text == "Labels may be of two scales: 6 queries have no grade above 1, 7 have grades up to 3"
    assert (one.numbers["binary"], one.numbers["graded"], one.numbers["labels"]) == (6, 7, 60)


@pytest.mark.parametrize("n", range(20, 34))
def test_the_warning_needs_more_labels_than_chance_leaves_without_a_higher_grade(n):
    """Of the graded queries the lowest rate is 4 in 10; none of n labels above 1 must be less likely than 1e-6."""
    sizes = [n // 5 + (i < n % 5) for i in range(5)]
    found = bool(warned(labels_of(sizes, [(6, 4)] * 5 + [(1, 9)] * 3)))
    assert found == (binom.pmf(0, n, 0.4) < 1e-6)


def test_few_queries_a_grade_that_is_rare_and_grades_to_2_are_no_two_scales():
    assert not warned(labels_of([100] * 4, [(6, 4)] * 9))
    assert not warned(labels_of([100] * 9, [(6, 4)] * 4))
    assert not warned(labels_of([10] * 9, [(6, 4)] * 9 + [(99, 1)]))
    assert not warned(labels_of([10] * 9, []))
    two = {f"q{i}": {"n": 0, **{f"d{k}": 1 + (k < 4 and i > 5) for k in range(20)}} for i in range(12)}
    assert not warned(Qrels.from_dict(two))


@pytest.mark.parametrize("year", [2019, 2020, 2021])
def test_a_real_collection_has_one_scale_and_half_of_it_made_binary_two(year):
    qrels = irassay.read_qrels(collection(f"trec-dl-{year}-passage") / "qrels")
    assert not warned(qrels)
    chosen = set(random.Random(1).sample(list(qrels.queries), len(qrels.queries) // 2))
    tree = {query: dict(qrels.grades(query)) for query in qrels.queries}
    mixed = {q: {d: min(g, 1) if q in chosen else g for d, g in docs.items()} for q, docs in tree.items()}
    assert warned(Qrels.from_dict(mixed))
