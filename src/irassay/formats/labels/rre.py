"""Ratings for the Rated Ranking Evaluator: queries with their documents, by themselves or in topics and groups.

RRE's own files have ``topics`` of ``query_groups``, or the groups alone, and the documents of a group are those of
each of its queries. They are ``{document: {"gain": grade}}``, ``{grade: [documents]}`` or a list of objects with
``document_id`` and ``gain``. Quepid exports the first of these for each query, and imports the second.
"""

from __future__ import annotations

from typing import Any

from irassay.errors import cut
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import objects_in, read_json, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale
    from irassay.formats.sources.lines import Problems

EXPECTED = (
    '{"placeholders": {"$query": ...}, "relevant_documents": {document: {"gain": grade}} or {grade: [documents]}}'
)
QUERY = "$query"  # the placeholder for the query's text, where "query_placeholder" names no other
NESTS = (("topics", "query_groups"), ("query_groups", "queries"))  # a list, and what each of its entries has


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_tree.claim(head, "queries", "relevant_documents")


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the documents of each query, or of its group; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    placeholder = whole.get("query_placeholder", QUERY) if isinstance(whole, dict) else QUERY
    of_groups: set[tuple[str, str]] = set()
    for group, at, entry in _queries(whole, "", rows.problems):
        placeholders = entry.get("placeholders")
        query = placeholders.get(placeholder) if isinstance(placeholders, dict) else None
        documents = entry.get("relevant_documents", group)
        if not isinstance(query, str) or not isinstance(documents, (dict, list)):
            rows.problems.add(at, f"expected {EXPECTED}")
        elif documents is group and (at.rpartition(".")[0], query) in of_groups:
            rows.skip("query again in its group")  # with another template
        else:
            of_groups.add((at.rpartition(".")[0], query))
            _add(rows, f"{at}.relevant_documents", query, documents)
    return rows.finish()


def _queries(whole: Any, at: str, problems: Problems) -> Iterator[tuple[Any, str, dict[str, Any]]]:
    """The documents of the group that a query is in, the query's place, and the query."""
    for outer, _ in NESTS:
        if isinstance(whole, dict) and outer in whole:
            for place, entry in objects_in(whole, outer, problems, expected=EXPECTED, at=at):
                yield from _queries(entry, place, problems)
            return
    group = whole.get("relevant_documents") if isinstance(whole, dict) else None
    for place, entry in objects_in(whole, "queries", problems, expected=EXPECTED, at=at):
        yield group, place, entry


def _add(rows: LabelRows, at: str, query: str, documents: dict[str, Any] | list[Any]) -> None:
    if not (any(documents.values()) if isinstance(documents, dict) else documents):
        rows.skip_unrated(query)
        return
    for place, doc, grade in _labels(documents):
        if doc is None or grade is None:
            rows.problems.add(f"{at}{place}", f"expected {EXPECTED}")
        else:
            rows.add(f"{at}{place}", query, doc, grade)


def _labels(documents: dict[str, Any] | list[Any]) -> Iterator[tuple[str, str | None, Any]]:
    """Place, document and grade; None for what is missing."""
    if isinstance(documents, list):
        for j, one in enumerate(documents):
            doc = one.get("document_id") if isinstance(one, dict) else None
            yield f"[{j}]", None if doc is None else str(doc), one.get("gain") if isinstance(one, dict) else None
        return
    for key, value in documents.items():
        if isinstance(value, list):
            for j, doc in enumerate(value):
                yield f"[{cut(key)}][{j}]", str(doc), key
        else:
            yield f"[{cut(key)}]", key, value.get("gain") if isinstance(value, dict) else None


def write(labels: LabelSheet) -> Iterator[str]:
    """One JSON value, in the form that Quepid imports."""
    queries = []
    for query, docs in labels.tree.items():
        by_grade: dict[str, list[str]] = {}
        for doc, grade in sorted(docs.items(), key=lambda pair: pair[1]):
            by_grade.setdefault(str(grade), []).append(doc)
        queries.append({"placeholders": {QUERY: query}, "relevant_documents": by_grade})
    about = {"id_field": "id", "index": "", "template": "template.json"}
    yield text_of({**about, "queries": queries})


FORMAT = LabelFormat(
    name="rre",
    line="ratings of the Rated Ranking Evaluator, its own and Quepid's export: `queries`, or `topics` and "
    "`query_groups` of them, with `relevant_documents` by grade or with their gain",
    holds="any id; topics, groups and templates are not kept",
    detected_by="the keys `queries` and `relevant_documents`",
    looks_like=looks_like,
    ids="any",
    read=read_labels,
    write=write,
)
