"""Laws of the bounds: they hold whatever the collection, and are checked on lists too long for brute force."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels, Runs
from irassay.errors import UsageError
from irassay.estimates import bound, has_bounds
from irassay.estimates.bounds.bounds import state_counts
from irassay.measures import Measure
from tests.plain.completions import score
from tests.plain.small import one_query, runs_of

MEASURES = ["nDCG@5", "nDCG", "NCG@4", "P@3", "R@5", "Success@2", "RR", "AP", "AP@4", "Rprec", "RBP(p=0.8)", "DCG@4"]
CLOSE = 1e-12


def long_collection(seed, n_systems=6, length=150, n_docs=260, n_queries=2, n_judged=40):
    rng = random.Random(seed)
    docs = [f"d{i:03}" for i in range(n_docs)]
    labels = {f"q{q}": {d: rng.choice([0, 0, 1, 2]) for d in rng.sample(docs, n_judged)} for q in range(n_queries)}
    lists = {f"s{s}": {q: rng.sample(docs, length) for q in labels} for s in range(n_systems)}
    return labels, lists


@pytest.mark.parametrize("name", [*MEASURES, "nDCG@80", "nDCG@100"])
def test_bounds_contain_every_completion(name):
    measure = Measure.parse(name)
    labels, lists = long_collection(1)
    found = bound(Qrels.from_dict(labels), runs_of(lists), measure, threads=1)
    rng = random.Random(2)
    universe = {q: sorted({d for per in lists.values() for d in per[q]} - set(labels[q])) for q in labels}
    for share in (0.0, 0.02, 0.1, 0.5, 0.9, 1.0):
        completed = {
            q: {**labels[q], **{d: rng.choice([1, 2]) if rng.random() < share else 0 for d in universe[q]}}
            for q in labels
        }
        scores = np.array([[score(measure, lists[s][q], completed[q]) for q in labels] for s in lists])
        assert (found.lower <= scores + CLOSE).all()
        assert (scores <= found.upper + CLOSE).all()
        difference = scores.mean(1)[:, None] - scores.mean(1)[None, :]
        assert (found.difference_lower <= difference + CLOSE).all()
        assert (difference <= found.difference_upper + CLOSE).all()


@pytest.mark.parametrize("name", [*MEASURES, "nDCG@80"])
def test_bounds_for_a_baseline_are_those_for_all_pairs(name):
    labels, lists = long_collection(3, n_systems=14, length=90)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    every = bound(qrels, runs, name, threads=1)
    for baseline in (["s5"], ["s13", "s0"]):
        found = bound(qrels, runs, name, baseline=baseline, threads=2)
        for which in ("lower", "estimate", "upper"):
            assert (getattr(found, which) == getattr(every, which)).all()
        places = [runs.systems.index(name) for name in baseline]
        asked = np.zeros((14, 14), dtype=bool)
        asked[places, :] = asked[:, places] = True
        for which in ("difference_lower", "difference_upper"):
            some, whole = getattr(found, which), getattr(every, which)
            assert (some[asked] == whole[asked]).all()
            assert np.isnan(some[~asked & ~np.eye(14, dtype=bool)]).all()
        for i in range(14):
            for j in range(14):
                assert found.state[i][j] == (every.state[i][j] if asked[i, j] else "")
    assert sum(state_counts(found.state).values()) == 13 + 12


def test_a_baseline_that_is_not_there_is_refused():
    labels, lists = long_collection(3, n_systems=2, length=9)
    with pytest.raises(UsageError, match='baseline names "x", which is not among the 2 systems'):
        bound(Qrels.from_dict(labels), runs_of(lists), "AP", baseline=["x"])


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=20, deadline=None)
@given(case=one_query(least_systems=2), grade=st.integers(0, 2), data=st.data())
def test_one_more_label_never_widens_an_exact_bound(name, case, grade, data):
    rankings, grades = case
    holes = sorted({d for r in rankings for d in r} - set(grades))
    if not holes:
        return
    doc = data.draw(st.sampled_from(holes))
    runs = runs_of({f"s{i}": {"q": docs} for i, docs in enumerate(rankings)})
    before = bound(Qrels.from_dict({"q": grades}), runs, name, scale=(0, 1, 2), threads=1)
    after = bound(Qrels.from_dict({"q": {**grades, doc: grade}}), runs, name, scale=(0, 1, 2), threads=1)
    assert (after.lower >= before.lower - CLOSE).all()
    assert (after.upper <= before.upper + CLOSE).all()
    exact = before.difference_exact
    assert (after.difference_lower >= before.difference_lower - CLOSE)[exact].all()
    assert (after.difference_upper <= before.difference_upper + CLOSE)[exact].all()


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=20, deadline=None)
@given(case=one_query(least_systems=3))
def test_adding_a_system_changes_no_plain_score_and_only_widens(name, case):
    rankings, grades = case
    qrels = Qrels.from_dict({"q": grades})
    few = bound(qrels, runs_of({f"s{i}": {"q": docs} for i, docs in enumerate(rankings[:2])}), name, threads=1)
    more = bound(qrels, runs_of({f"s{i}": {"q": docs} for i, docs in enumerate(rankings)}), name, threads=1)
    assert (few.plain == more.plain[:2]).all()
    assert (more.lower[:2] <= few.lower + CLOSE).all()
    assert (more.upper[:2] >= few.upper - CLOSE).all()
    assert (more.difference_upper[:2, :2] >= few.difference_upper - CLOSE).all()
    assert (more.difference_lower[:2, :2] <= few.difference_lower + CLOSE).all()
    if few.state[0][1] == "open":
        assert more.state[0][1] == "open"


@settings(max_examples=30, deadline=None)
@given(case=one_query(least_systems=2), more=st.integers(1, 5))
def test_cutoff_many_unseen_documents_stand_for_any_number(case, more):
    rankings, grades = case
    qrels = Qrels.from_dict({"q": grades})
    runs = runs_of({f"s{i}": {"q": docs} for i, docs in enumerate(rankings)})
    default, wide = bound(qrels, runs, "nDCG@3", threads=1), bound(qrels, runs, "nDCG@3", unseen=3 + more, threads=1)
    assert (default.lower == wide.lower).all()
    assert default.difference_upper == pytest.approx(wide.difference_upper, abs=CLOSE)


@pytest.mark.parametrize("name", ["nDCG@10", "AP", "R@20"])
def test_threads_and_order_of_lines_change_nothing(name):
    labels, lists = long_collection(3, n_queries=30, n_systems=4, length=30, n_docs=60)
    one = bound(Qrels.from_dict(labels), runs_of(lists), name, threads=1)
    shuffled = {q: dict(sorted(docs.items(), key=lambda item: item[0][::-1])) for q, docs in reversed(labels.items())}
    two = bound(Qrels.from_dict(shuffled), runs_of(lists), name, threads=3)
    for field in ("lower", "estimate", "upper", "difference_lower", "difference_upper"):
        assert (getattr(one, field) == getattr(two, field)).all(), field
    assert one.state == two.state


@pytest.mark.parametrize("name", ["AP", "Rprec"])
def test_equal_lists_stay_equal_under_every_completion(name):
    labels, lists = long_collection(4, n_systems=2)
    found = bound(Qrels.from_dict(labels), runs_of({"a": lists["s0"], "b": lists["s0"], "c": lists["s1"]}), name)
    assert found.difference_upper[0, 1] == pytest.approx(0, abs=CLOSE)
    assert found.state[0][1] == "exactly tied"


def test_a_query_without_any_list_scores_nothing_in_every_completion():
    found = bound(Qrels.from_dict({"q": {"d": 1}, "r": {"d": 1}}), Runs.from_dict({"a": {"q": {"d": 1.0}}}), "nDCG@2")
    assert found.upper[0].tolist() == [1.0, 0.0]


def test_measures_without_bounds_say_so():
    assert not any(
        has_bounds(Measure.parse(m)) for m in ("Judged@5", "Bpref", "infAP", "nDCG(judged_only=True)@5", "GMAP")
    )
    with pytest.raises(ValueError, match="no bounds over missing labels are known for Bpref"):
        bound(Qrels.from_dict({"q": {"d": 1}}), Runs.from_dict({"a": {"q": {"d": 1.0}}}), "Bpref")
