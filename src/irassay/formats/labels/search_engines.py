"""Labels in JSON of search engines: ratings that ``_rank_eval`` takes and answers, and OpenSearch's judgment lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from irassay.collection.qrels import Qrels
from irassay.errors import cut
from irassay.formats import loss_warnings
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.row_checks import LabelRows, Scale
from irassay.formats.trees import json_tree
from irassay.formats.trees.engine_answers import answer, doc_of, hits_by_query, looks_like
from irassay.formats.trees.json_tree import read_json, text_of

# How the documents are searched for: in all fields, until it is replaced by the search that is to be evaluated.
TEMPLATE: Mapping[str, Any] = {
    "id": "search",
    "template": {"inline": {"query": {"multi_match": {"query": "{{query}}"}}}},
}
METRIC: Mapping[str, Any] = {"dcg": {"k": 10, "normalize": True}}


def read_requests(path: str, *, scale: Scale | None = None) -> Qrels:
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
            at, doc = f"{place}.ratings[{j}]", _name(rating, "_id")
            if doc is None or "rating" not in rating:
                rows.problems.add(at, 'expected {"_id": ..., "rating": ...}')
            elif rating["rating"] is None:
                rows.skip_unrated(query, doc)
            else:
                rows.add(at, query, doc, rating["rating"])
    return rows.finish()


def _name(element: Any, key: str) -> str | None:
    value = element.get(key) if isinstance(element, dict) else None
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def write_requests(labels: LabelSheet) -> Iterator[str]:
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


ELASTICSEARCH = LabelFormat(
    name="elasticsearch",
    line='a body for `_rank_eval`: `{"requests": [{"id", "ratings": [{"_index", "_id", "rating"}]}]}`; with '
    "`--index NAME` it can be sent, and searches all fields for the query's text until you put your search there",
    holds="any id; the search requests themselves are not kept",
    detected_by="the key `requests`",
    looks_like=json_tree.with_keys("requests", "ratings", first="requests"),
    ids="any",
    read=read_requests,
    write=write_requests,
)


def read_answer(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of the hits; hits without a rating are counted."""
    rows = LabelRows(path, scale=scale)
    for query, hits in hits_by_query(path, rows.problems, rows.left_out):
        for i, hit in enumerate(hits):
            place = f"details[{cut(query)}].hits[{i}]"
            doc = doc_of(hit, place, rows.problems)
            if doc is None:
                continue
            if hit.get("rating") is None:
                rows.skip_unrated(query, doc)
            else:
                rows.add(place, query, doc, hit["rating"])
    return rows.finish()


def write_answer(labels: LabelSheet) -> Iterator[str]:
    """Hits that have a rating and no score."""
    yield from answer(
        (query, [(doc, None, grade) for doc, grade in docs.items()]) for query, docs in labels.tree.items()
    )


RESPONSE = LabelFormat(
    name="elasticsearch-response",
    line='what `_rank_eval` answers: `{"details": {query: {"hits": [{"hit", "rating"}]}}}`',
    holds="any id; only the documents that were retrieved, hits without a rating counted",
    detected_by="the keys `details` and `hits`",
    looks_like=looks_like,
    ids="any",
    read=read_answer,
    write=write_answer,
)


EXPECTED = '{"query": ..., "ratings": [{"docId": ..., "rating": ...}]}'


def read_judgments(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each query; ratings may be numbers or text such as "3.000"."""
    rows = LabelRows(path, scale=scale)
    lists = _lists_in(read_json(path, rows.problems))
    if not lists:
        rows.problems.add("", f'no list "judgmentRatings", expected objects such as {EXPECTED}')
    if len(lists) > 1:
        rows.problems.add("", f"{len(lists)} judgment lists in one file, expected one")
    for i, entry in enumerate(lists[0] if len(lists) == 1 else ()):
        place = f"judgmentRatings[{i}]"
        query = entry.get("query") if isinstance(entry, dict) else None
        ratings = entry.get("ratings") if isinstance(entry, dict) else None
        if not isinstance(query, str) or not isinstance(ratings, list):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        if not ratings:
            rows.skip_unrated(query)
        for j, rating in enumerate(ratings):
            doc = rating.get("docId") if isinstance(rating, dict) else None
            if not isinstance(doc, str) or rating.get("rating") is None:
                rows.problems.add(f"{place}.ratings[{j}]", f"{cut(rating)}, expected a docId and a rating")
            else:
                rows.add(f"{place}.ratings[{j}]", query, doc, rating["rating"])
    return rows.finish()


def _lists_in(tree: Any) -> list[list[Any]]:
    """Every list of that name: at the top of what is imported, deeper in what a search for it answers."""
    if isinstance(tree, list):
        return [one for element in tree for one in _lists_in(element)]
    if not isinstance(tree, dict):
        return []
    own = tree.get("judgmentRatings")
    return [own] if isinstance(own, list) else _lists_in(list(tree.values()))


def write_judgments(labels: LabelSheet) -> Iterator[str]:
    """One JSON value, to be imported."""
    ratings = [
        {"query": query, "ratings": [{"docId": doc, "rating": f"{grade:.3f}"} for doc, grade in docs.items()]}
        for query, docs in labels.tree.items()
    ]
    about = {"name": "labels", "description": "written by irassay", "type": "IMPORT_JUDGMENT"}
    yield text_of({**about, "judgmentRatings": ratings})


OPENSEARCH = LabelFormat(
    name="opensearch",
    line="judgment lists of OpenSearch's Search Relevance Workbench, as imported or as given back: `judgmentRatings` "
    "of `query` and `ratings`",
    holds="any id; the list's name is not kept",
    detected_by="the key `judgmentRatings`",
    looks_like=json_tree.with_keys("judgmentRatings"),
    ids="any",
    read=read_judgments,
    write=write_judgments,
)
BY_NAME = {one.name: one for one in (ELASTICSEARCH, RESPONSE, OPENSEARCH)}
