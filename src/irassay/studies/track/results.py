"""What every run scored on every measure, best first, with the groups that can't be told apart (Tables 2 and 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.result import Column, Finding, Section, Table
from irassay.studies.track import words, words_labels
from irassay.studies.track.track_data import Given

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.studies.track.label_sets import Other

DIGITS = 4
OTHER_LABELS = "RR (other labels)"  # the column that Tables 2 and 3 call RR (MS)


def leading(given: Given, league: League) -> list[str]:
    """Runs that share the lead, best first; of those that are the same for the main measure each by its name."""
    leaders = set(league.leaders)
    leaders.update(other for name in league.leaders for other in league.same.get(name, ()))
    return [system for system in given.systems if system in leaders]


def results_section(given: Given, league: League, orders: dict[str, float], other: Other | None = None) -> Section:
    """The table of results, and how far each further measure orders the runs as the main one does."""
    body: list[Any] = [results_table(given, league, other)]
    for measure, tau in orders.items():
        text = words.order_of(given.main, measure, tau, len(given.systems))
        body.append(Finding("order", "note", "none", text, {"tau": tau}, (measure,)))
    return Section("results", "Results", body, standfirst=words.results_title(given, leading(given, league)))


def results_table(given: Given, league: League, other: Other | None = None) -> Table:
    """One row a run, best first by the main measure; its scores, its letters, facts about it.

    With other labels RR on them stands beside the measures.
    """
    head = {system: name for name, others in league.same.items() for system in (name, *others)}
    letters = dict(zip(league.systems, league.letters))
    leaders = set(leading(given, league))
    columns = [Column("run", list(given.systems))]
    for measure in given.measures:
        means = given.values[measure].mean(axis=1).tolist()
        columns.append(Column(measure, means, measure, f"mean over {len(given.queries)} queries", DIGITS))
    if other is not None:
        rr = other.measures[0]
        means = other.values[rr].mean(axis=1).tolist()
        columns.append(Column(OTHER_LABELS, means, rr, words_labels.rr_column(other.n_queries), DIGITS))
    columns.append(Column("leader", [s in leaders for s in given.systems], definition=words.LEADER))
    if league.letters:
        shown = [letters.get(head.get(s, s), "") for s in given.systems]
        columns.append(Column("letters", shown, "letters", definition=words.LETTERS))
    said = {given.group_column, *given.kinds()}
    for column in given.metadata:
        if column in said:
            columns.append(Column(column, [given.metadata[column].get(s, "") for s in given.systems]))
    note = words.results_note(given, letters=bool(league.letters))
    return Table("results", words.results_table_title(given), columns, note)
