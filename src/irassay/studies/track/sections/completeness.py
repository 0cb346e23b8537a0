"""How complete the labels are: what each group alone brought, holes by run, relevant documents by rank, coverage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from irassay.estimates import Completeness, LeftOut, completeness
from irassay.measures import parse_all
from irassay.result import Bars, Column, Finding, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import SHARED
from irassay.studies.sections.coverage import chart_by_depth_last, coverage_of_pools, coverage_section
from irassay.studies.sections.left_out import (
    groups_of,
    groups_table,
    hardest_group,
    loss,
    outside_body,
    pool,
    runs_body,
)
from irassay.studies.track import words
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK

LOSS_DIGITS = 4  # of a bar: a loss that shows as 0 is none


def compose(analysis: Analysis) -> Section:
    """Groups left out one by one, unjudged documents by run, relevant ones by rank, queries left rich."""
    track, left_out = analysis.track, None if analysis.left_out is None else analysis.left_out.groups
    completeness_of = completeness(track.qrels, track.runs, rel=track.rel, ties=track.settings.ties)
    body: list[Any] = []
    if left_out is not None:
        body += _groups(left_out)
    body += outside_body(analysis.left_out)
    body += _unjudged(track, completeness_of)
    body += _by_rank(completeness_of)
    return Section("completeness", TRACK("completeness.asks", groups=left_out is not None), body)


def _groups(left_out: LeftOut) -> list[Any]:
    groups = groups_of(left_out)
    if not groups:
        return []
    parts: list[Any] = [
        hardest_group(left_out, groups),
        Finding("left-out-all", "note", "labels", words.typical(left_out, groups)),
    ]
    losses, measure = [round(loss(g), LOSS_DIGITS) for g in groups], left_out.measure
    n = sum(lost > 0 for lost in losses)
    title = TRACK("group-left-out.title", n=n, groups=len(groups), measure=measure)
    how = TRACK("group-left-out.how", measure=measure, pool=pool(left_out))
    columns = [
        Column("row", [g.group for g in groups]),
        Column("value", losses, measure, SHARED("left-out.loss"), LOSS_DIGITS),
    ]
    parts.append(Bars("left-out-loss", title, how, Table("left-out-loss", title, columns), "loss"))
    parts.append(groups_table(left_out, groups))
    return parts


def _unjudged(track: Track, completeness: Completeness) -> list[Any]:
    place = {system: i for i, system in enumerate(completeness.systems)}
    shares = completeness.unjudged[[place[s] for s in track.systems]]
    # Deeper than the longest list every cutoff says the same.
    cutoffs = [k for i, k in enumerate(completeness.cutoffs) if i == 0 or (shares[:, i] != shares[:, i - 1]).any()]
    columns = [Column("run", list(track.systems))]
    for i, k in enumerate(completeness.cutoffs):
        if k in cutoffs:
            columns.append(Column(f"unjudged@{k}", shares[:, i].tolist(), "share", f"of the first {k}", 3))
    most = int(np.nanargmax(shares[:, 0])) if np.isfinite(shares[:, 0]).any() else 0
    run, share = track.systems[most], float(shares[most, 0])
    text = TRACK("unjudged", run=run, share=share, depth=completeness.cutoffs[0])
    finding = Finding("unjudged", "note", "labels", text, {"share": share}, (run,), systems=(run,))
    return [finding, Table("unjudged", TRACK("unjudged.title"), columns)]


def _by_rank(completeness: Completeness) -> list[Any]:
    bands = [*completeness.bands, *([completeness.unretrieved] if completeness.unretrieved.judged else [])]
    columns = [
        Column("ranks", [words.ranks(b) for b in bands], definition="best rank over all runs"),
        Column("returned", [b.returned or "" for b in bands], "documents", digits=0),
        Column("judged", [b.judged for b in bands], "documents", digits=0),
        Column("relevant", [b.relevant for b in bands], "documents", digits=0),
        Column("share", [b.share for b in bands], "share", TRACK("column.relevant"), 3),
    ]
    rich, n = completeness.rich, len(completeness.queries)
    level: Any = "warning" if 2 * len(rich) > n else "note"
    names = tuple(q.query for q in rich[:20])
    text = TRACK("rich", n=len(rich), queries=n, share=completeness.rich_from)
    out: list[Any] = [
        Finding("rich", level, "labels", text, {"queries": len(rich), "of": n}, names),
        Table("judged-by-rank", words.bands_title(completeness), columns, TRACK("bands.note")),
    ]
    if rich:
        rows = [(q, q.band) for q in rich if q.band is not None]
        columns = [
            Column("query", [q.query for q, _ in rows]),
            Column("relevant", [q.relevant for q, _ in rows], "documents", "of the whole query", 0),
            Column("ranks", [words.ranks(b) for _, b in rows], definition="last band judged through"),
            Column("judged", [b.judged for _, b in rows], "documents", "in that band", 0),
            Column("share", [b.share for _, b in rows], "share", "of them relevant", 3),
        ]
        out.append(Table("rich-queries", TRACK("rich.title", n=len(rich)), columns))
    return out


COMPLETENESS = plain_section("completeness", "Completeness", compose)


def coverage_of_track(analysis: Analysis) -> Section | None:
    """The section of the overview, and runs left out; None for few runs, one query, or nothing relevant."""
    track, left_out = analysis.track, analysis.left_out
    ties, seed = track.settings.ties, track.settings.seed
    (main,) = parse_all([track.main])
    depth, of_main = main.cutoff, main.rel
    pools = coverage_of_pools(track.qrels, track.runs, depth=depth, rel=track.rel, ties=ties, seed=seed)
    if pools is None:
        return None
    groups = track.groups
    relevant = relevant_in_track(track.rel, track.main, of_main, left_out=len(track.broken))
    section = coverage_section(pools, {} if left_out is None else left_out.kinds, groups, relevant=relevant)
    runs = [] if left_out is None else runs_body(left_out.runs)
    return replace(section, body=chart_by_depth_last([*section.body, *runs]))


def relevant_in_track(rel: int, measure: str, of_measure: int, *, left_out: int) -> str:
    """Why documents count from this grade; "" where the report counts as the overview does. `rel` is the overview's
    least relevant grade, `of_measure` the report's; `left_out` counts runs."""
    grade = of_measure if rel != of_measure else 0
    if not (grade or left_out):
        return ""
    both = grade and left_out
    return SHARED("relevant.in-track", rel=rel, grade=grade, measure=measure, both=both, left_out=left_out)


COVERAGE = plain_section("coverage", "Pools", coverage_of_track)
