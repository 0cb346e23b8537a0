"""Dicts of dicts as JSON: query -> document -> grade, as pytrec_eval, BEIR and ranx have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from irassay.collection.qrels import Qrels
from irassay.errors import cut, kind_of
from irassay.formats.format import NO, POSSIBLE, WEAK, Head
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.row_checks import LabelRows, Scale
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import lines_of, read_json


def looks_like(head: Head) -> int:
    """JSON of whatever form; told from runs by its values, from texts by its keys."""
    if not json_tree.is_nested(head):
        return NO
    return POSSIBLE if json_tree.has_grades(head.text) and not json_tree.has_texts(head.text) else WEAK


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from query -> document -> grade."""
    rows = LabelRows(path, scale=scale)
    tree = read_json(path, rows.problems)
    if not isinstance(tree, Mapping):
        rows.problems.add("", f"{kind_of(tree)}, expected query -> document -> grade")
        return rows.finish()
    for query, docs in tree.items():
        if not isinstance(docs, Mapping):
            rows.problems.add(f"[{cut(query)}]", f"{kind_of(docs)}, expected document -> grade")
            continue
        if not docs:
            rows.skip("query without a document")
        if scale is None and rows.take_all(query, docs):
            continue
        for doc, grade in docs.items():
            rows.add(f"[{cut(query)}][{cut(doc)}]", str(query), str(doc), grade)
    return rows.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a query."""
    yield from lines_of(labels.tree.items())
    yield "\n"


FORMAT = LabelFormat(
    name="json",
    line='`{"query": {"document": grade}}`, as pytrec_eval, BEIR and ranx have it',
    holds="any id",
    detected_by="an object of objects of whole numbers",
    looks_like=looks_like,
    suffixes=(".json",),
    ids="any",
    read=read_labels,
    write=write,
)
RANX = FORMAT.but(
    name="ranx", line="as `json`: what ranx saves", detected_by="read as `json`", looks_like=None, suffixes=()
)
BY_NAME = {one.name: one for one in (FORMAT, RANX)}
