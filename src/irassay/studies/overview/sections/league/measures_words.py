"""Sentences on further measures beside the main one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.comparison.equality import rounding
from irassay.messages import capital, conjugate, count, listed, number, plural

if TYPE_CHECKING:
    from irassay.comparison import League


MEASURES_NAMED = 2  # further measures with another first that the top of the page names


def first_by_others(league: League, others: Sequence[League]) -> str:
    """Another measure's other first, for the top of the page; "" where every measure has the same first."""
    first = league.systems[0]
    mine = {first, *league.same.get(first, ())}
    sentences = []
    for other in others:
        best = other.systems[0]
        if mine.intersection(_first(other)):
            continue
        leaders = {name for leader in other.leaders for name in (leader, *other.same.get(leader, ()))}
        behind = ""
        if other.leaders and not mine.intersection(leaders):
            its = (
                "" if len(other.leaders) == 1 else f", and {first} is not among its {count(len(other.leaders))} leaders"
            )
            behind = its or f", and leads without {first}"
        sentences.append(f"By {other.measure}, {best} comes first{behind}.")
    if len(sentences) > MEASURES_NAMED:
        return f"By {count(len(sentences))} of {plural(len(others), 'further measure')} another system comes first."
    return " ".join(sentences)


def measures_title(league: League, others: Sequence[League]) -> str:
    """Whether the measures agree on the best score."""
    best = "comes first by" if any(o.lower_is_better for o in (league, *others)) else "scores highest by"
    every, tied = [league, *others], {o.measure for o in (league, *others) if _is_shared(o)}
    first = league.systems[0]
    alone = [o.measure for o in every if o.systems[0] == first and o.measure not in tied]
    different = [o.measure for o in others if o.systems[0] != first and o.measure not in tied]
    says = f"{first} {best} {listed(alone)}" if alone else ""
    says += f", not by {listed(different)}" if alone and different else ""
    if not tied:
        return says
    several = f"several systems come first by {listed(o.measure for o in every if o.measure in tied)}"
    return f"{says}; {several}" if says else capital(several)


def _first(league: League) -> set[str]:
    """Those with the best mean, and those that are one system with one of them."""
    equal = rounding(league.mean)
    best = [name for name, mean in zip(league.systems, league.mean) if abs(mean - league.mean[0]) <= equal]
    return {one for name in best for one in (name, *league.same.get(name, ()))}


def _is_shared(league: League) -> bool:
    """Whether two systems have the best mean."""
    return league.n > 1 and abs(float(league.mean[1] - league.mean[0])) <= rounding(league.mean)


def measures_note(league: League) -> str:
    """In which order the rows stand."""
    return f"Rows in the order of {league.measure}. Each measure is a family of its own."


def agreement(league: League, other: League, against: int, pairs: int, tau: float) -> str:
    """One further measure against the main one."""
    leaders, best = list(other.leaders), "lowest" if other.lower_is_better else "highest"
    if other.baseline:
        differ = conjugate(other.n_settled, "differs")
        lead = f"By {other.measure}, {plural(other.n_settled, 'pair')} {differ} significantly."
    elif len(leaders) == 1:
        lead = f"By {other.measure}, {leaders[0]} leads."
    else:
        lead = (
            f"By {other.measure}, {count(len(leaders))} of {count(other.n)} systems{_why_so_many(league, other)} share "
            f"the lead{'' if _is_shared(other) else f', {other.systems[0]} with the {best} score'}."
        )
    return (
        f"{lead} {count(against)} of {plural(pairs, 'pair')} are in the opposite order to {league.measure} "
        f"(Kendall tau-a {number(tau, 2)})."
    )


def _why_so_many(league: League, other: League) -> str:
    """Why a further measure has more or fewer systems than the main one, in brackets; "" where it has as many."""
    if other.n == league.n:
        return ""
    if other.n > league.n:
        return f" (not {count(league.n)}: it tells apart runs that are one system for {league.measure})"
    return f" (not {count(league.n)}: some of them are one system for it)"
