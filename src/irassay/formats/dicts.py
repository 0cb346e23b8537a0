"""Dicts of dicts, in memory or as JSON: query -> document -> grade, and [system ->] query -> document -> score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irassay.errors import cut
from irassay.formats.rows import LabelRows, RankRows
from irassay.formats.trees import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.bulk import Part


def looks_like(head: str) -> bool:
    """An opening brace and then a key: a brace alone may start an id."""
    head = head.lstrip()
    return head.startswith("{") and head[1:].lstrip()[:1] in ('"', "}", "")


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from a JSON file of query -> document -> grade."""
    rows = LabelRows(path, scale=scale)
    tree = read_json(path, rows.problems)
    return labels(tree, source=path, scale=scale, rows=rows)


def labels(tree: Any, *, source: str = "dict", scale: float | None = None, rows: LabelRows | None = None) -> LabelRows:
    """Labels from query -> document -> grade.

    >>> labels({"q1": {"d1": 2, "d2": 0}}).grades
    {'q1': {'d1': 2, 'd2': 0}}
    """
    rows = LabelRows(source, scale=scale) if rows is None else rows
    if not isinstance(tree, Mapping):
        rows.problems.add("", f"a {type(tree).__name__}, expected query -> document -> grade")
        return rows.finish()
    for query, docs in tree.items():
        if not isinstance(docs, Mapping):
            rows.problems.add(f"[{cut(query)}]", f"a {type(docs).__name__}, expected document -> grade")
            continue
        if not docs:
            rows.skip("query without a document")
        if scale is None and rows.take_all(query, docs):
            continue
        for doc, grade in docs.items():
            rows.lines += 1
            rows.add(f"[{cut(query)}][{cut(doc)}]", str(query), str(doc), grade)
    return rows.finish()


def read_lists(path: str, *, system: str) -> list[Part]:
    """Rankings from a JSON file: of `system` where it has two levels, of the systems it names where it has three."""
    rows = RankRows(path)
    return lists(read_json(path, rows.problems), system=system, source=path, rows=rows).parts()


def lists(tree: Any, *, system: str = "run", source: str = "dict", rows: RankRows | None = None) -> RankRows:
    """Rankings from query -> document -> score, or system -> query -> document -> score.

    >>> lists({"bm25": {"q1": {"d1": 7.5}}}).lists
    {'bm25': {'q1': {'d1': 7.5}}}
    """
    rows = RankRows(source) if rows is None else rows
    if not isinstance(tree, Mapping):
        rows.problems.add("", f"a {type(tree).__name__}, expected query -> document -> score")
        return rows.finish()
    several = _depth(tree) == 3
    for name, queries in tree.items() if several else [(system, tree)]:
        place = f"[{cut(name)}]" if several else ""
        if not isinstance(queries, Mapping):
            rows.problems.add(place, f"a {type(queries).__name__}, expected query -> document -> score")
            continue
        for query, docs in queries.items():
            if not isinstance(docs, Mapping):
                rows.problems.add(f"{place}[{cut(query)}]", f"a {type(docs).__name__}, expected document -> score")
                continue
            if rows.take_all(name, query, docs):
                continue
            for doc, score in docs.items():
                rows.lines += 1
                _take(rows, f"{place}[{cut(query)}][{cut(doc)}]", str(name), str(query), str(doc), score)
    return rows.finish()


def _take(rows: RankRows, place: str, system: str, query: str, doc: str, score: Any) -> None:
    if isinstance(score, (bool, str)) or not hasattr(score, "__float__"):
        rows.problems.add(place, f"score is {cut(score)}, expected a number")
        return
    rows.add(place, system, query, doc, float(score))


def _depth(tree: Any) -> int:
    depth = 0
    while isinstance(tree, Mapping) and tree:
        depth += 1
        tree = next(iter(tree.values()))
    return depth
