"""Sentences about decisions, and their Result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import listed, plural
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Level, Result, Section, Table

if TYPE_CHECKING:
    from irassay.decisions.decision import Decision
    from irassay.decisions.setting import Setting


def lead(decision: Decision) -> str:
    """The verdict, in one sentence without its point."""
    labels = decision.labels
    if decision.verdict == "undecided":
        return f"Undecided so far: {labels['known']:,} of {plural(labels['documents'], 'document')} have a label"
    after = f"after {plural(labels['known'], 'label')}"
    if decision.verdict == "tied":
        return f"Tied {after}"
    return f"Settled {after}: {listed(list(decision.better), 5)}"


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
    finding = Finding("decision", level, "labels", f"{lead(decision)}.", dict(decision.labels))
    names = ("a", "b", "verdict", "better", "by", "difference", "low", "high", "evidence")
    digits = {"difference": 4, "low": 4, "high": 4, "evidence": 1}
    columns = [
        Column(name, [getattr(pair, name) for pair in decision.pairs], digits=digits.get(name)) for name in names
    ]
    section = Section(
        "decision",
        "What the labels settle",
        [finding, Table("pairs", "Pairs of systems", columns)],
        short_title="Verdict",
    )
    return Result(
        lead(decision), decision.scope, [section], Provenance(options={}, seed=0, versions=versions()), study="decide"
    )
