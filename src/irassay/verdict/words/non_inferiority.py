"""Sentences about a new system that may lose a margin to an old one: the answer, then what queries and labels say."""

from __future__ import annotations

from typing import Any

from irassay.comparison.words import BY_QUERY
from irassay.messages import INTERVALS_IN_A_COLUMN, capital, number, signed_ends, span
from irassay.verdict.non_inferiority import NonInferiority
from irassay.verdict.pair import Require
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import SAID

STUDENT = "Student's t"


def _said(of: NonInferiority, form: str, **slots: Any) -> str:
    """A form of what is said of a margin."""
    seen = of.unseen.n_queries if of.conditional and of.unseen is not None else 0
    above = of.by_queries == "above"
    return SAID(f"margin.{form}", new=of.new, old=of.old, margin=of.margin, above=above, seen=seen, **slots)


def headline(of: NonInferiority, *, require: Require = "likely") -> str:
    """Whether the new system is worse by the margin, and on what evidence."""
    form: str
    if of.by_queries == "open":
        why = SAID("margin.few-carry") if of.by_few else BY_QUERY("over-queries.one-query")
        form = "open" if of.low == of.low and not of.by_few else "no-interval"
        return _said(of, form, most=signed_ends(-of.low, of.margin, mark=of.margin)[0], why=why)
    form = "fixed" if of.fixed else of.strength
    form = "scores-alone" if of.unlikely == "scores alone" else "taken" if require == "taken" else form
    form = "of-labels" if of.answer(require) == "undecided" else form
    return _said(of, form, claim=_said(of, of.by_queries), missed=_missed(of))


def in_short(of: NonInferiority, *, require: Require = "likely") -> str:
    """The answer alone, as one screen begins with it."""
    if of.by_queries == "open":
        return headline(of, require=require)
    form = "in-short-undecided" if of.answer(require) == "undecided" else "in-short"
    likely = require == of.strength == "likely" and not of.fixed
    return _said(of, form, claim=_said(of, of.by_queries), likely=likely)


def caution(of: NonInferiority) -> str:
    """What these queries can't show, and how many would; "" where nothing rare could refute the claim."""
    missed = _missed(of)
    return _said(of, "caution", missed=missed, needed=of.unseen.n_needed) if missed and of.unseen is not None else ""


def _missed(of: NonInferiority) -> str:
    """What these queries can't show, as a sentence; "" where nothing rare could refute the claim."""
    if of.unseen is None or not of.conditional:
        return ""
    return _said(of, "missed", share=100 * of.unseen.share, several=of.unseen.n_collections > 1, cost=of.unseen.cost)


def by_queries(of: NonInferiority) -> str:
    """The difference with its interval over queries, as a clause; new minus old, above 0 where new is better."""
    other, unseen = span(of.low, of.high, 4) if of.low == of.low else "", of.unseen
    seen = unseen if other else None
    return _said(
        of, "by-queries", difference=of.difference, other=other, level=number(100 * (1 - of.alpha), None),
        method=interval_name(of.method), extremes=span(seen.low, seen.high, 4) if seen and of.by_few else "",
        needed=seen.n_needed if seen and of.conditional and not of.by_few else 0,
    )  # fmt: skip


def interval_name(method: str) -> str:
    """The name of an interval of a league, or of Student's."""
    return INTERVALS_IN_A_COLUMN.get(method, STUDENT)


def by_labels(of: NonInferiority) -> str:
    """What missing labels can do to the difference, as a clause."""
    if of.labels_low != of.labels_low:
        return why_not(of.unlikely, of.measure)
    side = of.by_labels if of.by_queries == "open" and of.by_labels != "open" else ""
    return _said(
        of, "by-labels", range=span(of.labels_low, of.labels_high, 4), all=side, agreeing=of.agreeing,
        draws=0 if side or of.fixed else of.n_draws,
    )  # fmt: skip


def of_interval(of: NonInferiority) -> str:
    """On which side of the margin the interval over queries lies, as a clause."""
    if of.by_queries == "open":
        return _said(of, "few-carry" if of.by_few else "interval-open")
    return _said(of, "interval", side=of.by_queries)


def over_labels(of: NonInferiority) -> str:
    """The difference on these queries under any missing labels, or why it isn't known, as a clause."""
    if of.labels_low != of.labels_low:
        return why_not(of.unlikely, of.measure)
    if of.fixed:
        return _said(of, "over-labels-fixed")
    side = "" if of.by_labels == "open" else of.by_labels
    return _said(of, "over-labels", range=span(of.labels_low, of.labels_high), side=side)


def none_to_judge(of: NonInferiority) -> str:
    """Why no document is to be judged for the answer, as a clause."""
    return _said(of, "none-to-judge-open" if of.by_labels == "open" else "none-to-judge")


def non_inferiority_sentence(of: NonInferiority, *, require: Require = "likely") -> str:
    """The answer, then the numbers over queries and over labels."""
    first = headline(of, require=require)
    return SAID("margin.sentence", headline=first, queries=capital(by_queries(of)), labels=by_labels(of))
