"""The league and its pairs on a terminal: the table at three widths, the two meters, the verdict last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.cli.answers import league_columns, pair_screen
from irassay.cli.answers.league_columns import BY_QUERIES, LABELS, QUERIES
from irassay.cli.answers.one_screen import print_bold
from irassay.comparison.league import words as comparison
from irassay.drawing.tables.text import TextColumn, filled, lines_of, meter, shortened, with_gaps
from irassay.drawing.terminal import NARROW, WIDE, Screen
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.words import for_pair
from irassay.messages import FEW, percent, plural, visible
from irassay.verdict.words import league as words
from irassay.verdict.words import non_inferiority as margin_words
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.answers import grades_counted, share_labels
from irassay.verdict.words.lead import on_single_queries
from irassay.verdict.words.next_steps import before_queries, not_counted
from irassay.verdict.words.phrases import SAID
from irassay.verdict.words.queries_needed import reach_of_pair

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.verdict import NonInferiority, PairVerdict

LONGEST_HEAD = 14  # characters of a measure over its column


def print_league(
    one: Comparison, screen: Screen, *, list_pairs: bool = False, further: Sequence[Comparison] = ()
) -> None:
    """The league with its verdict, and the open pairs if asked; on one screen `further` measures have a line each."""
    league = one.league
    if len(league.systems) == 2 and not league.baseline and not one.verdict.nothing_relevant:
        print_pairs(one, [(league.systems[0], league.systems[1])], screen, cut=not list_pairs)
        if list_pairs:
            _print_single_queries(one, screen)
        _print_same(words.same(one.verdict, named=True), screen)
        return
    if league_columns.is_for(one) and not list_pairs:
        _print_one_screen(one, further, screen)
        return
    print_bold(words.lead(one.verdict, require=one.require), screen)
    for line in (*one.open_by_lists(), *words.edge(one.verdict)):
        screen.result(filled(visible(line), screen.prose))
    _print_single_queries(one, screen)
    screen.result()
    if league.baseline:
        for i, name in enumerate(league.baseline):
            if i:
                screen.result()
            columns = league_columns.baseline_columns(one, name, _score_head(one, screen))
            screen.result(screen.style(league_columns.baseline_title(one, name), "bold"))
            _print_blocks(columns, _in_bold(one, name), screen)
    else:
        _print_table(one, screen)
    same = words.same(one.verdict)
    _print_same(same, screen)
    sentences = words.explanations(one.verdict, wide=screen.width >= WIDE)
    if sentences and len(league.systems) > 1:
        if not same:
            screen.explain()
        screen.explain(filled(visible(" ".join(sentences)), screen.prose))
    if len(league.systems) < 2 or one.verdict.nothing_relevant:
        return
    _print_shares(one, screen)
    if list_pairs and (n_open := len(league_columns.open_pairs(one))):
        screen.result("\n" + screen.style(filled(league_columns.open_title(one), screen.prose), "bold"))
        _print_blocks(league_columns.open_columns(one), [False] * n_open, screen)
    screen.result("\n" + filled(visible(of_action(one)), screen.prose))


def _print_one_screen(one: Comparison, further: Sequence[Comparison], screen: Screen) -> None:
    """The answer first; then leaders and edges, queries and labels, at most two cautions, and what to do."""
    league = one.league
    lead = words.lead(one.verdict, require=one.require)
    below, tables = league_columns.below_table(one, screen), league.baseline or ("",)
    below += ["", *league_columns.further_lines(further, screen)] if further else []
    most = league_columns.rows_that_fit(screen, (one, *further), lead, below, len(tables))
    print_bold(lead, screen)
    for baseline in tables:
        screen.result()
        head = _score_head(one, screen)
        if len(tables) > 1:
            screen.result(screen.style(league_columns.baseline_title(one, baseline), "bold"))
        columns = league_columns.screen_columns(one, head, baseline)
        bold, shown = (
            _in_bold(one, baseline),
            with_gaps(columns, league_columns.shown_rows(one, baseline, most), league.n),
        )
        strong = [row is not None and bold[row] for row in shown]
        if screen.width < NARROW:
            name = 1 + next(i for i, column in enumerate(columns) if column.name)
            _print_two_lines(columns[: name + 1], columns[name + 1 :], strong, screen)
        else:
            _print_blocks(columns, strong, screen)
    screen.result()
    screen.result("\n".join(below))


def _in_bold(one: Comparison, baseline: str) -> list[bool]:
    """By system: a leader, or significantly different from the baseline."""
    league = one.league
    if baseline:
        base = league.systems.index(baseline)
        return [i != base and bool(league.significant[i, base]) for i in range(league.n)]
    leaders = set(league.leaders)
    return [system in leaders and league.n > 1 and not one.verdict.nothing_relevant for system in league.systems]


def _print_same(lines: Sequence[str], screen: Screen) -> None:
    if lines:
        screen.result()
        screen.result("\n".join(filled(visible(line), screen.prose) for line in lines))


def _score_head(one: Comparison, screen: Screen) -> str:
    """The measure; a long one gets a line of its own and its column a short heading."""
    measure = one.league.measure
    if len(measure) <= LONGEST_HEAD:
        return measure
    screen.result(screen.style(filled(measure, screen.prose), "bold"))
    return "score"


def _print_table(one: Comparison, screen: Screen) -> None:
    head = _score_head(one, screen)
    bold = _in_bold(one, "")
    if screen.width < NARROW:
        first = [*league_columns.ranks_of(one), *league_columns.names_and_scores(one, head)]
        second = [*league_columns.doubts(one, "queries", "labels"), *league_columns.groups(one)]
        _print_two_lines(first, second, bold, screen)
        return
    _print_blocks(league_columns.league_columns(one, head, wide=screen.width >= WIDE), bold, screen)


def _print_blocks(columns: list[TextColumn], bold: Sequence[bool], screen: Screen) -> None:
    """A table whose first columns are rank and name; names give way before a column does."""
    while len(columns) > 7 and sum(c.width() + 2 for c in columns) - 2 > screen.width:
        columns.pop()  # metadata goes before a name is cut
    if sum(c.width() + 2 for c in columns) - 2 > screen.width:
        for column in columns:  # a heading over ranks and groups gives way too: the text below says what they are of
            column.above = "" if column.above == BY_QUERIES else column.above
    fixed = sum(column.width() + 2 for column in columns if not column.name) - 2
    names = next(column for column in columns if column.name)
    room = screen.width - fixed - 2
    if names.width() > room:
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
    if BY_QUERIES not in line and LABELS not in line:
        return screen.style(line, "bold")
    line = re.sub(f"{QUERIES}|{BY_QUERIES}", lambda words: screen.style(words[0], "bold", "blue"), line)
    return line.replace(LABELS, screen.style(LABELS, "bold", "yellow"))


def _print_two_lines(first: list[TextColumn], second: list[TextColumn], bold: Sequence[bool], screen: Screen) -> None:
    """Name and score on one line, the rest below it, indented, on as many lines as it takes: nothing is lost at 40."""
    name = next(column for column in first if column.name)
    before = first[: first.index(name)]
    room = screen.width - sum(column.width() + 2 for column in first if column is not name)
    name.cells = [shortened(cell, max(room, 8)) for cell in name.cells]
    indent = " " * (sum(column.width() + 2 for column in before) or 2)
    upper = lines_of(first, screen.width)[0]
    head = [column.head for column in second]
    widths = [max(len(text) for text in (column.head, *column.cells)) for column in second]

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


def _print_shares(one: Comparison, screen: Screen) -> None:
    """The two doubts, never mixed: how many pairs the queries settle, and the labels."""
    league = one.league
    lines = []
    many = len(league.systems) > FEW
    settled, total = league.n_settled, league.n_tested
    lines.append(_share("queries", "blue", settled, total, "", many, screen))
    verdict = one.verdict
    if verdict.labels_settled is not None:
        least = "at least " if verdict.labels_unknown else ""
        lines.append(_share("labels", "yellow", verdict.labels_settled, verdict.labels_pairs, least, many, screen))
    else:
        lines.append(filled(f"labels   not computed: {words.why_no_bounds(verdict)}", screen.prose))
    screen.result()
    screen.result("\n".join(_aligned(lines)))
    for line in filter(None, [*words.beside_shares(verdict), one.cause()]):
        screen.explain(filled(visible(line), screen.prose))


def _share(what: str, color: str, part: int, whole: int, least: str, many: bool, screen: Screen) -> str:
    text = f"{least}{part:,} of {plural(whole, 'pair')} settled"
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


def of_action(one: Comparison) -> str:
    """The next step, the scope of the answer, and from which grade on documents count as relevant."""
    verdict = one.to_act_on
    parts = (words.action(verdict, require=one.require), words.scope(verdict), grades_counted(verdict))
    return " ".join(filter(None, parts))


def _print_single_queries(one: Comparison, screen: Screen) -> None:
    sentence = on_single_queries(one.league)
    if sentence:
        screen.result(filled(sentence, screen.prose))


def print_pairs(one: Comparison, pairs: Sequence[tuple[str, ...]], screen: Screen, *, cut: bool) -> None:
    """The answer about a margin, then each pair: on one screen where `cut`, else all that is known of it."""
    before = False
    if one.among_measures and (one.margin is not None or not cut):
        print_bold(one.league.measure, screen)
        before = True
    if one.margin is not None:
        if before:
            screen.result()
        (pair_screen.print_margin if cut else _print_margin)(one, one.margin, screen)
        before = True
    for a, b in pairs:
        pair = one.verdict.pair(a, b).ahead_first()
        if not (cut and _has_margin(one, pair)):
            if before:
                screen.result()
            (pair_screen.print_pair if cut else _print_pair)(one, pair, screen)
            before = True
        if one.behind and not pair.queries.same:
            pair_screen.print_queries(one, a, b, screen)
    if not cut and one.verdict.sparse is not None and one.require != "taken":
        screen.result()
        screen.result(filled(f"{share_labels(one.verdict)} {SAID('sparse.instead')}", screen.prose))


def _print_pair(one: Comparison, pair: PairVerdict, screen: Screen) -> None:
    """Who is better or can't be told apart, what the queries say, what the labels say, the effect, what is open."""
    if pair.queries.same:
        print_bold(one.headline(pair), screen)
        return
    print_bold(f"{one.headline(pair)} {scores_and_difference(pair)}", screen)
    screen.result()
    pair_screen.print_doubt("queries", "blue", *query_doubt(pair), screen)
    pair_screen.print_doubt("labels", "yellow", *label_doubt(one, pair), screen)
    effect = comparison.effect(pair.queries)
    if effect:
        indent = 9 if screen.width >= NARROW else 2
        body = filled(effect, screen.prose, indent=indent, first=9).lstrip()
        screen.result(f"{screen.style('effect', 'dim')}   {body}")
    beside = beside_doubts(one, pair)
    if beside:
        screen.result()
        screen.result(filled(visible(beside), screen.prose))


