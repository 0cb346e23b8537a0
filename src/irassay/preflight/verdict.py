"""The preflight's verdict in words, and the facts above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from irassay.errors import InputError
from irassay.messages import plural
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding

# Findings that mean that labels and runs do not belong together.
APART = ("no-shared-query", "no-label", "files-unusable", "nothing-to-check")
Answer: TypeAlias = Literal["together", "apart", "wrong"]


def answer(findings: Sequence[Finding]) -> Answer:
    """Whether the files belong together; *wrong* where they do, but something in them is an error."""
    errors = [f for f in findings if f.level == "error"]
    if any(f.code in APART for f in errors):
        return "apart"
    return "wrong" if errors else "together"


def title(findings: Sequence[Finding], condition: str = "") -> str:
    """The answer in one sentence; files that belong together do so on the condition, which says of how many runs there
    are reservations, or ""."""
    belongs = answer(findings)
    form = "conditional" if condition and belongs == "together" else belongs
    return SAID(f"check-title.{form}", condition=condition)


def standfirst(findings: Sequence[Finding], n_passed: int) -> str:
    """The number of findings of each level; without errors and warnings, also the number of checks that passed."""
    n = {level: sum(f.level == level for f in findings) for level in ("error", "warning", "note")}
    parts = [plural(n[level], level) for level in ("error", "warning", "note") if n[level]]
    if not n["error"] and not n["warning"]:
        parts.insert(0, f"{plural(n_passed, 'check')} passed")
    return ", ".join(parts) + "."


def facts(material: Material | None) -> tuple[str, ...]:
    """Short facts: the numbers of runs, queries and labels, and the grades."""
    if material is None:
        return ()
    scale = material.qrels.scale
    grades = f"grades {scale[0]} to {scale[-1]}" if len(scale) > 1 else f"grade {scale[0]}"
    return (
        plural(len(material.runs.systems), "run"),
        plural(material.n_queries, "labelled query"),
        plural(material.qrels.n_labels, "label"),
        grades,
    )


def nothing(n_queries: int, n_runs: int) -> Finding:
    """Labels without a query, or no run: no score can be made."""
    form = "no-run" if n_queries else "no-query" if n_runs else ""
    return finding("nothing-to-check", "error", size=1.0, numbers={"queries": n_queries, "runs": n_runs}, text=form)


def unusable(error: InputError) -> Finding:
    """The error that stopped reading a file that could be opened."""
    return finding(
        "files-unusable",
        "error",
        size=1.0,
        numbers={"problems": error.total},
        where=error.problems,
        action="advice" if error.advice else "",
        headline=error.headline,  # begins with a path, so it is not capitalised
        advice=error.advice,
    )
