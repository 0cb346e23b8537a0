"""The league and its pairs on a terminal: the table at three widths, the two meters, the verdict last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.cli import by_query
from irassay.cli import league_words as words
from irassay.drawing.terminal import NARROW, WIDE
from irassay.drawing.text import Column, filled, lines_of, meter
from irassay.wording import interval, number, p_value, percent, ranks, visible

if TYPE_CHECKING:
    from irassay.cli.compared import Compared
    from irassay.drawing.terminal import Screen

QUERIES, LABELS = "OTHER QUERIES", "MISSING LABELS"
LONGEST_HEAD = 14  # characters of a measure over its column
FEW = 7  # up to so many systems get counts, never percentages or meters


def print_league(one: Compared, screen: Screen) -> None:
    """Table, explanations, verdict, meters, what to do; two systems are one sentence."""
    league = one.league
    if len(league.systems) == 2 and not league.baseline:
        print_pairs(one, [(league.systems[0], league.systems[1])], screen)
        said = words.same(one, named=True)
        if said:
            screen.result()
            screen.result("\n".join(filled(line, screen.prose) for line in said))
        return
    if league.baseline:
        for i, name in enumerate(dict.fromkeys(league.baseline)):
            if i:
                screen.result()
            _print_baseline(one, name, screen)
    else:
        _print_table(one, screen)
    said = words.same(one)
    if said:
        screen.result()
        screen.result("\n".join(filled(line, screen.prose) for line in said))
    explained = words.explanations(one, wide=screen.width >= WIDE)
    if explained and len(league.systems) > 1:
        if not said:
            screen.explain()
        screen.explain(filled(" ".join(explained), screen.prose))
    screen.result()
    screen.result(
        "\n".join(screen.style(line, "bold") for line in filled(words.verdict(one), screen.prose).split("\n"))
    )
    for line in words.edge(one):
        screen.result(filled(line, screen.prose))
    if len(league.systems) < 2:
        return
    _print_shares(one, screen)
    _print_action(one, screen)


def _score_head(one: Compared, screen: Screen) -> str:
    """The measure; a long one gets a line of its own and its column a short heading."""
    measure = one.league.measure
    if len(measure) <= LONGEST_HEAD:
        return measure
    screen.result(screen.style(filled(measure, screen.prose), "bold"))
    return "score"


def _name(one: Compared, system: str) -> str:
    others = one.league.same.get(system, ())
    return visible(system) + (f" (+{len(others)})" if others else "")


def _print_table(one: Compared, screen: Screen) -> None:
    league = one.league
    counts = league.aggregate == "sum"
    leaders = set(league.leaders)
    bold = [system in leaders and len(league.systems) > 1 for system in league.systems]
    # One system, or one query, has every rank and one group: columns that would say nothing.
    ranked = len(league.systems) > 1 and len(league.queries) > 1
    rank = [Column("Rank", [ranks(low, high) for low, high in league.rank_intervals], align="left")] * ranked
    if ranked and league.rank_intervals_bootstrap:
        cells = [ranks(low, high) for low, high in league.rank_intervals_bootstrap]
        rank.append(Column("Bootstrap", cells, above="RANK BY", align="left"))
    name = Column("System", [_name(one, s) for s in league.systems], name=True)
    score = Column(_score_head(one, screen), [number(float(x), 0 if counts else 4) for x in league.mean])
    over = Column(
        "95% interval",
        _intervals(league.low.tolist(), league.high.tolist(), 0 if counts else 3),
        above=QUERIES,
        align="centre",
    )
    bounds = _bounds_column(one)
    group = [Column("Group", list(league.letters), align="left")] * ranked
    doubts = [over, *_students(one, 0 if counts else 3), *([bounds] if bounds else [])]
    if screen.width < NARROW:
        _print_two_lines([*rank, name, score], [*doubts, *group], bold, screen)
        return
    more = _more_columns(one) if screen.width >= WIDE else []
    estimate = one.means("estimate") if screen.width >= WIDE and one.has_estimate else None
    if estimate is not None:
        doubts.append(Column("estimate", [number(float(x), 3) for x in estimate]))
    _print_blocks([*rank, name, score, *doubts, *group, *more], bold, screen)


def _intervals(low: Sequence[float], high: Sequence[float], digits: int = 3) -> list[str]:
    between = " to " if min(map(float, low), default=0.0) < 0 else "–"
    return [interval(float(a), float(b), digits, between=between) for a, b in zip(low, high)]


def _students(one: Compared, digits: int) -> list[Column]:
    """Student's interval beside the bootstrap's, where queries are so few that that one may be too short."""
    league = one.league
    if not len(league.t_low) or len(league.queries) < 2:
        return []
    cells = _intervals(league.t_low.tolist(), league.t_high.tolist(), digits)
    return [Column("Student's t", cells, above=QUERIES, align="centre")]


def _bounds_column(one: Compared) -> Column | None:
    lower, upper = one.means("lower"), one.means("upper")
    if lower is None or upper is None:
        return None
    return Column("lowest–highest", _intervals(lower.tolist(), upper.tolist()), above=LABELS, align="centre")


def _more_columns(one: Compared) -> list[Column]:
    """What a wide screen has room for: labelled share and metadata."""
    systems = one.league.systems
    columns = []
    if one.judged:
        head = "Judged" if one.cutoff is None else f"Judged@{one.cutoff}"
        columns.append(Column(head, [percent(one.judged[system]) for system in systems]))
    for name, values in one.metadata.items():
        columns.append(Column(visible(name), [visible(values.get(system, "–")) for system in systems], align="left"))
    return columns


def _print_blocks(columns: list[Column], bold: Sequence[bool], screen: Screen) -> None:
    """A table whose first columns are rank and name; names give way before a column does."""
    while len(columns) > 7 and sum(c.width() + 2 for c in columns) - 2 > screen.width:
        columns.pop()  # metadata goes before a name is cut
    fixed = sum(column.width() + 2 for column in columns if not column.name) - 2
    names = next(column for column in columns if column.name)
    room = screen.width - fixed - 2
    if names.width() > room:
        from irassay.drawing.text import shortened

        names.cells = [shortened(cell, max(room, 8)) for cell in names.cells]
    for i, block in enumerate(lines_of(columns, screen.width)):
        if i:
            screen.result()
        heads = len(block) - len(bold)
        for line in block[:heads]:
            screen.result(_heading(line, screen))
        for line, strong in zip(block[heads:], bold):
            screen.result(screen.style(line, "bold") if strong else line)


def _heading(line: str, screen: Screen) -> str:
    if QUERIES not in line and LABELS not in line:
        return screen.style(line, "bold")
    return line.replace(QUERIES, screen.style(QUERIES, "bold", "blue")).replace(
        LABELS, screen.style(LABELS, "bold", "yellow")
    )


def _print_two_lines(first: list[Column], second: list[Column], bold: Sequence[bool], screen: Screen) -> None:
    """Name and score on one line, the rest below it, indented, on as many lines as it takes: nothing is lost at 40."""
    from irassay.drawing.text import shortened

    name = next(column for column in first if column.name)
    before = first[: first.index(name)]
    room = screen.width - sum(column.width() + 2 for column in first if column is not name)
    name.cells = [shortened(cell, max(room, 8)) for cell in name.cells]
    indent = " " * (sum(column.width() + 2 for column in before) or 2)
    upper = lines_of(first, screen.width)[0]
    head = [column.head.replace("95% interval", "queries").replace("lowest–highest", "labels") for column in second]
    widths = [max(len(h), *(len(cell) for cell in column.cells)) for h, column in zip(head, second)]

    def below(cells: Sequence[str]) -> list[str]:
        lines = [indent]
        for cell, width in zip(cells, widths):
            if len(lines[-1]) > len(indent) and len(lines[-1]) + width > screen.width:
                lines.append(indent)
            lines[-1] += cell.ljust(width) + "  "
        return [line.rstrip() for line in lines]

    screen.result(_heading(upper[0], screen))
    screen.result("\n".join(screen.style(line, "bold") for line in below(head)))
    for i, strong in enumerate(bold):
        screen.result(screen.style(upper[i + 1], "bold") if strong else upper[i + 1])
        screen.result("\n".join(below([column.cells[i] for column in second])))


def _print_baseline(one: Compared, baseline: str, screen: Screen) -> None:
    """Every system against one: score, difference, interval, raw and adjusted p, the labels' state."""
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
        Column("System", [_name(one, s) for s in league.systems], name=True),
        Column(_score_head(one, screen), [number(float(x)) for x in league.mean]),
        Column(
            "differs",
            cells(
                lambda i: number(float(league.difference[i, base])) + (mark[i] or " " * any_mark),
                "baseline",
            ),
        ),
        Column(
            "95% interval",
            cells(
                lambda i: interval(
                    float(league.difference_low[i, base]), float(league.difference_high[i, base]), between=between
                )
            ),
            above=QUERIES,
            align="centre",
        ),
        Column("p", cells(lambda i: p_value(float(league.p[i, base])))),
        Column("adjusted", cells(lambda i: p_value(float(league.p_corrected[i, base])))),
    ]
    if one.bounds is not None:
        columns.append(Column("labels", cells(lambda i: one.state(i, base)), align="left"))
    title = f"Against {visible(baseline)}, {words.pairs(league.family)}"
    screen.result(screen.style(title, "bold"))
    bold = [i != base and bool(league.significant[i, base]) for i in rows]
    _print_blocks(columns, bold, screen)


