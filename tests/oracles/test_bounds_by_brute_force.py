"""Bounds against brute force over every completion of small collections."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels
from irassay.estimates import bound
from irassay.measures import DEFINITIONS, Measure
from irassay.scoring import evaluate
from tests.plain.completions import greatest_by_counts, score, true_bounds
from tests.plain.small import one_query, runs_of

EXACT = [
    "nDCG@3",
    "nDCG@5",
    "nDCG@1",
    "nDCG",
    'nDCG(dcg="exp-log2")@4',
    "nDCG(gains={1:3,2:0.5})@3",
    "DCG(gains={1:0,2:2.5})@3",
    "DCG@3",
    "NCG@3",
    "Hits@3",
    "R_cap@3",
    "R_cap(rel=2)@2",
    "P@3",
    "P(rel=2)@2",
    "R@3",
    "R(rel=2)@4",
    "SetR",
    "Success@3",
    "RR",
    "RR(rel=2)@3",
    "RBP(p=0.8)",
    "RBP(p=0.5,rel=2)@3",
    'RBP(p=0.7,gain="graded",max_rel=2)',
    "INSQ(max_rel=2)@5",
    "INSQ(T=2.5,min_rel=1,max_rel=2)",
]


ALL = [*EXACT, "Rprec", "Rprec(rel=2)", "AP", "AP(rel=2)@3"]


def test_every_measure_with_bounds_is_held_to_enumeration():
    assert {Measure.parse(name).name for name in ALL} == {d.name for d in DEFINITIONS.values() if d.traits.bounds}


def bounds_of(measure, rankings, grades, scale, unseen):
    qrels = Qrels.from_dict({"q": grades})
    runs = runs_of({f"s{i}": {"q": docs} for i, docs in enumerate(rankings)})
    return bound(qrels, runs, measure, scale=scale, unseen=unseen, threads=1)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=60, deadline=None)
@given(case=one_query(), scale=st.sampled_from([(0, 1, 2), (0, 2), (0, 1)]), unseen=st.integers(0, 2))
def test_bounds_equal_the_true_range(name, case, scale, unseen):
    rankings, grades = case
    unseen = max(0, min(unseen, 6 - len({d for r in rankings for d in r} - set(grades))))  # at most 3^6 completions
    measure = Measure.parse(name)
    lower, upper, greatest = true_bounds(measure, rankings, grades, scale, unseen)
    found = bounds_of(measure, rankings, grades, scale, unseen)
    assert found.exact.all()
    assert found.plain[:, 0] == pytest.approx([score(measure, r, grades) for r in rankings], abs=1e-12)
    assert found.lower[:, 0] == pytest.approx(lower, abs=1e-12)
    assert found.upper[:, 0] == pytest.approx(upper, abs=1e-12)
    for a in range(len(rankings)):
        for b in range(len(rankings)):
            if measure.name == "AP":
                assert not found.difference_exact[a, b]
                assert found.difference_upper[a, b] >= greatest[a][b] - 1e-12
                assert found.difference_lower[a, b] <= -greatest[b][a] + 1e-12
            else:
                assert found.difference_exact[a, b]
                assert found.difference_upper[a, b] == pytest.approx(greatest[a][b], abs=1e-12)
                assert found.difference_lower[a, b] == pytest.approx(-greatest[b][a], abs=1e-12)


@pytest.mark.parametrize("name", ["AP", "nDCG@3", "RR"])
@settings(max_examples=60, deadline=None)
@given(
    cases=st.tuples(
        one_query(n_docs=6, least_systems=2, n_systems=2), one_query(n_docs=6, least_systems=2, n_systems=2)
    )
)
def test_states_are_what_every_completion_says(name, cases):
    measure = Measure.parse(name)
    qrels = Qrels.from_dict({f"q{i}": grades for i, (_, grades) in enumerate(cases)})
    runs = runs_of({f"s{s}": {f"q{i}": case[0][s] for i, case in enumerate(cases)} for s in range(2)})
    found = bound(qrels, runs, measure, scale=(0, 1, 2), unseen=0)
    plain = [sum(score(measure, rankings[s], grades) for rankings, grades in cases) / 2 for s in range(2)]
    ahead = int(plain[1] > plain[0])
    against = sum(true_bounds(measure, *case, (0, 1, 2), 0)[2][1 - ahead][ahead] for case in cases) / 2
    state = found.state[0][1]
    if abs(plain[0] - plain[1]) <= 1e-12:
        assert state == "exactly tied"
    elif state == "settled":
        assert against < 0
    elif state == "open":
        assert against >= -1e-12
    else:
        assert (name, state) == ("AP", "not known")


@pytest.mark.parametrize(("name", "unseen"), [("nDCG@20", 20), ("nDCG@90", 90), ("nDCG@90", 3), ("nDCG", 0)])
def test_long_lists_equal_every_count_of_new_grades(name, unseen):
    rng = random.Random(unseen)
    docs = [f"d{i}" for i in range(150)]
    lists = [rng.sample(docs, 100) for _ in range(5)]
    lists[1] = [*lists[0][1:70], lists[0][0], *lists[0][70:]]  # nearly the same
    grades = {d: rng.choice([0, 0, 1, 2]) for d in rng.sample(docs, 30)}
    found = bounds_of(Measure.parse(name), lists, grades, (0, 1, 2), unseen)
    others = {d for docs in lists for d in docs}
    for a in range(5):
        for b in range(5):
            if a != b:
                true = greatest_by_counts(Measure.parse(name), lists[a], lists[b], grades, others, unseen)
                assert found.difference_upper[a, b] == pytest.approx(true, abs=1e-12)


def test_long_lists_where_every_document_that_helps_gets_the_lower_grade_and_few_the_higher():
    # So many labels of grade 1 that one more raises the ideal by nothing, and none of grade 2.
    rng = random.Random(6)
    docs = [f"d{i}" for i in range(140)]
    grades = {f"j{i}": 1 for i in range(100)}
    lists = [[*rng.sample(docs, 90), *rng.sample(sorted(grades), 10)] for _ in range(4)]
    lists = [rng.sample(ranked, len(ranked)) for ranked in lists]
    measure = Measure.parse("nDCG@100")
    found = bounds_of(measure, lists, grades, (0, 1, 2), 0)
    others = {d for ranked in lists for d in ranked}
    for a in range(4):
        for b in range(4):
            if a != b:
                true = greatest_by_counts(measure, lists[a], lists[b], grades, others, 0)
                assert found.difference_upper[a, b] == pytest.approx(true, abs=1e-12)


RELATIVE = ['RBP(p=0.7,gain="graded"{})', 'RBP(p=0.5,gain="graded"{})@3', "INSQ({})@5", "INSQ(T=2.5,min_rel=1{})"]


def of_top(form, top):
    """The measure as written, and with the top of the scale in the place of "the largest grade there is"."""
    given = f"max_rel={top}"
    return form.format("").replace("()", ""), form.format(given if "({}" in form else f",{given}")


@pytest.mark.parametrize("form", RELATIVE)
@settings(max_examples=60, deadline=None)
@given(case=one_query(n_docs=5), top=st.integers(3, 5), unseen=st.integers(0, 1))
def test_bounds_hold_where_a_missing_label_may_be_larger_than_every_label_there_is(form, case, top, unseen):
    """Gains relative to "the largest grade": a completion may hold the top of the scale, which changes the gains of
    judged documents too. Oracle: every completion, with gains relative to the top of the scale.
    """
    rankings, grades = case
    name, written_out = of_top(form, top)
    measure, scale = Measure.parse(written_out), (0, 2, top)
    lower, upper, greatest = true_bounds(measure, rankings, grades, scale, unseen)
    found = bounds_of(Measure.parse(name), rankings, grades, scale, unseen)
    assert found.measure == measure
    assert found.plain[:, 0] == pytest.approx([score(measure, r, grades) for r in rankings], abs=1e-12)
    assert (found.lower <= found.plain + 1e-12).all()
    assert (found.plain <= found.upper + 1e-12).all()
    assert found.lower[:, 0] == pytest.approx(lower, abs=1e-12)
    assert found.upper[:, 0] == pytest.approx(upper, abs=1e-12)
    for a in range(len(rankings)):
        for b in range(len(rankings)):
            assert found.difference_upper[a, b] == pytest.approx(greatest[a][b], abs=1e-12)
            assert found.difference_lower[a, b] == pytest.approx(-greatest[b][a], abs=1e-12)


@pytest.mark.parametrize("name", ['RBP(p=0.5,gain="graded")', "INSQ@5"])
def test_an_order_that_a_larger_grade_reverses_is_not_settled(name):
    """Labels 2 and 1 of a scale to 4: x with grade 4 makes "new" better, though 2 is the largest label there is."""
    labels, lists = {"d1": 0, "d3": 2, "d4": 1}, [["d3", "d4"], ["x", "d1"]]
    found = bounds_of(Measure.parse(name), lists, labels, range(5), 0)
    runs = runs_of({f"s{i}": {"q": docs} for i, docs in enumerate(lists)})
    completed = evaluate(Qrels.from_dict({"q": {**labels, "x": 4}}), runs, [name]).values[0, 0, :, 0]
    assert completed[0] < completed[1]
    assert found.state[0][1] == "open"
    assert found.lower[:, 0] == pytest.approx(found.plain[:, 0], abs=1e-12)
    assert found.upper[1, 0] == pytest.approx(completed[1], abs=1e-12)
    assert found.difference_lower[0, 1] == pytest.approx(completed[0] - completed[1], abs=1e-12)
