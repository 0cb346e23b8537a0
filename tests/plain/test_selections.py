"""Every label selection against its plain twin, label by label, on one thread and on two."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Qrels, Runs
from irassay.collection import Texts
from irassay.collection.attribute import DocAttribute
from irassay.label_sets import (
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
from tests.plain import selecting

DOCS = [f"d{i}" for i in range(14)]
QUERIES = ["q1", "q2", "q3"]

labels = st.dictionaries(
    st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(DOCS), st.integers(-1, 3), min_size=1), min_size=1
)
run = st.dictionaries(st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(DOCS), st.integers(0, 4), min_size=1))
runs = st.dictionaries(st.sampled_from("abcdef"), run, min_size=1)
keys = st.integers(0, 2**64 - 1)
rels = st.integers(1, 2)
fractions = st.lists(st.sampled_from([0.01, 0.1, 0.25, 0.5, 0.85, 1.0]), min_size=1, unique=True)
threads = st.integers(1, 2)


def variants(stack):
    return [{q: dict(of.grades(q)) for q in of.queries} for of in map(stack.variant, stack.names)]


@given(labels, rels, keys, threads)
def test_one_relevant_is_the_plain_twins(of, rel, key, n):
    found = one_relevant(Qrels.from_dict(of), draws=70, rel=rel, seed=key, threads=n)
    for draw in (0, 1, 63, 64, 69):
        assert variants(found)[draw] == selecting.at_random(of, rel, lambda _: 1, key, draw)


@given(labels, rels, fractions, keys, threads)
def test_relevant_subset_is_the_plain_twins(of, rel, parts, key, n):
    found = relevant_subset(Qrels.from_dict(of), parts, draws=3, rel=rel, seed=key, threads=n)
    expected = [
        selecting.at_random(of, rel, lambda r, part=part: selecting.kept_of(r, part), key, draw)
        for part in parts
        for draw in range(3)
    ]
    assert variants(found) == expected


@given(labels, fractions, keys, threads)
def test_thinned_labels_are_the_plain_twins(of, parts, key, n):
    found = thinned(Qrels.from_dict(of), parts, draws=3, seed=key, threads=n)
    expected = [
        selecting.at_random(of, -127, lambda r, part=part: selecting.kept_of(r, part), key, draw)
        for part in parts
        for draw in range(3)
    ]
    assert variants(found) == expected


@given(labels, runs, rels, fractions, threads)
def test_relevant_subset_by_runs_is_the_plain_twins(of, lists, rel, parts, n):
    found = relevant_subset_by_runs(Qrels.from_dict(of), Runs.from_dict(lists), parts, rel=rel, threads=n)
    expected = [
        selecting.by_run(of, rel, lambda r, part=part: selecting.kept_of(r, part), lists[s], with_the_rest=True)
        for part in parts
        for s in lists
    ]
    assert variants(found) == expected
    for recipe, variant in zip(found.recipes, expected):
        kept = [(q, doc) for q, grades in variant.items() for doc, grade in grades.items() if grade >= rel]
        missed = [doc for q, doc in kept if doc not in lists[recipe["system"]].get(q, {})]
        assert (recipe["kept"], recipe["unretrieved"]) == (len(kept), len(missed))


@given(labels, runs, rels, threads)
def test_first_retrieved_is_the_plain_twins(of, lists, rel, n):
    found = first_retrieved(Qrels.from_dict(of), Runs.from_dict(lists), rel=rel, threads=n)
    expected = [selecting.by_run(of, rel, lambda _: 1, lists[s], with_the_rest=False) for s in lists]
    assert variants(found) == expected
    some = sum(max(grades.values()) >= rel for grades in of.values())
    for recipe, variant in zip(found.recipes, expected):
        assert recipe["found"] == sum(max(grades.values()) >= rel for grades in variant.values())
        assert recipe["without"] == some - recipe["found"]


@pytest.mark.parametrize("choose", ["largest", "smallest"])
@given(labels, rels, st.dictionaries(st.sampled_from(DOCS), st.integers(0, 3)))
def test_one_relevant_by_a_number_is_the_plain_twins(choose, of, rel, values):
    relevant = [doc for grades in of.values() for doc, grade in grades.items() if grade >= rel]
    if relevant and not set(relevant) & set(values):
        values[relevant[0]] = 1
    expected = selecting.by_value(of, rel, lambda _: 1, values, 1 if choose == "largest" else -1)
    texts = Texts(lambda: iter([(doc, "x" * n) for doc, n in values.items()]))
    column = DocAttribute("length", values, is_set=False, others=float("nan"))
    for numbers in (values, column, texts):
        found = one_relevant_by(Qrels.from_dict(of), numbers, choose=choose, rel=rel)
        assert variants(found) == [expected]
        assert found.recipes[0]["without_value"] == sum(doc not in values for doc in relevant)
        chosen = [doc for grades in expected.values() for doc, grade in grades.items() if grade >= rel]
        assert found.recipes[0]["chosen_without_value"] == sum(doc not in values for doc in chosen)


@given(labels, runs, st.lists(st.integers(1, 16), min_size=1, unique=True), threads)
def test_labels_to_a_depth_are_the_plain_twins(of, lists, depths, n):
    found = to_depth(Qrels.from_dict(of), Runs.from_dict(lists), depths, threads=n)
    expected = [selecting.pooled(of, lists, lists, depth) for depth in depths]
    assert variants(found) == expected
    assert [recipe["labels"] for recipe in found.recipes] == [sum(map(len, labels.values())) for labels in expected]


@given(labels, runs, st.integers(1, 6), keys, threads)
def test_labels_of_groups_are_the_plain_twins(of, lists, depth, key, n):
    teams = {system: "XYZW"[i % 4] for i, system in enumerate(lists) if i % 5}
    n_groups = len({teams.get(system, system) for system in lists})
    found = of_groups(
        Qrels.from_dict(of), Runs.from_dict(lists), teams, depth=depth, sizes=range(1, n_groups + 1), draws=3, seed=key,
        threads=n,
    )  # fmt: skip
    for recipe, variant in zip(found.recipes, variants(found), strict=True):
        systems = [system for system in lists if teams.get(system, system) in recipe["groups"]]
        assert variant == selecting.pooled(of, lists, systems, depth)
        assert len(recipe["groups"]) == recipe["size"]


@given(labels, keys, threads, st.randoms(use_true_random=False))
def test_noise_is_the_plain_twins(of, key, n, random):
    chances = {}
    for old in range(-1, 4):
        weights = np.array([random.choice([0, 1, 2]) for _ in range(4)]) + (np.arange(4) == random.randrange(4))
        chances[old] = dict(enumerate((weights / weights.sum()).tolist()))
    found = variants(noisy(Qrels.from_dict(of), chances, draws=4, seed=key, threads=n))
    assert found == [selecting.redrawn(of, chances, key, draw) for draw in range(4)]
