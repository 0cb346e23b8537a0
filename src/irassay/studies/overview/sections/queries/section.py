"""Query by query: the first two systems against each other, and the spread of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from irassay.comparison.equality import rounding
from irassay.messages import Name
from irassay.result import Column, Finding, Histogram, QueryChart, Section, Table
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.overview.sections.queries import words
from irassay.studies.page_section import plain_section
from irassay.studies.sections.hardest import hardest
from irassay.studies.sections.words import HARDEST_IN_REPORT
from irassay.verdict.label_reach import groups_of
from irassay.verdict.words.lead import on_single_queries, turned_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from irassay.comparison import League

    F64: TypeAlias = NDArray[np.float64]


LOUDEST = 3  # queries named as those on which all systems differ most
MOST_ROWS = 120  # queries that are shown one by one; beyond, a histogram and the largest
LARGEST = 20
BINS = 21


def queries_section(evidence: OverviewEvidence) -> Section:
    """What all systems make of the queries, these as rows, or a histogram and those with the largest spread, and the
    duel of the first two, which of two systems comes first."""
    league = evidence.verdict.league
    beside = HARDEST_IN_REPORT if groups_of(evidence.metadata) else ""
    body: list[Any] = [*hardest(league, evidence.texts, beside=beside), *on_all_systems(evidence)]
    body += _lead(league)
    duel = [_duel(league)] if league.n > 1 else []
    body += duel if league.n == 2 else []
    if len(league.queries) > MOST_ROWS:
        body += [_histogram(league), _rows(evidence, _largest(league), LARGEST)]
    else:
        body.append(_rows(evidence, list(range(len(league.queries))), 0))
    return Section("queries", "Query by query", body if league.n == 2 else [*body, *duel])


def _lead(league: League) -> list[Finding]:
    """The queries that make the lead, each by itself."""
    turned, sentence = turned_by(league), on_single_queries(replace(league, queries=tuple(map(Name, league.queries))))
    numbers = {"queries": len(turned), "of": len(league.queries)}
    return [Finding("lead-on-queries", "note", "queries", sentence, numbers, tuple(turned))] if turned else []


def bins_of(values: F64, bins: int = BINS) -> tuple[list[float], list[float], list[int]]:
    """Lower ends, upper ends and counts of bins of equal, round width that hold all values; 0 is always an end."""
    least, most = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    width = _round_width(max((most - least) / bins, 1e-6))
    first, last = int(np.floor(least / width + 1e-9)), int(np.ceil(most / width - 1e-9))
    edges = np.arange(first, max(last, first + 1) + 1) * width
    at = np.clip(np.floor(values / width + 1e-9).astype(int) - first, 0, len(edges) - 2)
    counts = np.bincount(at, minlength=len(edges) - 1)
    return np.round(edges[:-1], 9).tolist(), np.round(edges[1:], 9).tolist(), counts.tolist()


def _round_width(width: float) -> float:
    """The next width of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(width))
    return float(next(power * m for m in (1, 2, 5, 10) if power * m >= width * (1 - 1e-9)))


def signed_bins(difference: F64, equal: float) -> tuple[list[float], list[float], list[int]]:
    """`bins_of` what is not equal, and between the two signs a bin from 0 to 0 that counts what is."""
    same = np.abs(difference) <= equal
    if same.all():
        return [0.0], [0.0], [len(difference)]
    low, high, counts = bins_of(difference[~same])
    if same.any():
        at = low.index(0.0) if 0.0 in low else len(low)
        low, high, counts = (
            [*bins[:at], value, *bins[at:]] for bins, value in ((low, 0.0), (high, 0.0), (counts, int(same.sum())))
        )
    return low, high, counts


def _bins(name: str, title: str, low: list[float], high: list[float], counts: list[int]) -> Table:
    return Table(
        name,
        title,
        [
            Column("low", low, definition="from", digits=3),
            Column("high", high, definition="to", digits=3),
            Column("count", counts, unit="queries", digits=0),
        ],
    )


def _duel(league: League) -> Histogram:
    difference = league.values[0] - league.values[1]
    pair = league.pair(league.systems[0], league.systems[1])
    title = words.duel_title(league, (pair.better, pair.worse, pair.equal))
    deviation = float(difference.std(ddof=1)) if len(difference) > 1 else 0.0
    how = words.duel_how(league, float(difference.mean()), deviation, equal=pair.equal)
    axis = f"{league.measure}: {league.systems[0]} minus {league.systems[1]}"
    bins = signed_bins(difference, rounding(league.values))
    return Histogram("duel", title, how, _bins("duel", title, *bins), axis)


