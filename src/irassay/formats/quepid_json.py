"""Quepid's ratings as JSON: for each query the text, and document -> rating."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.rows import LabelRows
from irassay.formats.trees import listed_queries

EXPECTED = '{"query": ..., "ratings": {document: rating}}'


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from the ratings of each query; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    for place, entry in listed_queries(path, rows.problems, expected=EXPECTED):
        query, ratings = entry.get("query"), entry.get("ratings", {})
        if not isinstance(query, str) or not isinstance(ratings, dict):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        if not ratings:
            rows.skip("query without a rating")
        for doc, rating in ratings.items():
            rows.lines += 1
            if rating is None:
                rows.skip("document without a rating")
            else:
                rows.add(f"{place}.ratings[{cut(doc)}]", query, doc, rating)
    return rows.finish()