def scores_and_difference(pair: PairVerdict) -> str:
    """The sentences with the two scores, and with what lies between them."""
    return f"{comparison.scores_sentence(pair.queries)} {comparison.difference_sentence(pair.queries)}"


def beside_doubts(one: Comparison, pair: PairVerdict) -> str:
    """What the labels lack where the queries decide, or what more queries take where they don't; or ""."""
    has_margin, a, b = _has_margin(one, pair), pair.queries.a, pair.queries.b
    gap = pair_words.gap(replace(pair, needed=None) if has_margin else pair, require=one.require)
    decided = one.margin is not None and one.margin.by_queries != "open"
    first = gap
    if not (gap or decided or one.require == "taken"):
        first = before_queries(one.verdict, a, b)
    is_open = not (decided or pair.queries.significant) and (one.verdict.sparse is None or one.require == "taken")
    reach = reach_of_pair(one.verdict, a, b, order=not has_margin) if is_open else ""
    return " ".join(filter(None, (first, one.cause(pair), reach, grades_counted(one.verdict))))


def _has_margin(one: Comparison, pair: PairVerdict) -> bool:
    """Whether the question about these two systems has a margin."""
    return one.margin is not None and {one.margin.new, one.margin.old} == {pair.queries.a, pair.queries.b}


