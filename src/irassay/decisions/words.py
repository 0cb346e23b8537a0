"""Sentences about decisions, and their Result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import listed, plural
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Level, Result, Section, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.decisions.decision import Decision
    from irassay.decisions.forecast import Forecast
    from irassay.decisions.setting import Setting

_NEARLY = 0.9  # of the documents left


def lead(decision: Decision) -> str:
    """The verdict, in one sentence without its point."""
    labels = decision.labels
    if decision.verdict == "undecided":
        return f"Undecided so far: {labels['known']:,} of {plural(labels['documents'], 'document')} have a label"
    after = f"after {plural(labels['known'], 'label')}"
    if decision.verdict == "tied":
        return f"Tied {after}"
    return f"Settled {after}: {listed(list(decision.better), 5)}"


def lever_of_decision(verdict: str, labels: Mapping[str, int], forecast: Forecast) -> str:
    """What would help now, in a sentence or two."""
    left = labels["documents"] - labels["known"] - labels["skipped"]
    if verdict != "undecided":
        return "More labels can't change this verdict unless some are wrong; other queries could."
    if not left:
        return (
            f"More labels can't settle it: {plural(labels['skipped'], 'document')} that nobody could label may decide."
        )
    of_left = f"of the {plural(left, 'document')} left"
    if forecast.middle >= _NEARLY * left:
        return f"Nearly all {of_left} will be needed: systems are close, and a margin would need fewer."
    return f"Label some {forecast.middle:,} {of_left}: {forecast.low:,} to {forecast.high:,} should settle it."


def scope_of_decision(setting: Setting) -> str:
    """What a verdict holds for."""
    alpha = setting.question.alpha
    return (
        f"On these {plural(len(setting.queries), 'query')}, if the labels are correct; other queries could say "
        f"otherwise. All wrong verdicts together have a probability of at most {alpha:g}, however often one looks."
    )


def decision_result(decision: Decision) -> Result:
    """A decision as a Result: the verdict and the pairs."""
    level: Level = "undecided" if decision.verdict == "undecided" else "settled"
    notes = [Finding("lever", "note", "labels", decision.lever)]
    finding = Finding("decision", level, "labels", f"{lead(decision)}.", dict(decision.labels))
    names = ("a", "b", "verdict", "better", "by", "difference", "low", "high", "evidence")
    digits = {"difference": 4, "low": 4, "high": 4, "evidence": 1}
    columns = [
        Column(name, [getattr(pair, name) for pair in decision.pairs], digits=digits.get(name)) for name in names
    ]
    section = Section(
        "decision",
        "What the labels settle",
        [finding, *notes, Table("pairs", "Pairs of systems", columns)],
        short_title="Verdict",
    )
    return Result(
        lead(decision), decision.scope, [section], Provenance(options={}, seed=0, versions=versions()), study="decide"
    )
