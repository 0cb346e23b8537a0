"""Query by query: the best run of one kind against that of another (Figure 3), the hardest, and strata (Figure 6)."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from irassay.agreement import strata_agreement
from irassay.comparison import BestGap
from irassay.result import Column, Finding, QueryChart, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import SHARED, hardest
from irassay.studies.track import words
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK, gap_slots, kind_of

LONG = 10  # words from which a query is long
LEAST = 5  # queries that a stratum must have
ALL_RUNS = "all runs"
LEVEL = 0.05  # for all comparisons of strata together


def compose(analysis: Analysis) -> Section | None:
    """The best run of one kind against the best of another on every query, and the hardest queries."""
    beside = SHARED("queries-hardest.in-track") if analysis.track.broken else ""
    body = [*_of_kinds(analysis), *hardest(analysis.league, analysis.track.texts, beside=beside)]
    return Section("queries", "Query by query", body) if body else None


def _of_kinds(analysis: Analysis) -> list[QueryChart | Finding]:
    """The chart of the two best, and on how many queries either is ahead; nothing without kinds of runs."""
    track, widest = analysis.track, analysis.widest
    if widest is None:
        return []
    column, gap = widest
    numbers = {"won": gap.wins[0], "lost": gap.wins[1], "equal": gap.wins[2]}
    where = (gap.a.best, gap.b.best)
    share, intervals = gap.wins[0] / sum(gap.wins), {"low": gap.won_low, "high": gap.won_high}
    text = TRACK("won", **gap_slots(column, gap), **intervals, share=share, lost=gap.wins[1], equal=gap.wins[2])
    won = Finding("won", "note", "queries", text, numbers, where, systems=where)
    return [_duel(track, column, gap), won]


def _duel(track: Track, column: str, gap: BestGap) -> QueryChart:
    place = {system: i for i, system in enumerate(track.systems)}
    one, other = (track.values[track.main][place[s]] for s in (gap.a.best, gap.b.best))
    at = np.argsort(-gap.differences, kind="stable")
    title, how = (TRACK(f"won.{form}", **gap_slots(column, gap)) for form in ("better", "how"))
    columns = [
        Column("query", [track.queries[q] for q in at]),
        Column("text", [track.texts.get(track.queries[q], "") for q in at]),
        Column("low", np.minimum(one, other)[at].tolist(), track.main, "the lower of the two", 3),
        Column("high", np.maximum(one, other)[at].tolist(), track.main, "the higher of the two", 3),
        Column("focus", one[at].tolist(), track.main, digits=3, heading=gap.a.best),
        Column("other", other[at].tolist(), track.main, digits=3, heading=gap.b.best),
        Column("difference", gap.differences[at].tolist(), track.main, "first minus second", 3),
    ]
    table = Table("duel", title, columns)
    return QueryChart("duel", title, how, table, track.main, gap.a.best, gap.b.best)


QUERIES = plain_section("queries", "Queries", compose)


def read_strata(source: str | PathLike[str] | Mapping[str, str]) -> dict[str, str]:
    """Each query's stratum, whatever parts the queries: a file has query and stratum, separated by a tab."""
    from irassay.formats.reading.texts import read_texts

    pairs = source.items() if isinstance(source, Mapping) else read_texts(source)
    return {query: " ".join(stratum.split()) for query, stratum in pairs}


