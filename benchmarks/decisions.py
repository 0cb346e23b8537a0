"""Questions that labels settle: the next batch of an order of 100 systems, and whole campaigns of one pair."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import irassay
from benchmarks import timing
from benchmarks.collections import SEED
from benchmarks.row import Row

N = 20  # campaigns a round
Labels = Mapping[str, Mapping[str, int]]


def rows(rounds: int) -> Iterator[Row]:
    systems, of_order = _lists(100, 200, 100, 900)
    order = irassay.decide(systems, "DCG@100", order=True)
    taken = []
    for _ in range(3 * rounds):
        taken.append(timing.once(lambda: order.next(20)))
        order.answer(_answers(order.pending, of_order))
    batch = timing.median(taken[1:])  # the first has no label to learn from
    note = f"{len(order.documents):,} documents, {100 * 99 // 2:,} pairs"
    yield _row("next 20 of an order", "100 x 200", batch, 0.2, note)

    worlds = [_lists(2, 45, 10, 20, seed) for seed in range(N)]
    known = [_campaign(*worlds[0])]  # which also loads what is loaded once
    taken = [timing.once(lambda: known.extend(_campaign(*world) for world in worlds)) for _ in range(rounds)]
    note = f"{1000 // N} times {N} campaigns of {sum(known) / len(known):,.0f} labels each"
    yield _row("1,000 campaigns of a pair", "45 queries", timing.median(taken) * (1000 / N), 60.0, note)


def _row(case: str, collection: str, took: timing.Took, most: float, note: str) -> Row:
    return Row(case, collection, took.cpu, ours_wall=took.wall, goal=most, goal_is="most", note=note)


def _lists(n_systems: int, n_queries: int, depth: int, pool: int, seed: int = SEED) -> tuple[Any, Labels]:
    """Lists drawn from a pool for each query, or two of one half each; every other document is a bit better."""
    draw = random.Random(seed)
    docs = [f"d{i}" for i in range(pool)]
    labels = {
        f"q{q}": {doc: int(draw.random() < 0.4 + i % 2 / 20) for i, doc in enumerate(docs)} for q in range(n_queries)
    }
    runs: dict[str, Any] = {f"s{s}": {} for s in range(n_systems)}
    for query in labels:
        for s, of in enumerate(runs.values()):
            some = docs[s::2] if n_systems == 2 else draw.sample(docs, depth)
            of[query] = {doc: -float(i) for i, doc in enumerate(some)}
    return runs, labels


def _answers(asked: Sequence[tuple[str, str]], labels: Labels) -> Labels:
    return {query: {doc: labels[query][doc] for q, doc in asked if q == query} for query, _ in asked}


def _campaign(runs: Any, labels: Labels) -> int:
    """The labels that end a campaign."""
    return irassay.decide(runs, "P@10").run(lambda asked: _answers(asked, labels)).labels["known"]
