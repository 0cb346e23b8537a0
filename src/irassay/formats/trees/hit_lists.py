"""Queries with their lists of hits, one object a query: JSON lines, or a list of such objects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from irassay.formats.row_checks import RankRows
from irassay.formats.trees.json_tree import records_of, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.row_checks import Part


def read(
    path: str,
    *,
    system: str,
    query_of: Callable[[dict[str, Any]], Any],
    hits: str,
    doc: str,
    expected: str,
) -> list[Part]:
    """One run of lists that are under the key `hits`, each document under `doc` and its score under ``score``.
    `query_of` gives the query of an object.
    """
    rows = RankRows(path)
    for place, entry in records_of(path, rows.problems):
        query, listed = query_of(entry), entry.get(hits)
        if not isinstance(query, (str, int)) or not isinstance(listed, list):
            rows.problems.add(place, f"expected {expected}")
            continue
        if not listed:
            rows.answer_without_hits(system, str(query))
        found = [_hit(rows, f"{within(place)}{hits}[{i}]", one, doc, expected) for i, one in enumerate(listed)]
        rows.add_hits(system, str(query), found)
    return rows.finish()


def _hit(rows: RankRows, place: str, hit: Any, doc: str, expected: str) -> tuple[str, str | None, Any]:
    """Place, document and score; a score that is written as text is a number."""
    name = hit.get(doc) if isinstance(hit, dict) else None
    if not isinstance(name, (str, int)) or isinstance(name, bool):
        rows.problems.add(place, f'no "{doc}", expected {expected}')
        return place, None, 0.0
    score = hit.get("score")
    if isinstance(score, str):
        with suppress(ValueError):  # what is no number is said to be none
            score = float(score)
    return place, str(name), score
