"""How many queries would separate what can't be told apart at the top, or from a baseline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from irassay.comparison.power import queries_needed
from irassay.studies.overview.case import Needed

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.studies.overview.evidence import Order

    Ranked: TypeAlias = Order | League

POWER = 0.8


def needed_of(order: Ranked) -> Sequence[Needed]:
    """Queries to separate the first, or each baseline, from what it can't be told from; fewest first."""
    systems = list(order.systems)
    if len(systems) < 2 or len(order.queries) < 2:
        return ()
    asked = [(base, systems) for base in dict.fromkeys(order.baseline)] or [(systems[0], list(order.leaders))]
    found = [needed for base, others in asked for needed in _separating(order, systems.index(base), others)]
    return sorted(found, key=lambda n: (n.low, n.high))


def _separating(order: Ranked, focus: int, others: Sequence[str]) -> list[Needed]:
    systems = list(order.systems)
    found = []
    for i in map(systems.index, others):
        disagrees = order.against_means is not None and order.against_means[i, focus]
        if i == focus or order.significant[i, focus] or disagrees:
            continue
        difference = order.values[focus] - order.values[i]
        needed = queries_needed(difference, alpha=level_now(order, focus), power=POWER)
        low, high = (_more_than(len(order.queries), total) for total in (needed.low, needed.high))
        found.append(Needed(systems[i], low, high, systems[focus]))
    return found


def _more_than(now: int, total: int | None) -> float:
    """What it takes is more than there is: the pair is open."""
    return math.inf if total is None else float(max(total, now + 1))


def level_now(order: Ranked, focus: int) -> float:
    """The level at which Holm's correction stands: alpha over the pairs that are still open.

    Those of all systems, or of the family of the baseline that is the `focus`.
    """
    settled = int(order.significant[:, focus].sum() if order.baseline else order.significant.sum() // 2)
    return order.alpha / max(order.family - settled, 1)
