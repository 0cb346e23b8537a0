"""Small worlds with planted labels."""

from __future__ import annotations

import random

import numpy as np


def world(n_queries, k, *, shared=1, tie=False, rate=(0.6, 0.3), seed=0):
    """Runs of "new" and "old", and all labels: new's own documents are relevant at the first rate, old's at the second;
    `tie` plants as many relevant ones in both, so that the difference of P@k is exactly 0."""
    draw = random.Random(seed)
    runs, labels = {"new": {}, "old": {}}, {}
    grades = [[int(draw.random() < r) for _ in range(n_queries * (k - shared))] for r in rate]
    if tie:
        grades[1] = draw.sample(grades[0], len(grades[0]))
    for q in range(n_queries):
        both = [f"b{i}" for i in range(shared)]
        query = f"q{q:03}"
        labels[query] = {doc: int(draw.random() < 0.5) for doc in both}
        for system, of in zip(("new", "old"), grades):
            own = {f"{system}{i}": of[q * (k - shared) + i] for i in range(k - shared)}
            labels[query] |= own
            docs = draw.sample([*own, *both], k)
            runs[system][query] = {doc: float(k - i) for i, doc in enumerate(docs)}
    return runs, labels


def judge_of(labels, *, skipping=lambda query, doc: False):
    """A judge who says the planted labels."""

    def judge(asked):
        out = {}
        for query, doc in asked:
            if not skipping(query, doc):
                out.setdefault(query, {})[doc] = labels[query][doc]
        return out

    return judge


def difference(runs, labels, k):
    """P@k of new minus that of old, under all labels."""
    total = 0
    for sign, system in ((1, "new"), (-1, "old")):
        for query, docs in runs[system].items():
            total += sign * sum(labels[query][doc] for doc in sorted(docs, key=docs.get, reverse=True)[:k])
    return total / k / len(labels)


def kept_in(shown):
    """In the place of `Bets.place`: keeps what the last draw showed, and of which pairs."""

    def place(self, at, *, z, variance, **_):
        own = np.isfinite(variance[-1])
        shown.update(at=at[own], z=z[-1, own])
        return np.zeros((1, 1, len(at)))

    return place
