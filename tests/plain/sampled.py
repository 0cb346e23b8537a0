"""Measures from a stratified sample in plain Python. `labels`: document -> (stratum, grade), -1 where not judged."""

from __future__ import annotations

from math import log2


def strata(labels):
    """Stratum -> its documents, judged or not."""
    found = {}
    for doc, (stratum, _) in labels.items():
        found.setdefault(stratum, []).append(doc)
    return found


def judged(docs, labels):
    return [doc for doc in docs if labels[doc][1] >= 0]


def expanded(value_of, labels):
    """Horvitz and Thompson's estimate of the sum of `value_of` over all documents of the pool, from the judged ones."""
    total = 0
    for docs in strata(labels).values():
        known = judged(docs, labels)
        total += sum(value_of(doc) for doc in known) * len(docs) / len(known) if known else 0
    return total


def expected_precision(ranked, doc, labels, rel, epsilon=1e-5):
    """Of the documents down to `doc`, which is relevant, the share that is expected to be relevant."""
    above = ranked[: ranked.index(doc)]
    total = 1
    for docs in strata(labels).values():
        here = [d for d in above if d in docs]
        known = judged(here, labels)
        relevant = sum(labels[d][1] >= rel for d in known)
        if judged(docs, labels) and len(known) == len(here):
            total += relevant
        elif judged(docs, labels):
            total += len(here) * (relevant + epsilon) / (len(known) + 2 * epsilon)
    return total / (len(above) + 1)


def xinf_ap(ranked, labels, rel, epsilon=1e-5):
    def precision(doc):
        counts = doc in ranked and labels[doc][1] >= rel
        return expected_precision(ranked, doc, labels, rel, epsilon) if counts else 0

    relevant = expanded(lambda doc: labels[doc][1] >= rel, labels)
    return expanded(precision, labels) / relevant if relevant else 0.0


def inf_dcg(ranked, labels, k=None, gain=lambda grade: grade):
    """The expanded discounted gain of the first k ranks."""
    places = {doc: i for i, doc in enumerate(ranked[:k], 1)}
    return expanded(lambda doc: gain(labels[doc][1]) / log2(places[doc] + 1) if doc in places else 0, labels)


def best_dcg(labels, k=None, gain=lambda grade: grade):
    """The discounted gain of as many documents of each grade as are estimated, best first, parts of documents too."""
    grades = sorted({grade for _, grade in labels.values() if grade > 0}, reverse=True)
    ends = [0]
    for grade in grades:
        ends.append(ends[-1] + expanded(lambda doc, grade=grade: labels[doc][1] == grade, labels))
    total = 0
    for grade, first, last in zip(grades, ends, ends[1:]):
        for i in range(int(last) + 1 if k is None else k):
            total += gain(grade) * max(0, min(last, i + 1) - max(first, i)) / log2(i + 2)
    return total


def inf_ndcg(ranked, labels, k=None, gain=lambda grade: grade):
    best = best_dcg(labels, k, gain)
    return inf_dcg(ranked, labels, k, gain) / best if best else 0.0
