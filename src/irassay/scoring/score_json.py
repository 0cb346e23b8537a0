"""Scores per query as ``irassay eval -q --format json`` writes them (``irassay.scores/1``). Makes no table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from irassay.errors import InputError, cut
from irassay.formats.sources.problems import Problems
from irassay.formats.trees.json_tree import read_json

FORMAT = "irassay.scores/1"
TEXTS = ("system", "query", "measure")

Entry: TypeAlias = tuple[str, str, str, str, Any]  # place, system, query, measure, value


def entries(source: str) -> Iterator[Entry]:
    """Every score of the file with its place, then, as scores of the query ``all``, which runs are one system.

    Raises
    ------
    InputError
        The file is no JSON, or not of this form.
    """
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
        if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in TEXTS):
            raise InputError(f'{place}  expected {{"system": ..., "query": ..., "measure": ..., "value": ...}}')
        yield place, entry["system"], entry["query"], entry["measure"], entry.get("value")
    for measure, groups in _same(source, tree):
        for number, group in enumerate(groups, 1):
            for system in group:
                yield f"{source}: same", system, "all", f"same({measure})", float(number)


def _same(source: str, tree: dict[str, Any]) -> list[tuple[str, list[list[str]]]]:
    """Measure -> groups of runs with the same documents, where equal scores alone would say otherwise."""
    same = tree.get("same", {})
    if isinstance(same, dict) and all(
        isinstance(groups, list) and all(isinstance(group, list) for group in groups) for groups in same.values()
    ):
        return list(same.items())
    raise InputError(f"{source}: same  expected lists of systems by measure")
