"""Plain twins of the bounds: scores by definition, and brute force over every completion of a small collection."""

from __future__ import annotations

import itertools
from math import log2


def score(measure, ranking, grades):
    """One list's score. `grades` has the judged documents; anything else is not relevant."""
    name, k, params = measure.name, measure.cutoff or len(ranking), measure.params
    top = [grades.get(d, 0) for d in ranking[:k]]
    rel = params.get("rel", 1)
    hits = [g >= rel for g in top]
    n_relevant = sum(g >= rel for g in grades.values())
    if name in ("nDCG", "DCG", "NCG"):
        gain = (lambda g: 2.0 ** max(g, 0) - 1) if params.get("dcg") == "exp-log2" else (lambda g: float(max(g, 0)))
        discount = (lambda i: 1.0) if name == "NCG" else (lambda i: 1 / log2(i + 2))
        best = sorted(grades.values(), reverse=True)[: measure.cutoff or len(grades)]
        total = sum(gain(g) * discount(i) for i, g in enumerate(top))
        ideal = sum(gain(g) * discount(i) for i, g in enumerate(best))
        return total if name == "DCG" else total / ideal if ideal else 0.0
    if name == "P":
        return sum(hits) / k
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
