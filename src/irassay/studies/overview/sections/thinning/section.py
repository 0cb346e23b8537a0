"""The verdict under less data: half of it beside all, the order under thinned labels, and what that means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from irassay.agreement import Spread
from irassay.agreement.order_agreement import STABLE
from irassay.comparison import League
from irassay.messages import number, percent
from irassay.result import Column, Finding, Lines, Section, Table
from irassay.studies.overview.comparison import OverviewComparison, OverviewEvidence
from irassay.studies.overview.sections.thinning.less_data import FewerLabels, HalfQueries, fewer_labels, half_queries
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import PageSection
from irassay.studies.sections.points import band_columns

HALF = 0.5  # the share that sentences are about, where it is there
AXIS, PANEL = "percent of each query's labels", "Agreement, Kendall's tau-a"


def share_of(value: float) -> str:
    """A share of the labels in everyday words."""
    return {0.5: "half", 0.1: "a tenth"}.get(value) or f"{100 * value:.10g}%"


def thinning_title(fewer: FewerLabels, at: int) -> str:
    """How far the order under one share agrees with the order under all labels."""
    tau, part = fewer.tau[at], share_of(fewer.fractions[at])
    sure = number(tau.low, 2) == number(tau.high, 2)
    return OVERVIEW("thinned.title", part=part, tau=tau.mean, sure=sure, low=tau.low, high=tau.high)


def pairs(fewer: FewerLabels, at: int) -> str:
    """What becomes of pairs that are told apart under all labels."""
    before, against = fewer.settled_before, fewer.against[at]
    return OVERVIEW(
        "thinned-pairs" if before else "thinned-pairs.none",
        part=share_of(fewer.fractions[at]), turned=fewer.reversed[at].mean,
        lost=percent(fewer.lost[at] / (before or 1), 0),  # no count: the verdict's test has one of its own
        against=against, about=0 if against < 1 else round(against),
    )  # fmt: skip


def stable(fewer: FewerLabels) -> str:
    """From how many labels on the order is stable: each share keeps a high tau."""
    enough = list(takewhile(lambda pair: pair[1].low >= STABLE, zip(fewer.fractions, fewer.tau)))
    return OVERVIEW("thinned-stable", stable=STABLE, part=share_of(enough[-1][0]) if enough else "")


def less_data(names: Sequence[str], taus: Sequence[float], lost: Sequence[float], before: int) -> str:
    """The answer to whether less data would have given the same, each kind of data by its name."""
    parts = [(before - gone, before) for gone in lost]  # of the significant differences what is left, and all
    answers = [{"before": of > 0, "most": left >= 0.9 * of, "few": left < 0.5 * of} for left, of in parts]
    said = [{"data": name, "tau": tau, **answer} for name, tau, answer in zip(names, taus, answers)]
    if all(answer == answers[0] for answer in answers):
        others = [f"{name}: {number(tau, 2)}" for name, tau in zip(names[1:], taus[1:])]
        return OVERVIEW("half", others=others, **said[0])
    return " ".join(OVERVIEW("half", others=[], **one) for one in said)


@dataclass(frozen=True, slots=True)
class LessData:
    """The order under fewer labels and on fewer queries; None for what was not computed."""

    labels: FewerLabels | None = None
    queries: HalfQueries | None = None


def collect(comparison: OverviewComparison) -> LessData:
    """Labels thinned at random, and random halves of the queries."""
    halves = None if comparison.verdict.kind == "tied" else half_queries(comparison.league)
    return LessData(fewer_labels(comparison), halves)


def thinning_section(evidence: OverviewEvidence, less: LessData | None = None) -> Section | None:
    """Half of the data, then fewer labels: the first and the pairs; None where nothing was computed."""
    if less is None or (less.labels is None and less.queries is None):
        return None
    league, halves, labels, queries = evidence.verdict.league, _halves(less), less.labels, less.queries
    whole = labels or queries  # what is counted on all of the data is the same in both
    assert whole is not None
    before = 0 if league.baseline else whole.settled_before
    body: list[Any] = [_half_table(league, halves, before)]
    body += _fewer_labels(league, labels) if labels is not None else []
    standfirst = less_data(
        [half.name for half in halves], [half.tau.mean for half in halves], [half.lost for half in halves], before
    )
    return Section("thinning", "With less data", body, standfirst=standfirst)


class Half(NamedTuple):
    """A row of the table of halves: a part of the data by its name, and what it gives."""

    name: str
    tau: Spread
    first: float
    lost: float


def _halves(less: LessData) -> list[Half]:
    """Half of the labels, or the nearest share to it, and half of the queries."""
    halves = []
    if (of := less.labels) is not None:
        at = _nearest_half(of)
        name = f"{share_of(of.fractions[at])} of the labels"
        halves.append(Half(name, of.tau[at], of.first[at], of.lost[at]))
    if (on := less.queries) is not None:
        halves.append(Half("half of the queries", on.tau, on.first, on.lost))
    return halves


def _nearest_half(fewer: FewerLabels) -> int:
    return min(range(len(fewer.fractions)), key=lambda k: abs(fewer.fractions[k] - HALF))


def _half_table(league: League, halves: list[Half], before: int) -> Table:
    first = f"{league.systems[0]} first"
    columns = [
        Column("data", ["all", *(half.name for half in halves)]),
        Column("tau", [1.0, *(half.tau.mean for half in halves)], digits=2),
        Column("low", [1.0, *(half.tau.low for half in halves)], digits=2),
        Column("high", [1.0, *(half.tau.high for half in halves)], digits=2),
        Column("first", [1.0, *(half.first for half in halves)], "share", "of draws", 2, first),
    ]
    columns += _lost([half.lost for half in halves], before)
    return Table("half", OVERVIEW("half.title"), columns, OVERVIEW("half.note", before=before))


def _lost(lost: Sequence[float], before: int) -> list[Column]:
    """The share of `before` significant pairs that are lost, from all of the data on; [] where there are none."""
    shares = [0.0, *(n / before for n in lost)] if before else []
    return [Column("lost", shares, "share", OVERVIEW("half.lost"), 2, heading="differences lost")] if before else []


def _fewer_labels(league: League, fewer: FewerLabels) -> list[Finding | Lines]:
    at = _nearest_half(fewer)
    body: list[Finding | Lines] = [_chart(league, fewer, at)]
    low: dict[str, float | int | str] = {share_of(f): t.low for f, t in zip(fewer.fractions, fewer.tau)}
    body.append(Finding("thinned-stable", "note", "labels", stable(fewer), low))
    if not league.baseline:
        numbers = {"settled_before": fewer.settled_before, "lost": fewer.lost[at], "against": fewer.against[at]}
        body.append(Finding("thinned-pairs", "note", "labels", pairs(fewer, at), numbers))
    return body


def _chart(league: League, fewer: FewerLabels, at: int) -> Lines:
    title = thinning_title(fewer, at)
    n = len(fewer.fractions) + 1
    columns = [
        *band_columns(
            [PANEL] * n,
            Column("x", [100.0, *(100 * f for f in fewer.fractions)], "%", "of each query's labels", digits=0),
            [Spread.of([1.0]), *fewer.tau],
            variants="draws",
            most="nine draws in ten",
        ),
        Column("labels", [fewer.all_labels, *fewer.labels], digits=0),
        Column("reversed", [0.0, *(r.mean for r in fewer.reversed)], "share", "of pairs, mean", digits=3),
        Column("first", [1.0, *fewer.first], "share", f"of draws in which {league.systems[0]} is first", digits=2),
    ]
    columns += _lost(fewer.lost, 0 if league.baseline else fewer.settled_before)
    table = Table("thinned", title, columns)
    return Lines("thinned", title, OVERVIEW("thinned.how", draws=fewer.draws), table, AXIS, "tau-a", share=False)


SECTION = PageSection("thinning", "Less data", collect, thinning_section)
