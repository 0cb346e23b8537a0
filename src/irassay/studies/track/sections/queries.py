"""Queries: the best run of one kind against the best of another on each (Figure 3), and the hardest for all runs."""

from __future__ import annotations

import numpy as np

from irassay.comparison import BestGap
from irassay.result import Column, Finding, QueryChart, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import SHARED
from irassay.studies.sections.hardest import hardest
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK, gap_slots


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


SECTION = plain_section("queries", "Queries", compose)
