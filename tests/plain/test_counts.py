"""What the kernel counts of labels, lists and ties, and what it says one label would change, against plain twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels, Runs
from irassay.estimates.universe import kernel_task, make_universe
from irassay.kernel import _core
from irassay.measures import Measure
from tests.plain import inspecting as plain
from tests.plain.reading import order
from tests.plain.small import one_query, runs_of

DOCS = [*"abcd", "é", "日本", "a-longer-id", "another-long-id"]
QUERIES = ["1", "10", "2", "z"]
scored = st.lists(
    st.tuples(st.sampled_from(DOCS), st.sampled_from([2.0, 2.0 + 1e-9, 1.0, 0.0, -0.0, 1e39, 1e300])),
    unique_by=lambda pair: pair[0],
    min_size=1,
)
labellings = st.dictionaries(
    st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 3), min_size=1), min_size=1
)
systems = st.lists(st.dictionaries(st.sampled_from([*QUERIES, "x"]), scored), min_size=1, max_size=3)
worlds = st.tuples(labellings, systems)


def nouns(world):
    labels, lists = world
    qrels = Qrels.from_dict(labels).core
    runs = _core.runs_from_lists(
        [f"s{i}" for i in range(len(lists))],
        [(i, q, [d for d, _ in of], [s for _, s in of]) for i, per in enumerate(lists) for q, of in per.items()],
    )
    return qrels, runs, _core.join(qrels, runs)


def fields(found, expected):
    return {name: getattr(found, name) for name in expected}


@given(worlds, st.integers(1, 6))
def test_coverage_is_the_plain_twins(world, depth):
    found = _core.coverage(*nouns(world), depth)
    for of_system, lists in zip(found, world[1]):
        expected = plain.coverage(world[0], lists, depth)
        assert fields(of_system, expected) == expected


@given(worlds, st.integers(1, 6), st.sampled_from(["float64", "float32"]))
def test_counts_of_ties_are_the_plain_twins(world, depth, ties):
    _, runs, join = nouns(world)
    found = _core.count_ties(runs, join, depth, getattr(_core.Ties, ties))
    for of_system, lists in zip(found, world[1]):
        expected = plain.tie_count(world[0], lists, depth, ties)
        assert fields(of_system, expected) == expected


@given(worlds, st.integers(1, 4), st.integers(-1, 3))
def test_lists_in_the_order_of_ids_and_labels_retrieved_are_the_plain_twins(world, least, rel):
    qrels, runs, join = nouns(world)
    assert _core.lists_in_id_order(runs, join, least) == [plain.in_id_order(world[0], x, least) for x in world[1]]
    assert _core.labels_retrieved(qrels, runs, join, rel) == plain.labels_retrieved(world[0], world[1], rel)


@given(worlds, st.data())
def test_what_nouns_say_of_themselves_is_what_went_in(world, data):
    labels, lists = world
    qrels, runs, join = nouns(world)
    assert qrels.queries == sorted(labels)
    assert qrels.n_labels == sum(map(len, labels.values()))
    assert [qrels.n_judged(q) for q in sorted(labels)] == [len(labels[q]) for q in sorted(labels)]
    every = [grade for docs in labels.values() for grade in docs.values()]
    assert qrels.grade_counts() == {grade: every.count(grade) for grade in set(every)}
    assert {q: qrels.grades(q) for q in labels} == labels
    for least in (-127, 0, 1, 2):
        assert qrels.labels_from(least) == [sum(g >= least for g in labels[q].values()) for q in sorted(labels)]
    kept = data.draw(st.lists(st.sampled_from(sorted(labels)), unique=True))
    chosen = qrels.select(kept)
    assert {q: chosen.grades(q) for q in chosen.queries} == {q: labels[q] for q in kept}
    answered = sorted({q for per in lists for q in per})
    assert runs.queries == answered
    assert runs.n_documents == sum(len(of) for per in lists for of in per.values())
    assert join.shared == len(set(answered) & set(labels))
    assert _core.longest_list(runs, join) == max((len(per[q]) for per in lists for q in labels if q in per), default=0)
    for q in answered:
        assert runs.lengths(q) == [len(per.get(q, [])) for per in lists]
        assert sorted(_core.retrieved(runs, q)) == sorted({d for per in lists for d, _ in per.get(q, [])})
        for i, per in enumerate(lists):
            assert runs.ranking(f"s{i}", q, _core.Ties.float64) == order(per.get(q, []))


@given(systems, st.data())
def test_documents_merged_stand_at_the_place_of_the_best(lists, data):
    _, runs, _ = nouns(({"1": {"a": 1}}, lists))
    cut = sorted(data.draw(st.lists(st.integers(0, len(DOCS)), min_size=2, max_size=2, unique=True)))
    groups = [group for group in (DOCS[: cut[0]], DOCS[cut[0] : cut[1]]) if len(group) > 1]
    one = _core.merge_docs(runs, ["1"] * len(groups), groups)
    for i, per in enumerate(lists):
        for q, of in per.items():
            expected = plain.merged(of, groups) if q == "1" else order(of)
            assert one.ranking(f"s{i}", q, _core.Ties.float64) == expected


EFFECTS = ["nDCG@3", "nDCG", "DCG@2", "NCG@3", "P@3", "R@2", "Success@2", "RR", "AP", "AP@3", "Rprec", "RBP(p=0.8)"]


@pytest.mark.parametrize("name", EFFECTS)
@settings(max_examples=25)
@given(case=one_query(least_systems=2, n_systems=4))
def test_effects_of_single_labels_are_what_scoring_again_says(name, case):
    rankings, grades = case
    measure = Measure.parse(name)
    qrels, runs = Qrels.from_dict({"q": grades}), runs_of({f"s{i}": {"q": r} for i, r in enumerate(rankings)})
    task = kernel_task(qrels, measure, make_universe(qrels, measure, None, (0, 1, 2)), "float64")
    join = _core.join(qrels.core, runs.core)
    a, b = ([int(i) for i in side] for side in np.triu_indices(len(rankings), 1))
    on_pairs = _core.pair_effects(qrels.core, runs.core, join, task, a=a, b=b, first=0, last=1)
    on_leader = _core.hole_effects(
        qrels.core, runs.core, join, task, ahead=a, behind=b, leaders=[0], among=list(range(len(rankings))),
        first=0, last=1,
    )  # fmt: skip
    holes = plain.holes(measure, rankings, grades)
    assert set(on_leader.doc) | set(on_pairs.doc) <= set(holes)
    change = {doc: plain.changes(measure, rankings, grades, doc, 2) for doc in holes}
    at = dict(
        zip(on_pairs.doc, zip(on_pairs.effect, on_pairs.lead, on_pairs.fall, on_pairs.best_rank, on_pairs.n_runs))
    )
    for doc, moved in change.items():
        leads = [moved[i] - moved[j] for i, j in zip(a, b)]
        effect = max(map(abs, leads))
        if doc not in at:
            assert effect == pytest.approx(0, abs=1e-12)
        else:
            sums = [sum(x for x in leads if x > 0), -sum(x for x in leads if x < 0)]
            assert at[doc][:3] == pytest.approx([effect, *sums], abs=1e-12)
            assert at[doc][3:] == holes[doc]
    for doc, effect, best, n in zip(on_leader.doc, on_leader.effect, on_leader.best_rank, on_leader.n_runs):
        assert effect == pytest.approx(max(abs(x - change[doc][0]) for x in change[doc]), abs=1e-12)
        assert (best, n) == holes[doc]
    assert set(on_leader.query) <= {0}


@pytest.mark.parametrize("name", ["P@3", "DCG@3", "RBP(p=0.8)"])
@settings(max_examples=25)
@given(case=one_query(least_systems=2, n_systems=4))
def test_pairs_that_a_label_keeps_open_are_those_whose_second_gains_more(name, case):
    rankings, grades = case
    measure = Measure.parse(name)
    qrels, runs = Qrels.from_dict({"q": grades}), runs_of({f"s{i}": {"q": r} for i, r in enumerate(rankings)})
    task = kernel_task(qrels, measure, make_universe(qrels, measure, None, (0, 1, 2)), "float64")
    join = _core.join(qrels.core, runs.core)
    a, b = ([int(i) for i in side] for side in np.triu_indices(len(rankings), 1))
    found = _core.hole_effects(
        qrels.core, runs.core, join, task, ahead=a, behind=b, leaders=[0], among=[0, 1], first=0, last=1
    )
    kept = dict(zip(found.doc, found.pairs))
    for doc in plain.holes(measure, rankings, grades):
        moved = plain.changes(measure, rankings, grades, doc, 2)
        assert kept.get(doc, 0) == sum(moved[j] > moved[i] + 1e-12 for i, j in zip(a, b))


def test_runs_of_dicts_and_of_lists_are_the_same():
    lists = {"q": {"d": 1.0, "e": 1.0, "f": 3.0}}
    assert Runs.from_dict({"s": lists}).core.ranking("s", "q", _core.Ties.float64) == ["f", "e", "d"]


@settings(max_examples=30)
@given(worlds)
def test_renamed_runs_are_the_same_lists_under_other_names(world):
    _, runs, _ = nouns(world)
    names = [f"run {i}" for i in range(len(runs.systems))]
    found = _core.renamed(runs, names)
    assert found.systems == names
    assert found.queries == runs.queries
    for query in runs.queries:
        for old, new in zip(runs.systems, names):
            assert found.ranking(new, query, _core.Ties.float32) == runs.ranking(old, query, _core.Ties.float32)
    assert runs.systems == [f"s{i}" for i in range(len(names))]
    with pytest.raises(ValueError, match="one name a system"):
        _core.renamed(runs, [*names, "another"])


@given(
    st.dictionaries(
        st.sampled_from("abc"),
        st.dictionaries(
            st.sampled_from("abcd"), st.lists(st.sampled_from("abcde"), min_size=1, unique=True), min_size=1
        ),
        min_size=1,
    ),
    st.booleans(),
)
def test_a_querys_own_document_is_counted_and_removed(lists, tied):
    runs = Runs.from_dict(
        {
            s: {q: {d: 0.0 if tied else -r for r, d in enumerate(docs)} for q, docs in of.items()}
            for s, of in lists.items()
        }
    )
    found = _core.identical_ids(runs.core)
    expected = {(q, s) for s, of in lists.items() for q, docs in of.items() if q in docs}
    assert len(found) == len(expected)
    assert {(q, runs.systems[s]) for q, s in found} == expected
    without = Runs(_core.without_identical_ids(runs.core))
    assert without.systems == runs.systems
    assert set(without.queries) == {q for of in lists.values() for q, docs in of.items() if docs != [q]}
    for system in runs.systems:
        for query in runs.queries:
            for ties in ("float64", "float32"):
                rest = [doc for doc in runs.ranking(system, query, ties=ties) if doc != query]
                assert list(without.ranking(system, query, ties=ties)) == rest
    assert _core.identical_ids(without.core) == []
