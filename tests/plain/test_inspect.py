"""What the preflight counts about ties and equal lists, held against trying every order."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import irassay
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.measures.specification import kernel_specs
from irassay.preflight.inputs import Material

UNJUDGED = -128
MONOTONE = (
    *("nDCG@3", "nDCG@9", "nDCG(dcg='exp-log2')@4", "DCG@3", "P@3", "R@4", "Success@2", "RR", "RR(rel=2)@3"),
    *("AP", "AP(rel=2)@4", "AP(judged_only=True)", "Rprec", "RBP(p=0.5)", "NCG@3", "Bpref", "Judged@3"),
)


def smallest_and_largest(grades, groups, spec):
    """Every order of every group of equal scores, scored."""
    labels = [g for g in grades if g != UNJUDGED]
    place = {d: sum(g != UNJUDGED for g in grades[:d]) if grades[d] != UNJUDGED else -1 for d in range(len(grades))}
    values = [
        _core.score_list(labels, [place[d] for group in orders for d in group], [spec])[0]
        for orders in itertools.product(*(itertools.permutations(group) for group in groups))
    ]
    return min(values), max(values)


@st.composite
def tied_lists(draw):
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3).filter(lambda s: sum(s) <= 8))
    grades = draw(st.lists(st.sampled_from([UNJUDGED, -1, 0, 1, 2]), min_size=sum(sizes), max_size=sum(sizes)))
    docs = iter(range(sum(sizes)))
    return grades, [[next(docs) for _ in range(size)] for size in sizes]


@pytest.mark.parametrize("name", MONOTONE)
@settings(max_examples=30, deadline=None)
@given(tied_lists())
def test_the_swing_of_ties_is_that_of_every_order_tried(name, case):
    grades, groups = case
    (spec,) = kernel_specs([Measure.parse(name)], largest_grade=2)
    labelled = [d for d, g in enumerate(grades) if g != UNJUDGED]
    if not labelled:
        return
    qrels = _core.qrels_from_lists(["q"], [[f"d{d}" for d in labelled]], [[grades[d] for d in labelled]])
    scores = [float(-number) for number, group in enumerate(groups) for _ in group]
    runs = _core.runs_from_lists(["s"], [(0, "q", [f"d{d}" for d in range(len(grades))], scores)])
    join = _core.join(qrels, runs)
    least, plain, greatest = _core.tie_swings(qrels, runs, join, [spec], _core.Ties.float64)[0][0]
    low, high = smallest_and_largest(grades, groups, spec)
    assert least == pytest.approx(low, abs=1e-12)
    assert greatest == pytest.approx(high, abs=1e-12)
    assert least <= plain <= greatest


@given(
    st.lists(
        st.lists(st.lists(st.sampled_from("abc"), unique=True, max_size=3), min_size=2, max_size=2),
        min_size=1,
        max_size=6,
    ),
    st.integers(1, 3),
)
def test_systems_are_the_same_exactly_where_their_lists_are(systems, depth):
    lists = [
        (s, f"q{q}", docs, [-float(i) for i in range(len(docs))])
        for s, queries in enumerate(systems)
        for q, docs in enumerate(queries)
        if docs
    ]
    runs = _core.runs_from_lists([f"s{i}" for i in range(len(systems))], lists)
    cut = [tuple(tuple(docs[:depth]) for docs in queries) for queries in systems]
    expected = [cut.index(own) if any(own) else i for i, own in enumerate(cut)]
    assert _core.same_lists(runs, None, depth, _core.Ties.float64) == expected


@pytest.mark.parametrize("ties", ["float64", "float32"])
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_the_present_summary_is_what_evaluate_gives(ties, seed):
    draw = random.Random(seed)
    docs = [f"d{i}" for i in range(12)]
    labels = {f"q{q}": {d: draw.randint(-1, 3) for d in draw.sample(docs, 6)} for q in range(4)}
    systems = {
        f"s{s}": {
            f"q{q}": {d: draw.choice([1.0, 1.0 + 1e-12, 2.0, 3.0]) for d in draw.sample(docs, 8)}
            for q in range(4)
            if draw.random() < 0.8
        }
        for s in range(3)
    }
    qrels, runs = irassay.Qrels.from_dict(labels), irassay.Runs.from_dict(systems)
    measures = [Measure.parse(name) for name in (*MONOTONE, "GMAP", "infAP", "NumRelRet", "SetF", "IPrec@0.4")]
    found = Material(qrels, runs, measures).ranges(measures, ties=getattr(_core.Ties, ties))
    summary = irassay.evaluate(qrels, runs, measures, ties=ties).summary
    for m in range(len(measures)):
        for s in range(len(systems)):
            assert found[s][m][1] == pytest.approx(float(summary[m, 0, s]), abs=1e-12)
            assert found[s][m][0] <= found[s][m][1] <= found[s][m][2]
