"""Sentences about a new system that may lose a margin to an old one: the answer, then what queries and labels say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.league.phrases import ONE_QUERY
from irassay.messages import INTERVALS_IN_A_COLUMN, count, number, plural, signed_ends, span
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import LIKE_JUDGED

if TYPE_CHECKING:
    from irassay.verdict.non_inferiority import NonInferiority
    from irassay.verdict.pair import Require

CLAIM = {
    "above": "{new} is not worse than {old} by {margin} or more{seen}",
    "below": "{new} is worse than {old} by more than {margin}{seen}",
}
SEEN = ", as far as {n} show"
MISSED = " {what} on fewer than {share}% of the {queries} would not be seen{cost}."
WHAT = {"above": "A failure", "below": "A gain"}
COSTS = {"above": " and may cost {cost}", "below": " and may be worth {cost}"}
NEEDED = "; {n} would show one of {margin}"
EXTREMES = "; if no query lies beyond those seen: {span}"
DECIDED = {
    "proved": ": the queries decide it with these labels. No missing label moves the difference on these queries to "
    "−{margin} or {beyond}; whether the queries decide it with other labels too is not proved.",
    "fixed": ": the queries decide it, and no missing label changes a query's difference.",
    "likely": ": the queries decide it, and missing labels are unlikely to change that.",
    "scores alone": " by the queries; scores say nothing about missing labels.",
    "taken": ", treating unjudged documents as not relevant: the queries decide it.",
}
OF_LABELS = "With these labels {claim}; whether missing labels change that is open."
OPEN = "Undecided: {new} may be up to {most} worse than {old}, and {margin} is allowed."
NO_INTERVAL = "Whether {new} is worse than {old} by {margin} or more is open: {why}."
STUDENT = "Student's t"
BETTER_WAY = "a positive difference is in favour of {new}"


def headline(of: NonInferiority, *, require: Require = "likely") -> str:
    """Whether the new system is worse by the margin, and on what evidence."""
    names = {"new": of.new, "old": of.old, "margin": _margin(of), "most": signed_ends(-of.low, of.margin)[0]}
    side = of.by_queries
    if side == "open":
        why = "few queries carry the difference" if of.by_few else ONE_QUERY
        return (OPEN if of.low == of.low and not of.by_few else NO_INTERVAL).format(**names, why=why)
    claim = CLAIM[side].format(**names, seen=_seen(of))
    if of.answer(require) == "undecided":
        return OF_LABELS.format(claim=claim)
    beyond = "below" if side == "above" else "above"
    return claim + DECIDED[_why(of, require)].format(margin=names["margin"], beyond=beyond) + _missed(of)


def in_short(of: NonInferiority, *, require: Require = "likely") -> str:
    """The answer alone, as one screen begins with it."""
    if of.by_queries == "open":
        return headline(of, require=require)
    claim = CLAIM[of.by_queries].format(new=of.new, old=of.old, margin=_margin(of), seen=_seen(of))
    return f"Undecided: with these labels {claim}." if of.answer(require) == "undecided" else f"{claim}."


def caution(of: NonInferiority) -> str:
    """What these queries can't show, and how many would; "" where nothing rare could refute the claim."""
    text, unseen = _missed(of).strip(), of.unseen
    if not text or unseen is None or not unseen.n_needed:
        return text
    return f"{text} {plural(unseen.n_needed, 'query')} would show one of {_margin(of)}."


def _seen(of: NonInferiority) -> str:
    """The condition of a claim that rare queries could refute, as a clause; "" of others."""
    return SEEN.format(n=plural(of.unseen.n_queries, "query")) if of.conditional and of.unseen is not None else ""


def _missed(of: NonInferiority) -> str:
    """What these queries can't show, as a sentence; "" where nothing rare could refute the claim."""
    unseen, side = of.unseen, of.by_queries
    if unseen is None or not of.conditional:
        return ""
    cost = COSTS[side].format(cost=f"{unseen.cost:.2g}") if unseen.cost == unseen.cost else ""
    queries = "queries of the smallest collection" if unseen.n_collections > 1 else "queries"
    return MISSED.format(what=WHAT[side], share=f"{100 * unseen.share:.2g}", queries=queries, cost=cost)


def _why(of: NonInferiority, require: Require) -> str:
    """On what evidence of the labels the queries decide: a key of `DECIDED`."""
    if of.unlikely == "scores alone":
        return "scores alone"
    if require == "taken":
        return "taken"
    return "fixed" if of.fixed else of.strength


def by_queries(of: NonInferiority) -> str:
    """The difference with its interval over queries, as a clause; new minus old, above 0 where new is better."""
    text = f"difference {number(of.difference)}, {BETTER_WAY.format(new=of.new)}"
    if of.low != of.low:
        return text
    level = number(100 * (1 - of.alpha), None)
    text += f"; other queries: {span(of.low, of.high, 4)} ({level}%, {interval_name(of.method)})"
    unseen = of.unseen
    if unseen is None or not (of.by_few or of.conditional):
        return text
    if of.by_few:
        return text + EXTREMES.format(span=span(unseen.low, unseen.high, 4))
    return text + (NEEDED.format(n=plural(unseen.n_needed, "query"), margin=_margin(of)) if unseen.n_needed else "")


def interval_name(method: str) -> str:
    """The name of an interval of a league, or of Student's."""
    return INTERVALS_IN_A_COLUMN.get(method, STUDENT)


def by_labels(of: NonInferiority) -> str:
    """What missing labels can do to the difference, as a clause."""
    if of.labels_low != of.labels_low:
        return why_not(of.unlikely, of.measure)
    text = f"with all missing labels of any grade {span(of.labels_low, of.labels_high, 4)}"
    if of.by_queries == "open" and of.by_labels != "open":
        return f"{text}, all {of.by_labels} −{_margin(of)}"
    if of.fixed or not of.n_draws:
        return text
    side = "above" if of.by_queries == "above" else "below"
    draws = f"{count(of.agreeing)} of {count(of.n_draws)} draws from the estimate"
    return f"{text}; {draws} keep it significantly {side} −{_margin(of)}, {LIKE_JUDGED}"


def of_interval(of: NonInferiority) -> str:
    """On which side of the margin the interval over queries lies, as a clause."""
    if of.by_queries == "open":
        return "few queries carry the difference" if of.by_few else f"the interval reaches below −{_margin(of)}"
    return f"the whole interval lies {of.by_queries} −{_margin(of)}"


def over_labels(of: NonInferiority) -> str:
    """The difference on these queries under any missing labels, or why it isn't known, as a clause."""
    if of.labels_low != of.labels_low:
        return why_not(of.unlikely, of.measure)
    if of.fixed:
        return "no missing label changes a query's difference"
    return f"whatever the missing labels, the difference on these queries is {span(of.labels_low, of.labels_high)}"


def none_to_judge(of: NonInferiority) -> str:
    """Why no document is to be judged for the answer, as a clause."""
    if of.by_labels == "open":
        return f"no label of a retrieved document moves the difference to −{_margin(of)}"
    return f"no missing label moves the difference on these queries to −{_margin(of)}"


def non_inferiority_sentence(of: NonInferiority, *, require: Require = "likely") -> str:
    """The answer, then the numbers over queries and over labels."""
    queries, labels = by_queries(of), by_labels(of)
    return f"{headline(of, require=require)} {queries[0].upper()}{queries[1:]}. Missing labels: {labels}."


def _margin(of: NonInferiority) -> str:
    return f"{of.margin:g}"
