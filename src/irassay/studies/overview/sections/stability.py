"""How stable the order is: in resamples, under labels thinned at random, and on random halves of the queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from irassay.agreement import Spread
from irassay.agreement.correlation import FEW_TO_ORDER
from irassay.agreement.order_agreement import STABLE
from irassay.agreement.order_stability import order_stability
from irassay.arrays import F64, I64
from irassay.collection.stack import QrelsStack
from irassay.comparison import League
from irassay.comparison.halves import DRAWS
from irassay.comparison.intervals import Places
from irassay.errors import UsageError
from irassay.label_sets.relevant_subset import thinned
from irassay.label_sets.selection import subset_size
from irassay.messages import number, percent
from irassay.random_keys import stream
from irassay.result import Column, Finding, Lines, PlaceChart, Section, Table
from irassay.scoring import evaluate
from irassay.studies.overview.comparison import OVERVIEW, OverviewComparison, OverviewEvidence
from irassay.studies.page_section import PageSection, plain_section
from irassay.studies.sections.captions import band_columns

FRACTIONS = (0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
MOST_DRAWS, FEWEST_DRAWS = 100, 20
MOST_LISTS = 6_000_000  # scored; with more lists there are fewer draws, and with far more none
LISTS_AT_ONCE = 8_000_000  # scores of lists held at once
MOST_PAIRS = 20_000_000  # pairs of systems over all draws of halves: a second or two
MOST_SCORES = 10_000_000  # scores over all draws of halves: a second or two
AT_ONCE = 4_000_000  # scores of halves in memory at a time
HALVES = 0x68616C66  # "half": parts these draws from others of the same key
HALF = 0.5  # the share that sentences are about, where it is there
AXIS, PANEL = "percent of each query's labels", "Agreement, Kendall's tau-a"
STABILITY_TITLE = "How stable the order is"
LEAST_QUERIES = 10  # fewer hold too few different halves, and resamples of them say too little


@dataclass(frozen=True, slots=True)
class FewerLabels:
    """The order under labels thinned at random, one entry a fraction; pairs are told apart by a paired t-test with
    Holm's correction."""

    fractions: Sequence[float]  # share of each query's labels that stays
    draws: int
    all_labels: int
    labels: Sequence[int]  # labels that stay
    tau: Sequence[Spread]  # Kendall's tau-a with the order under all labels
    reversed: Sequence[Spread]  # share of pairs in the opposite order
    first: Sequence[float]  # share of draws in which the first scores highest
    lost: Sequence[float]  # of the pairs told apart under all labels, how many no longer are
    against: Sequence[float]  # of the pairs told apart under all labels, how many are reversed
    settled_before: int  # under all labels
    pairs: int  # all pairs


