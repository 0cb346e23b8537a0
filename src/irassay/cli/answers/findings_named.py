"""``--fail-on FINDING``: the names that findings go by, the same for every verb, and whether one was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import filled
from irassay.drawing.terminal import PROSE
from irassay.errors import UsageError, cut
from irassay.messages import alike, did_you_mean, listed

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.result import Finding

UNEQUAL = "unjudged-differ"
LEVELS = ("error", "warning", "undecided", "note", "settled")


def codes() -> dict[str, tuple[str, ...]]:
    """Verb -> the codes of what it finds."""
    from irassay.preflight.catalogue import catalogue

    of_league = tuple(code for code, entry in catalogue().items() if entry.verbs == ("compare",))
    return {"check": tuple(code for code in catalogue() if code not in of_league), "compare": of_league}


def check(names: Sequence[str], verb: str, screen: Screen) -> None:
    """Raise UsageError, with the names there are, where a name is no finding's, before any file is read. `screen` warns
    of one that the verb never finds."""
    if not names:
        return
    of = codes()
    everything = [*LEVELS, *(code for finds in of.values() for code in finds)]
    for name in names:
        if name not in everything:
            hint = did_you_mean(alike(name, everything), instead="expected a level or the name of a finding")
            raise UsageError(f"--fail-on is {cut(name)}; {hint}\n{_all(of)}")
        if name not in (*LEVELS, *of[verb]) and not (verb == "compare" and name in of["check"]):
            other = next(other for other, finds in of.items() if name in finds)
            screen.warn(CLI("fail-on.never", name=name, verb=verb, other=other))


def _all(of: dict[str, tuple[str, ...]]) -> str:
    """All names, a paragraph a kind."""
    kinds = {"Levels": LEVELS} | {f"Findings of {verb}": finds for verb, finds in of.items()}
    return "\n".join(
        filled(f"{kind}: {listed(names, len(names))}", PROSE, indent=2, first=0) for kind, names in kinds.items()
    )


def of_files(names: Sequence[str], inputs: Inputs, measures: Sequence[str], *, ties: str | None) -> list[Finding]:
    """The findings of `irassay check` with one of these codes; without such a code nothing is checked."""
    from irassay.preflight.check import check_inputs

    wanted = {name for name in names if name in codes()["check"]}
    if not wanted:
        return []
    result = check_inputs(inputs, measures, ties=ties)
    return [finding for finding in result.findings if finding.code in wanted]


def on_answer(findings: Sequence[Finding], first: Comparison) -> tuple[list[Finding], list[Finding]]:
    """The findings on which the answer depends, and the others: unequal shares of unjudged documents where
    ``--unjudged`` lists nothing."""
    unequal = [finding for finding in findings if finding.code == UNEQUAL]
    n = first.n_to_judge() if unequal else None
    if n is None:
        return list(findings), []
    others = [finding for finding in findings if finding.code != UNEQUAL]
    if not n:
        return others, unequal
    return [*others, *(replace(one, text=CLI("fail-on.unequal", text=one.text, n=n)) for one in unequal)], []


def of_comparisons(names: Sequence[str], comparisons: Sequence[Comparison]) -> list[Finding]:
    """The findings of the comparisons that have one of these codes or levels."""
    findings = [finding for one in comparisons for finding in one.league.result().findings] if names else []
    return [finding for finding in findings if finding.code in names or finding.level in names]
