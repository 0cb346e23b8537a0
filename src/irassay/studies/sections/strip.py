"""The strip of all systems by their mean: where they stand, and who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import number, plural, span, spelled, these_queries
from irassay.result import Column, Strip, Table
from irassay.studies.sections.captions import HOW

if TYPE_CHECKING:
    from irassay.comparison import League


STRIP_FROM = 4  # systems from which a strip of dots says more than their names


def strip_of(league: League) -> Strip:
    """One dot a system, the leaders marked."""
    leaders = set(league.leaders)
    title = strip_title(league)
    columns = [
        Column("system", list(league.systems)),
        Column("mean", league.mean.tolist(), unit=league.measure, digits=4),
        Column("leader", [s in leaders for s in league.systems], definition="no system is significantly better"),
    ]
    labelled = (league.systems[0], league.systems[-1], *league.baseline)
    table = Table("strip", title, columns, marks="leader")
    return Strip("strip", title, strip_how(league), table, league.measure, labelled)


def strip_title(league: League) -> str:
    """What the dots show about the lead."""
    leaders = [league.systems.index(s) for s in league.leaders]
    n = len(leaders)
    if league.baseline:
        low, high = float(league.mean.min()), float(league.mean.max())
        return f"{plural(league.n, 'system')} from {span(low, high)} {league.measure}"
    if n == 1:
        gap = abs(float(league.mean[0] - league.mean[1]))
        return f"{league.systems[0]} is {number(gap, 3)} {league.measure} apart from the next"
    width = abs(float(league.mean[leaders[0]] - league.mean[leaders[-1]]))
    who = f"The first {spelled(n)} systems" if leaders == list(range(n)) else f"The {spelled(n)} leaders"
    cant = "can't split them"
    return f"{who} span {number(width, 3)} {league.measure}, and {these_queries(len(league.queries))} {cant}"


def strip_how(league: League) -> str:
    """How to read the strip."""
    text = f"{HOW}One dot is one system, placed by its mean {league.measure}; dots that would overlap are stacked."
    if league.baseline:
        return text
    if len(league.leaders) == 1:
        return f"{text} The filled dot is the leader: no system is significantly better."
    return f"{text} Filled dots are the leaders: no two of them differ significantly."
