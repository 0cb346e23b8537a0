"""Two systems on one screen: the answer, scores and difference, a line for queries and labels, what to write and do."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import caution, print_bold
from irassay.cli.answers.said import CLI
from irassay.comparison.league import words as by_queries
from irassay.comparison.words import BY_QUERY
from irassay.drawing.tables.text import TextColumn, filled, lines_of, shortened
from irassay.drawing.terminal import NARROW
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.words import how_many_wrong
from irassay.messages import interval_kind, number, p_value, percent, plural, signed_ends, visible
from irassay.verdict.next_steps import steps
from irassay.verdict.pair import carries
from irassay.verdict.words import non_inferiority as margin_words
from irassay.verdict.words import pairs as by_labels
from irassay.verdict.words.answers import grades_counted
from irassay.verdict.words.next_steps import action, before_queries

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.comparison.league.pair import Pair
    from irassay.drawing.terminal import Screen
    from irassay.verdict import NonInferiority, PairVerdict

NO_INTERVAL = "over-queries.one-query"
LONGEST = 40  # characters of a name
ALL = (1.0, 1.0)  # shares of two lists that are judged
CAN = {"proved": "can't", "likely": "are unlikely to", "open": "could", "not known": "could"}
STATES = {"proved": "settled", "exactly tied": "tied", "": "not computed"}
JUDGE = "judge what matters to the pair (--unjudged judge-first.tsv)"


def print_pair(one: Comparison, pair: PairVerdict, screen: Screen) -> None:
    """At most 14 lines; what else is known stands under --all."""
    q, n = pair.queries, plural(pair.n_queries, "query")
    print_bold(f"{one.headline(pair).rstrip('.')} ({q.measure}, {n}).", screen)
    if q.same:
        return
    _print_scores((q.a, q.b), (q.mean_a, q.mean_b, 0.0 if q.tied else q.difference), _over_queries(q), screen)
    state = "settled" if q.significant else "open" if q.tested else "not tested"
    counts = BY_QUERY("pair-counts", better=q.better, worse=q.worse, equal=q.equal)
    edge = by_queries.decision(q) if q.at_the_edge else ""
    counts += f"; {CLI('pair-alone')}" if by_queries.differs_alone(q) else ""
    why = by_queries.beside_interval(q).rstrip(".")
    print_doubt("queries", "blue", state, ". ".join(filter(None, [counts, edge, why])), screen)
    print_doubt("labels", "yellow", STATES.get(pair.strength, pair.strength), _of_labels(pair), screen)
    for text in filter(None, [one.cause(pair), grades_counted(one.verdict)]):
        screen.result(caution(text, screen))
    below = [text for text in (_write(one, pair), _next(one, pair)) if text]
    if below:
        screen.result("\n" + "\n".join(filled(visible(text), screen.prose) for text in below))


def print_margin(one: Comparison, of: NonInferiority, screen: Screen) -> None:
    """The answer about a margin, the difference with its interval, and what these queries can't show."""
    q = one.verdict.pair(of.new, of.old).queries
    print_bold(f"{margin_words.in_short(of, require=one.require).rstrip('.')} ({of.measure}).", screen)
    level, (low, high) = number(100 * (1 - of.alpha), None), signed_ends(of.low, of.high, mark=-of.margin)
    beside = f"{low} to {high} ({level}%), allowed −{of.margin:g}" if of.low == of.low else BY_QUERY(NO_INTERVAL)
    _print_scores((of.new, of.old), (q.mean_a, q.mean_b, of.difference), beside, screen)
    states = margin_state(one, of)
    print_doubt("queries", "blue", states[0], margin_words.of_interval(of), screen)
    print_doubt("labels", "yellow", states[1], margin_words.over_labels(of), screen)
    if text := margin_words.caution(of):
        screen.result(caution(text, screen))
    todo = ["add queries"] if of.by_queries == "open" else []
    todo += [JUDGE] if states[1] == "open" and one.require != "taken" else []
    if todo:
        screen.result("\n" + filled(f"Next: {' and '.join(todo)}.", screen.prose))


def margin_state(one: Comparison, of: NonInferiority) -> tuple[str, str]:
    """The states of the queries and of the labels, about a margin; labels likely keep it where they do the order."""
    if of.by_queries == "open":
        if isnan(of.labels_low) or of.by_labels != "open":
            return "open", "not computed" if isnan(of.labels_low) else "settled"
        order = one.verdict.pair(of.new, of.old).strength if of.difference > 0 else "open"
        return "open", "likely" if order == "likely" else "open"
    return "settled", {"proved": "settled", "": "not computed"}.get(of.strength, of.strength)


