"""Hits of a search engine in the order in which it served them: that order is the ranking that users saw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from irassay.errors import cut
from irassay.formats.row_checks import RankRows

BY_ORDER = "list that its scores do not order"


def add(rows: RankRows, system: str, query: str, hits: Sequence[tuple[str, str | None, Any]]) -> None:
    """Take a query's hits, each its place, document and score, in their order; scores are kept where each is below the
    one before, so that they tell it."""
    if hits and not _fall([score for _, _, score in hits]):
        rows.leave_out_at(hits[0][0], BY_ORDER, f"query {cut(query)}")
        hits = [(where, doc, None) for where, doc, _ in hits]
    rows.add_hits(system, query, hits)
    rows.by_rank.add((system, query))  # also where scores tell the order: no two of them are equal


def _fall(scores: Sequence[Any]) -> bool:
    """Whether each score is below the one before it; what are no numbers are left to who reads them."""
    if not all(isinstance(score, (int, float)) for score in scores):
        return True
    return all(after < before for before, after in pairwise(scores))
