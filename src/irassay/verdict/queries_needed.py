"""What more queries would separate, leaders or other systems from a baseline, and comparisons with each baseline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from irassay.comparison import League
from irassay.comparison.power import queries_to_separate

POWER = 0.8


@dataclass(frozen=True, slots=True)
class Needed:
    """The number of queries that would separate `of`, the first system or a baseline, from `other`; NaN where not
    stated."""

    other: str
    low: float  # of an 80% interval of the true difference
    high: float  # inf where no number suffices
    of: str = ""
    difference: float = math.nan  # of the means, without sign
    deviation: float = math.nan  # standard deviation over queries


def needed_of(league: League) -> Sequence[Needed]:
    """Queries to separate the first system, or each baseline, from those that it can't be told from, fewest first; ()
    over several collections."""
    systems = list(league.systems)
    if len(systems) < 2 or len(league.queries) < 2 or len(league.collections) > 1:
        return ()
    comparisons = [(base, systems) for base in league.baseline] or [(systems[0], list(league.leaders))]
    needs = [needed for base, others in comparisons for needed in _separating(league, systems.index(base), others)]
    return sorted(needs, key=lambda n: (n.low, n.high))


def _separating(league: League, focus: int, others: Sequence[str]) -> list[Needed]:
    systems = list(league.systems)
    needs = []
    for i in map(systems.index, others):
        if i == focus or league.significant[i, focus] or league.against_means[i, focus]:
            continue
        needed = queries_to_separate(league, systems[focus], systems[i], power=POWER)
        more = len(league.queries) + 1  # at least one query more than now, since the pair is open
        low, high = (math.inf if n is None else float(max(n, more)) for n in (needed.low, needed.high))
        size, deviation = abs(float(league.difference[focus, i])), (league.values[focus] - league.values[i]).std(ddof=1)
        needs.append(Needed(systems[i], low, high, systems[focus], size, float(deviation)))
    return needs


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