def _print_scores(names: tuple[str, str], scores: tuple[float, float, float], beside: str, screen: Screen) -> None:
    """Both systems, and their difference with what stands beside it; empty lines around."""
    heads = TextColumn("", [*(shortened(visible(name), LONGEST) for name in names), "difference"], align="left")
    cells = TextColumn("", [number(value) for value in scores])
    *rows, last = (f"  {line}" for line in lines_of([heads, cells], screen.width)[0] if line)
    beside = filled(beside, screen.prose, indent=_indent(len(last) + 2, screen), first=len(last) + 2)
    screen.result("\n".join(["", *rows, f"{last}  {beside}", ""]))


def print_doubt(what: str, color: str, state: str, text: str, screen: Screen) -> None:
    """A line of the queries or the labels: its state, then what they say."""
    lead = f"{what:<9}{state:<9}" if len(state) < 9 else f"{what:<9}{state}  "
    body = filled(visible(text), screen.prose, indent=_indent(len(lead), screen), first=len(lead)).lstrip()
    screen.result(screen.style(what, color) + lead[len(what) :] + body)


def _of_labels(pair: PairVerdict) -> str:
    """What missing labels can do, and how many are missing where they leave the order open."""
    can, of, why, a, b = CAN.get(pair.strength), pair.overturned_by, "", "", ""
    if not can:
        return by_labels.label_numbers(pair)
    judged = pair.judged if pair.strength in (*UNDECIDED, "likely") else None
    if judged is not None and judged != ALL:
        a, b = (percent(1 - share, 0) for share in judged)
        why = by_labels.why_not(pair.unlikely, pair.queries.measure) if pair.unlikely == "positive only" else ""
    wrong = "" if of is None else how_many_wrong(of.equal)
    return CLI(
        "pair-labels", beyond=judged == ALL, can=can, wrong=wrong, why=why,
        shares={a, b} not in ({"0%"}, {""}), a=a, b=b, first=pair.queries.a, second=pair.queries.b,
    )  # fmt: skip


def _indent(columns: int, screen: Screen) -> int:
    return columns if screen.width >= NARROW else 2


def _over_queries(q: Pair) -> str:
    """The interval of a difference, and the p that decides."""
    low, high = signed_ends(q.low, q.high)
    parts = [f"{low} to {high} ({interval_kind(q.interval, q.family)})"] if q.low == q.low else [BY_QUERY(NO_INTERVAL)]
    over = f" over {plural(q.family, 'pair')}" if q.family > 1 else ""
    if by_queries.differs_alone(q):
        parts.append(CLI("pair-alone.p", p=q.p, corrected=q.p_corrected, family=q.family))
    elif q.p == q.p:
        parts.append(f"p {p_value(q.p_corrected if over else q.p)}{over}")
    return ", ".join(parts)


def _write(one: Comparison, pair: PairVerdict) -> str:
    """A sentence for a paper; "" where the pair allows none."""
    q = pair.queries
    sparse = pair.unlikely == "sparse" and one.require != "taken"
    if q.p != q.p or q.tied or q.against_means or sparse or (q.ahead and one.turned_by_lists(q.other)):
        return ""
    form = "none" if not q.ahead else "better" if pair.better(one.require) else "ahead"
    claim = CLI(f"pair-claim.{form}", a=q.a, b=q.b, more=by_queries.more_than(q.lower_is_better))
    family = q.family if q.family > 1 else 0
    return CLI(
        "pair-write", claim=claim, likely=q.ahead and pair.strength == "likely" == one.require, measure=q.measure,
        queries=pair.n_queries, p=q.p_corrected if family else q.p, family=family, alone=q.ahead and not family,
    )  # fmt: skip


def _next(one: Comparison, pair: PairVerdict) -> str:
    """What to do for this pair, in one sentence; "" where nothing is open."""
    q, verdict = pair.queries, one.verdict
    if pair.strength == "likely" and pair.better(one.require):
        return f"To prove it, {JUDGE}."
    if verdict.only_pair is not None or verdict.sparse is not None:
        work = [kind for kind in steps(verdict) if kind == "queries" or one.require != "taken"]
        few_labels = verdict.unlikely in ("sparse", "sparse in part") and not q.significant
        return action(verdict, require=one.require) if work or few_labels else ""  # the command of the verb follows
    size = "" if q.significant or one.require == "taken" else before_queries(verdict, q.a, q.b)
    labels = pair.labels is not None and not carries(pair.strength, one.require) and pair.judged != ALL
    add = "add queries" if q.tested and not q.significant and not q.against_means else ""
    second = pair.strength == "likely" and pair.judged != ALL and one.require != "taken"
    not_first = " first; labels come second" if second else ", not labels"
    sure = not_first if add and not labels and pair.labels is not None else ""
    todo = size or " and ".join(filter(None, [f"{add}{sure}", JUDGE if labels else ""]))
    return f"Next: {todo.rstrip('.')}." if todo else ""