def compose_strata(analysis: Analysis) -> Section:
    """Effectiveness and relevant documents by stratum, of all runs and kinds; orders are held against random parts."""
    track, source, widest = analysis.track, analysis.track.settings.strata, analysis.widest
    strata = (
        {query: "long" if len(text.split()) >= LONG else "short" for query, text in track.texts.items()}
        if source is None
        else read_strata(source)
    )
    of = [strata.get(query, "") for query in track.queries]
    names = [name for name in sorted(set(of) - {""}) if of.count(name) >= LEAST]
    body: list[Any] = []
    if len(names) < 2:
        text = TRACK("strata.none", names=names, least=LEAST)
        return Section("strata", "Strata of queries", [Finding("no-strata", "note", "none", text)])
    parts = _parts(track, widest[0] if widest else "")
    body.append(_strata_table(track, of, names, parts))
    rows = []
    n_tests = len(parts) * len(names) * (len(names) - 1) // 2
    for kind, systems in parts.items():
        x = track.scores(track.main)[systems]
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                at = [q for q, name in enumerate(of) if name in (a, b)]
                agreement = strata_agreement(x[:, at], [of[q] == a for q in at], seed=track.settings.seed)
                rows.append((kind, a, b, len(systems), agreement))
                numbers = {"tau": agreement.between, "p": agreement.p}
                unlike = agreement.p <= LEVEL / n_tests
                level: Any = "warning" if unlike else "note"
                text = words.strata(
                    "" if kind == ALL_RUNS else kind, (a, b), agreement, len(systems), n_tests=n_tests, level=LEVEL
                )
                body.append(Finding("strata", level, "queries", text, numbers))
    body.append(_agreement(rows))
    return Section("strata", TRACK("strata.asks", names=names), body)


def _parts(track: Track, column: str) -> dict[str, list[int]]:
    """All runs, and the runs of each kind of the column, where there are three or more."""
    parts = {ALL_RUNS: list(range(len(track.systems)))}
    types = track.of(column)
    for kind in track.kinds().get(column, ()):
        rows = [i for i, s in enumerate(track.systems) if types.get(s) == kind]
        if len(rows) >= 3:
            parts[kind_of(column, kind)] = rows
    return parts


def _strata_table(track: Track, of: list[str], names: list[str], parts: dict[str, list[int]]) -> Table:
    x = track.values[track.main]
    relevant = np.array([sum(g >= track.rel for g in track.qrels.grades(q).values()) for q in track.queries])
    rows = []
    for name in names:
        at = [q for q, stratum in enumerate(of) if stratum == name]
        for kind, systems in parts.items():
            means = x[systems][:, at].mean(axis=1)
            rows.append((name, len(at), float(relevant[at].mean()), kind, len(systems), means.max(), means.mean()))
    columns = [
        Column("stratum", [r[0] for r in rows]),
        Column("queries", [r[1] for r in rows], "queries", digits=0),
        Column("relevant", [r[2] for r in rows], "documents", TRACK("column.grade", rel=track.rel), 1),
        Column("kind", [r[3] for r in rows]),
        Column("runs", [r[4] for r in rows], "runs", digits=0),
        Column("best", [float(r[5]) for r in rows], track.main, TRACK("column.highest", these=True), 4),
        Column("mean", [float(r[6]) for r in rows], track.main, TRACK("column.means"), 4),
    ]
    return Table("strata", TRACK("strata.title", measure=track.main), columns)


def _agreement(rows: list[tuple[Any, ...]]) -> Table:
    taus = [row[4] for row in rows]
    columns = [
        Column("kind", [row[0] for row in rows]),
        Column("first", [f"{row[1]} ({f.n_first})" for row, f in zip(rows, taus)], "queries"),
        Column("second", [f"{row[2]} ({f.n_second})" for row, f in zip(rows, taus)], "queries"),
        Column("tau", [f.between for f in taus], "tau-a", TRACK("column.orders"), 3),
        Column("first_whole", [f.first_whole for f in taus], "tau-a", TRACK("column.whole", first=True), 3),
        Column("second_whole", [f.second_whole for f in taus], "tau-a", TRACK("column.whole", first=False), 3),
        Column("chance_low", [f.by_chance_low for f in taus], "tau-a", TRACK("column.chance", low=True), 3),
        Column("chance_high", [f.by_chance_high for f in taus], "tau-a", TRACK("column.chance", low=False), 3),
        Column("p", [f.p for f in taus], "p", TRACK("column.little")),
    ]
    return Table("strata-order", TRACK("strata.order"), columns)


STRATA = plain_section("strata", "Strata", compose_strata)
