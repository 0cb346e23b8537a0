"""ERR, INST, INSQ, compatibility and the first relevant rank in plain Python, as their papers write them."""

from __future__ import annotations

from functools import lru_cache


def err(ranked, labels, top, k=None):
    total, looking = 0.0, 1.0
    for rank, doc in enumerate(ranked[:k], 1):
        grade = min(max(labels.get(doc, 0), 0), top)
        satisfied = (2**grade - 1) / 2**top
        total += looking * satisfied / rank
        looking *= 1 - satisfied
    return total


def gain_rate(ranked, labels, wanted, top, bottom=0, k=1000, adapts=True):
    """Expected gain per document inspected: W is proportional to the chance of reaching a rank."""
    gains = [min(max((labels.get(doc, -1) - bottom) / (top - bottom), 0), 1) for doc in ranked[:k]]
    gains += [0.0] * (k - len(gains))
    weights = reader(wanted, tuple(gains)) if adapts else reader(wanted, (0.0,) * k)
    return sum(w * g for w, g in zip(weights, gains)) / sum(weights)


@lru_cache(maxsize=64)
def reader(wanted, gains):
    """The chance to reach each rank of who wants so much and stops the sooner, the more was gained."""
    reached, weights = 1.0, []
    for rank in range(1, len(gains) + 1):
        weights.append(reached)
        still = wanted - sum(gains[:rank])
        reached *= ((rank + wanted + still - 1) / (rank + wanted + still)) ** 2
    return weights


def scaled(ranked, labels, top, bottom, k):
    """Gains from 0 to 1 of the first k ranks."""
    gains = [min(max((labels.get(doc, -1) - bottom) / (top - bottom), 0), 1) for doc in ranked[:k]]
    return gains + [0] * (k - len(gains))


def satisfied_rate(ranked, labels, goes_on, top, bottom=0, k=1000):
    """C/W/L with C(i) = goes_on(i) (1 - gain at i): Azzopardi et al. 2021, Equations 8 to 11."""
    gains = scaled(ranked, labels, top, bottom, k)
    reached = [1]
    for rank, gain in enumerate(gains[:-1], 1):
        reached.append(reached[-1] * goes_on(rank) * (1 - gain))
    return sum(w * g for w, g in zip(reached, gains)) / sum(reached)


def bejeweled(ranked, labels, wanted, top, k, bottom=0):
    gains = scaled(ranked, labels, top, bottom, k)
    stop = next((i for i in range(1, k + 1) if sum(gains[:i]) >= wanted), k)
    return sum(gains[:stop]) / stop


def scaled_dcg(ranked, labels, top, k, bottom=0):
    from math import log2

    gains = scaled(ranked, labels, top, bottom, k)
    return sum(g / log2(i + 1) for i, g in enumerate(gains, 1)) / sum(1 / log2(i + 1) for i in range(1, k + 1))


def overlap(a, b, p, depth):
    """Rank-biased overlap truncated at a depth, divided by its weights."""
    total = sum(p**i * len(set(a[: i + 1]) & set(b[: i + 1])) / (i + 1) for i in range(depth))
    return total / sum(p**i for i in range(depth))


def compatibility(ranked, labels, p, depth=1000, normalize=True):
    place = {doc: i for i, doc in enumerate(ranked)}
    ideal = [doc for doc in labels if labels[doc] > 0]
    ideal.sort(key=lambda doc: (-labels[doc], place.get(doc, len(ranked))))
    if not ideal:
        return 0.0
    score = overlap(ranked, ideal, p, depth)
    return score / overlap(ideal, ideal, p, depth) if normalize else score


def first_rank(ranked, labels, rel, k, missing):
    return next((float(i) for i, doc in enumerate(ranked[:k], 1) if labels.get(doc, -1) >= rel), float(missing))


def tabled_ndcg(ranked, labels, gains, k=None):
    from math import log2

    def gain(doc):
        return gains.get(labels[doc], labels[doc]) if labels.get(doc, -1) >= 0 else 0.0

    got = sum(gain(doc) / log2(i + 1) for i, doc in enumerate(ranked[:k], 1))
    best = sorted((g for g in map(gain, labels) if g > 0), reverse=True)[:k]
    ideal = sum(g / log2(i + 1) for i, g in enumerate(best, 1))
    return got / ideal if ideal else 0.0
