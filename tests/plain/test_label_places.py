"""Where the runs have each label, who alone brought it, what is left without it: the kernel against sets."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.agreement.correlation import kendall_tau_a
from irassay.collection import Qrels, Runs
from irassay.estimates import completeness, leave_one_group_out
from irassay.kernel import _core
from irassay.label_sets import without_group
from irassay.label_sets.pooled_labels import places_of_labels
from irassay.scoring import evaluate

GROUPS = {"s0": "A", "s1": "A", "s2": "B", "s3": "C", "s4": "C", "s5": "D"}


@pytest.fixture(scope="module", params=range(3))
def world(request):
    rng = np.random.default_rng(request.param)
    docs = [f"d{i}" for i in range(30)]
    qrels = {f"q{q}": {d: int(rng.integers(-1, 4)) for d in rng.choice(docs, 14, replace=False)} for q in range(5)}
    runs = {
        s: {
            f"q{q}": {d: float(rng.integers(0, 9)) for d in rng.choice(docs, int(rng.integers(1, 25)), replace=False)}
            for q in range(1, 6)
        }
        for s in GROUPS
    }
    return qrels, runs


def ranked(run, query):
    return [d for d, _ in sorted(run.get(query, {}).items(), key=lambda item: (item[1], item[0]), reverse=True)]


def finders(world, query, doc, depth):
    return {GROUPS[s] for s, run in world[1].items() if doc in ranked(run, query)[:depth]}


def best_rank(world, query, doc):
    return min((ranked(run, query).index(doc) + 1 for run in world[1].values() if doc in run.get(query, {})), default=0)


def test_a_label_has_the_group_that_alone_brought_it_and_its_best_rank(world):
    qrels, runs = Qrels.from_dict(world[0]), Runs.from_dict(world[1])
    finder, best = places_of_labels(qrels, runs, list(GROUPS.values()), depth=4)
    names = list(dict.fromkeys(GROUPS.values()))
    row = 0
    for query in qrels.queries:
        for doc in qrels.grades(query):
            who = finders(world, query, doc, 4)
            assert finder[row] == (names.index(*who) if len(who) == 1 else -2 if who else -1)
            assert best[row] == best_rank(world, query, doc)
            row += 1
    assert row == len(finder) == len(best)


def test_documents_without_a_label_have_their_best_ranks_query_by_query(world):
    qrels, runs = Qrels.from_dict(world[0]), Runs.from_dict(world[1])
    group = [0] * len(GROUPS)
    found = _core.label_places(qrels.core, runs.core, runs.join(qrels), group=group, depth=1, ties=_core.Ties.float64)
    at = 0
    for query, n in zip(qrels.queries, found[3]):
        holes = {d for run in world[1].values() for d in run.get(query, {})} - set(world[0][query])
        assert sorted(found[2][at : at + n]) == sorted(best_rank(world, query, d) for d in holes)
        at += n
    assert at == len(found[2])


def test_without_a_group_what_it_alone_brought_is_unjudged_and_all_else_as_it_was(world):
    qrels, runs = Qrels.from_dict(world[0]), Runs.from_dict(world[1])
    stack = without_group(qrels, runs, GROUPS, depth=4)
    assert list(stack.names) == ["A", "B", "C", "D"]
    for recipe in stack.recipes:
        left = {
            q: {d: g for d, g in labels.items() if finders(world, q, d, 4) != {recipe["group"]}}
            for q, labels in world[0].items()
        }
        found = stack.variant(recipe["group"])
        assert {q: dict(found.grades(q)) for q in found.queries} == {q: of for q, of in left.items() if of}
        assert recipe["dropped"] == qrels.n_labels - found.n_labels


def test_a_group_left_out_is_scored_by_the_labels_that_the_others_leave(world):
    qrels, runs = Qrels.from_dict(world[0]), Runs.from_dict(world[1])
    found = leave_one_group_out(qrels, runs, GROUPS, "nDCG@6")
    stack = without_group(qrels, runs, GROUPS, depth=6)  # the measure's cutoff is the depth of the pool
    full = evaluate(qrels, runs, ["nDCG@6"])
    for of in found.groups:
        alone = evaluate(stack.variant(of.group), runs, ["nDCG@6"])
        counts = [full.queries.index(q) for q in alone.queries]
        before, after = full.values[0, 0][:, counts].mean(axis=1), alone.values[0, 0].mean(axis=1)
        rows = [full.systems.index(s) for s in of.systems]
        assert of.change == pytest.approx((after - before)[rows], abs=1e-12)
        assert of.tau == pytest.approx(kendall_tau_a(before, after), abs=1e-12)
        assert of.rank_after.tolist() == [1 + sum(after > after[row] + 1e-12) for row in rows]
        assert of.lost_queries == len(full.queries) - len(counts)


def test_bands_and_unjudged_shares_are_counts_of_sets(world):
    qrels, runs = Qrels.from_dict(world[0]), Runs.from_dict(world[1])
    found = completeness(qrels, runs, rel=2, cutoffs=[3, 6], bands=[3, 6], least=2, through=0.4, rich=0.3)
    for system, shares in zip(found.systems, found.unjudged):
        for k, share in zip(found.cutoffs, shares):
            top = [(q, d) for q in qrels.queries for d in ranked(world[1][system], q)[:k]]
            assert share == pytest.approx(sum(d not in world[0][q] for q, d in top) / len(top), abs=1e-12)
    places = {
        (q, d): best_rank(world, q, d)
        for q in qrels.queries
        for d in {d for run in world[1].values() for d in run.get(q, {})} | set(world[0][q])
    }

    def counts(first, last, query=None):
        met = [(q, d) for (q, d), r in places.items() if first <= r <= last and query in (None, q)]
        judged = [world[0][q][d] for q, d in met if d in world[0][q]]
        return len(met), len(judged), sum(g >= 2 for g in judged)

    assert sum(band.judged for band in found.bands) + found.unretrieved.judged == qrels.n_labels
    for band in found.bands:
        assert (band.returned, band.judged, band.relevant) == counts(band.first, band.last)
    rich = set()
    for query in qrels.queries:
        own = [counts(first, last, query) for first, last in ((1, 3), (4, 6), (7, 99))]
        done = [(n, j, r) for n, j, r in own if j >= 2 and j >= 0.4 * n]
        if done and done[-1][2] / done[-1][1] >= 0.3:
            rich.add(query)
    assert {q.query for q in found.rich} == rich
