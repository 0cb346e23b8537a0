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
    """A pair that the queries leave open, with its sign fixed by the labels and its size left open by them.

    Attributes
    ----------
    systems : (str, str)
    low, high : float
        Least and greatest absolute difference over all completions of the labels.
    """

    systems: tuple[str, str]
    low: float
    high: float


def movable_of(league: League, bounds: Bounds | None, judged: Mapping[str, float], i: int, j: int) -> Movable | None:
    """Two places of the league, where missing labels matter though they can't change the sign; else None.

    They matter where they allow a difference that is greater than the present one and at least half the width of the
    pair's interval over queries, and where one of the two retrieves a document without a label.

    Parameters
    ----------
    league : League
    bounds : Bounds or None
        In the league's order.
    judged : mapping
        System -> share of its documents down to the measure's depth that have a label.
    i, j : int
    """
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