def _histogram(league: League) -> Histogram:
    title = words.spread_title(league)
    medians = np.median(league.values, axis=0)
    return Histogram(
        "spread", title, words.spread_how(league), _bins("spread", title, *bins_of(medians)), f"median {league.measure}"
    )


def _largest(league: League) -> list[int]:
    spread = league.values.std(axis=0)
    return np.argsort(-spread, kind="stable")[:LARGEST].tolist()  # type: ignore[no-any-return]


def _rows(evidence: OverviewEvidence, at: Sequence[int], largest: int) -> QueryChart:
    league, reach = evidence.verdict.league, evidence.reach
    medians = np.median(league.values, axis=0)
    at = sorted(at, key=lambda q: (-medians[q], league.queries[q]))
    low, q1, median, q3, high = np.quantile(league.values[:, at], [0, 0.25, 0.5, 0.75, 1], axis=0)
    title = words.largest_title(league, at) if largest else words.queries_title(league)
    middle = (
        Column("q1", q1.tolist(), definition="a quarter of the systems score less", digits=3, heading="quartile 1"),
        Column("median", median.tolist(), digits=3),
        Column("q3", q3.tolist(), definition="a quarter of the systems score more", digits=3, heading="quartile 3"),
    )
    spread = []
    if league.n > 2:
        deviation = league.values[:, at].std(axis=0, ddof=1).tolist()
        spread = [Column("deviation", deviation, definition="over systems", digits=3, heading="standard deviation")]
    other = []
    if league.n == 2:
        other = [Column("other", league.values[1, at].tolist(), digits=3, heading=league.systems[1])]
    columns = [
        Column("query", [league.queries[q] for q in at]),
        Column("text", [evidence.texts.get(league.queries[q], "") for q in at]),
        Column("low", low.tolist(), definition="lowest of all systems", digits=3),
        *(() if league.n == 2 else middle),
        Column("high", high.tolist(), definition="highest of all systems", digits=3),
        *spread,
        Column("focus", league.values[0, at].tolist(), digits=3, heading=league.systems[0]),
        *other,
        Column("relevant", [reach.relevant_per_query[q] for q in at], unit="labels", digits=0),
        Column("judged", [reach.labels_per_query[q] for q in at], unit="labels", digits=0),
    ]
    how = words.queries_how(league, largest=largest)
    second = league.systems[1] if league.n == 2 else ""
    return QueryChart(
        "queries", title, how, Table("queries", title, columns), league.measure, league.systems[0], second
    )


def on_all_systems(evidence: OverviewEvidence) -> list[Finding]:
    """Queries on which all systems score the same, and those on which they differ most."""
    league = evidence.verdict.league
    if league.n < 2 or len(league.queries) < 2:
        return []
    low, high = league.values.min(axis=0), league.values.max(axis=0)
    equal = rounding(league.values)
    flat = high - low <= equal
    findings = []
    for code, value in (("queries-zero", 0.0), ("queries-perfect", 1.0), ("queries-alike", None)):
        there = flat if value is None else flat & (np.abs(low - value) <= equal)
        flat = flat & ~there
        if there.any():
            names = [league.queries[q] for q in np.flatnonzero(there).tolist()]
            text = words.alike([*map(Name, names)], value, len(league.queries), league.measure)
            findings.append(Finding(code, "note", "queries", text, {"queries": len(names)}, tuple(names)))
    if league.n > 2:
        findings += _spread(evidence, np.flatnonzero(high - low > equal).tolist())
    return findings


def _spread(evidence: OverviewEvidence, rows: Sequence[int]) -> list[Finding]:
    """Those of `rows` on which all systems differ most, by the standard deviation over systems."""
    league = evidence.verdict.league
    values = league.values
    deviation = values.std(axis=0, ddof=1)
    loudest = [
        words.Spread(
            league.queries[q],
            evidence.texts.get(league.queries[q], ""),
            float(deviation[q]),
            float(values[:, q].min()),
            float(values[:, q].max()),
        )
        for q in sorted(rows, key=lambda q: -deviation[q])[:LOUDEST]
    ]
    if not loudest:
        return []
    text = words.spread([replace(one, query=Name(one.query)) for one in loudest], len(league.queries), league.measure)
    numbers = {
        f"{name} {one.query}": x
        for one in loudest
        for name, x in (("deviation", one.deviation), ("low", one.low), ("high", one.high))
    }
    return [Finding("queries-spread", "note", "queries", text, numbers, tuple(one.query for one in loudest))]


SECTION = plain_section("queries", "Queries", queries_section)
