"""Kinds of runs: how each kind scores, and the best of one against the best of another (Figures 2 to 5)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from irassay.comparison import BestGap, best_gap, type_summaries
from irassay.result import Column, Finding, Forest, QueryChart, Section, Table
from irassay.studies.deep_learning_track import words
from irassay.studies.deep_learning_track.given import Given


def widest_gap(given: Given) -> tuple[str, BestGap] | None:
    """The column whose two best kinds are furthest apart in percent, by the main measure; None without kinds.

    It is what the headline, the duel on single queries and the strata of queries speak of.
    """
    found = []
    for column, kinds in given.kinds().items():
        types = given.of(column)
        a, b, *_ = _by_best(given, given.main, types, kinds)
        found.append((column, best_gap(given.scores(given.main), given.systems, types, a, b, seed=given.seed)))
    return max(found, key=lambda pair: (pair[1].percent == pair[1].percent, pair[1].percent), default=None)


def types_section(given: Given) -> Section:
    """For every column of kinds: the kinds in numbers, and each best against each other best."""
    body: list[Any] = []
    gaps: list[tuple[str, str, BestGap]] = []
    rows: list[tuple[Any, ...]] = []
    for column, kinds in given.kinds().items():
        types = given.of(column)
        for measure in given.measures:
            for kind in type_summaries(given.scores(measure), given.systems, types, seed=given.seed):
                rows.append((column, measure, kind))
            for a, b in combinations(_by_best(given, measure, types, kinds), 2):
                found = best_gap(given.scores(measure), given.systems, types, a, b, seed=given.seed)
                gaps.append((column, measure, found))
    of_main = [(column, gap) for column, measure, gap in gaps if measure == given.main]
    if of_main:
        body.append(_forest(given, of_main))
        for column, gap in of_main:
            numbers = {"gap": gap.gap, "percent": gap.percent, "bias": gap.selection_bias, "won": gap.wins[0]}
            where = (gap.a.best, gap.b.best)
            body.append(Finding("gap", "note", "queries", words.gap(given, column, gap), numbers, where))
        body.append(_gaps_table(gaps))
        body.append(_summaries(given, rows))
    return Section("types", "Kinds of runs", body, standfirst=words.types_standfirst())


def per_query_section(given: Given, widest: tuple[str, BestGap] | None) -> Section:
    """The best run of one kind against the best of another on every query."""
    body: list[Any] = []
    if widest is not None:
        column, gap = widest
        body.append(_duel(given, column, gap))
        numbers = {"won": gap.wins[0], "lost": gap.wins[1], "equal": gap.wins[2]}
        where = (gap.a.best, gap.b.best)
        body.append(Finding("won", "note", "queries", words.won(given, gap), numbers, where))
    return Section("queries", "Query by query", body)


def _by_best(given: Given, measure: str, types: dict[str, str], kinds: list[str]) -> list[str]:
    means = given.scores(measure).mean(axis=1)
    best = {k: max(m for s, m in zip(given.systems, means) if types.get(s) == k) for k in kinds}
    return sorted(kinds, key=lambda k: -best[k])


def _forest(given: Given, gaps: list[tuple[str, BestGap]]) -> Forest:
    title = words.gaps_title([gap for _, gap in gaps], given.main)
    absent = [float("nan")] * len(gaps)
    columns = [
        Column("pair", [words.pair_of(column, gap) for column, gap in gaps]),
        Column("difference", [gap.gap for _, gap in gaps], given.main, "best minus best", 4),
        Column("low", [gap.low for _, gap in gaps], given.main, words.INTERVAL, 4),
        Column("high", [gap.high for _, gap in gaps], given.main, words.INTERVAL, 4),
        Column("labels_low", absent, given.main, "not computed", 4),
        Column("labels_high", absent, given.main, "not computed", 4),
    ]
    return Forest("gaps", title, words.gaps_how(given.main), Table("gaps", title, columns), given.main)


def _gaps_table(gaps: list[tuple[str, str, BestGap]]) -> Table:
    def column(name: str, values: list[Any], unit: str = "", definition: str = "", digits: int | None = None) -> Column:
        return Column(name, values, unit, definition, digits)

    found = [gap for _, _, gap in gaps]
    columns = [
        column("column", [c for c, _, _ in gaps]),
        column("measure", [m for _, m, _ in gaps]),
        column("best", [f"{g.a.name}: {g.a.best}" for g in found]),
        column("against", [f"{g.b.name}: {g.b.best}" for g in found]),
        column("gap", [g.gap for g in found], "", "best mean minus best mean", 4),
        column("low", [g.low for g in found], "", words.INTERVAL, 4),
        column("high", [g.high for g in found], "", words.INTERVAL, 4),
        column("percent", [g.percent for g in found], "%", "of the lower best", 1),
        column("selection_bias", [g.selection_bias for g in found], "", words.BIAS, 4),
        column("won", [g.wins[0] for g in found], "queries", "on which the first is better", 0),
        column("lost", [g.wins[1] for g in found], "queries", "on which it is worse", 0),
    ]
    return Table("best-of-kind", words.gaps_table_title(), columns, words.gaps_note())


def _summaries(given: Given, rows: list[tuple[Any, ...]]) -> Table:
    kinds = [kind for _, _, kind in rows]
    columns = [
        Column("column", [row[0] for row in rows]),
        Column("measure", [row[1] for row in rows]),
        Column("kind", [k.name for k in kinds]),
        Column("runs", [k.n for k in kinds], "runs", digits=0),
        Column("best", [k.top for k in kinds], "", "highest mean of its runs", 4),
        Column("median", [k.median for k in kinds], "", "middle mean of its runs", 4),
        Column("lowest", [k.lowest for k in kinds], "", "lowest mean of its runs", 4),
        Column("optimism", [k.optimism for k in kinds], "", words.OPTIMISM, 4),
    ]
    return Table("kinds", words.kinds_title(given), columns)


def _duel(given: Given, column: str, gap: BestGap) -> QueryChart:
    place = {system: i for i, system in enumerate(given.systems)}
    one, other = (given.values[given.main][place[s]] for s in (gap.a.best, gap.b.best))
    at = np.argsort(-gap.differences, kind="stable")
    title = words.duel_title(given, gap)
    columns = [
        Column("query", [given.queries[q] for q in at]),
        Column("text", [given.texts.get(given.queries[q], "") for q in at]),
        Column("low", np.minimum(one, other)[at].tolist(), given.main, "the lower of the two", 3),
        Column("high", np.maximum(one, other)[at].tolist(), given.main, "the higher of the two", 3),
        Column("focus", one[at].tolist(), given.main, gap.a.best, 3),
        Column("other", other[at].tolist(), given.main, gap.b.best, 3),
        Column("difference", gap.differences[at].tolist(), given.main, "first minus second", 3),
    ]
    table = Table("duel", title, columns)
    return QueryChart("duel", title, words.duel_how(column, gap), table, given.main, gap.a.best, gap.b.best)
