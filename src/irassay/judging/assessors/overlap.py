"""Which tasks another person judges too: a share of them, drawn by their ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from irassay.collection.tasks import Task
from irassay.errors import UsageError

_DIGITS = 16  # of 64 hexadecimal ones


def with_overlap(tasks: Iterable[Task], share: float, seed: int) -> list[Task]:
    """The tasks, of which about this share, 0 to 1, wants one answer more; id and seed alone decide."""
    if not 0 <= share <= 1:
        raise UsageError(f"expected a share from 0 to 1, but got share={share!r}")
    return [replace(task, wanted=task.wanted + 1) if _chance(task.id, seed) < share else task for task in tasks]


def _chance(task: str, seed: int) -> float:
    """A number from 0 to below 1, by id and seed."""
    digits = hashlib.sha256(f"{seed}\toverlap\t{task}".encode()).hexdigest()[:_DIGITS]
    return int(digits, 16) / 16.0**_DIGITS
