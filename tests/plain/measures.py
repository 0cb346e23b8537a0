"""The measures' formulas in plain Python, as their papers write them. The kernel is held to these.

A list is the documents from rank 1 on; labels map a document to its grade. Nothing here is fast.
"""

from __future__ import annotations

from math import log, log2


def gain(grade, form="log2"):
    if grade is None or grade <= 0:
        return 0.0
    return float(grade) if form == "log2" else 2.0**grade - 1


def condensed(ranked, labels):
    return [doc for doc in ranked if labels.get(doc, -1) >= 0]


def relevant(labels, rel):
    return {doc for doc, grade in labels.items() if grade >= rel}


def dcg(ranked, labels, k, form="log2"):
    return sum(gain(labels.get(doc), form) / log2(rank + 1) for rank, doc in enumerate(ranked[:k], 1))


def ndcg(ranked, labels, k, form="log2"):
    best = sorted(labels, key=lambda doc: -labels[doc])
    ideal = dcg(best, labels, k, form)
    return dcg(ranked, labels, k, form) / ideal if ideal else 0.0


def ncg(ranked, labels, k):
    best = sum(sorted((gain(grade) for grade in labels.values()), reverse=True)[:k])
    return sum(gain(labels.get(doc)) for doc in ranked[:k]) / best if best else 0.0


def found(ranked, labels, rel, k=None):
    return len(relevant(labels, rel) & set(ranked[:k]))


def precision(ranked, labels, rel, k):
    return found(ranked, labels, rel, k) / k


def recall(ranked, labels, rel, k=None):
    total = len(relevant(labels, rel))
    return found(ranked, labels, rel, k) / total if total else 0.0


def reciprocal_rank(ranked, labels, rel, k=None):
    hits = [rank for rank, doc in enumerate(ranked[:k], 1) if doc in relevant(labels, rel)]
    return 1 / hits[0] if hits else 0.0


def average_precision(ranked, labels, rel, k=None):
    wanted = relevant(labels, rel)
    ranks = [rank for rank, doc in enumerate(ranked[:k], 1) if doc in wanted]
    return sum(n / rank for n, rank in enumerate(ranks, 1)) / len(wanted) if wanted else 0.0


def interpolated_precision(ranked, labels, rel, level):
    wanted = relevant(labels, rel)
    needed = int(level * len(wanted) + 0.5)
    best = 0.0
    for rank in range(1, len(ranked) + 1):
        n = found(ranked, labels, rel, rank)
        if n >= max(needed, 1):
            best = max(best, n / rank)
    return best


def rbp(ranked, labels, p, gain_of, k=None):
    return (1 - p) * sum(gain_of(labels.get(doc)) * p**i for i, doc in enumerate(ranked[:k]))


def rbp_residual(ranked, labels, p, k=None):
    seen = ranked[:k]
    if all(labels.get(doc, -1) >= 0 for doc in seen):
        return 0.0
    unjudged = sum(p**i for i, doc in enumerate(seen) if labels.get(doc, -1) < 0)
    return p ** len(seen) + (1 - p) * unjudged


def bpref(ranked, labels, rel):
    wanted = relevant(labels, rel)
    others = {doc for doc, grade in labels.items() if 0 <= grade < rel}
    total = 0.0
    for i, doc in enumerate(ranked):
        if doc not in wanted:
            continue
        above = len(others & set(ranked[:i]))
        total += 1 - min(above, len(wanted)) / min(len(others), len(wanted)) if above else 1.0
    return total / len(wanted) if wanted else 0.0


def inferred_ap(ranked, labels, rel, epsilon=1e-5):
    wanted = relevant(labels, rel)
    total = 0.0
    for i, doc in enumerate(ranked):
        if doc not in wanted:
            continue
        above = [labels[d] for d in ranked[:i] if d in labels]
        n_relevant = sum(grade >= rel for grade in above)
        n_other = sum(0 <= grade < rel for grade in above)
        rank = i + 1
        if i == 0:
            total += 1
        else:
            pooled = len(above) / i
            chance = (n_relevant + epsilon) / (n_relevant + n_other + 2 * epsilon)
            total += 1 / rank + i / rank * pooled * chance
    return total / len(wanted) if wanted else 0.0


def judged(ranked, labels, k=None):
    seen = ranked[:k]
    return sum(doc in labels for doc in seen) / len(seen) if seen else 0.0


def set_f(ranked, labels, rel, beta):
    n = found(ranked, labels, rel)
    if not n:
        return 0.0
    p, r = n / len(ranked), recall(ranked, labels, rel)
    return (beta**2 + 1) * p * r / (r + beta**2 * p)


def geometric_mean(values, floor=1e-5):
    return 2.718281828459045 ** (sum(log(max(v, floor)) for v in values) / len(values))
