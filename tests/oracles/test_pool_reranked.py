"""Runs raised by what their order does to the pool's: against fractions over plain dicts, by hand, planted truth."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from irassay import Qrels
from irassay.errors import UsageError
from irassay.estimates import pool_adjusted, pool_reranked
from irassay.estimates.imputed.imputed import plain_scores
from irassay.label_sets.pooled_labels import without_group
from irassay.measures import Measure
from tests.collections_at_hand import labels_and_runs
from tests.oracles.test_drawn_labels import mean_errors
from tests.plain.reranked import changes, kinds
from tests.plain.small import runs_of

ROOT = Path(__file__).resolve().parents[2]


def by_fractions(lists, labels, new, pooled, depth, rel=1):
    """The paper's rule: mean changes of precision, anti-precision and the unjudged rest over the pool's runs."""
    places = Fraction(1, depth * len(labels))
    own = np.sum([kinds(lists[new].get(q, [])[:depth], labels[q], rel) for q in labels], axis=0)
    precision, anti, rest = (Fraction(int(n)) * places for n in own)
    moved = [of for system, of in changes(lists, labels, new, depth, rel).items() if system in pooled]
    if not moved:
        return float(precision)
    up, down, more = (sum(Fraction(of[kind]) for of in moved) * places / len(moved) for kind in range(3))
    raised = rest * max(more, 0) if rest * (up * anti - down * precision) > 0 else 0
    return float(precision + raised)


def random_world(seed, n_queries=6, n_docs=14, n_systems=7):
    """Lists of any length, some of them empty, one of documents that no other run has; half of the rest judged."""
    rng = np.random.default_rng(seed)
    queries, docs = [f"q{q}" for q in range(n_queries)], [f"d{d:02}" for d in range(n_docs)]
    lists = {
        f"s{s}": {q: list(rng.permutation(docs)[: rng.integers(0, n_docs + 1)]) for q in queries}
        for s in range(n_systems)
    }
    lists["apart"] = {q: [f"z{d}" for d in range(5)] for q in queries[1:]}
    labels = {q: {d: int(rng.integers(-1, 3)) for d in docs if rng.random() < 0.5} or {"d00": 1} for q in queries}
    return labels, lists


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("measure", ["P@1", "P@4", "P(rel=2)@6"])
def test_scores_are_those_of_fractions_over_plain_dicts(seed, measure):
    labels, lists = random_world(seed)
    depth, rel = int(measure[-1]), 2 if "rel" in measure else 1
    new = ["s0", "s1", "s2", "apart"]
    found = pool_reranked(Qrels.from_dict(labels), runs_of(lists), measure, newcomers=new)
    pooled = [s for s in lists if s not in new]
    want = [by_fractions(lists, labels, s, pooled, depth, rel) for s in new]
    assert found.newcomers == new
    assert [found.score[list(lists).index(s)] for s in new] == pytest.approx(want, abs=1e-12)


def test_each_system_is_a_newcomer_among_all_others_where_nobody_was_served():
    """Oracle: fractions. All have unjudged documents, so all are adjusted, each by all that are not of its group."""
    raised = 0
    for seed in range(10):
        labels, lists = random_world(seed)
        lists = {s: {q: of[q] + ["zz"] for q in of} for s, of in lists.items() if s != "apart"}
        groups = {"s0": "A", "s1": "A"}
        found = pool_reranked(Qrels.from_dict(labels), runs_of(lists), "P@5", groups=groups)
        others = {s: [o for o in lists if o != s and not {o, s} <= {*groups}] for s in lists}
        want = [by_fractions(lists, labels, s, others[s], 5) for s in lists]
        assert found.newcomers == list(lists)
        assert found.score.tolist() == pytest.approx(want, abs=1e-12)
        raised += int((found.score > found.plain).sum())
    assert raised > 5


HAND = {"one": "bcxa", "two": "abx", "three": "cab", "new": "xa", "not": "xb"}


def test_a_case_worked_by_hand():
    """P@2, by the order x, a: b c x a becomes x b a c, one other judged document less; a b x becomes x b a (b keeps its
    rank before a, which is brought down), one relevant less; c a b stays. Each of the first two has one unjudged more:
    2 of 6 places. Precision 1/2 and anti-precision 0, so that one other judged less is enough: 1/2 + 1/2 * 1/3.

    By the order x, b: x c b a, x a b and c b a, for which two other judged documents went, one came and one relevant
    went; precision 0, so that relevant ones would have to come: 0.
    """
    labels = {"q": {"a": 1, "b": 0, "c": 0}}
    runs = runs_of({s: {"q": list(docs)} for s, docs in HAND.items()})
    found = pool_reranked(Qrels.from_dict(labels), runs, "P@2", newcomers=["new", "not"])
    assert found.shares.tolist() == [[0.5, 0.0, 0.5], [0.0, 0.5, 0.5]]
    assert found.mean_change == pytest.approx(np.array([[-1, -1, 2], [-1, -1, 2]]) / 6)
    assert found.score == pytest.approx([0.0, 0.5, 0.5, 2 / 3, 0.0])
    assert repr(found) == "PoolReranked(P@2, 1 of 5 systems raised)"


def test_runs_that_the_pool_did_not_serve_come_nearer_to_the_truth():
    """Oracle: planted truth. Ten runs of one skill; what the first alone brought to depth 5 is hidden. Over 30 worlds
    the adjusted score is right on average, and the plain one is not.
    """
    plain, adjusted = mean_errors(pool_reranked)
    assert plain < -0.02
    assert abs(adjusted) < 0.3 * abs(plain)


def test_each_run_left_out_of_a_track_is_off_by_what_the_docs_say():
    """Oracle: the labels that only that run brought to rank 10, hidden and then known. Deep Learning track, 2021."""
    (qrels, runs), measure = labels_and_runs("trec-dl-2021-passage"), "P(rel=2)@10"
    truth = plain_scores(qrels, runs, Measure.parse(measure), ties="float64", threads=0).mean(axis=1)
    stack = without_group(qrels, runs, {}, depth=10)
    off = []
    for i, system in enumerate(runs.systems):
        found = [f(stack.variant(system), runs, measure, newcomers=[system]) for f in (pool_reranked, pool_adjusted)]
        off.append([score - truth[i] for score in (found[0].plain[i], found[0].score[i], found[1].score[i])])
    means = [f"{mean:.4f}" for mean in np.abs(off).mean(axis=0)]
    assert means == ["0.0158", "0.0148", "0.0128"]
    said = " ".join((ROOT / "docs/simulations.md").read_text().split())
    assert "off by {} on average, pool-reranked by {}, and pool-adjusted by {}".format(*means) in said


@pytest.mark.parametrize(
    ("measure", "newcomers", "said"),
    [
        ("AP", None, "AP can't be adjusted by anti-precision; expected P@k"),
        ("P(judged_only=True)@2", None, "can't be adjusted by anti-precision; expected P@k"),
        ("P@2", ["w"], 'newcomers names "w", which is not among the 5 systems'),
    ],
)
def test_what_cannot_be_is_said(measure, newcomers, said):
    labels = {"q": {"a": 1, "b": 0, "c": 0}}
    runs = runs_of({s: {"q": list(docs)} for s, docs in HAND.items()})
    with pytest.raises(UsageError) as raised:
        pool_reranked(Qrels.from_dict(labels), runs, measure, newcomers=newcomers)
    assert said in str(raised.value)
