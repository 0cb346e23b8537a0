"""Sentences about decisions, and a table of their pairs."""

from __future__ import annotations

from irassay.decisions.costs import DecisionPlan, Replay
from irassay.decisions.decision import Decision
from irassay.decisions.forecast import Lever
from irassay.decisions.setting import Setting
from irassay.messages import p_value, roughly, share, two_digits
from irassay.messages.said import Room
from irassay.result import Column, Table

DECIDED = Room("decisions")
_NEARLY = 0.9  # of the documents left


def lead(decision: Decision) -> str:
    """The verdict, in one sentence without its point."""
    labels, pair = decision.labels, decision.pairs[0]
    own, known, form = labels["drawn"] + labels["chosen"], labels["known"], str(decision.verdict)
    if form not in ("undecided", "tied"):
        form = "settled-pair" if len(decision.pairs) == 1 else "settled"
    better, other = list(decision.better), pair.b if pair.better == pair.a else pair.a
    if form == "settled-pair":
        better = [pair.better]
    return DECIDED(
        f"lead.{form}",
        own=own, before=known - own, known=known, documents=labels["documents"], better=better, other=other,
    )  # fmt: skip


def lever_of_decision(decision: Decision, setting: Setting) -> str:
    """What would help now, cheapest first: a sentence for each lever that does."""
    costs, is_open, said = decision.costs, decision.verdict == "undecided", {}
    if costs.judgments["queries"] and (is_open or not costs.by_labels):
        more, n = roughly(costs.queries or 0), _judgments(costs, "queries")
        said["queries"] = DECIDED("lever.queries", open=is_open, least=_is_least(decision), more=more, n=n)
    if costs.judgments["assessor"]:
        said["assessor"] = DECIDED("lever.assessor", p=costs.overturned or 0.0, n=_judgments(costs, "assessor"))
    if is_open or not said or _is_sampled(decision):
        said = {"labels": _labels(decision), **said}
    return " ".join(said[name] for name in dict.fromkeys(["labels", *costs.judgments]) if name in said)


def _labels(decision: Decision) -> str:
    labels, forecast = decision.labels, decision.forecast
    left = labels["documents"] - labels["known"] - labels["skipped"]
    form = "nearly-all" if forecast.middle >= _NEARLY * left else "labels"
    if decision.verdict != "undecided":
        form = "sample" if _is_sampled(decision) else "wrong"
    elif not left:
        form = "skipped"
    few = min((pair.overturned_by for pair in decision.pairs if pair.overturned_by), default=None)
    return DECIDED(
        f"lever.{form}",
        drawn=labels["drawn"], skipped=labels["skipped"], few=few, left=left, low=forecast.low,
        middle=forecast.middle, high=forecast.high,
    )  # fmt: skip


def _is_sampled(decision: Decision) -> bool:
    return any(pair.by == "sample" for pair in decision.pairs)


def _is_least(decision: Decision) -> bool:
    return decision.labels["known"] < decision.labels["documents"]


def _judgments(costs: Lever, lever: str) -> str:
    n = two_digits(costs.judgments[lever] or 0)
    minutes = "" if costs.seconds is None else f"{two_digits(n * costs.seconds / 60):,}"
    return DECIDED("lever.judgments", judgments=n, minutes=minutes)


def scope_of_decision(decision: Decision, setting: Setting) -> str:
    """What a verdict holds for, in two sentences."""
    costs, pairs, n_queries = decision.costs, decision.pairs, len(setting.queries)
    form: str = decision.verdict
    if form not in ("undecided", "tied"):
        form = "by-labels" if costs.by_labels else "reversible" if costs.reversible else "settled"
    return DECIDED(
        f"scope.{form}",
        queries=n_queries, pairs=len(pairs), one=len(pairs) == 1, reversible=costs.reversible,
        p=f" (p {p_value(pairs[0].p)})" if len(pairs) == 1 < n_queries else "", least=_is_least(decision),
        more=roughly(costs.queries or 0) if costs.queries else 0, draws=setting.draws, alpha=setting.question.alpha,
        margin=setting.question.margin,
    )  # fmt: skip


def planned(plan: DecisionPlan) -> list[str]:
    """What a question would cost: the difference that draws have shown, else the middle one first."""
    i = 0 if plan.shown else len(plan.differences) // 2
    slots = {
        "shown": plan.shown, "difference": plan.differences[i], "n": two_digits(plan.labels[i].middle),
        "documents": plan.documents, "queries": plan.n_queries, "more": roughly(plan.queries[i] or 0),
        "worth": plan.of_a_query,
    }  # fmt: skip
    forms = ("labels", "queries", "next") if plan.queries[i] else ("labels", "next")
    return [DECIDED(f"plan.{form}", **slots) for form in forms]


def replayed(replay: Replay) -> list[str]:
    """What campaigns would have cost, and where they ended."""
    of, n = replay.labels, replay.documents
    ends = [f"{getattr(replay, end):,} {end}" for end in ("settled", "tied", "undecided") if getattr(replay, end)]
    said = [
        DECIDED("replay.half", middle=of.middle, documents=n, part=share(of.middle, n, 0)),
        DECIDED("replay.most", low=of.low, high=of.high),
        DECIDED("replay.ends", campaigns=replay.campaigns, ends=ends, wrong=replay.wrong),
    ]
    return [*said, DECIDED("replay.unlabelled", n=replay.unlabelled)] if replay.unlabelled else said


def pairs_table(decision: Decision) -> Table:
    """A row for each pair that is asked for."""
    meant = {name: DECIDED(f"pairs.{name}") for name in ("by", "low", "high", "evidence", "p")}
    names = ("a", "b", "verdict", "better", "by", "difference", "low", "high", "evidence", "p")
    digits = {"difference": 4, "low": 4, "high": 4, "evidence": 1}
    columns = [
        Column(
            name,
            [getattr(pair, name) for pair in decision.pairs],
            "p" * (name == "p"),
            meant.get(name, ""),
            digits.get(name),
            "p, other queries" if name == "p" else "",
        )
        for name in names
    ]
    return Table("pairs", "Pairs of systems", columns)
