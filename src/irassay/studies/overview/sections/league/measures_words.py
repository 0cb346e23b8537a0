"""What further measures say beside the main one, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.wording import count, listed, number, plural

if TYPE_CHECKING:
    from irassay.comparison import League


def unranked(names: Sequence[str]) -> str:
    """Runs that can't stand in one order with the others."""
    lack, they = ("lacks", "it is") if len(names) == 1 else ("lack", "they are")
    return f"{listed(names)} {lack} a score on a query that others answer, so {they} not ranked."


def measures_title(league: League, others: Sequence[League]) -> str:
    """Whether the measures agree on the best score."""
    best = "comes first by" if any(o.lower_is_better for o in (league, *others)) else "scores highest by"
    different = [o.measure for o in others if o.systems[0] != league.systems[0]]
    if not different:
        return f"{league.systems[0]} {best} {listed([league.measure, *(o.measure for o in others)])}"
    agreeing = [league.measure, *(o.measure for o in others if o.systems[0] == league.systems[0])]
    return f"{league.systems[0]} {best} {listed(agreeing)}, not by {listed(different)}"


def measures_note(league: League) -> str:
    """In which order the rows stand."""
    return f"Rows in the order of {league.measure}. Each measure is a family of its own."


def agreement(league: League, other: League, against: int, pairs: int, tau: float) -> str:
    """One further measure against the main one."""
    leaders = list(other.leaders)
    if other.baseline:
        differ = "differs" if other.n_settled == 1 else "differ"
        lead = f"By {other.measure}, {plural(other.n_settled, 'pair')} {differ} significantly."
    elif len(leaders) == 1:
        lead = f"By {other.measure}, {leaders[0]} leads."
    else:
        lead = (
            f"By {other.measure}, {count(len(leaders))} of {count(other.n)} systems share the lead, "
            f"{other.systems[0]} with the {'lowest' if other.lower_is_better else 'highest'} score."
        )
    return (
        f"{lead} {count(against)} of {plural(pairs, 'pair')} are in the opposite order to {league.measure} "
        f"(Kendall tau-a {number(tau, 2)})."
    )
