"""The columns of the league, of a comparison with a baseline, and of open pairs: for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn
from irassay.messages import interval, number, p_value, percent, plural, ranks, visible

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison

QUERIES, LABELS = "OTHER QUERIES", "MISSING LABELS"
BY_QUERIES = "QUERIES"  # over ranks and groups: what the queries alone say


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
