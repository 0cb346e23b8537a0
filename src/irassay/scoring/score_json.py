"""Scores per query as ``irassay eval -q --format json`` writes them (``irassay.scores/1``). Makes no table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from irassay.errors import InputError, cut
from irassay.formats.sources.problems import Problems
from irassay.formats.trees.json_tree import read_json

FORMAT = "irassay.scores/1"
TEXTS = ("system", "query", "measure")

Entry: TypeAlias = tuple[str, str, str, str, str, Any]  # place, collection, query, measure, system, value


def entries(source: str) -> Iterator[Entry]:
    """Every score of the file with its place, then, as scores of the query ``all``, which runs are one system.
    InputError where it is no JSON, or not of this form."""
    problems = Problems(source)
    tree = read_json(source, problems)
    problems.raise_if_any()
    form = tree.get("format")
    if form != FORMAT or not isinstance(tree.get("scores"), list):
        raise InputError(
            f'{source} has the format {cut(form)}, expected "{FORMAT}": what irassay eval -q --format json writes'
        )
    for i, entry in enumerate(tree["scores"]):
        place = f"{source}: scores[{i}]"
        collection = entry.get("collection", "") if isinstance(entry, dict) else ""
        if not isinstance(entry, dict) or not all(isinstance(x, str) for x in (collection, *map(entry.get, TEXTS))):
            raise InputError(f'{place}  expected {{"system": ..., "query": ..., "measure": ..., "value": ...}}')
        yield place, collection, entry["query"], entry["measure"], entry["system"], entry.get("value")
    same = tree.get("same", {})
    by_collection = same if "collections" in tree else {"": same}
    for collection, of in by_collection.items() if isinstance(by_collection, dict) else [("", None)]:
        for measure, groups in _same(source, of):
            for number, group in enumerate(groups, 1):
                for system in group:
                    yield f"{source}: same", collection, "all", f"same({measure})", system, float(number)


def _same(source: str, same: object) -> list[tuple[str, list[list[str]]]]:
    """Measure -> groups of runs with the same documents, where equal scores alone would say otherwise."""
    if isinstance(same, dict) and all(
        isinstance(groups, list) and all(isinstance(group, list) for group in groups) for groups in same.values()
    ):
        return list(same.items())
    raise InputError(f"{source}: same  expected lists of systems by measure")
