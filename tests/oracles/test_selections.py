"""Label selections against counting: uniform draws by chi-square, noise by its matrix, real labels by sets."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels, Runs, evaluate, read_qrels, read_runs
from irassay.collection.stack import UNJUDGED
from irassay.label_sets import (
    Confusion,
    confusion_of,
    first_retrieved,
    noisy,
    of_groups,
    one_relevant,
    relevant_subset,
    relevant_subset_by_runs,
    to_depth,
)
from tests.collections_at_hand import collection

SMALLEST_P = 0.001  # at a fixed seed: nothing here can fail by chance from one day to the next


def test_every_relevant_document_is_drawn_as_often():
    qrels = Qrels.from_dict({"q": {**dict.fromkeys("abcdefg", 1), "x": 0, "y": 0}})
    drawn = (one_relevant(qrels, draws=7000, seed=11).grades("q") > 0)[:7].sum(axis=1)
    assert drawn.sum() == 7000
    assert stats.chisquare(drawn).pvalue > SMALLEST_P


def test_draws_of_two_queries_and_of_neighbours_are_independent():
    qrels = Qrels.from_dict({q: dict.fromkeys("abcd", 1) for q in ("q1", "q2")})
    stack = one_relevant(qrels, draws=8000, seed=2)
    one, other = (stack.grades(q).argmax(axis=0) for q in ("q1", "q2"))
    for x, y in ((one, other), (one[:-1], one[1:]), (one[:-1], other[1:])):
        table = np.zeros((4, 4))
        np.add.at(table, (x, y), 1)
        assert stats.chi2_contingency(table).pvalue > SMALLEST_P
    next_seed = one_relevant(qrels, draws=8000, seed=3).grades("q1").argmax(axis=0)
    assert np.mean(one == next_seed) == pytest.approx(0.25, abs=0.03)


def test_every_order_in_which_documents_are_found_is_equally_likely():
    qrels = Qrels.from_dict({"q": {**dict.fromkeys("abcd", 2), "x": 0}})
    stack = relevant_subset(qrels, [0.25, 0.5, 0.75], draws=4800, seed=6)
    kept = (stack.grades("q")[:4] > 0).reshape(4, 3, 4800)
    place = (~kept).sum(axis=1)  # in how many of the three a document is missing: where in the order it comes
    orders = Counter(map(tuple, place.T.tolist()))
    assert set(orders) == set(permutations(range(4)))
    assert stats.chisquare(list(orders.values())).pvalue > SMALLEST_P


def test_every_set_of_groups_is_equally_likely():
    runs = Runs.from_dict({f"s{i}": {"q": {f"d{i}": 1.0}} for i in range(6)})
    qrels = Qrels.from_dict({"q": {f"d{i}": 1 for i in range(6)}})
    stack = of_groups(qrels, runs, {}, sizes=[3], draws=4000, seed=8)
    sets = Counter(tuple(column) for column in (stack.grades("q") != UNJUDGED).T.tolist())
    assert len(sets) == comb(6, 3)
    assert stats.chisquare(list(sets.values())).pvalue > SMALLEST_P


def test_the_mean_score_over_draws_is_that_over_all_choices():
    docs = {"a": 2, "b": 1, "c": 1, "d": 3, "e": 1}
    runs = Runs.from_dict({"s": {"q": {doc: -float(i) for i, doc in enumerate("xcadyb")}}})
    each = [evaluate(Qrels.from_dict({"q": {d: g}}), runs, ["nDCG@5"]).summary[0, 0, 0] for d, g in docs.items()]
    found = evaluate(one_relevant(Qrels.from_dict({"q": docs}), draws=5000, seed=4), runs, ["nDCG@5"]).summary[0, :, 0]
    assert set(np.round(found, 12)) == set(np.round(each, 12))
    assert found.mean() == pytest.approx(np.mean(each), abs=4 * np.std(each) / np.sqrt(5000))


def test_grades_are_redrawn_as_often_as_the_matrix_says_each_by_itself():
    chances = {0: {0: 0.8, 1: 0.15, 2: 0.05}, 1: {0: 0.3, 1: 0.7}, 2: {0: 0.5, 2: 0.5}}
    qrels = Qrels.from_dict({"q": {f"d{i}": i % 3 for i in range(9)}})
    drawn = noisy(qrels, chances, draws=4000, seed=9).grades("q")
    for old in range(3):
        of = drawn[old::3].ravel()
        new = sorted(chances[old])
        counts = [int((of == grade).sum()) for grade in new]
        assert sum(counts) == of.size, "nothing that has chance 0"
        assert stats.chisquare(counts, [chances[old][g] * of.size for g in new]).pvalue > SMALLEST_P
    apart = np.corrcoef((drawn == 0).astype(float)) - np.eye(9)
    assert np.abs(apart).max() < 0.08


def test_what_is_redrawn_by_a_matrix_gives_the_matrix_back():
    rng = np.random.default_rng(1)
    qrels = Qrels.from_dict({f"q{q}": {f"d{i}": int(rng.integers(0, 3)) for i in range(400)} for q in range(20)})
    planted = Confusion.of({0: {0: 0.9, 1: 0.1}, 1: {0: 0.2, 1: 0.6, 2: 0.2}, 2: {1: 0.25, 2: 0.75}})
    found = confusion_of(qrels, noisy(qrels, planted, draws=1, seed=5).variant("noise, draw 1"))
    assert found.old == found.new == (0, 1, 2)
    spread = np.sqrt(planted.share * (1 - planted.share) / np.array(found.n_labels)[:, None])
    assert (np.abs(found.share - planted.share) <= 4 * spread).all()
    assert (found.share[planted.share == 0] == 0).all()
    assert sum(found.n_labels) == qrels.n_labels


def test_a_second_judge_is_counted_over_documents_that_both_have():
    first = Qrels.from_dict({"q1": {"a": 2, "b": 2, "c": 0, "d": 1}, "q2": {"a": 0}, "q3": {"z": 1}})
    second = Qrels.from_dict({"q1": {"a": 2, "b": 1, "c": 0, "e": 3}, "q2": {"a": 1, "b": 1}})
    found = confusion_of(first, second)
    assert (found.old, found.new, found.n_labels) == ((0, 2), (0, 1, 2), (2, 2))
    assert found.share.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]]


@pytest.fixture(scope="module")
def covid():
    folder = collection("trec-covid-round5")
    paths = sorted((folder / "runs").glob("*"))[:12]
    return read_qrels(str(folder / "qrels.covid-round5.txt")), read_runs([str(path) for path in paths])


def test_on_trec_covid_selections_keep_what_set_arithmetic_says(covid):
    qrels, runs = covid
    relevant = {q: {d for d, g in qrels.grades(q).items() if g > 0} for q in qrels.queries}
    rankings = {s: {q: runs.ranking(s, q) for q in qrels.queries} for s in runs.systems}
    first, kept = first_retrieved(qrels, runs), relevant_subset_by_runs(qrels, runs, [0.2])
    shallow = to_depth(qrels, runs, [5])
    for system in runs.systems[::5]:
        one, fifth = first.variant(f"first of {system}"), kept.variant(f"20% of the relevant, by {system}")
        for q in qrels.queries:
            order = [doc for doc in rankings[system][q] if doc in relevant[q]]
            assert [d for d, g in one.grades(q).items() if g > 0] == order[:1]
            n = max(1, int(0.2 * len(relevant[q]) + 0.5))
            assert set(order[:n]) <= {d for d, g in fifth.grades(q).items() if g > 0}
    pool = shallow.variant("depth 5")
    for q in qrels.queries:
        found = {doc for s in runs.systems for doc in rankings[s][q][:5]}
        assert set(pool.grades(q) if q in pool.queries else ()) == found & set(qrels.grades(q))


def test_on_trec_covid_all_that_is_relevant_is_the_labels_to_the_last_bit(covid):
    qrels, runs = covid
    measures = ["nDCG@10", "AP", "R@100", "Bpref"]
    whole = evaluate(qrels, runs, measures).summary[:, 0]
    for stack in (relevant_subset(qrels, [1.0], draws=2), relevant_subset_by_runs(qrels, runs, [1.0])):
        under = evaluate(stack, runs, measures).summary
        assert all(under[:, v].tobytes() == whole.tobytes() for v in range(under.shape[1]))
