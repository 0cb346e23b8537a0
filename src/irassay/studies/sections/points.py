"""Draw what pages share: where all systems stand, bands over steps, and which points have names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.arrays import F64
from irassay.comparison import League
from irassay.messages import span
from irassay.result import Column, Strip, Table
from irassay.studies.sections.captions import SHARED

STRIP_FROM = 4  # systems from which a strip of dots says more than their names
MOVED = 4  # systems named because their place changes most


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


class Band(Protocol):
    """A mean, and between what nine variants in ten lie, or all where there are few."""

    @property
    def mean(self) -> float:
        """Over variants."""

    @property
    def low(self) -> float:
        """Its lower end."""

    @property
    def high(self) -> float:
        """Its upper end."""


def band_columns(panels: Sequence[str], x: Column, bands: Sequence[Band], *, variants: str, most: str) -> list[Column]:
    """Panel, series, x, y, low and high, a row a point; a band is over `variants`, such as draws, `most` of them."""
    spread = f"{most} lie between"
    return [
        Column("panel", list(panels)),
        Column("series", ["mean"] * len(panels)),
        x,
        Column("y", [band.mean for band in bands], definition=f"mean over {variants}", digits=3),
        Column("low", [band.low for band in bands], definition=spread, digits=3),
        Column("high", [band.high for band in bands], definition=spread, digits=3),
    ]


def most_of(variants: Sequence[int], noun: str) -> str:
    """How many a range holds: nine in ten, or all where there are too few to tell that (`Spread`). `variants` counts
    them at each point; single ones have no range."""
    several = [n for n in variants if n > 1]
    nine = f"nine {noun} in ten"
    if min(several, default=LEAST_VARIANTS) >= LEAST_VARIANTS:
        return nine
    return f"all {noun}" if max(several) < LEAST_VARIANTS else f"{nine} (all of fewer than {LEAST_VARIANTS})"


def few(systems: Sequence[str], x: F64, y: F64) -> list[str]:
    """The systems to name: the first by either number, and those whose place changes most, as many each way."""
    moves = np.argsort(np.argsort(-x, kind="stable")) - np.argsort(np.argsort(-y, kind="stable"))
    order = np.argsort(moves, kind="stable")
    ends = [int(i) for k in range(MOVED // 2) for i in (order[k], order[-1 - k]) if moves[i]] if len(x) > MOVED else []
    rows = [int(np.argmax(x)), int(np.argmax(y)), *ends] if len(x) > MOVED else [int(i) for i in np.argsort(-x)]
    return list(dict.fromkeys(systems[i] for i in rows))
