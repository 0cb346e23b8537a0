"""Pairs whose order the labels fix, but whose difference missing labels could still change enough for the test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.comparison.equality import rounding

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.estimates import Bounds


@dataclass(frozen=True, slots=True)
class Movable:
    """A pair that the queries leave open, with its sign fixed by the labels and its size left open by them."""

    systems: tuple[str, str]
    low: float  # least and greatest absolute difference over all completions
    high: float


def movable_of(league: League, bounds: Bounds | None, judged: Mapping[str, float], i: int, j: int) -> Movable | None:
    """Places i and j where missing labels can't change the sign, but move a difference beyond the present one and half
    the interval's width; else None."""
    if bounds is None or bounds.state[i][j] != "settled" or len(league.queries) < 2:
        return None
    if league.significant[i, j] or league.against_means[i, j]:
        return None
    systems = (league.systems[i], league.systems[j])
    if not any(judged.get(system, 1.0) < 1 for system in systems):
        return None
    ends = sorted(abs(float(end[i, j])) for end in (bounds.difference_lower, bounds.difference_upper))
    width = float(league.difference_high[i, j] - league.difference_low[i, j])
    moves = ends[1] > abs(float(league.difference[i, j])) + rounding(league.mean)
    return Movable(systems, *ends) if moves and ends[1] >= width / 2 else None  # NaN, a width not known: None
