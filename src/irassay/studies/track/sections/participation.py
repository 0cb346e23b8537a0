"""Who took part: groups, runs, and how the runs divide by what is known of them (Craswell et al. 2021, Table 1)."""

from __future__ import annotations

from typing import Any

from irassay.messages import listed
from irassay.preflight.metadata_values import about_metadata
from irassay.result import Column, Finding, Result, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.track_data import BASELINE, NOT_STATED
from irassay.studies.track.words import TRACK, participation_title

BROKEN = "broken"  # the code of the finding that names runs left out
NAMED = 5  # groups of identical runs


def compose(analysis: Analysis) -> Section | None:
    """Counts of groups and runs, and of runs by every column; runs left out are named with the rule."""
    track = analysis.track
    body: list[Any] = []
    systems = list(track.runs.systems)
    groups = track.groups
    group_of_run = [groups.get(s, NOT_STATED) for s in systems] if track.group_column else []
    baselines = sum(g.lower().startswith(BASELINE) for g in group_of_run)
    taking_part = {g for g in group_of_run if not g.lower().startswith(BASELINE) and g != NOT_STATED}
    unknown = group_of_run.count(NOT_STATED)
    rows: list[tuple[str, str, int, int]] = []
    if track.group_column:
        rows.append((track.group_column, "that took part", len(taking_part), len(systems) - baselines - unknown))
        if baselines:
            of_baselines = {g for g in group_of_run if g.lower().startswith(BASELINE)}
            rows.append((track.group_column, "of baselines", len(of_baselines), baselines))
        if unknown:
            rows.append((track.group_column, NOT_STATED, 0, unknown))
    for column, kinds in track.kinds().items():
        values = track.metadata[column]
        rows += [(column, kind, 0, sum(values.get(s) == kind for s in systems)) for kind in kinds]
        without = sum(not values.get(s) for s in systems)
        if without:
            rows.append((column, NOT_STATED, 0, without))
    title = participation_title(len(systems), len(taking_part), baselines, unknown)
    columns = [
        Column("column", [row[0] for row in rows]),
        Column("value", [row[1] for row in rows]),
        *([Column("groups", [row[2] or "" for row in rows], "groups", digits=0)] if track.group_column else []),
        Column("runs", [row[3] for row in rows], "runs", digits=0),
    ]
    if rows:
        note = TRACK("participation.note", broken=bool(track.broken), column=track.group_column)
        body.append(Table("participation", TRACK("participation.table"), columns, note))
    body += about_metadata(track.runs)
    unused = [name for name in track.metadata if name not in track.used_columns]
    if unused:
        text = TRACK("columns-not-used", columns=unused, used=track.used_columns)
        body.append(Finding("columns-not-used", "note", "none", text, {"columns": len(unused)}))
    if track.broken:
        numbers, broken = {"runs": len(track.broken), "limit": track.broken_below}, tuple(track.broken)
        text = TRACK("broken", runs=broken, limit=track.broken_below, measure=track.main)
        body.append(Finding(BROKEN, "warning", "none", text, numbers, broken, systems=broken))
    if track.same:
        n, same = len(track.same), "; ".join(listed(group) for group in track.same[:NAMED])
        text = TRACK("identical", measure=track.main, groups=same, more=max(0, n - NAMED))
        copies = tuple(run for group in track.same for run in group)
        body.append(Finding("identical", "note", "none", text, {"groups": n}, systems=copies))
    return Section("participation", "Who took part", body, title) if body else None


def broken_in(result: Result) -> dict[str, str]:
    """The runs that a track's overview left out by its rule, from the overview, and the rule."""
    of = [finding for finding in result.findings if finding.code == BROKEN]
    rules = [TRACK("broken.rule", limit=float(finding.numbers["limit"]), measure="") for finding in of]
    return {run: rule for rule, finding in zip(rules, of) for run in finding.systems}


SECTION = plain_section("participation", "Participation", compose)
