"""How many labels settle a pair, against every set of labels, every completion, and worlds whose truth is known."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels
from irassay.errors import UsageError
from irassay.estimates import bound, labels_needed
from irassay.estimates.universe import SMOOTHING, kernel_task
from irassay.kernel import _core
from irassay.measures import DEFINITIONS, Measure
from tests.laws.test_bounds import long_collection
from tests.plain.completions import score
from tests.plain.settling import least_number
from tests.plain.small import one_query, runs_of

EXACT = ["P@3", "P(rel=2)@2", "DCG@3", 'DCG(dcg="exp-log2")@4', "RBP(p=0.5)", 'RBP(p=0.7,gain="graded",max_rel=2)@3']
EXACT += ["INSQ(max_rel=2)@3", "Hits@3"]
SAFE = ["R@2", "R@3", "R(rel=2)@4", "SetR", "NCG@2", "NCG@3", "R_cap@2", "R_cap@3"]


@pytest.mark.parametrize(("floor", "names"), [("exact", EXACT), ("safe", SAFE)])
def test_every_measure_with_a_floor_is_held_to_enumeration(floor, names):
    of_floor = {d.name for d in DEFINITIONS.values() if d.traits.bounds and d.traits.bounds.floor == floor}
    assert {Measure.parse(name).name for name in names} == of_floor


@st.composite
def two_queries(draw, most_holes=6):
    cases = [draw(one_query(n_docs=5, least_systems=2, n_systems=3, length=4)) for _ in range(draw(st.integers(1, 2)))]
    queries = [(r[0], r[1], grades, r[2] if len(r) > 2 else []) for r, grades in cases]
    kept, left = [], most_holes
    for first, second, grades, others in queries:
        holes = sorted({*first, *second, *others} - set(grades))
        grades = {**grades, **dict.fromkeys(holes[left:], 0)}
        left -= min(left, len(holes))
        kept.append((first, second, grades, others))
    return kept


def floor_by_irassay(name, queries, scale, unseen):
    qrels = Qrels.from_dict({f"q{i}": grades for i, (_, _, grades, _) in enumerate(queries)})
    runs = runs_of(
        {f"s{s}": {f"q{i}": case[place] for i, case in enumerate(queries)} for s, place in enumerate((0, 1, 3))}
    )
    bounds = bound(qrels, runs, name, scale=scale, unseen=unseen, threads=1)
    return labels_needed(qrels, runs, bounds, [("s0", "s1")], n_draws=1).floors[0]


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=40, deadline=None)
@given(queries=two_queries(), scale=st.sampled_from([(0, 1), (0, 2)]), unseen=st.integers(0, 1))
def test_the_floor_of_a_sum_of_gains_is_the_least_number_over_all_labels(name, queries, scale, unseen):
    assert floor_by_irassay(name, queries, scale, unseen) == least_number(Measure.parse(name), queries, scale, unseen)


@pytest.mark.parametrize("name", EXACT[::2])
@settings(max_examples=15, deadline=None)
@given(queries=two_queries(most_holes=5))
def test_the_floor_of_a_sum_of_gains_is_the_least_number_over_three_grades(name, queries):
    assert floor_by_irassay(name, queries, (0, 1, 2), 0) == least_number(Measure.parse(name), queries, (0, 1, 2))


@settings(max_examples=15, deadline=None)
@given(queries=two_queries())
def test_the_floor_holds_where_a_label_may_be_larger_than_every_label_there_is(queries):
    """Oracle: every set of labels and every completion, with gains relative to the top of the scale."""
    written_out = Measure.parse('RBP(p=0.7,gain="graded",max_rel=4)@3')
    found = floor_by_irassay('RBP(p=0.7,gain="graded")@3', queries, (0, 4), 0)
    assert found == least_number(written_out, queries, (0, 4))


@pytest.mark.parametrize("name", SAFE)
@settings(max_examples=60, deadline=None)
@given(queries=two_queries(), scale=st.sampled_from([(0, 1), (0, 2)]), unseen=st.integers(0, 1))
def test_the_floor_of_a_share_is_never_above_the_least_number(name, queries, scale, unseen):
    floor = floor_by_irassay(name, queries, scale, unseen)
    least = least_number(Measure.parse(name), queries, scale, unseen)
    assert floor <= least
    assert (floor == 0) == (least == 0)


@pytest.mark.parametrize("name", ["nDCG@10", "AP", "RR", "Rprec", "Success@5"])
def test_no_floor_is_claimed_where_none_is_known(name):
    labels, lists = long_collection(3, n_systems=2, length=20, n_docs=40, n_queries=3, n_judged=10)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    found = labels_needed(qrels, runs, bound(qrels, runs, name), [tuple(lists)])
    assert found.floors == [None]
    assert found.floor is None


def drawn_grades(qrels, runs, bounds, documents, n_draws):
    """The grades of each draw, (draw, document), straight from the estimate's draws."""
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, n_draws, bounds.seed)
    expecter.count(0, len(bounds.queries))
    at = {query: i for i, query in enumerate(bounds.queries)}
    settler = _core.Settler(
        qrels.core, runs.core, task, expecter, query=[at[q] for q in documents.column("query").values],
        doc=list(documents.column("doc").values), a=[], b=[], n_draws=n_draws, tolerance=0.0,
    )  # fmt: skip
    return np.asarray(settler.drawn()).reshape(n_draws, len(documents))


