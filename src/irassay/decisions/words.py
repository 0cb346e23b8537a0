"""Sentences about decisions, and a table of their pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import conjugate, listed, p_value, plural, roughly, share, these_queries, two_digits
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.decisions.costs import DecisionPlan, Replay
    from irassay.decisions.decision import Decision
    from irassay.decisions.lever import Lever
    from irassay.decisions.setting import Setting

_NEARLY = 0.9  # of the documents left
_MEANINGS = {
    "by": "proof: no missing label changes it; sample: the labels of drawn documents show it",
    "low": "the least that the labels so far allow, at every look",
    "high": "the most that they allow",
    "evidence": "for the better system, from 1; 2 / alpha settles a single pair",
    "p": "that queries like these would show no difference, at this look alone",
}


def lead(decision: Decision) -> str:
    """The verdict, in one sentence without its point."""
    labels = decision.labels
    if decision.verdict == "undecided":
        return f"Undecided so far: {labels['known']:,} of {plural(labels['documents'], 'document')} have a label"
    after = f"after {plural(labels['known'], 'label')}"
    if decision.verdict == "tied":
        return f"Tied {after}"
    if len(decision.pairs) == 1:
        [pair] = decision.pairs
        return f"{pair.better} is better than {pair.b if pair.better == pair.a else pair.a}, settled {after}"
    return f"Settled {after}: {listed(list(decision.better), 5)}"


def lever_of_decision(decision: Decision, setting: Setting) -> str:
    """What would help now, cheapest first: a sentence for each lever that does."""
    costs, is_open, said = decision.costs, decision.verdict == "undecided", {}
    if costs.judgments["queries"] and (is_open or not costs.by_labels):
        cost = (
            f"{_at_least(decision)} {roughly(costs.queries or 0):,} more of them, some {_judgments(costs, 'queries')}"
        )
        said["queries"] = f"{'Whatever they say, a' if is_open else 'A'} verdict on other queries takes {cost}."
    if costs.judgments["assessor"]:
        p = p_value(costs.overturned or 0.0)
        said["assessor"] = f"A second assessor could turn it (probability {p}): {_judgments(costs, 'assessor')}."
    if is_open or not said or _is_sampled(decision):
        said = {"labels": _labels(decision), **said}
    return " ".join(said[name] for name in dict.fromkeys(["labels", *costs.judgments]) if name in said)


def _labels(decision: Decision) -> str:
    labels, forecast = decision.labels, decision.forecast
    left = labels["documents"] - labels["known"] - labels["skipped"]
    if decision.verdict != "undecided":
        few = min((pair.overturned_by for pair in decision.pairs if pair.overturned_by), default=None)
        if _is_sampled(decision):
            return f"It rests on a sample of {plural(labels['known'], 'label')}: one wrong label may reopen it."
        wrong = f"{few:,} {conjugate(few, 'is')}" if few else "some are"
        return f"More labels can't change this verdict unless {wrong} wrong."
    if not left:
        return (
            f"More labels can't settle it: {plural(labels['skipped'], 'document')} that nobody could label may decide."
        )
    of_left = f"of the {plural(left, 'document')} left"
    if forecast.middle >= _NEARLY * left:
        return f"Nearly all {of_left} will be needed: systems are close, and a margin would need fewer."
    return f"Label some {forecast.middle:,} {of_left}: {forecast.low:,} to {forecast.high:,} should settle it."


def _is_sampled(decision: Decision) -> bool:
    return any(pair.by == "sample" for pair in decision.pairs)


def _at_least(decision: Decision) -> str:
    return "at least" if decision.labels["known"] < decision.labels["documents"] else "roughly"


def _judgments(costs: Lever, lever: str) -> str:
    n = two_digits(costs.judgments[lever] or 0)
    time = "" if costs.seconds is None else f", {two_digits(n * costs.seconds / 60):,} minutes"
    return f"{plural(n, 'judgment')}{time}"


def scope_of_decision(decision: Decision, setting: Setting) -> str:
    """What a verdict holds for, in two sentences."""
    costs, pairs, these = decision.costs, decision.pairs, these_queries(len(setting.queries))
    of = "it" if len(pairs) == 1 else f"{costs.reversible:,} of {plural(len(pairs), 'pair')}"
    p = f" (p {p_value(pairs[0].p)})" if len(pairs) == 1 < len(setting.queries) else ""
    queries = f"{_at_least(decision)} {roughly(costs.queries or 0):,} more queries would"
    if not costs.queries:
        tells = "more labels can't tell"
    else:
        tells = f"more labels can't tell, {queries}" if len(pairs) == 1 else f"{queries} tell"
    if decision.verdict == "undecided":
        scope = f"Undecided on {these}; other queries could say otherwise."
    elif decision.verdict == "tied":
        scope = f"Tied by the labels on {these}; other queries could say otherwise."
    elif costs.by_labels:
        scope = f"Settled by the labels on {these}; they leave open what other queries would say."
    elif costs.reversible:
        scope = f"Settled by the labels on {these}; other queries could reverse {of}{p}; {tells}."
    else:
        scope = f"Settled by the labels on {these}; other queries like them would hardly reverse it{p}."
    alpha = setting.question.alpha
    if not setting.draws:
        return f"{scope} Only proofs count: no missing label changes what is settled, if labels are right."
    wrong = "A wrong verdict has" if len(pairs) == 1 else "All wrong verdicts together have"
    return f"{scope} {wrong} probability {alpha:g} at most, however often one looks, if labels are right."


def planned(plan: DecisionPlan) -> list[str]:
    """What a question would cost: the difference that draws have shown, else the middle one first."""
    i = 0 if plan.shown else len(plan.differences) // 2
    n = two_digits(plan.labels[i].middle)
    what = f"The difference so far, {plan.shown:.3g}," if plan.shown else f"A difference of {plan.differences[i]:g}"
    said = [f"{what} takes some {n:,} of {plural(plan.documents, 'label')} ({plural(plan.n_queries, 'query')})."]
    if queries := plan.queries[i]:
        said.append(f"Over other queries too it takes roughly {plural(roughly(queries), 'query')} in all.")
    worth = plural(plan.of_a_query, "label")
    return [*said, f"Where queries can be added, judge {worth} a query, then the next query."]


def replayed(replay: Replay) -> list[str]:
    """What campaigns would have cost, and where they ended."""
    of, n = replay.labels, replay.documents
    ends = [f"{getattr(replay, end):,} {end}" for end in ("settled", "tied", "undecided") if getattr(replay, end)]
    wrong = f"{replay.wrong:,} with a wrong verdict" if replay.wrong else "none with a wrong verdict"
    said = [
        f"Half of the campaigns need {of.middle:,} of {plural(n, 'label')} at most ({share(of.middle, n, 0)}).",
        f"8 of 10 need {of.low:,} to {of.high:,}.",
        f"Of {plural(replay.campaigns, 'campaign')}: {listed(ends, 3)}; {wrong}.",
    ]
    if replay.unlabelled:
        said.append(f"{plural(replay.unlabelled, 'document')} had no label there: campaigns skipped them.")
    return said


def pairs_table(decision: Decision) -> Table:
    """A row for each pair that is asked for."""
    names = ("a", "b", "verdict", "better", "by", "difference", "low", "high", "evidence", "p")
    digits = {"difference": 4, "low": 4, "high": 4, "evidence": 1}
    columns = [
        Column(
            name,
            [getattr(pair, name) for pair in decision.pairs],
            "p" * (name == "p"),
            _MEANINGS.get(name, ""),
            digits.get(name),
        )
        for name in names
    ]
    return Table("pairs", "Pairs of systems", columns)
