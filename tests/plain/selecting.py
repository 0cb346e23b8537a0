"""Label selections, plainly: one label set a call, as {query: {document: grade}}; what is not selected is left out."""

import math

from tests.plain.sign_flips import GOLDEN, WORD, mix

KEPT_AT_RANDOM, LABEL_NOISE = 0x6B657074, 0x6E6F6973


def stream(key, purpose):
    return mix((mix((key + GOLDEN) % WORD) + GOLDEN * purpose) % WORD)


def word(of, index, number):
    return mix((of + GOLDEN * ((index << 32) | number)) % WORD)


def shuffled(docs, of, draw):
    """Fisher and Yates from the front; word i picks one of those that are left."""
    docs = list(docs)
    for i in range(len(docs)):
        at = i + ((word(of, draw, i) >> 32) * (len(docs) - i) >> 32)
        docs[i], docs[at] = docs[at], docs[i]
    return docs


def kept_of(n, fraction):
    return max(1, math.floor(fraction * n + 0.5))


def keep(labels, rel, order, n):
    """The first n(how many are relevant) of order(query, relevant documents), and what is not relevant."""
    out = {}
    for query, of in labels.items():
        relevant = [doc for doc, grade in of.items() if grade >= rel]
        chosen = set(order(query, relevant)[: n(len(relevant))])
        out[query] = {doc: grade for doc, grade in of.items() if grade < rel or doc in chosen}
    return {query: of for query, of in out.items() if of}


def at_random(labels, rel, n, key, draw):
    base, place = stream(key, KEPT_AT_RANDOM), {query: q for q, query in enumerate(sorted(labels))}
    return keep(labels, rel, lambda query, docs: shuffled(sorted(docs), stream(base, place[query] + 1), draw), n)


def by_run(labels, rel, n, run, *, with_the_rest):
    def order(query, docs):
        scores = run.get(query, {})
        ranked = sorted((d for d in docs if d in scores), key=lambda d: (scores[d], d), reverse=True)
        return ranked + sorted(set(docs) - set(ranked), reverse=True) * with_the_rest

    return keep(labels, rel, order, n)


def by_value(labels, rel, n, values, sign):
    def order(query, docs):
        known = sorted((d for d in docs if d in values), key=lambda d: (sign * values[d], d), reverse=True)
        return known + sorted((d for d in docs if d not in values), reverse=True)

    return keep(labels, rel, order, n)


def pooled(labels, runs, systems, depth):
    """Labels of what some of the systems have among their first documents."""
    out = {}
    for query, of in labels.items():
        found = set()
        for system in systems:
            scores = runs[system].get(query, {})
            found |= set(sorted(scores, key=lambda d: (scores[d], d), reverse=True)[:depth])
        out[query] = {doc: grade for doc, grade in of.items() if doc in found}
    return {query: of for query, of in out.items() if of}


def redrawn(labels, chances, key, draw):
    base, new = stream(key, LABEL_NOISE), sorted({grade for row in chances.values() for grade in row})
    out = {}
    for q, query in enumerate(sorted(labels)):
        of = stream(base, q + 1)
        out[query] = {}
        for place, doc in enumerate(sorted(labels[query])):
            left = (word(of, draw, place) >> 11) / 2**53
            row = [(grade, chances[labels[query][doc]].get(grade, 0.0)) for grade in new]
            row = [(grade, chance) for grade, chance in row if chance > 0]
            reached = 0.0
            for grade, chance in row:
                reached += chance
                if left < reached or grade == row[-1][0]:
                    out[query][doc] = grade
                    break
    return out
