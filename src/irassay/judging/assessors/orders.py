"""The order in which a person gets tasks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from irassay.judging.assessors.adaptive_orders import ADAPTIVE

OVER_ALL = ("rounds", "random")  # one order of all tasks, the same for everybody; the others go query by query
ORDERS = ("shuffled", "rank", *OVER_ALL, *ADAPTIVE)


def in_order(ids: Iterable[str], order: str, seed: int, person: str) -> list[str]:
    """The ids as this person gets them: as they came, or drawn by seed and pseudonym."""
    if order == "rank":
        return list(ids)
    return sorted(ids, key=lambda one: hashlib.sha256(f"{seed}\t{person}\t{one}".encode()).digest())


def over_all(tasks: Sequence[tuple[str, str]], order: str, seed: int) -> list[str]:
    """All tasks (task, query) in one order for everybody: *rounds*, a task of each query in turn, or *random*, drawn by
    the seed."""
    if order == "random":
        return in_order((task for task, _ in tasks), order, seed, "")
    of_query: dict[str, list[str]] = {}
    for task, query in tasks:
        of_query.setdefault(query, []).append(task)
    return [task for one_round in zip_longest(*of_query.values()) for task in one_round if task is not None]
