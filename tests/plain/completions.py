"""Plain twins of the bounds: scores by definition, and brute force over every completion of a small collection."""

from __future__ import annotations

import itertools
from math import log2

import numpy as np

from irassay.measures.grammar import gain_of_grades
from tests.plain.user_models import gain_rate


def score(measure, ranking, grades):
    """One list's score. `grades` has the judged documents; anything else is not relevant."""
    name, k, params = measure.name, measure.cutoff or len(ranking), measure.params
    top = [grades.get(d, 0) for d in ranking[:k]]
    rel = params.get("rel", 1)
    hits = [g >= rel for g in top]
    n_relevant = sum(g >= rel for g in grades.values())
    if name in ("nDCG", "DCG", "NCG"):
        gain = (lambda g: 2.0 ** max(g, 0) - 1) if params.get("dcg") == "exp-log2" else (lambda g: float(max(g, 0)))
        if params.get("gains"):
            named = gain_of_grades(params["gains"])
            gain = lambda g: named.get(g, float(g)) if g > 0 else 0.0  # noqa: E731
        discount = (lambda i: 1.0) if name == "NCG" else (lambda i: 1 / log2(i + 2))
        best = sorted(grades.values(), key=gain, reverse=True)[: measure.cutoff or len(grades)]
        total = sum(gain(g) * discount(i) for i, g in enumerate(top))
        ideal = sum(gain(g) * discount(i) for i, g in enumerate(best))
        return total if name == "DCG" else total / ideal if ideal else 0.0
    if name == "P":
        return sum(hits) / k
    if name == "Hits":
        return float(sum(hits))
    if name == "R_cap":
        return sum(hits) / min(k, n_relevant) if n_relevant else 0.0
    if name in ("R", "SetR"):
        return sum(hits) / n_relevant if n_relevant else 0.0
    if name == "Success":
        return float(any(hits))
    if name == "RR":
        return 1 / (hits.index(True) + 1) if any(hits) else 0.0
    if name == "AP":
        precisions = [sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit]
        return sum(precisions) / n_relevant if n_relevant else 0.0
    if name == "Rprec":
        return sum(hits[:n_relevant]) / n_relevant if n_relevant else 0.0
    if name == "INSQ":
        low, high = params["min_rel"], params["max_rel"]
        labels = {doc: max(grade, 0) for doc, grade in grades.items()}
        return gain_rate(ranking, labels, params["T"], high, low, measure.cutoff or 1000, adapts=False)
    assert name == "RBP"
    p = params["p"]
    top_grade = params["max_rel"]
    gains = [float(h) if params["gain"] == "binary" else min(max(g, 0) / top_grade, 1) for g, h in zip(top, hits)]
    return (1 - p) * sum(g * p**i for i, g in enumerate(gains))


def completions(rankings, grades, scale, unseen):
    """Every way to grade the universe's unjudged documents, with the grades there are."""
    retrieved = {d for ranking in rankings for d in ranking}
    holes = sorted(retrieved - set(grades)) + [("unseen", i) for i in range(unseen)]
    for choice in itertools.product(scale, repeat=len(holes)):
        yield {**grades, **dict(zip(holes, choice))}


def true_bounds(measure, rankings, grades, scale, unseen):
    """(lower, upper) of each list and the greatest difference of each pair, one query, by trying everything."""
    n = len(rankings)
    table = [[score(measure, r, c) for r in rankings] for c in completions(rankings, grades, scale, unseen)]
    lower = [min(row[s] for row in table) for s in range(n)]
    upper = [max(row[s] for row in table) for s in range(n)]
    greatest = [[max(row[a] - row[b] for row in table) for b in range(n)] for a in range(n)]
    return lower, upper, greatest


def greatest_by_counts(measure, first, second, grades, others, unseen):
    """Greatest difference of nDCG at grades 0 to 2 by trying every count of documents that reach grade 1 and grade 2.

    For given counts the best completion puts them on the largest differences of discount, which brute force confirms.
    `others` are the documents of further runs.
    """
    depth = measure.cutoff or 10**9

    def discounts(ranking):
        return {d: 1 / log2(i + 2) for i, d in enumerate(ranking[:depth])}

    a, b = discounts(first), discounts(second)
    holes = sorted({*first, *second, *others} - set(grades))
    weights = sorted((a.get(d, 0.0) - b.get(d, 0.0) for d in holes), reverse=True)
    weights = sorted([*weights, *[0.0] * unseen], reverse=True)  # unseen documents weigh nothing
    gained = np.concatenate([[0.0], np.cumsum(weights)])
    judged = sum(max(g, 0) * (a.get(d, 0.0) - b.get(d, 0.0)) for d, g in grades.items())
    best_of = np.concatenate([[0.0], np.cumsum([1 / log2(i + 2) for i in range(len(weights) + len(grades))])])
    n = np.arange(len(weights) + 1)
    ideal = [best_of[np.minimum(depth, sum(g >= level for g in grades.values()) + n)] for level in (1, 2)]
    top = judged + gained[:, None] + gained[None, :]
    bottom = ideal[0][:, None] + ideal[1][None, :]
    value = np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)
    return value[n[:, None] >= n[None, :]].max()
