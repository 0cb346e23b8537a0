"""Measures over subtopics in plain Python. `covers` maps a subtopic to the documents that cover it."""

from __future__ import annotations

from math import log2


def gains(ranked, covers, alpha):
    met = dict.fromkeys(covers, 0)
    found = []
    for doc in ranked:
        here = [s for s, docs in covers.items() if doc in docs]
        found.append(sum((1 - alpha) ** met[s] for s in here))
        for s in here:
            met[s] += 1
    return found


def discounted(gains_of, form, k):
    return sum(g / (log2(i + 1) if form == "dcg" else i) for i, g in enumerate(gains_of[:k], 1))


def greedy(covers, alpha):
    """The ranking that always takes the document with the largest gain next; among equals the highest id."""
    left, ranked = set().union(*covers.values()) if covers else set(), []
    while left:
        taken = max(left, key=lambda doc: (round(gains([*ranked, doc], covers, alpha)[-1], 12), doc))
        ranked.append(taken)
        left.remove(taken)
    return ranked


def normalised(ranked, covers, alpha, form, k):
    best = discounted(gains(greedy(covers, alpha), covers, alpha), form, k)
    return discounted(gains(ranked, covers, alpha), form, k) / best if best else 0.0


def of_the_conceivable(ranked, covers, alpha, form, k):
    best = discounted([len(covers) * (1 - alpha) ** i for i in range(k)], form, k)
    return discounted(gains(ranked, covers, alpha), form, k) / best if best else 0.0


def precision(ranked, covers, k):
    return sum(len(docs & set(ranked[:k])) / k for docs in covers.values()) / len(covers) if covers else 0.0


def recall(ranked, covers, k):
    return sum(bool(docs & set(ranked[:k])) for docs in covers.values()) / len(covers) if covers else 0.0
