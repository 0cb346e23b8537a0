"""Sentences about a new system that may lose a margin to an old one: the answer, then what queries and labels say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import LIKE_JUDGED
from irassay.wording import INTERVALS_IN_A_COLUMN, count, number, span

if TYPE_CHECKING:
    from irassay.verdict.non_inferiority import NonInferiority
    from irassay.verdict.pair import Require

CLAIM = {
    "above": "{new} is not worse than {old} by {margin} or more",
    "below": "{new} is worse than {old} by more than {margin}",
}
DECIDED = {
    "proved": ": the queries decide it with these labels. No missing label moves the difference on these queries to "
    "−{margin} or {beyond}; whether the queries decide it with other labels too is not proved.",
    "fixed": ": the queries decide it, and no missing label changes a query's difference.",
    "likely": ": the queries decide it, and missing labels are unlikely to change that.",
    "scores alone": " by the queries; scores say nothing about missing labels.",
    "taken": ", treating unjudged documents as not relevant: the queries decide it.",
}
OF_LABELS = "With these labels {claim}; whether missing labels change that is open."
OPEN = "Whether {new} is worse than {old} by {margin} or more is open: the interval contains −{margin}."
ONE_QUERY = "Whether {new} is worse than {old} by {margin} or more is open: one query has no interval."
STUDENT = "Student's t"
BETTER_WAY = "a positive difference is in favour of {new}"


def headline(of: NonInferiority, *, require: Require = "likely") -> str:
    """Whether the new system is worse by the margin, and on what evidence.

    Examples
    --------
    >>> from irassay.verdict.non_inferiority import NonInferiority
    >>> headline(NonInferiority("new", "old", "AP", 0.01, 0.003, -0.02, 0.03, 0.05, "percentile"))
    'Whether new is worse than old by 0.01 or more is open: the interval contains −0.01.'
    """
    names = {"new": of.new, "old": of.old, "margin": _margin(of)}
    side = of.by_queries
    if side == "open":
        return (OPEN if of.low == of.low else ONE_QUERY).format(**names)
    claim = CLAIM[side].format(**names)
    if of.answer(require) == "undecided":
        return OF_LABELS.format(claim=claim)
    beyond = "below" if side == "above" else "above"
    return claim + DECIDED[_why(of, require)].format(margin=names["margin"], beyond=beyond)


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
    return f"{text}; other queries: {span(of.low, of.high, 4)} ({level}%, {interval_name(of.method)})"


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