def settled(bounds, a, b):
    low, high = bounds.difference_lower[a, b], bounds.difference_upper[a, b]
    return low > 1e-12 or high < -1e-12 or (low >= -1e-12 and high <= 1e-12)


def labels_one_by_one(labels, runs, bounds, documents, grades, a, b):
    """The number of labels after which `bound` calls the pair settled."""
    labels = {query: dict(of) for query, of in labels.items()}
    n = len(documents)
    for i, (query, doc, grade) in enumerate(
        zip([None, *documents.column("query").values], [None, *documents.column("doc").values], [0, *grades])
    ):
        if query is not None:
            labels[query][doc] = grade
        now = bound(
            Qrels.from_dict(labels),
            runs,
            bounds.measure,
            scale=bounds.universe.scale,
            unseen=bounds.universe.unseen,
            threads=1,
        )
        if settled(now, a, b):
            return i
    return n + 1


@pytest.mark.parametrize("name", ["nDCG@5", "P@5", "R@5", "NCG@5", "RR", "Success@3", "Rprec", "RBP(p=0.8)", "DCG@5"])
def test_labels_needed_are_those_after_which_the_bounds_settle_the_pair(name):
    labels, lists = long_collection(8, n_systems=3, length=8, n_docs=14, n_queries=4, n_judged=6)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    bounds = bound(qrels, runs, name, seed=5)
    names = list(lists)
    pairs = {(names[0], names[1]): (0, 1), (names[2], names[0]): (2, 0)}
    found = labels_needed(qrels, runs, bounds, list(pairs), n_draws=4)
    alone = [labels_needed(qrels, runs, bounds, [pair], documents=found.documents, n_draws=4) for pair in pairs]
    drawn = drawn_grades(qrels, runs, bounds, found.documents, 4)
    assert len(found.documents) > 3
    levels = {grade: i for i, grade in enumerate(bounds.universe.scale)}
    binary = len(set(drawn.ravel())) <= 2 and bounds.measure.binarises
    for draw in range(4):
        grades = [max(levels) if binary and x else int(x) for x in drawn[draw]]
        each = [labels_one_by_one(labels, runs, bounds, found.documents, grades, *pair) for pair in pairs.values()]
        assert [one.needed[draw] for one in alone] == each
        assert found.needed[draw] == max(each)
        assert found.settled[draw] == sum(n <= len(found.documents) for n in each)


