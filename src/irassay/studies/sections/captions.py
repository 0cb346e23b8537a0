"""What pages share: captions, panels and sentences, where all systems stand, bands over steps, and hardest queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.arrays import F64
from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.messages import Name, count, span
from irassay.messages.said import Room
from irassay.result import Column, Finding, Strip, Table

if TYPE_CHECKING:
    from irassay.comparison.pair_buckets import PRange

SHARED = Room("sections")
ALL_LABELS = "with all labels only"  # since when an order is stable
TEXT = 60  # characters of a query's text in a sentence
NEVER_STABLE = "not even with all labels (because of ties)"
HARDEST = 3  # queries that a sentence names
STRIP_FROM = 4  # systems from which a strip of dots says more than their names
MOVED = 4  # systems named because their place changes most


def distance(bucket: PRange) -> str:
    """How far apart two systems of a bucket are."""
    if bucket.low is None:
        return "the same score on every query" if bucket.high is None else f"p below {bucket.high:g}"
    return f"p of {bucket.low:g} or more" if bucket.high is None else f"p from {bucket.low:g} to {bucket.high:g}"


def panel(bucket: PRange, size: int) -> str:
    """A bucket of pairs as the heading of its panel."""
    return f"{distance(bucket)} ({count(size)})"


def query_name(query: str, text: str) -> str:
    """A query as sentences name it: its id, and the beginning of its text where it has one."""
    line = " ".join(text.split())
    return f'{query} "{line if len(line) <= TEXT else line[: TEXT - 1].rstrip() + "…"}"' if line else f"{query}"


def one_by_one(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that systems find hardest, each with its text and its median."""
    of = {"systems": n_systems, "two": n_systems == 2, "measure": measure}
    examples = [
        SHARED("queries-hardest.example", query=query_name(query, text), first=not at, score=middle, **of)
        for at, (query, text, middle) in enumerate(queries)
    ]
    return SHARED("queries-hardest", n=n_queries, examples=examples, **of)


def equally_hard(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that are hardest by the same score, where these are more than are named one by one."""
    return SHARED(
        "queries-hardest.level",
        n=n_queries, level=len(queries), systems=n_systems, two=n_systems == 2, measure=measure, score=queries[0][2],
        names=[query_name(query, text) for query, text, _ in queries],
    )  # fmt: skip


def hardest(league: League, texts: Mapping[str, str], *, beside: str = "") -> list[Finding]:
    """The queries with the worst median, in one sentence, and `beside` after it; [] where queries are few or alike."""
    medians, equal = np.median(league.values, axis=0), rounding(league.values)
    if len(medians) <= 2 * HARDEST or float(np.ptp(medians)) <= equal:
        return []
    order = np.argsort(-medians if league.lower_is_better else medians, kind="stable").tolist()
    level = [q for q in order if abs(medians[q] - medians[order[0]]) <= equal]
    chosen = level if len(level) > HARDEST else order[:HARDEST]
    named = [(Name(league.queries[q]), texts.get(league.queries[q], ""), float(medians[q])) for q in chosen]
    sentence = equally_hard if chosen is level else one_by_one
    text = sentence(named, len(medians), league.n, league.measure)
    text = " ".join(filter(None, [text, beside]))
    numbers = {f"median {query!s}": middle for query, _, middle in named[:HARDEST]}
    return [Finding("queries-hardest", "note", "queries", text, numbers, tuple(str(query) for query, _, _ in named))]


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
