"""Kinds of runs: how each kind scores, and the best of one against the best of another (Figures 2 to 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from irassay.comparison import BestGap, TypeSummary, best_gap, type_summaries
from irassay.result import Column, Finding, Forest, QueryChart, Section, Table
from irassay.studies.track import words
from irassay.studies.track.figures import kinds_strips
from irassay.studies.track.track_data import Given


@dataclass(frozen=True, slots=True)
class Kinds:
    """What is known of the kinds of runs: (column, measure, what) in the order of columns, then measures."""

    summaries: Sequence[tuple[str, str, TypeSummary]]
    gaps: Sequence[tuple[str, str, BestGap]]  # of a column and measure the two best kinds first

    def widest(self, measure: str) -> tuple[str, BestGap] | None:
        """The column whose two best kinds are furthest apart in percent; None without kinds.

        It is what the headline, the duel on single queries and the strata of queries speak of.
        """
        gaps = self.by_column(measure).items()
        return max(gaps, key=lambda pair: (pair[1].percent == pair[1].percent, pair[1].percent), default=None)

    def by_column(self, measure: str) -> dict[str, BestGap]:
        """Each column's gap between its two best kinds."""
        first: dict[str, BestGap] = {}
        for column, of, gap in self.gaps:
            if of == measure:
                first.setdefault(column, gap)
        return first


def kinds_of(given: Given) -> Kinds:
    """Every kind in numbers, and each column's best against each other best, on every measure."""
    summaries: list[tuple[str, str, TypeSummary]] = []
    gaps: list[tuple[str, str, BestGap]] = []
    for column in given.kinds():
        types = given.of(column)
        for measure in given.measures:
            x = given.scores(measure)
            found = type_summaries(x, given.systems, types, seed=given.seed)
            summaries += [(column, measure, kind) for kind in found]
            for a, b in combinations([kind.name for kind in found], 2):
                gaps.append((column, measure, best_gap(x, given.systems, types, a, b, seed=given.seed)))
    return Kinds(summaries, gaps)


def types_section(given: Given, kinds: Kinds) -> Section:
    """For every column of kinds: the kinds in numbers, and each best against each other best."""
    body: list[Any] = []
    of_main = [(column, gap) for column, measure, gap in kinds.gaps if measure == given.main]
    if of_main:
        for measure in given.measures[:2]:
            widest = kinds.widest(measure)
            if widest is not None:
                body.append(kinds_strips(given, measure, kinds.by_column(measure), widest))
        body.append(_forest(given, of_main))
        for column, gap in of_main:
            numbers = {"gap": gap.gap, "percent": gap.percent, "bias": gap.selection_bias, "won": gap.wins[0]}
            where = (gap.a.best, gap.b.best)
            body.append(Finding("gap", "note", "queries", words.gap(column, gap), numbers, where, systems=where))
        body.append(_gaps_table(kinds.gaps))
        body.append(_summaries(given, kinds.summaries))
    return Section("types", "Kinds of runs", body, standfirst=words.types_standfirst())


def per_query_section(given: Given, widest: tuple[str, BestGap] | None) -> Section:
    """The best run of one kind against the best of another on every query."""
    body: list[Any] = []
    if widest is not None:
        column, gap = widest
        body.append(_duel(given, column, gap))
        numbers = {"won": gap.wins[0], "lost": gap.wins[1], "equal": gap.wins[2]}
        where = (gap.a.best, gap.b.best)
        body.append(Finding("won", "note", "queries", words.won(gap), numbers, where, systems=where))
    return Section("queries", "Query by query", body)


def _forest(given: Given, gaps: list[tuple[str, BestGap]]) -> Forest:
    title = words.gaps_title([gap for _, gap in gaps], given.main)
    absent = [float("nan")] * len(gaps)
    columns = [
        Column("pair", [words.pair_of(column, gap) for column, gap in gaps]),
        Column("difference", [gap.corrected for _, gap in gaps], given.main, words.CORRECTED, 4),
        Column("low", [gap.low for _, gap in gaps], given.main, words.INTERVAL, 4),
        Column("high", [gap.high for _, gap in gaps], given.main, words.INTERVAL, 4),
        Column("labels_low", absent, given.main, "not computed", 4),
        Column("labels_high", absent, given.main, "not computed", 4),
    ]
    return Forest("gaps", title, words.gaps_how(given.main), Table("gaps", title, columns), given.main)


def _gaps_table(gaps: Sequence[tuple[str, str, BestGap]]) -> Table:
    found = [gap for _, _, gap in gaps]
    columns = [
        Column("column", [c for c, _, _ in gaps]),
        Column("measure", [m for _, m, _ in gaps]),
        Column("best", [f"{g.a.name}: {g.a.best}" for g in found]),
        Column("against", [f"{g.b.name}: {g.b.best}" for g in found]),
        Column("gap", [g.gap for g in found], "", "best mean minus best mean", 4),
        Column("percent", [g.percent for g in found], "%", "of the lower best", 1),
        Column("selection_bias", [g.selection_bias for g in found], "", words.BIAS, 4),
        Column("corrected", [g.corrected for g in found], "", words.CORRECTED, 4),
        Column("low", [g.low for g in found], "", words.INTERVAL, 4),
        Column("high", [g.high for g in found], "", words.INTERVAL, 4),
        Column("won", [g.wins[0] for g in found], "queries", "on which the first is better", 0),
        Column("lost", [g.wins[1] for g in found], "queries", "on which it is worse", 0),
    ]
    return Table("best-of-kind", words.gaps_table_title(), columns, words.gaps_note())


def _summaries(given: Given, rows: Sequence[tuple[str, str, TypeSummary]]) -> Table:
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
    title = words.duel_title(gap)
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
