"""The league: its columns, those of a baseline and of open pairs, and all that stands on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import LINES, MOST_CAUTIONS, MOST_ROWS, caution, first_warnings
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn, filled, lines_of, rows_shown, shortened
from irassay.messages import count, interval, number, p_value, percent, plural, ranks, visible
from irassay.verdict.next_steps import steps
from irassay.verdict.words import league as words
from irassay.verdict.words.answers import sentence, where_taken
from irassay.verdict.words.next_steps import action
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.drawing.terminal import Screen

QUERIES, LABELS = "OTHER QUERIES", "MISSING LABELS"
BY_QUERIES = "QUERIES"  # over ranks and groups: what the queries alone say
LEAST_ROWS = 6
OVER_QUERIES = "other queries"
LONGEST_TWIN = 32  # characters of a system's name with that of the one run that is the same


def league_columns(one: Comparison, head: str, *, wide: bool) -> list[TextColumn]:
    """Ranks, names, scores under `head`, intervals, bounds and groups; if wide, the estimate and what stands beside."""
    columns = [*ranks_of(one), *names_and_scores(one, head), *doubts(one)]
    estimate = one.verdict.estimate if wide else None
    if estimate is not None:
        columns.append(TextColumn("estimate", [number(float(x), 3) for x in estimate]))
    return [*columns, *groups(one), *(more_columns(one) if wide else [])]


def _ranked(one: Comparison) -> bool:
    """Whether ranks and groups say something: one system, or one query, has every rank and one group."""
    return len(one.league.systems) > 1 and len(one.league.queries) > 1


def _digits(one: Comparison, digits: int) -> int:
    return 0 if one.league.aggregate == "sum" else digits


def ranks_of(one: Comparison) -> list[TextColumn]:
    """Ranges of ranks by significance, and by the bootstrap where they were asked for."""
    league = one.league
    if not _ranked(one):
        return []
    columns = [TextColumn("Rank", [ranks(*r) for r in league.rank_intervals], above=BY_QUERIES, align="left")]
    if league.rank_intervals_bootstrap:
        cells = [ranks(*r) for r in league.rank_intervals_bootstrap]
        columns.append(TextColumn("Bootstrap", cells, above="RANK BY", align="left"))
    return columns


def names_and_scores(one: Comparison, head: str) -> list[TextColumn]:
    """Systems and their scores."""
    return [
        TextColumn("System", [name_of(one, s) for s in one.league.systems], name=True),
        TextColumn(head, [number(float(x), _digits(one, 4)) for x in one.league.mean]),
    ]


def doubts(one: Comparison, queries: str = "95% interval", labels: str = "lowest–highest") -> list[TextColumn]:
    """Intervals over queries, with Student's where queries are few, then bounds over missing labels, by heading."""
    league, digits = one.league, _digits(one, 3)
    cells = _intervals(league.low.tolist(), league.high.tolist(), digits)
    columns = [TextColumn(queries, cells, above=QUERIES, align="centre")]
    if len(league.t_low) and len(league.queries) > 1:
        cells = _intervals(league.t_low.tolist(), league.t_high.tolist(), digits)
        columns.append(TextColumn("Student's t", cells, above=QUERIES, align="centre"))
    lower, upper = one.verdict.means("lower"), one.verdict.means("upper")
    if labels and lower is not None and upper is not None:
        cells = _intervals(lower.tolist(), upper.tolist())
        columns.append(TextColumn(labels, cells, above=LABELS, align="centre"))
    return columns


def groups(one: Comparison) -> list[TextColumn]:
    """Letters."""
    return [TextColumn("Group", list(one.league.letters), above=BY_QUERIES, align="left")] if _ranked(one) else []


def name_of(one: Comparison, system: str) -> str:
    """The system's name, and how many others are the same."""
    others = one.league.same.get(system, ())
    return visible(system) + (f" (+{len(others)})" if others else "")


def _intervals(low: Sequence[float], high: Sequence[float], digits: int = 3) -> list[str]:
    between = " to " if min(map(float, low), default=0.0) < 0 else "–"
    return [interval(float(a), float(b), digits, between=between) for a, b in zip(low, high)]


def more_columns(one: Comparison) -> list[TextColumn]:
    """What a wide screen has room for: labelled share and metadata."""
    systems = one.league.systems
    columns = []
    judged, depth = one.verdict.judged, one.verdict.depth
    if judged:
        head = "Judged" if depth is None else f"Judged@{depth}"
        columns.append(TextColumn(head, [percent(judged[system]) for system in systems]))
    for name, values in one.metadata.items():
        columns.append(
            TextColumn(visible(name), [visible(values.get(system, "–")) for system in systems], align="left")
        )
    return columns


def baseline_title(one: Comparison, baseline: str) -> str:
    """The heading of a comparison with a baseline."""
    return f"Against {visible(baseline)}, {plural(one.league.family, 'pair')}"


def baseline_columns(one: Comparison, baseline: str, head: str, queries: str = "95% interval") -> list[TextColumn]:
    """Every system against one: score, difference, interval under `queries`, raw and adjusted p, the labels' state."""
    league = one.league
    base = league.systems.index(baseline)
    rows = range(len(league.systems))
    others = [i for i in rows if i != base]

    def cells(of: object, own: str = "") -> list[str]:
        return [own if i == base else of(i) for i in rows]  # type: ignore[operator]

    between = " to " if any(league.difference_low[i, base] < 0 for i in others) else "–"
    mark = {i: "†" if league.significant[i, base] else "" for i in others}
    any_mark = any(mark.values())
    columns = [
        *names_and_scores(one, head),
        TextColumn(
            "differs",
            cells(lambda i: number(float(league.difference[i, base])) + (mark[i] or " " * any_mark), "baseline"),
        ),
        TextColumn(
            queries,
            cells(
                lambda i: interval(
                    float(league.difference_low[i, base]), float(league.difference_high[i, base]), between=between
                )
            ),
            above=QUERIES,
            align="centre",
        ),
        TextColumn("p", cells(lambda i: p_value(float(league.p[i, base])))),
        TextColumn("adjusted", cells(lambda i: p_value(float(league.p_corrected[i, base])))),
    ]
    if one.verdict.bounds is not None:
        strengths = cells(lambda i: one.verdict.strength(i, base))
        columns.append(TextColumn("labels", ["settled" if of == "proved" else of for of in strengths], align="left"))
    return columns


