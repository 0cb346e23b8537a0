"""Dicts of dicts as JSON: [system ->] query -> document -> score."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from irassay.collection.runs import Runs
from irassay.errors import cut, kind_of
from irassay.formats.format import NO, POSSIBLE, WEAK, Head
from irassay.formats.row_checks import RankRows, SystemLists
from irassay.formats.runs import RunFormat
from irassay.formats.tables.rankings import Lists, lists
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import lines_of, read_json


def looks_like(head: Head) -> int:
    """JSON of whatever form; told from texts by its keys."""
    if not json_tree.is_nested(head):
        return NO
    return WEAK if json_tree.has_texts(head.text) else POSSIBLE


def read_lists(path: str, *, system: str) -> list[SystemLists]:
    """Rankings: of `system` where there are two levels, of the systems that are named where there are three."""
    rows = RankRows(path)
    tree = read_json(path, rows.problems)
    several = _depth(tree) == 3
    for name, queries in tree.items() if several else [(system, tree)]:
        place = f"[{cut(name)}]" if several else ""
        if not isinstance(queries, Mapping):
            rows.problems.add(place, f"{kind_of(queries)}, expected query -> document -> score")
            continue
        for query, docs in queries.items():
            if not isinstance(docs, Mapping):
                rows.problems.add(f"{place}[{cut(query)}]", f"{kind_of(docs)}, expected document -> score")
                continue
            if rows.take_all(name, query, docs):
                continue
            for doc, score in docs.items():
                rows.add(f"{place}[{cut(query)}][{cut(doc)}]", str(name), str(query), str(doc), score)
    return rows.finish()


def _depth(tree: Any) -> int:
    depth = 0
    while isinstance(tree, Mapping) and tree:
        depth += 1
        tree = next(iter(tree.values()))
    return depth


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """All systems in one object."""
    for number, system in enumerate(systems):
        yield ("{\n " if number == 0 else ",\n ") + json.dumps(system, ensure_ascii=False) + ": "
        yield from one_object(lists(runs, system, renamed), "  ")
    yield "\n}\n"


def one_object(rankings: Lists, indent: str) -> Iterator[str]:
    """Query -> document -> score, a line a query."""
    return lines_of(((query, dict(zip(docs, scores))) for query, docs, scores in rankings), indent)


def write_of_ranx(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """One system's lists."""
    for system in systems:
        yield from one_object(lists(runs, system, renamed), " ")
        yield "\n"


FORMAT = RunFormat(
    name="json",
    line='`{"system": {"query": {"document": score}}}`, or one run without the outer level',
    holds="any id, any number of runs",
    detected_by="an object of objects",
    looks_like=looks_like,
    suffixes=(".json",),
    ids="any",
    keeps=("scores", "names"),
    runs_a_file="any",
    read=read_lists,
    write=write,
)
RANX = RunFormat(
    name="ranx",
    line='`{"query": {"document": score}}`: what ranx saves, one run a file',
    holds="any id, no run name",
    detected_by="read as `json`",
    ids="any",
    keeps=("scores",),
    runs_a_file="one",
    ending=".json",
    read=read_lists,
    write=write_of_ranx,
)
BY_NAME = {one.name: one for one in (FORMAT, RANX)}