def test_labels_for_average_precision_do_settle_the_pair():
    labels, lists = long_collection(9, n_systems=2, length=8, n_docs=12, n_queries=3, n_judged=6)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    bounds = bound(qrels, runs, "AP")
    found = labels_needed(qrels, runs, bounds, [tuple(lists)], n_draws=3)
    drawn = drawn_grades(qrels, runs, bounds, found.documents, 3)
    for draw in range(3):
        assert found.needed[draw] >= labels_one_by_one(labels, runs, bounds, found.documents, drawn[draw] * 2, 0, 1)


@pytest.mark.parametrize("name", ["nDCG@10", "P@10"])
def test_documents_stand_by_what_their_label_is_expected_to_add_to_the_likely_winners_lead(name):
    """Oracle: scoring again with the top grade; rates of grades as test_estimates holds them to counts."""
    labels, lists = long_collection(10, n_systems=3, length=15, n_docs=40, n_queries=4, n_judged=12)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    bounds = bound(qrels, runs, name)
    table = labels_needed(qrels, runs, bounds, [("s0", "s1")]).documents
    expecter = _core.Expecter(
        qrels.core, runs.core, kernel_task(qrels, bounds.measure, bounds.universe, "float64"), SMOOTHING, 1, 0
    )
    expecter.count(0, 4)
    ahead, behind = ("s0", "s1") if bounds.estimate[0].mean() >= bounds.estimate[1].mean() else ("s1", "s0")
    expected = table.column("expected").values
    assert list(expected) == sorted(expected, reverse=True)
    assert len(set(expected)) > 10
    for row, (query, doc) in enumerate(zip(table.column("query").values, table.column("doc").values)):
        change = [
            score(bounds.measure, lists[s][query], {**labels[query], doc: 2})
            - score(bounds.measure, lists[s][query], labels[query])
            for s in (ahead, behind)
        ]
        rank = min(of[query].index(doc) + 1 for of in lists.values() if doc in of[query])
        rates = expecter.rates(list(labels).index(query), 0 if rank <= 5 else 1 if rank <= 10 else 2)
        gain = sum(rate * level for rate, level in zip(rates, [0, 1] if name == "P@10" else [0, 1, 2]))
        gain /= 1 if name == "P@10" else 2
        lead = change[0] - change[1]
        assert table.column("effect").values[row] == pytest.approx(abs(lead) / 4, abs=1e-12)
        assert expected[row] == pytest.approx((lead * gain if lead > 0 else -lead * (1 - gain)) / 4, abs=1e-12)


def test_without_an_estimate_documents_stand_by_the_largest_change():
    labels, lists = long_collection(10, n_systems=3, length=15, n_docs=40, n_queries=4, n_judged=12)
    relevant = {query: {doc: 1 for doc, grade in of.items() if grade} for query, of in labels.items()}
    qrels, runs = Qrels.from_dict(relevant), runs_of(lists)
    table = labels_needed(qrels, runs, bound(qrels, runs, "DCG@10"), [("s0", "s1")]).documents
    effects = table.column("effect").values
    assert list(effects) == sorted(effects, reverse=True)
    assert "expected" not in [column.name for column in table.columns]


def test_the_figures_are_the_same_on_any_number_of_threads():
    labels, lists = long_collection(11, n_systems=4, length=15, n_docs=40, n_queries=4, n_judged=12)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    bounds = bound(qrels, runs, "nDCG@10")
    pairs = [("s0", "s1"), ("s2", "s3")]
    one, many = (labels_needed(qrels, runs, bounds, pairs, threads=threads) for threads in (1, 3))
    assert (one.needed == many.needed).all()