def fewer_labels(comparison: OverviewComparison) -> FewerLabels | None:
    """The order under thinned labels; None for three systems or fewer, one query, or labels too few to thin."""
    league, qrels, runs, measure = comparison.league, comparison.labels, comparison.inputs.runs, comparison.measure
    sizes = [qrels.core.n_judged(query) for query in league.queries]
    fractions = [f for f in FRACTIONS if sizes and f * np.quantile(sizes, 0.1) >= 1]
    if league.n <= FEW_TO_ORDER or len(league.queries) < 2 or not fractions or measure.aggregate == "geometric":
        return None
    draws = min(MOST_DRAWS, MOST_LISTS // (len(fractions) * len(runs.systems) * len(league.queries)))
    if draws < FEWEST_DRAWS:
        return None
    try:
        values = _values(comparison, thinned(qrels, fractions, draws=draws, seed=comparison.seed))
    except UsageError:  # a measure that variants of labels can't give, such as one over subtopics
        return None
    stability = order_stability(league.values, values, alpha=league.alpha, lower_is_better=league.lower_is_better)
    shape = (len(fractions), draws)
    return FewerLabels(
        fractions=fractions,
        draws=draws,
        all_labels=sum(sizes),
        labels=[sum(subset_size(size, fraction) for size in sizes) for fraction in fractions],
        tau=_spreads(stability.tau.reshape(shape)),
        reversed=_spreads(stability.reversed.reshape(shape) / stability.pairs),
        first=stability.first.reshape(shape).mean(axis=1).tolist(),
        lost=stability.lost.reshape(shape).mean(axis=1).tolist(),
        against=stability.against.reshape(shape).mean(axis=1).tolist(),
        settled_before=stability.settled_before,
        pairs=stability.pairs,
    )


def _values(comparison: OverviewComparison, stack: QrelsStack) -> F64:
    """Scores (variant, system, query) of the league's systems and queries."""
    scores, league = comparison.scores, comparison.league
    rows = [scores.systems.index(name) for name in league.systems]
    columns = [list(stack.base.queries).index(name) for name in league.queries]
    size = max(1, LISTS_AT_ONCE // (len(scores.systems) * len(stack.base.queries)))
    parts = []
    for batch in stack.batches(size):
        again = evaluate(
            batch, comparison.inputs.runs, [comparison.measure], ties=comparison.ties, keep="queries",
            threads=comparison.threads,
        )  # fmt: skip
        parts.append(again.values[0][np.ix_(range(len(batch.names)), rows, columns)])
    return np.concatenate(parts)


def _spreads(values: F64 | I64) -> list[Spread]:
    """Row by row, over draws."""
    return [Spread.of(row) for row in values]


@dataclass(frozen=True, slots=True)
class HalfQueries:
    """The order on random halves of the queries; pairs are told apart by a paired t-test with Holm's correction."""

    queries: int  # of a half
    of: int  # queries of the whole
    tau: Spread  # Kendall's tau-a with the order on all queries
    first: float  # share of draws in which the first scores highest
    lost: float  # of the pairs told apart on all queries, how many a half loses; mean
    settled_before: int  # on all queries


def half_queries(league: League) -> HalfQueries | None:
    """The order on random halves of the queries, drawn without replacement; None for few systems or queries, several
    collections, scores without an arithmetic mean, and where it takes long."""
    values = np.asarray(league.values)
    n_systems, n_queries = len(league.systems), len(league.queries)
    pairs = max(1, n_systems * (n_systems - 1) // 2)
    draws = min(MOST_DRAWS, MOST_PAIRS // pairs, MOST_SCORES // max(1, values.size))
    if n_systems <= FEW_TO_ORDER or n_queries < LEAST_QUERIES or len(league.collections) > 1 or draws < FEWEST_DRAWS:
        return None
    if values.size == 0 or np.isnan(values).any() or not np.allclose(values.mean(axis=1), league.mean):
        return None
    size = max(1, AT_ONCE // values.size)
    parts = [
        order_stability(
            values,
            np.stack([on_a_half(values, league.seed, draw) for draw in range(begin, min(begin + size, draws))]),
            alpha=league.alpha,
            lower_is_better=league.lower_is_better,
        )
        for begin in range(0, draws, size)
    ]
    tau, first, lost = (np.concatenate([getattr(part, name) for part in parts]) for name in ("tau", "first", "lost"))
    means, before = (float(first.mean()), float(lost.mean())), parts[0].settled_before
    return HalfQueries(n_queries // 2, n_queries, Spread.of(tau), *means, settled_before=before)


def on_a_half(values: F64, key: int, draw: int) -> F64:
    """The scores (system, query), NaN on the queries outside one random half."""
    n_queries = values.shape[1]
    order = np.argsort(stream(key, HALVES, draw).random_raw(n_queries), kind="stable")
    half = np.full_like(values, np.nan)
    half[:, order[: n_queries // 2]] = values[:, order[: n_queries // 2]]
    return half


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


THINNING = PageSection("thinning", "Less data", collect, thinning_section)


def stability_section(evidence: OverviewEvidence) -> Section | None:
    """Every system's places in resamples, or why there are none; None for fewer than three systems, or all alike."""
    league = evidence.verdict.league
    if evidence.verdict.n < 3 or evidence.verdict.kind == "tied":
        return None
    if len(league.queries) < LEAST_QUERIES:
        few = OVERVIEW("stability.few", queries=len(league.queries), least=LEAST_QUERIES)
        return Section("stability", STABILITY_TITLE, [], standfirst=few)
    places = league.places
    title = places_title(league, places)
    quantiles = ("place", "low", "high", "low50", "high50")
    values = (places.median, places.low, places.high, places.low50, places.high50)
    columns = [
        Column("system", list(league.systems)),
        *(
            Column(name, of.tolist(), definition=OVERVIEW(f"stability.{name}"), digits=0)
            for name, of in zip(quantiles, values)
        ),
        Column("first", places.first.tolist(), "share of resamples", OVERVIEW("stability.first"), 3),
    ]
    how = OVERVIEW("stability.how", n=places.n_bootstrap)
    chart = PlaceChart("places", title, how, Table("places", title, columns, places_note(league, places)))
    return Section("stability", STABILITY_TITLE, [chart], standfirst=not_a_probability(league, places))


def places_title(league: League, places: Places) -> str:
    """What halves say of the first; where there are none, how far systems move in resamples. The first's share of
    resamples is large by construction."""
    halves = places.same_first == places.same_first
    return OVERVIEW("stability.title", halves=halves, same=places.same_first, width=_typical_move(places))


def _typical_move(places: Places) -> int:
    """Over how many places half of the systems move, at most."""
    return int(np.median(places.high - places.low))


def not_a_probability(league: League, places: Places) -> str:
    """What the share of first places in resamples is not."""
    return OVERVIEW("stability", first=league.systems[0], share=float(places.first[0]), lower=league.lower_is_better)


def places_note(league: League, places: Places) -> str:
    """How far systems move in resamples, how far orders agree, and what the halves are."""
    return OVERVIEW(
        "stability.note",
        width=_typical_move(places), agree=league.n > FEW_TO_ORDER, all=places.tau == 1, tau=places.tau, draws=DRAWS,
    )  # fmt: skip


STABILITY = plain_section("stability", "Stability", stability_section)
