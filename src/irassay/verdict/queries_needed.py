"""How many queries would separate what can't be told apart at the top, or from a baseline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.comparison.power import queries_to_separate

if TYPE_CHECKING:
    from irassay.comparison import League

POWER = 0.8


@dataclass(frozen=True, slots=True)
class Needed:
    """How many queries a pair would take: `of`, the first or a baseline, against `other`.

    `low` to `high` is the 80% range over what the true difference may be; inf where no number is enough.
    """

    other: str
    low: float
    high: float
    of: str = ""


def needed_of(league: League) -> Sequence[Needed]:
    """Queries to separate the first, or each baseline, from what it can't be told from; fewest first."""
    systems = list(league.systems)
    if len(systems) < 2 or len(league.queries) < 2:
        return ()
    asked = [(base, systems) for base in league.baseline] or [(systems[0], list(league.leaders))]
    found = [needed for base, others in asked for needed in _separating(league, systems.index(base), others)]
    return sorted(found, key=lambda n: (n.low, n.high))


def _separating(league: League, focus: int, others: Sequence[str]) -> list[Needed]:
    systems = list(league.systems)
    found = []
    for i in map(systems.index, others):
        if i == focus or league.significant[i, focus] or league.against_means[i, focus]:
            continue
        needed = queries_to_separate(league, systems[focus], systems[i], power=POWER)
        low, high = (_more_than(len(league.queries), total) for total in (needed.low, needed.high))
        found.append(Needed(systems[i], low, high, systems[focus]))
    return found


def _more_than(now: int, total: int | None) -> float:
    """What it takes is more than there is: the pair is open."""
    return math.inf if total is None else float(max(total, now + 1))
