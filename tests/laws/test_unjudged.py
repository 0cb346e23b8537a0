"""The list of labels that matter."""

from __future__ import annotations

import pytest

from irassay.collection import Qrels
from irassay.estimates import bound, labels_needed, unjudged
from irassay.measures import Measure
from tests.laws.test_bounds import long_collection
from tests.plain.completions import score
from tests.plain.small import runs_of


def columns(table):
    return {c.name: list(c.values) for c in table.columns}


@pytest.mark.parametrize("name", ["nDCG@10", "P@5", "R@10", "RR", "AP", "Rprec", "RBP(p=0.8)", "Success@2"])
def test_effect_is_the_change_of_a_leader_difference_under_that_one_label(name):
    labels, lists = long_collection(5, n_systems=5, length=20, n_docs=50, n_queries=6, n_judged=14)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    bounds = bound(qrels, runs, name)
    table = columns(unjudged(qrels, runs, bounds))
    assert table["pairs"] == sorted(table["pairs"], reverse=True)
    assert table["doc"]
    mean = bounds.plain.mean(axis=1)
    leader = int(mean.argmax())
    for query, doc, effect in list(zip(table["query"], table["doc"], table["effect"]))[:20]:
        change = [
            score(bounds.measure, lists[s][query], {**labels[query], doc: 2})
            - score(bounds.measure, lists[s][query], labels[query])
            for s in lists
        ]
        assert effect == pytest.approx(max(abs(c - change[leader]) for c in change) / 6, abs=1e-12)


def test_effect_of_a_label_larger_than_every_label_there_is():
    """Oracle: the plain twin, with gains relative to the top of the scale before and after."""
    labels, lists = long_collection(5, n_systems=3, length=20, n_docs=50, n_queries=6, n_judged=14)
    qrels, runs, measure = Qrels.from_dict(labels), runs_of(lists), Measure.parse('RBP(gain="graded",max_rel=4)')
    bounds = bound(qrels, runs, 'RBP(gain="graded")', scale=range(5))
    table = columns(unjudged(qrels, runs, bounds))
    leader = int(bounds.plain.mean(axis=1).argmax())
    for query, doc, effect in list(zip(table["query"], table["doc"], table["effect"]))[:20]:
        change = [
            score(measure, of[query], {**labels[query], doc: 4}) - score(measure, of[query], labels[query])
            for of in lists.values()
        ]
        assert effect == pytest.approx(max(abs(c - change[leader]) for c in change) / 6, abs=1e-12)


def test_ranks_and_runs_are_those_of_the_lists():
    labels, lists = long_collection(6, n_systems=3, length=20, n_docs=50, n_queries=2)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    table = columns(unjudged(qrels, runs, bound(qrels, runs, "nDCG@5"), limit=3))
    assert len(table["doc"]) == 3
    for query, doc, best, n in zip(table["query"], table["doc"], table["best_rank"], table["runs"]):
        places = [lists[s][query].index(doc) + 1 for s in lists if doc in lists[s][query][:5]]
        assert (best, n) == (min(places), len(places))
        assert doc not in labels[query]


def test_nothing_matters_where_no_pair_is_open():
    qrels = Qrels.from_dict({"q": {"d1": 1, "d2": 0, "d3": 0}})
    runs = runs_of({"a": {"q": ["d1", "d2"]}, "b": {"q": ["d2", "d3"]}})
    bounds = bound(qrels, runs, "P@2")
    assert bounds.state[0][1] == "settled"
    assert len(unjudged(qrels, runs, bounds)) == 0


@pytest.mark.parametrize("listed", [unjudged, lambda *given: labels_needed(*given, [("s0", "s1")]).documents])
def test_what_a_sample_says_nobody_judged_is_listed_like_what_has_no_label(listed):
    labels, lists = long_collection(5, n_systems=3, length=20, n_docs=50, n_queries=6, n_judged=14)
    runs = runs_of(lists)
    plain = Qrels.from_dict(labels)
    skipped = {q: {doc: -1 for doc in lists["s0"][q][:10] if doc not in of} for q, of in labels.items()}
    sampled = Qrels.from_dict({q: {**of, **skipped[q]} for q, of in labels.items()})
    sampled = Qrels(sampled.core, strata={q: dict.fromkeys(sampled.grades(q), "all") for q in labels})
    assert any(skipped.values())
    bounds = bound(sampled, runs, "P@5")
    assert bounds.state == bound(plain, runs, "P@5").state
    assert columns(listed(sampled, runs, bounds)) == columns(listed(plain, runs, bound(plain, runs, "P@5")))


def test_a_system_that_is_not_there_is_named():
    qrels, runs = Qrels.from_dict({"q": {"d1": 1}}), runs_of({"a": {"q": ["d1"]}})
    with pytest.raises(ValueError, match='leaders names "x"'):
        unjudged(qrels, runs, bound(qrels, runs, "P@2"), leaders=["x"])