def world(rng, n_queries=12, depth=6):
    """Two systems whose top documents are judged for half of the places; the rest have grades at the same rate."""
    truth, labels, lists = {}, {}, {"a": {}, "b": {}}
    for q in range(n_queries):
        docs = [f"d{i}" for i in range(3 * depth)]
        for s in lists:
            lists[s][f"q{q}"] = rng.sample(docs, depth)
        retrieved = sorted({*lists["a"][f"q{q}"], *lists["b"][f"q{q}"]})
        grades = {doc: int(rng.random() < 0.4) for doc in retrieved}
        truth[f"q{q}"] = grades
        labels[f"q{q}"] = {doc: g for doc, g in grades.items() if rng.random() < 0.6} or {
            retrieved[0]: grades[retrieved[0]]
        }
    return truth, labels, lists


def test_half_and_nine_tenths_of_planted_truths_are_settled_within_the_figures():
    within = {"median": 0, "ninety": 0}
    n = 0
    for seed in range(200):
        truth, labels, lists = world(random.Random(seed))
        qrels, runs = Qrels.from_dict(labels), runs_of(lists)
        bounds = bound(qrels, runs, "P@6", threads=1)
        if bounds.state[0][1] != "open":
            continue
        found = labels_needed(qrels, runs, bounds, [("a", "b")], threads=1)
        # Of a sum of gains the bounds after t labels are prefix sums: the twin needs no completion.
        weight = {
            (q, d): (d in lists["a"][q]) - (d in lists["b"][q])
            for q in labels for d in {*lists["a"][q], *lists["b"][q]} - set(labels[q])
        }  # fmt: skip
        sure = sum(g * ((d in lists["a"][q]) - (d in lists["b"][q])) for q in labels for d, g in labels[q].items())
        taken = len(found.documents) + 1
        for t in range(len(found.documents) + 1):
            low, high = (sure + sum(f(0, w) for w in weight.values()) for f in (min, max))
            if low > 0 or high < 0 or low == high == 0:
                taken = t
                break
            if t < len(found.documents):
                key = (found.documents.column("query").values[t], found.documents.column("doc").values[t])
                sure += weight.pop(key) * truth[key[0]][key[1]]
        n += 1
        within["median"] += taken <= found.median
        within["ninety"] += taken <= found.ninety
        assert found.floor <= taken
    assert n > 120
    assert 0.38 <= within["median"] / n <= 0.70  # less than half: draws take the rates of grades as known
    assert 0.84 <= within["ninety"] / n <= 0.98


def test_where_no_rate_can_be_told_there_is_a_floor_and_no_figure():
    qrels = Qrels.from_dict({"q": {"d1": 1}})
    runs = runs_of({"a": {"q": ["d1", "d2"]}, "b": {"q": ["d3", "d4"]}})
    found = labels_needed(qrels, runs, bound(qrels, runs, "P@2"), [("a", "b")])
    assert (found.floor, found.median, found.ninety, found.n_draws) == (2, None, None, 0)


def test_labels_that_can_not_settle_a_pair_have_no_figure():
    qrels = Qrels.from_dict({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1, "d2": 0, "d3": 0}})
    runs = runs_of({"a": {"q1": ["d1", "d2"], "q2": ["d2", "d1"]}, "b": {"q1": ["d2", "d1"], "q2": ["d1", "d3"]}})
    bounds = bound(qrels, runs, "nDCG@2")
    found = labels_needed(qrels, runs, bounds, [("a", "b")])
    assert bounds.state[0][1] in ("open", "exactly tied")
    assert (found.median, found.left_open, found.settled_by_all) == (None, 1.0, (0, 0))


def test_systems_that_are_not_there_and_no_draws_are_refused():
    qrels, runs = Qrels.from_dict({"q": {"d1": 1, "d2": 0}}), runs_of({"a": {"q": ["d1"]}, "b": {"q": ["d3"]}})
    bounds = bound(qrels, runs, "P@1")
    with pytest.raises(UsageError, match='pairs names "x"'):
        labels_needed(qrels, runs, bounds, [("a", "x")])
    with pytest.raises(UsageError, match="n_draws=0"):
        labels_needed(qrels, runs, bounds, [("a", "b")], n_draws=0)
