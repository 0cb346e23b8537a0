"""Ratings for the Rated Ranking Evaluator, as Quepid exports them: for each query, grade -> documents."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.rows import LabelRows
from irassay.formats.trees import read_json

EXPECTED = '{"placeholders": {"$query": ...}, "relevant_documents": {grade: [documents]}}'


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from the lists of documents by grade; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    queries = whole.get("queries") if isinstance(whole, dict) else None
    if not isinstance(queries, list):
        rows.problems.add("", f'no list "queries", expected objects such as {EXPECTED}')
    for i, entry in enumerate(queries if isinstance(queries, list) else ()):
        placeholders = entry.get("placeholders") if isinstance(entry, dict) else None
        query = placeholders.get("$query") if isinstance(placeholders, dict) else None
        grades = entry.get("relevant_documents") if isinstance(entry, dict) else None
        if not isinstance(query, str) or not isinstance(grades, dict):
            rows.problems.add(f"queries[{i}]", f"expected {EXPECTED}")
            continue
        if not any(grades.values()):
            rows.skip("query without a rating")
        for grade, docs in grades.items():
            place = f"queries[{i}].relevant_documents[{cut(grade)}]"
            if not isinstance(docs, list):
                rows.problems.add(place, f"a {type(docs).__name__}, expected a list of documents")
                continue
            for j, doc in enumerate(docs):
                rows.lines += 1
                rows.add(f"{place}[{j}]", query, str(doc), grade)
    return rows.finish()
