"""Plain twins of what the preflight and the bounds count: lists as [(document, score), ...], labels as dicts."""

from __future__ import annotations

from itertools import groupby

from tests.plain.completions import score
from tests.plain.reading import order, single


def coverage(labels, lists, depth):
    """One system's lists for the queries of the labels: what the kernel's Coverage has, as a dict."""
    found = {query: [doc for doc, _ in lists[query]] for query in labels if lists.get(query)}
    ranked = {query: order(lists[query]) for query in found}
    lengths = sorted(map(len, ranked.values()))
    return {
        "answered": len(ranked),
        "retrieved": sum(lengths),
        "judged": sum(doc in labels[q] for q, docs in ranked.items() for doc in docs),
        "top": sum(len(docs[:depth]) for docs in ranked.values()),
        "top_judged": sum(doc in labels[q] for q, docs in ranked.items() for doc in docs[:depth]),
        "shortest": lengths[0] if lengths else 0,
        "median": lengths[len(lengths) // 2] if lengths else 0,
        "longest": lengths[-1] if lengths else 0,
        "short_lists": sum(n < depth for n in lengths),
    }


def tie_count(labels, lists, depth, ties):
    """Equal scores of one system: what the kernel's TieCount has, as a dict."""
    out = dict.fromkeys(("tied", "top_tied", "lists", "flat", "merged"), 0)
    read = single if ties == "float32" else float
    for query in labels:
        scored = lists.get(query) or []
        values = [read(dict(scored)[doc]) for doc in order(scored, ties)]
        first, touched = 0, False
        for _, group in groupby(values):
            n = len(list(group))
            if n > 1:
                out["tied"] += n
                out["top_tied"] += max(0, min(first + n, depth) - first)
                out["flat"] += n == len(values)
                touched = touched or first < depth
            first += n
        out["lists"] += touched
        as_one, as_two = (order(scored, t) for t in ("float32", "float64"))
        newly_equal = len({single(s) for _, s in scored}) < len({s + 0.0 for _, s in scored})
        out["merged"] += as_one != as_two or newly_equal
    return out


def in_id_order(labels, lists, least):
    """How many lists of at least so many documents are sorted by id, either way."""
    ranked = [[doc.encode() for doc in order(lists[q])] for q in labels if lists.get(q)]
    return sum(len(docs) >= least and docs in (sorted(docs), sorted(docs)[::-1]) for docs in ranked)


def labels_retrieved(labels, systems, rel):
    """Labels of a grade or more on answered queries that some list has, and all of them."""
    met = {(q, doc) for lists in systems for q, scored in lists.items() for doc, _ in scored}
    answered = {q for q, _ in met}
    wanted = [(q, doc) for q in labels if q in answered for doc, grade in labels[q].items() if grade >= rel]
    return sum(pair in met for pair in wanted), len(wanted)


def merged(scored, groups):
    """A list in which each group of documents is one, under the name of its first, at the place of its best."""
    name = {doc: group[0] for group in groups for doc in group}
    return list(dict.fromkeys(name.get(doc, doc) for doc in order(scored)))


def changes(measure, rankings, grades, doc, top):
    """What a label of the top grade for one document changes in each list's score."""
    return [score(measure, r, {**grades, doc: top}) - score(measure, r, grades) for r in rankings]


def depth_of(measure, ranking):
    """How many ranks of a list a measure looks at."""
    return measure.cutoff or len(ranking)


def holes(measure, rankings, grades):
    """Documents without a label above the measure's depth in some list: (best rank, lists that have it) by document."""
    found = {}
    for ranking in rankings:
        for rank, doc in enumerate(ranking[: depth_of(measure, ranking)], 1):
            if doc not in grades:
                best, n = found.get(doc, (rank, 0))
                found[doc] = (min(best, rank), n + 1)
    return found
