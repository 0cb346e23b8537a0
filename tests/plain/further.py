"""Shares of pairs, Q, multiples of R, groups and counts in plain Python, as papers and trec_eval's help write them."""

from __future__ import annotations

from math import log2

from tests.plain.measures import found, interpolated_precision, relevant


def f_measure(ranked, labels, rel, k, beta=1):
    precision, total = found(ranked, labels, rel, k) / k, len(relevant(labels, rel))
    recall = found(ranked, labels, rel, k) / total if total else 0
    if not precision:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def capped_recall(ranked, labels, rel, k):
    total = min(len(relevant(labels, rel)), k)
    return found(ranked, labels, rel, k) / total if total else 0.0


def accuracy(ranked, labels, rel, k=None):
    wanted = relevant(labels, rel)
    hits = [doc in wanted for doc in ranked[:k]]
    pairs = [(i, j) for i, a in enumerate(hits) for j, b in enumerate(hits) if a and not b]
    return sum(i < j for i, j in pairs) / len(pairs) if pairs else float(any(hits))


def q_measure(ranked, labels, rel, beta, gains=None):
    def gain(doc):
        return (gains or {}).get(labels[doc], labels[doc]) if doc in wanted else 0

    wanted = relevant(labels, rel)
    best = sorted((gain(doc) for doc in wanted), reverse=True)
    total = 0
    for rank, doc in enumerate(ranked, 1):
        if doc in wanted:
            above = ranked[:rank]
            blended = len(wanted & set(above)) + beta * sum(map(gain, above))
            total += blended / (rank + beta * sum(best[:rank]))
    return total / len(wanted) if wanted else 0.0


def precision_at_multiple(ranked, labels, rel, times):
    depth = int(times * len(relevant(labels, rel)) + 0.9)
    return found(ranked, labels, rel, depth) / depth if depth else 0.0


def unjudged(ranked, labels, k):
    return sum(labels.get(doc, -1) < 0 for doc in ranked[:k]) / k


def eleven_points(ranked, labels, rel):
    return sum(interpolated_precision(ranked, labels, rel, level / 10) for level in range(11)) / 11


def binary_g(ranked, labels, rel):
    wanted = relevant(labels, rel)
    others = [sum(d not in wanted for d in ranked[:i]) for i, doc in enumerate(ranked) if doc in wanted]
    return sum(1 / log2(2 + n) for n in others) / len(wanted) if wanted else 0.0


def whole_ideal_ndcg(ranked, labels, k, gain):
    def dcg(gains):
        return sum(g / log2(i + 1) for i, g in enumerate(gains, 1))

    best = dcg(sorted((gain(grade) for grade in labels.values()), reverse=True))
    return dcg([gain(labels.get(doc, 0)) for doc in ranked[:k]]) / best if best else 0.0


def over_groups(ranked, groups, over, rel, measure):
    """The mean of a measure over the labels of each group, of those with a relevant document or of all."""
    values = [measure(ranked, labels) for labels in groups.values() if over == "all" or relevant(labels, rel)]
    return sum(values) / len(values) if values else 0.0
