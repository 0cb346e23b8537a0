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
    """Queries to separate the first, or the baseline, from what it can't be told from; fewest first."""
    systems = list(order.systems)
    if len(systems) < 2 or len(order.queries) < 2:
        return ()
    focus = systems.index(order.baseline[0]) if order.baseline else 0
    others = [s for s in (systems if order.baseline else order.leaders) if s != systems[focus]]
    found = []
    for name in others:
        i = systems.index(name)
        if order.significant[i, focus]:
            continue
        difference = order.values[focus] - order.values[i]
        total = queries_needed(difference, alpha=level_now(order, focus), power=POWER).total
        queries = math.inf if total is None else float(max(total, len(order.queries) + 1))
        found.append(Needed(name, queries))
    return sorted(found, key=lambda n: n.queries)


def level_now(order: Ranked, focus: int) -> float:
    """The level at which Holm's correction stands: alpha over the pairs that are still open.

    Those of all systems, or of the family of the baseline that is the `focus`.
    """
    settled = int(order.significant[:, focus].sum() if order.baseline else order.significant.sum() // 2)
    return order.alpha / max(order.family - settled, 1)