def _print_shares(one: Compared, screen: Screen) -> None:
    """The two doubts, never mixed: how many pairs the queries settle, and the labels."""
    league = one.league
    lines = []
    many = len(league.systems) > FEW
    settled, tested = league.n_settled, league.n_tested
    lines.append(_share("queries", "blue", settled, tested, "", many, screen))
    if one.bounds is not None:
        states = one.states()
        counted = sum(states.values()) - states["exactly tied"]
        least = "at least " if states["not known"] else ""
        lines.append(_share("labels", "yellow", states["settled"], counted, least, many, screen))
    else:
        lines.append(filled("labels   not computed" + words.why_no_bounds(one), screen.prose))
    screen.result()
    screen.result("\n".join(_aligned(lines)))
    for line in words.beside_shares(one):
        screen.explain(filled(line, screen.prose))


def _share(what: str, color: str, part: int, whole: int, least: str, many: bool, screen: Screen) -> str:
    text = f"{least}{part:,} of {words.pairs(whole)} settled"
    if not many or not whole:
        return f"{screen.style(f'{what:<7}', color)}  {text}"
    bar = screen.style(meter(part / whole), color)
    if screen.width < NARROW:
        return f"{screen.style(f'{what:<7}', color)}  {bar}  {percent(part / whole)}\n{text}"
    return f"{screen.style(f'{what:<7}', color)}  {bar}\t{text} ({percent(part / whole)})"


