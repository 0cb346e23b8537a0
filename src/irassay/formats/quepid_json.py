"""Quepid's ratings as JSON: for each query the text, and document -> rating."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.rows import LabelRows
from irassay.formats.trees import read_json

EXPECTED = '{"query": ..., "ratings": {document: rating}}'


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from the ratings of each query; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    queries = whole.get("queries") if isinstance(whole, dict) else None
    if not isinstance(queries, list):
        rows.problems.add("", f'no list "queries", expected objects such as {EXPECTED}')
    for i, entry in enumerate(queries if isinstance(queries, list) else ()):
        query = entry.get("query") if isinstance(entry, dict) else None
        ratings = entry.get("ratings", {}) if isinstance(entry, dict) else None
        if not isinstance(query, str) or not isinstance(ratings, dict):
            rows.problems.add(f"queries[{i}]", f"expected {EXPECTED}")
            continue
        if not ratings:
            rows.skip("query without a rating")
        for doc, rating in ratings.items():
            rows.lines += 1
            if rating is None:
                rows.skip("document without a rating")
            else:
                rows.add(f"queries[{i}].ratings[{cut(doc)}]", query, doc, rating)
    return rows.finish()
