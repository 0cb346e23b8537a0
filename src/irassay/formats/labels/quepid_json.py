"""Quepid's ratings as JSON: for each query the text, and document -> rating."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import listed_queries, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

EXPECTED = '{"query": ..., "ratings": {document: rating}}'


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_tree.claim(head, "queries", "query", "ratings")


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each query; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    for place, entry in listed_queries(path, rows.problems, expected=EXPECTED):
        query, ratings = entry.get("query"), entry.get("ratings", {})
        if not isinstance(query, str) or not isinstance(ratings, dict):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        if not ratings:
            rows.skip_unrated(query)
        for doc, rating in ratings.items():
            if rating is None:
                rows.skip_unrated(query, doc)
            else:
                rows.add(f"{place}.ratings[{cut(doc)}]", query, doc, rating)
    return rows.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """One JSON value."""
    queries = [{"query": query, "ratings": docs} for query, docs in labels.tree.items()]
    yield text_of({"queries": queries})


FORMAT = LabelFormat(
    name="quepid-json",
    line='Quepid\'s JSON: `{"queries": [{"query": text, "ratings": {document: rating}}]}`',
    holds="any id",
    detected_by="the keys `queries`, `query` and `ratings`",
    looks_like=looks_like,
    ids="any",
    read=read_labels,
    write=write,
)
