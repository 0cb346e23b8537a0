"""The strip of all systems by their mean: where they stand, and who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import span
from irassay.result import Column, Strip, Table
from irassay.studies.sections.captions import SHARED

if TYPE_CHECKING:
    from irassay.comparison import League


STRIP_FROM = 4  # systems from which a strip of dots says more than their names


def strip_of(league: League) -> Strip:
    """One dot a system, the leaders marked."""
    leaders = set(league.leaders)
    title, n = strip_title(league), 0 if league.baseline else len(leaders)
    how = SHARED("strip.how", measure=league.measure, n=n)
    columns = [
        Column("system", list(league.systems)),
        Column("mean", league.mean.tolist(), unit=league.measure, digits=4),
        Column("leader", [s in leaders for s in league.systems], definition=SHARED("strip.leader")),
    ]
    labelled = (league.systems[0], league.systems[-1], *league.baseline)
    table = Table("strip", title, columns, marks="leader")
    return Strip("strip", title, how, table, league.measure, labelled)


def strip_title(league: League) -> str:
    """What the dots show about the lead."""
    where = [league.systems.index(s) for s in league.leaders]
    n, measure = len(where), league.measure
    if league.baseline:
        ends = span(float(league.mean.min()), float(league.mean.max()))
        return SHARED("strip.baseline", systems=league.n, ends=ends, measure=measure)
    if n == 1:
        gap = abs(float(league.mean[0] - league.mean[1]))
        return SHARED("strip.one", first=league.systems[0], gap=gap, measure=measure)
    width = abs(float(league.mean[where[0]] - league.mean[where[-1]]))
    top = where == list(range(n))
    return SHARED("strip", n=n, top=top, width=width, measure=measure, queries=len(league.queries))