def _print_margin(one: Comparison, of: NonInferiority, screen: Screen) -> None:
    """The answer about the margin, then what queries and labels say of it."""
    print_bold(margin_words.headline(of, require=one.require), screen)
    screen.result()
    queries, labels = pair_screen.margin_state(one, of)
    pair_screen.print_doubt("queries", "blue", queries, margin_words.by_queries(of), screen)
    pair_screen.print_doubt("labels", "yellow", labels, margin_words.by_labels(of), screen)


def query_doubt(pair: PairVerdict) -> tuple[str, str]:
    """The state, and what other queries might have said."""
    q = pair.queries
    text = comparison.query_numbers(q)
    if q.at_the_edge:
        text += f"; {comparison.decision(q)}"
    beside = comparison.beside_interval(q).rstrip(".")
    state = "settled" if q.significant else "open" if q.tested else "not tested"
    return state, f"{text}. {beside}" if beside else text


def label_doubt(one: Comparison, pair: PairVerdict) -> tuple[str, str]:
    """How far the labels carry the order, and what missing ones could do to it."""
    if pair.labels is None:
        return "not computed", pair_words.label_numbers(pair)
    state = {"proved": "settled", "exactly tied": "tied"}.get(pair.strength, pair.strength)
    text = pair_words.label_numbers(pair)
    if _has_margin(one, pair):  # how many labels settle the order is not what was asked
        return state or "not computed", text
    if pair.needed is not None and not pair_words.gap(pair, require=one.require):
        text += f". {for_pair(pair.needed, unseen=pair.labels.unseen).rstrip('.')}"
    if pair.needed is None and pair.labels.state in UNDECIDED and pair.judged is not None and min(pair.judged) < 1:
        text += f". {not_counted(one.league).rstrip('.')}"
    return state or "not computed", text
