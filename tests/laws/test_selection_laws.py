"""What holds of every label selection: nested, counted, unmoved by the order of lines, scored as alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import Qrels, Runs, evaluate
from irassay.collection.stack import UNJUDGED
from irassay.errors import InputError, UsageError
from irassay.label_sets import (
    confusion_of,
    first_retrieved,
    noisy,
    of_groups,
    one_relevant,
    one_relevant_by,
    relevant_subset,
    relevant_subset_by_runs,
    thinned,
    to_depth,
)

DOCS = [f"d{i:02}" for i in range(12)]
QUERIES = ["q1", "q2", "q3"]
SAME = {grade: {grade: 1.0} for grade in range(-1, 4)}
NOISE = {grade: {0: 0.25, 1: 0.5, 2: 0.25} for grade in range(-1, 4)}
MEASURES = ["nDCG@5", "AP", "RR", "R@5", "R(rel=2)@5", "Bpref", "Judged@5", "AP(judged_only=True)"]

labels = st.dictionaries(
    st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(DOCS), st.integers(-1, 3), min_size=1), min_size=1
)
run = st.dictionaries(st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(DOCS), st.integers(0, 4), min_size=1))
runs = st.dictionaries(st.sampled_from("abcdef"), run, min_size=1)
seeds = st.integers(0, 2**64 - 1)
PARTS = [0.1, 0.4, 0.7, 1.0]
ENDS = {f"{start}{i:02}": i % 3 for i in range(12) for start in ("d", "new-")}
TEAMS = {"a": "A", "b": "A"}

SELECTIONS = {
    "one relevant": lambda q, r, seed, threads: one_relevant(q, draws=5, seed=seed, threads=threads),
    "by value": lambda q, r, seed, threads: one_relevant_by(q, ENDS, choose="largest"),
    "first retrieved": lambda q, r, seed, threads: first_retrieved(q, r, threads=threads),
    "relevant kept": lambda q, r, seed, threads: relevant_subset(q, PARTS, draws=3, seed=seed, threads=threads),
    "kept by runs": lambda q, r, seed, threads: relevant_subset_by_runs(q, r, PARTS, threads=threads),
    "to depth": lambda q, r, seed, threads: to_depth(q, r, [1, 3, 9], threads=threads),
    "of groups": lambda q, r, seed, threads: of_groups(
        q, r, {s: g for s, g in TEAMS.items() if s in r.systems}, sizes=[1], depth=3, seed=seed, threads=threads
    ),
    "noisy": lambda q, r, seed, threads: noisy(q, NOISE, draws=4, seed=seed, threads=threads),
    "thinned": lambda q, r, seed, threads: thinned(q, PARTS, draws=3, seed=seed, threads=threads),
}
every_selection = pytest.mark.parametrize("select", SELECTIONS.values(), ids=SELECTIONS)


def turned(of):
    return {query: dict(reversed(docs.items())) for query, docs in reversed(of.items())}


def all_grades(stack):
    return {
        query: dict(zip(stack.base.grades(query), stack.grades(query).tolist(), strict=True))
        for query in stack.base.queries
    }


def kept(stack):
    return np.concatenate([stack.grades(query) for query in stack.base.queries]) != UNJUDGED


@every_selection
@settings(max_examples=25)
@given(labels, runs, seeds)
def test_order_of_lines_threads_and_calls_decide_nothing(select, of, lists, seed):
    one = select(Qrels.from_dict(of), Runs.from_dict(lists), seed, 1)
    other = select(Qrels.from_dict(turned(of)), Runs.from_dict({s: turned(r) for s, r in lists.items()}), seed, 2)
    assert one.names == other.names
    assert one.recipes == other.recipes
    assert all_grades(one) == all_grades(other)


@every_selection
@settings(max_examples=25)
@given(labels, runs, seeds)
def test_renaming_documents_so_that_byte_order_is_kept_changes_nothing(select, of, lists, seed):
    new = {doc: f"new-{doc[1:]}" for doc in DOCS}
    renamed = {q: {new[d]: g for d, g in docs.items()} for q, docs in of.items()}
    found = {s: {q: {new[d]: g for d, g in docs.items()} for q, docs in r.items()} for s, r in lists.items()}
    one = select(Qrels.from_dict(of), Runs.from_dict(lists), seed, 1)
    other = select(Qrels.from_dict(renamed), Runs.from_dict(found), seed, 1)
    assert one.recipes == other.recipes
    assert all(other.grades(query).tolist() == one.grades(query).tolist() for query in one.base.queries)


@every_selection
@settings(max_examples=20)
@given(labels, runs, seeds)
def test_scores_of_a_variant_are_those_of_its_labels_alone(select, of, lists, seed):
    qrels, found = Qrels.from_dict(of), Runs.from_dict(lists)
    stack = select(qrels, found, seed, 1)
    means = evaluate(stack, found, MEASURES).summary
    for v, name in enumerate(stack.names):
        alone = stack.variant(name)
        if alone.queries:
            assert evaluate(alone, found, MEASURES).summary[:, 0].tobytes() == means[:, v].tobytes()


@settings(max_examples=40)
@given(labels, runs, seeds, st.integers(1, 2))
def test_what_is_kept_keeps_its_grade_and_labels_that_are_not_relevant_stay(of, lists, seed, rel):
    qrels, found = Qrels.from_dict(of), Runs.from_dict(lists)
    grades = np.array([g for query in qrels.queries for g in qrels.grades(query).values()])[:, None]
    for stack in (
        one_relevant(qrels, draws=4, rel=rel, seed=seed),
        first_retrieved(qrels, found, rel=rel),
        relevant_subset(qrels, PARTS, draws=2, rel=rel, seed=seed),
        relevant_subset_by_runs(qrels, found, PARTS, rel=rel),
    ):
        all_of = np.concatenate([stack.grades(query) for query in qrels.queries])
        assert ((all_of == grades) | ((all_of == UNJUDGED) & (grades >= rel))).all()


@settings(max_examples=40)
@given(labels, seeds, st.integers(1, 2))
def test_exactly_one_relevant_document_is_drawn_where_there_is_one(of, seed, rel):
    qrels = Qrels.from_dict(of)
    drawn = one_relevant(qrels, draws=20, rel=rel, seed=seed)
    for query, docs in of.items():
        assert ((drawn.grades(query) >= rel).sum(axis=0) == (max(docs.values()) >= rel)).all()
    more = one_relevant(qrels, draws=130, rel=rel, seed=seed)
    parts = relevant_subset(qrels, [0.5, 1.0], draws=20, rel=rel, seed=seed)
    assert (kept(more)[:, :20] == kept(drawn)).all()
    assert (kept(drawn) <= kept(parts)[:, :20]).all(), "a draw's one is among its half"


@settings(max_examples=40)
@given(labels, runs, seeds)
def test_smaller_parts_lie_within_larger_ones_and_all_is_the_labels(of, lists, seed):
    qrels, found = Qrels.from_dict(of), Runs.from_dict(lists)
    n = len(found.systems)
    for stack, width in (
        (relevant_subset(qrels, PARTS, draws=3, seed=seed), 3),
        (relevant_subset_by_runs(qrels, found, PARTS), n),
    ):
        of_part = kept(stack).reshape(-1, len(PARTS), width)
        assert (of_part[:, :-1] <= of_part[:, 1:]).all()
        assert of_part[:, -1].all()
        for query, docs in of.items():
            r = sum(grade > 0 for grade in docs.values())
            counts = (stack.grades(query) > 0).sum(axis=0).reshape(len(PARTS), width)
            assert ([min(r, max(1, int(part * r + 0.5))) for part in PARTS] == counts.T).all()
    other_way = relevant_subset(qrels, PARTS[::-1], draws=5, seed=seed)
    for i, part in enumerate(PARTS):
        alone = kept(relevant_subset(qrels, [part], draws=3, seed=seed))
        assert (alone == kept(relevant_subset(qrels, PARTS, draws=3, seed=seed))[:, 3 * i : 3 * i + 3]).all()
        at = 5 * (len(PARTS) - 1 - i)
        assert (alone == kept(other_way)[:, at : at + 3]).all()


@settings(max_examples=40)
@given(labels, runs, seeds)
def test_deeper_pools_and_more_groups_have_all_that_others_have(of, lists, seed):
    qrels, found = Qrels.from_dict(of), Runs.from_dict(lists)
    deep = kept(to_depth(qrels, found, [1, 2, 5, 99]))
    assert (deep[:, :-1] <= deep[:, 1:]).all()
    n = len(found.systems)
    stack = of_groups(qrels, found, {}, depth=3, sizes=range(1, n + 1), draws=4, seed=seed)
    part, whole = kept(stack), kept(to_depth(qrels, found, [3]))
    for v, recipe in enumerate(stack.recipes):
        for w, larger in enumerate(stack.recipes):
            if set(recipe["groups"]) <= set(larger["groups"]):
                assert (part[:, v] <= part[:, w]).all()
        if recipe["size"] == n:
            assert (part[:, [v]] == whole).all()
    alone = part[:, [v for v, recipe in enumerate(stack.recipes) if recipe["size"] == 1]]
    assert (alone.any(axis=1, keepdims=True) == whole).all()


@settings(max_examples=40)
@given(labels, seeds)
def test_noise_without_errors_is_the_labels_and_nothing_becomes_unjudged(of, seed):
    qrels = Qrels.from_dict(of)
    assert all_grades(noisy(qrels, SAME, draws=2, seed=seed)) == {
        query: {doc: [grade, grade] for doc, grade in docs.items()} for query, docs in of.items()
    }
    assert kept(noisy(qrels, NOISE, draws=5, seed=seed)).all()
    assert (confusion_of(qrels, qrels).share == np.eye(len(qrels.scale))).all()


def test_random_groups_of_a_draw_are_nested_and_more_draws_keep_the_first():
    qrels = Qrels.from_dict({"q": {"d1": 1}})
    found = Runs.from_dict({f"s{i}": {"q": {"d1": 1.0}} for i in range(9)})
    stack = of_groups(qrels, found, {}, sizes=[2, 4, 7], draws=5, seed=3)
    few, some, many = ([set(r["groups"]) for r in stack.recipes if r["size"] == size] for size in (2, 4, 7))
    assert all(a < b < c for a, b, c in zip(few, some, many, strict=True))
    more = of_groups(qrels, found, {}, sizes=[2], draws=8, seed=3)
    assert [set(r["groups"]) for r in more.recipes][:5] == few
    assert stack.names[0] == "2 of 9 groups, draw 1"
    assert of_groups(qrels, found, {"s0": "x", "s1": "x"}, sizes=[1, -1, 8]).names == (
        "only s2", "only s3", "only s4", "only s5", "only s6", "only s7", "only s8", "only x",
        "without s2", "without s3", "without s4", "without s5", "without s6", "without s7", "without s8", "without x",
        "all groups",
    )  # fmt: skip


QRELS = Qrels.from_dict({"q": {"a": 2, "b": 1, "c": 0}})
RUNS = Runs.from_dict({"x": {"q": {"a": 1.0}}, "y": {"q": {"b": 1.0}}})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: one_relevant(QRELS, draws=0), "draws must be a whole number from 1 to 100,000, but got draws=0"),
        (lambda: one_relevant(QRELS, rel=0), "rel must be a whole number from 1 to 127, but got rel=0"),
        (lambda: one_relevant(QRELS, seed=-1), "expected a seed"),
        (lambda: one_relevant(QRELS, threads=-1), "threads must be a whole number"),
        (
            lambda: one_relevant_by(QRELS, {"a": 1.0}, choose="most"),
            "choose must be one of largest, smallest, but got choose='most'",
        ),
        (
            lambda: first_retrieved(QRELS, RUNS, ties="random"),
            "ties must be one of float64, float32, but got ties='random'",
        ),
        (lambda: relevant_subset(QRELS, [0.0]), "fractions must be above 0 and at most 1, but got 0.0"),
        (lambda: relevant_subset_by_runs(QRELS, RUNS, [0.5, 0.5]), "expected one fraction or more, each once"),
        (lambda: to_depth(QRELS, RUNS, [0]), "depth must be a whole number of at least 1, but got depth=0"),
        (lambda: to_depth(QRELS, RUNS, []), "expected one depth or more, each once"),
        (lambda: of_groups(QRELS, RUNS, {}, sizes=[3]), "sizes must be from 1 to 2, .*, but got 3"),
        (lambda: of_groups(QRELS, RUNS, {}, sizes=[1, -1]), "expected one size or more, each once"),
        (lambda: of_groups(QRELS, RUNS, {"z": "Z"}), '"z", which is none of the 2 systems'),
        (lambda: noisy(QRELS, {1: {1: 1.0}}), "1 labels have grade 0"),
        (lambda: noisy(QRELS, {0: {1: 0.7}}), "chances of grade 0 are .*, expected probabilities that add up to 1"),
        (lambda: noisy(QRELS, {0: {200: 1.0}}), "expected grades from -127 to 127, but the confusion matrix has 200"),
        (lambda: noisy(QRELS, {}), "the confusion matrix is empty"),
    ],
)
def test_what_cant_be_selected_is_refused(call, message):
    with pytest.raises(UsageError, match=message):
        call()


def test_numbers_of_no_relevant_document_are_of_other_files():
    with pytest.raises(InputError, match=r'none of the 2 relevant .* whose "age" is known'):
        one_relevant_by(QRELS, {"z": 1.0}, choose="largest", name="age")
