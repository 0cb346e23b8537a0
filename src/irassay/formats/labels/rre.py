"""Ratings for the Rated Ranking Evaluator, as Quepid exports them: for each query, grade -> documents."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_head
from irassay.formats.trees.json_tree import listed_queries, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

EXPECTED = '{"placeholders": {"$query": ...}, "relevant_documents": {grade: [documents]}}'


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_head.claim(head, "queries", "relevant_documents")


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
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
                rows.add(f"{place}[{j}]", query, str(doc), grade)
    return rows.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """One JSON value."""
    queries = []
    for query, docs in labels.tree.items():
        by_grade: dict[str, list[str]] = {}
        for doc, grade in sorted(docs.items(), key=lambda pair: pair[1]):
            by_grade.setdefault(str(grade), []).append(doc)
        queries.append({"placeholders": {"$query": query}, "relevant_documents": by_grade})
    about = {"id_field": "id", "index": "", "template": "template.json"}
    yield text_of({**about, "queries": queries})


FORMAT = LabelFormat(
    name="rre",
    line="Quepid's export for the Rated Ranking Evaluator: `relevant_documents` by grade",
    holds="any id",
    detected_by="the keys `queries` and `relevant_documents`",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=(),
    read=read_labels,
    write=write,
)
