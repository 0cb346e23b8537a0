"""Plain twin of runs put in another run's order: lists as [document, ...], best first, labels as dicts."""

from __future__ import annotations

from collections import Counter


def reranked(own, order):
    """`own` in the order of another list: what that has goes to its rank there, the rest stays.

    Of two that meet at a rank, one brought up stands first and one brought down last.
    """
    there = {doc: rank for rank, doc in enumerate(order)}

    def place(item):
        rank, doc = item
        wanted = there.get(doc, rank)
        return wanted, (wanted > rank) - (wanted < rank)

    return [doc for _, doc in sorted(enumerate(own), key=place)]


def kinds(docs, labels, rel=1):
    """How many of the documents are relevant, judged otherwise, and not judged."""
    found = Counter("unjudged" if doc not in labels else labels[doc] >= rel for doc in docs)
    return [found[True], found[False], found["unjudged"]]


def changes(lists, labels, by, depth, rel=1):
    """Of each system, how many more documents of each kind are among its first in the order of `by`, over queries."""
    out = {}
    for system, own in lists.items():
        total = [0, 0, 0]
        for query, known in labels.items():
            mine = own.get(query, [])
            after = kinds(reranked(mine, lists[by].get(query, []))[:depth], known, rel)
            before = kinds(mine[:depth], known, rel)
            total = [t + a - b for t, a, b in zip(total, after, before)]
        out[system] = total
    return out
