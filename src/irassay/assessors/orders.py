"""The order in which a person gets tasks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

ORDERS = ("shuffled", "rank")


def in_order(ids: Iterable[str], order: str, seed: int, person: str) -> list[str]:
    """The ids as this person gets them: drawn by seed and pseudonym, or as they came.

    Examples
    --------
    >>> in_order(["q1", "q2", "q3"], "rank", 0, "p-1")
    ['q1', 'q2', 'q3']
    >>> sorted(in_order(["q1", "q2", "q3"], "shuffled", 0, "p-1"))
    ['q1', 'q2', 'q3']
    """
    if order == "rank":
        return list(ids)
    return sorted(ids, key=lambda one: hashlib.sha256(f"{seed}\t{person}\t{one}".encode()).digest())
