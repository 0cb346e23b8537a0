"""What Elasticsearch's and OpenSearch's ``_rank_eval`` answers: for each query the hits with their scores and ratings.

It is a run, and labels of those documents that were retrieved: ratings of others are in the request alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from irassay.errors import cut
from irassay.formats.problems import Problems
from irassay.formats.rows import LabelRows, RankRows
from irassay.formats.trees import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.bulk import Part

EXPECTED = 'expected {"details": {query: {"hits": [{"hit": {"_id": ..., "_score": ...}, "rating": ...}]}}}'


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from the ratings of the hits; hits without a rating are counted."""
    rows = LabelRows(path, scale=scale)
    for query, hits in _details(path, rows.problems, rows.left_out):
        for i, hit in enumerate(hits):
            rows.lines += 1
            place = f"details[{cut(query)}].hits[{i}]"
            doc = _id(hit, place, rows.problems)
            if doc is None:
                continue
            if hit.get("rating") is None:
                rows.skip("document without a rating")
            else:
                rows.add(place, query, doc, hit["rating"])
    return rows.finish()


def read_lists(path: str, *, system: str) -> list[Part]:
    """The run that was rated. Where no hit of a query has a score (a sorted search), minus the rank stands for it."""
    rows = RankRows(path)
    for query, hits in _details(path, rows.problems, rows.left_out):
        if not hits:
            rows.skip("query without a hit")
        unscored = all(_score(hit) is None for hit in hits)
        for i, hit in enumerate(hits):
            rows.lines += 1
            place = f"details[{cut(query)}].hits[{i}]"
            doc = _id(hit, place, rows.problems)
            score = -float(i + 1) if unscored else _score(hit)
            if doc is not None and score is None:
                rows.problems.add(place, "no score, but other hits of the query have one; expected a number")
            elif doc is not None and score is not None:
                rows.add(place, system, query, doc, score)
    return rows.finish().parts()


def written(lists: Iterable[tuple[str, Sequence[tuple[str, float | None, int | None]]]]) -> Iterator[str]:
    """Such an answer, a line a query. `lists` are of query and its (document, score, rating)."""
    import json

    between = '{"details": {\n'
    for query, found in lists:
        hits = [{"hit": {"_index": "", "_id": d, "_score": score}, "rating": rating} for d, score, rating in found]
        yield f"{between}{json.dumps(query, ensure_ascii=False)}: {json.dumps({'hits': hits}, ensure_ascii=False)}"
        between = ",\n"
    yield '\n}, "failures": {}}\n'


def _details(path: str, problems: Problems, left_out: dict[str, int]) -> Iterator[tuple[str, list[Any]]]:
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


def _id(hit: Any, place: str, problems: Problems) -> str | None:
    inner = hit.get("hit") if isinstance(hit, dict) else None
    doc = inner.get("_id") if isinstance(inner, dict) else None
    if isinstance(doc, str):
        return doc
    problems.add(place, 'no "_id", expected {"hit": {"_id": ..., "_score": ...}, "rating": ...}')
    return None


def _score(hit: Any) -> float | None:
    inner = hit.get("hit") if isinstance(hit, dict) else None
    score = inner.get("_score") if isinstance(inner, dict) else None
    return float(score) if isinstance(score, (int, float)) and not isinstance(score, bool) else None
