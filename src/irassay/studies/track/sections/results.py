"""Who took part, and scores with groups that can't be told apart (Tables 1 to 3); kinds of runs (Figures 2 to 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.agreement import agreement
from irassay.comparison import BestGap, TypeSummary
from irassay.comparison.equality import rounding, without_rounding
from irassay.messages import capital, listed, number
from irassay.preflight.metadata_values import about_metadata
from irassay.result import Column, Finding, Forest, Result, Section, Strips, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import STRIP_FROM, strip_of
from irassay.studies.track.analysis import DIGITS, Analysis, kinds_rows, strips_table
from irassay.studies.track.track_data import BASELINE, NOT_STATED, Track
from irassay.studies.track.words import TRACK, gap, gap_slots, participation_title
from irassay.verdict.words.lead import note_on_outside

OTHER_LABELS = "RR (other labels)"  # the column that Tables 2 and 3 call RR (MS)
BROKEN = "broken"  # the code of the finding that names runs left out
NAMED = 5  # groups of identical runs


def compose(analysis: Analysis) -> Section:
    """The table of results, and how far each further measure orders the runs as the main one does."""
    track = analysis.track
    strip = [strip_of(analysis.league)] if analysis.league.n >= STRIP_FROM else []
    errors = [finding for finding in analysis.files if finding.level == "error"]  # said again where the eye is
    body: list[Any] = [*strip, *errors, results_table(analysis)]
    moved = _moved(track)
    if moved:
        runs, n = tuple(dict.fromkeys(run for run, *_ in moved)), len(track.systems)
        run, measure, here, there = moved[0]
        of = {"run": run, "measure": measure, "here": here, "there": there, "turned": _turned(track)}
        text = TRACK("float32", all=len(runs) == n, moved=len(runs), runs=n, **of)
        body.append(Finding("float32", "warning", "none", text, {"runs": len(runs)}, systems=runs))
    for measure, tau in _orders(track).items():
        text = TRACK("rankings", all=False, runs=len(track.systems), measure=measure, other=track.main, tau=tau)
        body.append(Finding("order", "note", "none", text, {"tau": tau}, (measure,)))
    lead = "results.one" if len(track.systems) == 1 else "results.lead"
    return Section("results", "Results", body, TRACK(lead, measure=track.main, leading=analysis.leading))


def _moved(track: Track) -> list[tuple[str, str, float, float]]:
    """Run, measure, mean here and mean from 32-bit floats, where four decimals show a difference; largest first."""
    changes = [
        (run, measure, here, there)
        for measure, means in track.float32_means.items()
        for run, here, there in zip(track.systems, track.values[measure].mean(axis=1).tolist(), means.tolist())
        if number(here, DIGITS) != number(there, DIGITS)
    ]
    return sorted(changes, key=lambda change: -abs(change[2] - change[3]))


def _turned(track: Track) -> int:
    """Pairs of runs whose order by the main measure 32-bit floats turn around."""
    here, there = track.values[track.main].mean(axis=1), track.float32_means[track.main]
    before, after = here[:, None] - here, there[:, None] - there
    return int(((without_rounding(before, rounding(here)) * without_rounding(after, rounding(there))) < 0).sum() // 2)


def _orders(track: Track) -> dict[str, float]:
    """Kendall's tau-a of each further measure's order with the main one's."""
    if len(track.systems) < 2:
        return {}
    own = track.scores(track.main).mean(axis=1)
    return {m: agreement(own, track.scores(m).mean(axis=1)).tau_a for m in track.measures[1:]}


def results_table(analysis: Analysis) -> Table:
    """A row a run, best first by the main measure: scores, also RR on other labels, letters, and facts about it."""
    track, league, other = analysis.track, analysis.league, analysis.other
    head = {system: name for name, others in league.same.items() for system in (name, *others)}
    letters = dict(zip(league.systems, league.letters))
    leaders = set(analysis.leading)
    columns = [Column("run", list(track.systems))]
    for measure in track.measures:
        means = track.values[measure].mean(axis=1).tolist()
        columns.append(Column(measure, means, measure, f"mean over {len(track.queries)} queries", DIGITS))
    if other is not None:
        rr = other.measures[0]
        means = other.values[rr].mean(axis=1).tolist()
        columns.append(Column(OTHER_LABELS, means, rr, TRACK("results.other-labels", queries=other.n_queries), DIGITS))
    apart = note_on_outside(league)
    leader, meaning = TRACK("results.leader", apart=apart), TRACK("results.letters") if league.letters else ""
    columns.append(Column("leader", [s in leaders for s in track.systems], definition=leader))
    if league.letters:
        cells = [letters.get(head.get(s, s), "") for s in track.systems]
        columns.append(Column("letters", cells, "letters", definition=meaning))
    parting = {track.group_column, *track.kinds()}
    for column, stated in track.metadata.items():
        if column in parting:
            of = track.groups if column == track.group_column else stated
            values = [of.get(s, "") for s in track.systems]
            columns.append(Column(column, values, heading=column))
    note = TRACK("results.note", queries=len(track.queries), letters=capital(meaning), apart=apart)
    title = TRACK("results.title", runs=len(track.systems), measure=track.main)
    return Table("results", title, columns, note, marks="leader")


RESULTS = plain_section("results", "Results", compose)


def compose_types(analysis: Analysis) -> Section | None:
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


TYPES = plain_section("types", "Kinds of runs", compose_types)


def compose_participation(analysis: Analysis) -> Section | None:
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


PARTICIPATION = plain_section("participation", "Participation", compose_participation)
