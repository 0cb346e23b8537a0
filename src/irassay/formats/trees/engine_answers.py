"""Hits in what ``_rank_eval`` of Elasticsearch and OpenSearch answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from irassay.errors import cut
from irassay.formats.sources.lines import Problems
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import lines_of, object_of, read_json

EXPECTED = 'expected {"details": {query: {"hits": [{"hit": {"_id": ..., "_score": ...}, "rating": ...}]}}}'
_NO_INDEX = ""
looks_like = json_tree.with_keys("details", "hits", first="metric_score")


def answer(lists: Iterable[tuple[str, Sequence[tuple[str, float | None, int | None]]]]) -> Iterator[str]:
    """Such an answer, a line a query. `lists` are of query and its (document, score, rating)."""
    yield '{"details": '
    yield from lines_of(((query, {"hits": [_hit(*one) for one in hits]}) for query, hits in lists), "")
    yield ', "failures": {}}\n'


def _hit(doc: str, score: float | None, rating: int | None) -> dict[str, Any]:
    return {"hit": {"_index": _NO_INDEX, "_id": doc, "_score": score}, "rating": rating}


def hits_by_query(path: str, problems: Problems, left_out: dict[str, int]) -> Iterator[tuple[str, list[Any]]]:
    """Query and its hits; what is no such list is a problem, and failed queries are counted."""
    whole = read_json(path, problems)
    details = whole.get("details") if isinstance(whole, dict) else None
    if not isinstance(details, dict):
        problems.add("", f'no object "details", {EXPECTED}')
        return
    failures = whole.get("failures")
    if isinstance(failures, dict) and failures:
        left_out["failed query"] = len(failures)
    for query, detail in details.items():
        hits = detail.get("hits") if isinstance(detail, dict) else None
        if isinstance(hits, list):
            yield query, hits
        else:
            problems.add(f"details[{cut(query)}]", f'no list "hits", {EXPECTED}')


def is_converted(hits: Iterable[Any]) -> bool:
    """Whether `answer` wrote these hits, in the order of their scores: an engine's index has a name."""
    return all(_of(hit).get("_index") == _NO_INDEX for hit in hits)


def doc_of(hit: Any, place: str, problems: Problems) -> str | None:
    """The document of a hit; None, with a problem, where it has none."""
    doc = _of(hit).get("_id")
    if isinstance(doc, str):
        return doc
    problems.add(place, 'no "_id", expected {"hit": {"_id": ..., "_score": ...}, "rating": ...}')
    return None


def score_of(hit: Any) -> Any:
    """The score of a hit, None where it has none."""
    return _of(hit).get("_score")


def _of(hit: Any) -> dict[str, Any]:
    return object_of(object_of(hit).get("hit"))
