"""The league on one screen: the answer, leaders and edges, a line for queries and labels, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers import league_columns
from irassay.cli.answers.one_screen import LINES, MOST_CAUTIONS, MOST_ROWS, caution, first_warnings
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn, filled, lines_of, rows_shown, shortened
from irassay.messages import count, number, percent, visible
from irassay.verdict.next_steps import steps
from irassay.verdict.words import league as words
from irassay.verdict.words.answers import sentence, where_taken
from irassay.verdict.words.next_steps import action

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.drawing.terminal import Screen

LEAST_ROWS = 6
OVER_QUERIES = "other queries"
LONGEST_TWIN = 32  # characters of a system's name with that of the one run that is the same


def is_for(one: Comparison) -> bool:
    """Whether there is a league: two systems are sentences, and where nothing is relevant nothing is compared."""
    return one.league.n > (1 if one.league.baseline else 2) and not one.verdict.nothing_relevant


def columns_of(one: Comparison, head: str, baseline: str) -> list[TextColumn]:
    """Ranks, systems, scores under `head`, intervals over queries and the share without a label."""
    if baseline:
        columns = league_columns.baseline_columns(one, baseline, head, OVER_QUERIES)
    else:
        doubts = league_columns.doubts(one, OVER_QUERIES, "")
        columns = [*league_columns.ranks_of(one), *league_columns.names_and_scores(one, head), *doubts]
        names = next(column for column in columns if column.name)
        names.cells = [_name(one, system) for system in one.league.systems]
    judged = one.verdict.judged
    if judged and not baseline:
        columns.append(TextColumn("unjudged", [percent(1 - judged[system], 0) for system in one.league.systems]))
    for column in columns:
        column.above = ""
    return columns


def _name(one: Comparison, system: str) -> str:
    """A system's name, with the run that is the same for the measure."""
    others = one.league.same.get(system, ())
    both = f"{visible(system)} (= {visible(others[0])})" if len(others) == 1 else ""
    return both if 0 < len(both) <= LONGEST_TWIN else league_columns.name_of(one, system)


def shares(one: Comparison) -> str:
    """How many pairs the queries settle, and the labels; why these are not counted, where they aren't."""
    league, verdict = one.league, one.verdict
    slots = {"settled": league.n_settled, "tested": league.n_tested}
    if verdict.labels_settled is None:
        return CLI("settled.no-labels", why=words.why_no_bounds(verdict), **slots)
    return CLI(
        "settled", labels=verdict.labels_settled, of=verdict.labels_pairs, unknown=verdict.labels_unknown,
        likely=verdict.n_likely, **slots,
    )  # fmt: skip


def warnings(comparisons: Sequence[Comparison]) -> list[str]:
    """Warnings below the table, of the first measure as many as fit beside its cautions; others are counted."""
    one, texts = comparisons[0], [text for each in comparisons for text in each.warnings]
    room = MOST_CAUTIONS - len(one.cautions) if is_for(one) else MOST_CAUTIONS
    return first_warnings(texts, min(room, len(set(one.warnings))) if len(comparisons) > 1 else room)


def further_lines(others: Sequence[Comparison], screen: Screen) -> list[str]:
    """A table of further measures: how many lead, who scores best, how many pairs queries and labels settle."""
    leagues = [one.league for one in others]
    firsts, n_lead = [league.systems[0] for league in leagues], [len(league.leaders) for league in leagues]
    columns = [
        TextColumn("also by", [league.measure for league in leagues], align="left", name=True),
        TextColumn("lead", [f"{count(n)} of {count(one.n)}" if n > 1 else "alone" for n, one in zip(n_lead, leagues)]),
        TextColumn("best", [shortened(visible(name), LONGEST_TWIN) for name in firsts], align="left"),
        TextColumn("score", [number(float(league.mean[0]), 4) for league in leagues]),
        TextColumn("queries settle", [f"{count(one.n_settled)} of {count(one.n_tested)}" for one in leagues]),
        TextColumn("labels settle", [_by_labels(one) for one in others]),
    ]
    if any(league.baseline for league in leagues):
        del columns[1]
    return [line for block in lines_of(columns, screen.width) for line in block]


def _by_labels(one: Comparison) -> str:
    """The pairs that the labels settle of all; a dash where that is not computed."""
    verdict = one.verdict
    if verdict.labels_settled is None:
        return "–"
    return f"{'≥ ' if verdict.labels_unknown else ''}{count(verdict.labels_settled)} of {count(verdict.labels_pairs)}"


def next_of(one: Comparison) -> str:
    """The next step, and how many documents it takes."""
    text = action(one.verdict, require=one.require)
    if text and one.require != "taken" and where_taken(one.verdict):
        return f"{text} {where_taken(one.verdict)}"
    n = one.n_to_judge() if one.require != "taken" and "labels" in steps(one.verdict) else None
    return f"{text} {CLI('to-judge.matter', n=n)}" if n and text else text


def print_news(one: Comparison, screen: Screen, *, short: bool) -> None:
    """The notes below a short answer, else the rest of the news."""
    for text in one.notes if short else filter(None, one.news[1:]):
        screen.explain(filled(visible(text), screen.prose))


def rows(one: Comparison, baseline: str, most: int) -> list[int]:
    """The places in the table: leaders first, down to the one with most documents unjudged where it would be hidden."""
    league, judged = one.league, one.verdict.judged
    first = [league.systems.index(name) for name in ([baseline] if baseline else league.leaders)]
    shown = rows_shown(first, league.n, most)
    if baseline or not judged or not first:
        return shown
    worst = max(first, key=lambda i: round(1 - judged[league.systems[i]], 2))
    return shown if worst in shown else rows_shown(first[: first.index(worst) + 1], league.n, most)


def rows_that_fit(
    screen: Screen, comparisons: Sequence[Comparison], lead: str, below: Sequence[str], tables: int
) -> int:
    """The number of rows of each table that one screen has room for, beside the lead, the lines below and warnings."""
    one, warned = comparisons[0], [caution(text, screen) for text in warnings(comparisons)]
    beside = (
        *(filled(visible(text), screen.prose) for text in (lead, *one.notes)),
        *below,
        CLI("settled.more", ranks=not one.league.baseline),
        *warned,
    )
    taken = sum(1 + text.count("\n") for text in beside) + 2 + 2 * tables
    return max(LEAST_ROWS - min(2, len(comparisons) - 1), min(MOST_ROWS, (LINES - taken) // tables))


def _write(one: Comparison) -> str:
    """The answer as a paper may have it, for a league that leaves room; "" elsewhere."""
    league, verdict = one.league, one.verdict
    fits = league.n <= LEAST_ROWS and len(league.collections) < 2 and verdict.kind in ("few", "many")
    return (
        CLI("pair-write.league", text=sentence(verdict)) if fits and not (league.baseline or one.among_measures) else ""
    )


def below_table(one: Comparison, screen: Screen) -> list[str]:
    """The lines below the table."""
    marks = words.how_to_read(one.verdict) if one.league.baseline else ""
    of, todo = f"{one.league.measure}: " if one.among_measures else "", next_of(one)
    texts = (marks, shares(one), _write(one), todo and f"{of}{todo}")
    lines = [filled(visible(text), screen.prose) for text in texts if text]
    place = 1 + bool(marks)
    return [*lines[:place], *(caution(text, screen) for text in one.cautions), *lines[place:]]
