"""Sentences on further measures beside the main one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.comparison.equality import rounding
from irassay.studies.overview.words import OVERVIEW

if TYPE_CHECKING:
    from irassay.comparison import League


MEASURES_NAMED = 2  # further measures with another first that the top of the page names


def first_by_others(league: League, others: Sequence[League]) -> str:
    """Another measure's other first, for the top of the page; "" where every measure has the same first."""
    first = league.systems[0]
    mine = {first, *league.same.get(first, ())}
    sentences = []
    for other in others:
        if mine.intersection(_first(other)):
            continue
        leaders = {name for leader in other.leaders for name in (leader, *other.same.get(leader, ()))}
        without, n = leaders and not mine.intersection(leaders), len(other.leaders)
        best, by = other.systems[0], other.measure
        sentences.append(OVERVIEW("first-by-others", measure=by, best=best, without=without, leaders=n, first=first))
    if len(sentences) > MEASURES_NAMED:
        return OVERVIEW("first-by-others.several", n=len(sentences), others=len(others))
    return " ".join(sentences)


def measures_title(league: League, others: Sequence[League]) -> str:
    """Whether the measures agree on the best score."""
    every, first = [league, *others], league.systems[0]
    tied = [o.measure for o in every if _is_shared(o)]
    apart = [(o.measure, o.systems[0] == first) for o in every if o.measure not in tied]
    alone, different = ([measure for measure, is_first in apart if is_first == same] for same in (True, False))
    lower = any(o.lower_is_better for o in every)
    return OVERVIEW("measures.title", first=first, lower=lower, alone=alone, different=different, tied=tied)


def _first(league: League) -> set[str]:
    """Those with the best mean, and those that are one system with one of them."""
    equal = rounding(league.mean)
    best = [name for name, mean in zip(league.systems, league.mean) if abs(mean - league.mean[0]) <= equal]
    return {one for name in best for one in (name, *league.same.get(name, ()))}


def _is_shared(league: League) -> bool:
    """Whether two systems have the best mean."""
    return league.n > 1 and abs(float(league.mean[1] - league.mean[0])) <= rounding(league.mean)


def agreement(league: League, other: League, against: int, pairs: int, tau: float) -> str:
    """One further measure against the main one, and why it has more or fewer systems."""
    n = len(other.leaders)
    return OVERVIEW(
        "measure-order.baseline" if other.baseline else "measure-order.one" if n == 1 else "measure-order",
        measure=other.measure, settled=other.n_settled, leaders=n, n=other.n, mine=league.n, main=league.measure,
        more=other.n > league.n, fewer=other.n < league.n, first=(other.leaders if n == 1 else other.systems)[0],
        shared=_is_shared(other), lower=other.lower_is_better, against=against, pairs=pairs, tau=tau,
    )  # fmt: skip
