"""Runs put in another run's order: the kernel's counts against its plain twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection import Qrels
from irassay.kernel import _core
from tests.plain.reranked import changes, kinds, reranked
from tests.plain.small import one_query, runs_of


def counted(labels, lists, by, depth, rel=1, threads=1):
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    return _core.reranked(
        qrels.core, runs.core, runs.join(qrels), by=[runs.systems.index(s) for s in by], depth=depth, rel=rel,
        ties=_core.Ties.float64, threads=threads,
    )  # fmt: skip


@given(st.lists(one_query(n_docs=9, least_systems=3, length=9), min_size=1, max_size=4), st.integers(1, 6))
def test_counts_in_another_order_are_the_plain_twins(drawn, depth):
    names = ["a", "b", "c"]
    lists = {s: {f"q{q}": rankings[i] for q, (rankings, _) in enumerate(drawn)} for i, s in enumerate(names)}
    labels = {f"q{q}": grades for q, (_, grades) in enumerate(drawn)}
    top, changed = counted(labels, lists, names, depth)
    for i, s in enumerate(names):
        own = [kinds(lists[s][q][:depth], labels[q]) for q in labels]
        assert top[i].tolist() == np.sum(own, axis=0).tolist()
        assert dict(zip(names, changed[i].tolist())) == changes(lists, labels, s, depth)


def test_two_that_meet_stand_by_where_they_come_from():
    """Rank 2: b stays there, and d of rank 4 is brought up; rank 3: a of rank 1 is brought down, and c stays there."""
    assert reranked("abcd", "xdax") == list("dbca")
    labels = {"q": {"d": 1, "a": 0}}
    for depth, want in enumerate(([1, -1, 0], [1, -1, 0], [1, -1, 0], [0, 0, 0]), start=1):
        _, changed = counted(labels, {"own": {"q": list("abcd")}, "new": {"q": list("xdaw")}}, ["new"], depth)
        assert changed[0, 0].tolist() == want


def test_documents_far_below_take_places_that_nothing_else_takes():
    """The other list has the first two of these five below everything: ranks 3 to 5 move up without being named."""
    order = [f"x{i}" for i in range(20)] + ["a", "b"]
    _, changed = counted({"q": {"c": 1, "d": 1}}, {"own": {"q": list("abcde")}, "new": {"q": order}}, ["new"], 2)
    assert changed[0, 0].tolist() == [2, 0, -2]


def test_threads_change_nothing_and_a_system_that_is_not_there_is_refused():
    rng = np.random.default_rng(4)
    lists = {
        f"s{s}": {f"q{q}": [f"d{d}" for d in rng.permutation(40)[: rng.integers(0, 40)]] for q in range(30)}
        for s in range(5)
    }
    labels = {f"q{q}": {f"d{d}": int(rng.integers(-1, 3)) for d in rng.permutation(40)[:20]} for q in range(30)}
    names = list(lists)
    one, many = (counted(labels, lists, names, 5, rel=2, threads=n) for n in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one, many))
    assert one[1][2].tolist() == list(changes(lists, labels, "s2", 5, rel=2).values())
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    with pytest.raises(ValueError, match="no such system"):
        _core.reranked(
            qrels.core, runs.core, runs.join(qrels), by=[5], depth=5, rel=1, ties=_core.Ties.float64, threads=1
        )
