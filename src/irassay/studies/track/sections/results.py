"""Every run's score on every measure, best first, with the groups that can't be told apart (Tables 2 and 3)."""

from __future__ import annotations

from typing import Any

from irassay.agreement import agreement
from irassay.comparison.equality import rounding, without_rounding
from irassay.messages import capital, number
from irassay.result import Column, Finding, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.points import STRIP_FROM, strip_of
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.charts import DIGITS
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK
from irassay.verdict.words.lead import note_on_outside

OTHER_LABELS = "RR (other labels)"  # the column that Tables 2 and 3 call RR (MS)


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


SECTION = plain_section("results", "Results", compose)
