"""Kinds of runs: how each kind scores, and the best of one against the best of another (Figures 2 to 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.comparison import BestGap, TypeSummary
from irassay.result import Column, Finding, Forest, Section, Strips, Table
from irassay.studies.page_section import plain_section
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.charts import DIGITS, kinds_rows, strips_table
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK, gap, gap_slots


def compose(analysis: Analysis) -> Section | None:
    """For every column of kinds: the kinds in numbers, and each best against each other best; None without kinds."""
    track, kinds = analysis.track, analysis.kinds
    body: list[Any] = []
    of_main = [(column, gap) for column, measure, gap in kinds.gaps if measure == track.main]
    if not of_main:
        return None
    for measure in track.measures[:2]:
        widest = kinds.widest(measure)
        if widest is not None:
            body.append(kinds_strips(track, measure, kinds.by_column(measure), widest))
    body.append(_forest(track, of_main))
    for column, one in of_main:
        numbers = {"gap": one.gap, "percent": one.percent, "bias": one.selection_bias, "won": one.wins[0]}
        where = (one.a.best, one.b.best)
        body.append(Finding("gap", "note", "queries", gap(column, one), numbers, where, systems=where))
    body += [_gaps_table(kinds.gaps), _summaries(track, kinds.summaries)]
    return Section("types", "Kinds of runs", body)


def _forest(track: Track, gaps: list[tuple[str, BestGap]]) -> Forest:
    clear = sum(gap.keeps_sign for _, gap in gaps)
    title, interval = TRACK("gaps.title", gaps=len(gaps), clear=clear, measure=track.main), TRACK("column.interval")
    columns = [
        Column("pair", [TRACK("gap.pair", **gap_slots(column, gap)) for column, gap in gaps]),
        Column("difference", [gap.corrected for _, gap in gaps], track.main, TRACK("column.corrected"), 4),
        Column("low", [gap.low for _, gap in gaps], track.main, interval, 4),
        Column("high", [gap.high for _, gap in gaps], track.main, interval, 4),
    ]
    return Forest("gaps", title, TRACK("gaps.how", measure=track.main), Table("gaps", title, columns), track.main)


def _gaps_table(gaps: Sequence[tuple[str, str, BestGap]]) -> Table:
    of, interval = [gap for _, _, gap in gaps], TRACK("column.interval")
    columns = [
        Column("column", [c for c, _, _ in gaps]),
        Column("measure", [m for _, m, _ in gaps]),
        Column("best", [f"{g.a.name}: {g.a.best}" for g in of]),
        Column("against", [f"{g.b.name}: {g.b.best}" for g in of]),
        Column("gap", [g.gap for g in of], "", TRACK("column.gap"), 4),
        Column("percent", [g.percent for g in of], "%", TRACK("column.percent"), 1),
        Column("selection_bias", [g.selection_bias for g in of], "", TRACK("column.bias"), 4),
        Column("corrected", [g.corrected for g in of], "", TRACK("column.corrected"), 4),
        Column("low", [g.low for g in of], "", interval, 4),
        Column("high", [g.high for g in of], "", interval, 4),
        Column("won", [g.wins[0] for g in of], "queries", TRACK("column.better"), 0),
        Column("lost", [g.wins[1] for g in of], "queries", TRACK("column.worse"), 0),
        Column("equal", [g.wins[2] for g in of], "queries", TRACK("column.equal"), 0),
    ]
    if any(g.a.tied or g.b.tied for g in of):
        for name, counts in (("tied", [len(g.a.tied) for g in of]), ("tied_against", [len(g.b.tied) for g in of])):
            meaning = TRACK("column.tied", against=name != "tied")
            columns.append(Column(name, counts, "runs", meaning, 0, f"runs {name.replace('_', ' ')}"))
    return Table("best-of-kind", TRACK("gaps.table"), columns, TRACK("gaps.note"))


def _summaries(track: Track, rows: Sequence[tuple[str, str, TypeSummary]]) -> Table:
    kinds = [kind for _, _, kind in rows]
    columns = [
        Column("column", [row[0] for row in rows]),
        Column("measure", [row[1] for row in rows]),
        Column("kind", [k.name for k in kinds]),
        Column("runs", [k.n for k in kinds], "runs", digits=0),
        Column("best", [k.top for k in kinds], "", TRACK("column.highest", these=False), 4),
        Column("median", [k.median for k in kinds], "", TRACK("column.median"), 4),
        Column("lowest", [k.lowest for k in kinds], "", TRACK("column.lowest"), 4),
        Column("optimism", [k.optimism for k in kinds], "", TRACK("column.optimism"), 4, heading="selection bias"),
    ]
    return Table("kinds", TRACK("kinds.title", runs=len(track.systems)), columns)


def kinds_strips(track: Track, measure: str, gaps: Mapping[str, BestGap], widest: tuple[str, BestGap]) -> Strips:
    """Every run by a measure, a strip for each kind of each column (Figures 2 and 5); `gaps` are those between a
    column's best kinds, `widest` is the title's."""
    headings = {column: TRACK("kinds.heading", **gap_slots(column, gap, "kind")) for column, gap in gaps.items()}
    rows = kinds_rows(track, track.values[measure].mean(axis=1), track.scores(measure).mean(axis=1), headings)
    title = TRACK("kinds.strips", measure=measure, **gap_slots(*widest))
    table = strips_table(f"kinds-{measure}", title, rows, measure, DIGITS)
    return Strips(table.name, title, TRACK("kinds.how", measure=measure), table, measure)


SECTION = plain_section("types", "Kinds of runs", compose)
