"""Ratings for the Rated Ranking Evaluator, as Quepid exports them: for each query, grade -> documents."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.rows import LabelRows
from irassay.formats.trees import listed_queries

EXPECTED = '{"placeholders": {"$query": ...}, "relevant_documents": {grade: [documents]}}'


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from the lists of documents by grade; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    for at, entry in listed_queries(path, rows.problems, expected=EXPECTED):
        placeholders, grades = entry.get("placeholders"), entry.get("relevant_documents")
        query = placeholders.get("$query") if isinstance(placeholders, dict) else None
        if not isinstance(query, str) or not isinstance(grades, dict):
            rows.problems.add(at, f"expected {EXPECTED}")
            continue
        if not any(grades.values()):
            rows.skip("query without a rating")
        for grade, docs in grades.items():
            place = f"{at}.relevant_documents[{cut(grade)}]"
            if not isinstance(docs, list):
                rows.problems.add(place, f"a {type(docs).__name__}, expected a list of documents")
                continue
            for j, doc in enumerate(docs):
                rows.lines += 1
                rows.add(f"{place}[{j}]", query, str(doc), grade)
    return rows.finish()
