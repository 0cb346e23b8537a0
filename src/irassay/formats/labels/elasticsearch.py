"""Ratings in the form of Elasticsearch's and OpenSearch's ``_rank_eval``: JSON, one request a query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irassay.errors import cut
from irassay.formats import loss_warnings
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import read_json, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

# How the documents are searched for: in all fields, until it is replaced by the search that is to be evaluated.
TEMPLATE: Mapping[str, Any] = {
    "id": "search",
    "template": {"inline": {"query": {"multi_match": {"query": "{{query}}"}}}},
}
METRIC: Mapping[str, Any] = {"dcg": {"k": 10, "normalize": True}}


def looks_like(head: Head) -> int:
    """Requests with ratings; where requests come first, they alone."""
    return json_tree.claim(head, "requests", "ratings", first="requests")


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each request; the request's id is the query, ``_id`` the document."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    requests = whole.get("requests") if isinstance(whole, dict) else None
    if not isinstance(requests, list):
        rows.problems.add("", 'no list "requests", expected {"requests": [{"id": ..., "ratings": [...]}]}')
        return rows.finish()
    queries: dict[str, int] = {}
    for i, request in enumerate(requests):
        place = f"requests[{i}]"
        query = _name(request, "id")
        ratings = request.get("ratings") if isinstance(request, dict) else None
        if query is None or not isinstance(ratings, list):
            rows.problems.add(place, 'expected {"id": ..., "ratings": [...]}')
            continue
        if queries.setdefault(query, i) != i:
            rows.problems.add(place, f"id {cut(query)} twice (first: requests[{queries[query]}]), expected once")
            continue
        if not ratings:
            rows.skip_unrated(query)
        rows.leave_out("search request", 1 if "request" in request or "template_id" in request else 0)
        for j, rating in enumerate(ratings):
            _take(rows, f"{place}.ratings[{j}]", query, rating)
    return rows.finish()


def _take(rows: LabelRows, place: str, query: str, rating: Any) -> None:
    doc = _name(rating, "_id")
    if doc is None or not isinstance(rating, dict) or "rating" not in rating:
        rows.problems.add(place, 'expected {"_id": ..., "rating": ...}')
        return
    if rating["rating"] is None:
        rows.skip_unrated(query, doc)
        return
    rows.add(place, query, doc, rating["rating"])


def _name(element: Any, key: str) -> str | None:
    value = element.get(key) if isinstance(element, dict) else None
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return str(value)
    return None


def write(labels: LabelSheet) -> Iterator[str]:
    """A body that ``_rank_eval`` takes: its metric, a template of the search, and each request. Ratings count by index
    and id, so both must stand in each (`RatedDocument` in Elasticsearch's source)."""
    if not labels.index:
        loss_warnings.say("the ratings name no index, and _rank_eval refuses them: --index NAME says which it is")
    requests = [
        {
            "id": query,
            "template_id": TEMPLATE["id"],
            "params": {"query": labels.query_texts[query]},
            "ratings": [{"_index": labels.index, "_id": doc, "rating": grade} for doc, grade in docs.items()],
        }
        for query, docs in labels.tree.items()
    ]
    yield text_of({"requests": requests, "templates": [TEMPLATE], "metric": METRIC})


FORMAT = LabelFormat(
    name="elasticsearch",
    line='a body for `_rank_eval`: `{"requests": [{"id", "ratings": [{"_index", "_id", "rating"}]}]}`; with '
    "`--index NAME` it can be sent, and searches all fields for the query's text until you put your search there",
    holds="any id; the search requests themselves are not kept",
    detected_by="the key `requests`",
    looks_like=looks_like,
    ids="any",
    read=read_labels,
    write=write,
)
