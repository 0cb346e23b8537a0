"""Quepid's ratings as JSON, document -> rating of each query, and a case as it goes from one Quepid to another.

The keys of a case are ``case_name``, ``scorer``, ``queries`` (each with ``query_text`` and ``ratings`` of ``doc_id``
and ``rating``) and ``try``.
"""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.labels import LabelFormat
from irassay.formats.labels.quepid_source import count_off, scale_in
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import listed_queries, objects_in, read_json, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

EXPECTED = '{"query": ..., "ratings": {document: rating}}'
EXPECTED_CASE = '{"query_text": ..., "ratings": [{"doc_id": ..., "rating": ...}]}'


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


def looks_like_case(head: Head) -> int:
    """The case's name comes first; its scorer may fill what is looked at."""
    return json_tree.claim(head, "query_text", "ratings", "doc_id", first="case_name")


def read_case(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each query; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    scorer = whole.get("scorer") if isinstance(whole, dict) else None
    own = scale_in(scorer.get("scale") if isinstance(scorer, dict) else None)
    for place, entry in objects_in(whole, "queries", rows.problems, expected=EXPECTED_CASE):
        query = entry.get("query_text")
        if not isinstance(query, str):
            rows.problems.add(place, f"expected {EXPECTED_CASE}")
            continue
        if not entry.get("ratings"):
            rows.skip_unrated(query)
            continue
        for at, rating in objects_in(entry, "ratings", rows.problems, expected=EXPECTED_CASE, at=place):
            doc = rating.get("doc_id")
            if not isinstance(doc, (str, int)):
                rows.problems.add(at, f"expected {EXPECTED_CASE}")
            elif rating.get("rating") is None:
                rows.skip_unrated(query, str(doc))
            else:
                count_off(rows, at, (query, str(doc)), rating["rating"], own)
                rows.add(at, query, str(doc), rating["rating"])
    return rows.finish()


QUEPID_CASE = LabelFormat(
    name="quepid-case",
    line='a case of Quepid as JSON: `{"case_name", "queries": [{"query_text", "ratings": [{"doc_id", "rating"}]}]}`',
    holds="any id; what else the case is made of is not kept",
    detected_by="the key `case_name`",
    looks_like=looks_like_case,
    ids="any",
    read=read_case,
)
BY_NAME = {"quepid-case": QUEPID_CASE}
