"""A planted world of preferences: how good each document is, runs that find good ones, and judges who err."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from irassay import Qrels, Runs
from irassay.collection.preferences import Comparison, Preferences


@dataclass(frozen=True)
class World:
    """What is planted: document d0 is the best of every query, d1 the next, and so on."""

    runs: Runs
    labels: Qrels  # one known answer a query, often not the best document
    best: Qrels
    judged: Preferences
    firsts: np.ndarray  # (system, query): the number of the document that a system puts first


def planted(
    seed: int, *, n_queries: int = 60, spread: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0), error: float = 0.2,
    n_docs: int = 8, times: int = 1,
) -> World:  # fmt: skip
    """A world in which a system with a larger `spread` finds worse documents, and answers are wrong with `error`."""
    rng = np.random.default_rng(seed)
    queries, systems = [f"q{i:03}" for i in range(n_queries)], [f"s{i}" for i in range(len(spread))]
    noise = rng.normal(size=(len(systems), n_queries, n_docs)) * np.array(spread)[:, None, None]
    scores = noise - np.arange(n_docs)
    lists = {
        system: {q: {f"d{d}": float(scores[s, i, d]) for d in range(n_docs)} for i, q in enumerate(queries)}
        for s, system in enumerate(systems)
    }
    firsts = scores.argmax(axis=2)
    judged = []
    for i, query in enumerate(queries):
        pool = sorted({*firsts[:, i].tolist(), 0, 1, 2})
        for a, b in combinations(pool, 2):
            for _ in range(times):
                right = rng.random() >= error
                judged.append(Comparison(query, {f"d{a}": 2.0 if right else 1.0, f"d{b}": 1.0 if right else 2.0}))
    labels = {query: {f"d{int(rng.integers(3))}": 1} for query in queries}
    best = {query: {"d0": 1} for query in queries}
    return World(Runs.from_dict(lists), Qrels.from_dict(labels), Qrels.from_dict(best), Preferences(judged), firsts)