def _aligned(lines: Sequence[str]) -> list[str]:
    """Counts under counts: what stands after a tab is set right at its first ``of``."""
    split = [line.split("\t") for line in lines]
    width = max((parts[1].index(" of ") for parts in split if len(parts) == 2), default=0)
    return [
        f"{parts[0]}  {' ' * (width - parts[1].index(' of '))}{parts[1]}" if len(parts) == 2 else parts[0]
        for parts in split
    ]


def _print_action(one: Compared, screen: Screen) -> None:
    screen.result()
    screen.result(filled(f"{words.action(one)} {words.scope(one)}".strip(), screen.prose))


def print_pairs(one: Compared, pairs: Sequence[tuple[str, ...]], screen: Screen) -> None:
    """Sentences: who is better or can't be told apart, then what the queries say, then what the labels say."""
    for i, (a, b) in enumerate(pairs):
        if i:
            screen.result()
        pair = one.league.pair(a, b)
        headline = filled(words.pair_headline(pair), screen.prose)
        screen.result("\n".join(screen.style(line, "bold") for line in headline.split("\n")))
        if pair.same:
            continue
        screen.result()
        for what, color, (state, text) in (
            ("queries", "blue", words.pair_queries(pair)),
            ("labels", "yellow", words.pair_labels(one, a, b)),
        ):
            lead = f"{what:<9}{state:<9}" if len(state) < 9 else f"{what:<9}{state}  "
            indent = len(lead) if screen.width >= NARROW else 2
            body = filled(text, screen.prose, indent=indent, first=len(lead)).lstrip()
            screen.result(screen.style(what, color) + lead[len(what) :] + body)
        effect = words.pair_effect(pair)
        if effect:
            indent = 9 if screen.width >= NARROW else 2
            screen.result(
                screen.style("effect", "dim") + "   " + filled(effect, screen.prose, indent=indent, first=9).lstrip()
            )
        if one.behind:
            by_query.print_queries(one, a, b, screen)
