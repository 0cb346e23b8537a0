"""Comparisons of all systems with each baseline, by the queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.comparison import League


@dataclass(frozen=True, slots=True)
class Against:
    """Systems that score significantly better than a baseline, worse, and the rest, each best first."""

    baseline: str
    above: Sequence[str] = ()
    below: Sequence[str] = ()
    apart: Sequence[str] = ()


def against_of(league: League) -> list[Against]:
    """For each baseline, the systems that are better, worse, or can't be told from it."""
    n, systems = len(league.systems), league.systems
    comparisons = []
    for name in league.baseline:
        base = systems.index(name)
        differs = [bool(league.significant[i, base]) for i in range(n)]
        better, worse = range(base), range(base + 1, n)
        comparisons.append(
            Against(
                name,
                [systems[i] for i in better if differs[i]],
                [systems[i] for i in worse if differs[i]],
                [systems[i] for i in (*better, *worse) if not differs[i]],
            )
        )
    return comparisons