def all_pairs(one: Comparison) -> list[tuple[str, str]]:
    """Every pair in question, the better mean first."""
    systems = one.league.systems
    return [(systems[i], systems[j]) for i, j in one.verdict.pairs]


def open_pairs(one: Comparison) -> list[tuple[int, int]]:
    """The places of pairs in which no system is better, nearest to a decision by the queries first."""
    league, verdict = one.league, one.verdict
    undecided = [(i, j) for i, j in verdict.pairs if not verdict.decides(i, j, require=one.require)]
    return sorted(undecided, key=lambda pair: (float(league.p_corrected[pair]), float(league.p[pair]), pair))


def open_columns(one: Comparison) -> list[TextColumn]:
    """The open pairs as a table: both systems, the difference, the adjusted p, and what is open."""
    league, verdict = one.league, one.verdict
    pairs = open_pairs(one)
    table = [
        TextColumn("Ahead", [visible(league.systems[i]) for i, _ in pairs], name=True),
        TextColumn("Other", [visible(league.systems[j]) for _, j in pairs], name=True),
        TextColumn("differs", [number(float(league.difference[pair])) for pair in pairs]),
        TextColumn("adjusted p", [p_value(float(league.p_corrected[pair])) for pair in pairs]),
        TextColumn("queries", ["settled" if league.significant[pair] else "open" for pair in pairs], align="left"),
    ]
    if verdict.bounds is not None:
        strengths = [verdict.strength(*pair) for pair in pairs]
        named = {"proved": "settled", "exactly tied": "tied"}
        table.append(TextColumn("labels", [named.get(strength, strength) for strength in strengths], align="left"))
    return table


def open_title(one: Comparison) -> str:
    """The heading of that table."""
    return CLI("open-pairs", n=len(open_pairs(one)), of=len(one.verdict.pairs))


def is_for(one: Comparison) -> bool:
    """Whether there is a league: two systems are sentences, and where nothing is relevant nothing is compared."""
    return one.league.n > (1 if one.league.baseline else 2) and not one.verdict.nothing_relevant


def screen_columns(one: Comparison, head: str, baseline: str) -> list[TextColumn]:
    """Ranks, systems, scores under `head`, intervals over queries and the share without a label."""
    if baseline:
        columns = baseline_columns(one, baseline, head, OVER_QUERIES)
    else:
        columns = [*ranks_of(one), *names_and_scores(one, head), *doubts(one, OVER_QUERIES, "")]
        names = next(column for column in columns if column.name)
        names.cells = [_name_with_twin(one, system) for system in one.league.systems]
    judged = one.verdict.judged
    if judged and not baseline:
        columns.append(TextColumn("unjudged", [percent(1 - judged[system], 0) for system in one.league.systems]))
    for column in columns:
        column.above = ""
    return columns


def _name_with_twin(one: Comparison, system: str) -> str:
    """A system's name, with the run that is the same for the measure."""
    others = one.league.same.get(system, ())
    both = f"{visible(system)} (= {visible(others[0])})" if len(others) == 1 else ""
    return both if 0 < len(both) <= LONGEST_TWIN else name_of(one, system)


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
    text = action(one.to_act_on, require=one.require)
    if text and one.require != "taken" and where_taken(one.verdict):
        return f"{text} {where_taken(one.verdict)}"
    n = one.n_to_judge() if one.require != "taken" and "labels" in steps(one.verdict) else None
    return f"{text} {SAID('next-judge.matter', matter=n)}." if n and text else text


def shown_rows(one: Comparison, baseline: str, most: int) -> list[int]:
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


def _league_for_paper(one: Comparison) -> str:
    """The answer as a paper may have it, of one baseline or for a league that leaves room; "" elsewhere."""
    league, verdict = one.league, one.verdict
    if one.among_measures or len(league.collections) > 1 or len(league.baseline) > 1:
        return ""
    if league.baseline and league.n_tested:
        claim, family = words.lead(verdict, require=one.require)[:-1], league.family if league.family > 1 else 0
        slots = {"measure": league.measure, "queries": verdict.n_queries, "stand": one.doubtful}
        return CLI("pair-write.baseline", claim=claim, family=family, **slots)
    fits = league.n <= LEAST_ROWS and verdict.kind in ("few", "many")
    return CLI("pair-write.league", text=sentence(verdict), stand=one.doubtful) if fits else ""


def below_table(one: Comparison, screen: Screen) -> list[str]:
    """The lines below the table."""
    marks = words.how_to_read(one.verdict) if one.league.baseline else ""
    of, todo = f"{one.league.measure}: " if one.among_measures else "", next_of(one)
    texts = (marks, shares(one), _league_for_paper(one), todo and f"{of}{todo}")
    lines = [filled(visible(text), screen.prose) for text in texts if text]
    place = 1 + bool(marks)
    return [*lines[:place], *(caution(text, screen) for text in one.cautions), *lines[place:]]
