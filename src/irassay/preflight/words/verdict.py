"""The preflight's verdict in words, and the facts above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from irassay.errors import InputError
from irassay.messages import plural
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding
from irassay.result import Finding

# Findings that mean that labels and runs do not belong together.
APART = ("no-shared-query", "no-label", "files-unusable", "nothing-to-check")
Answer: TypeAlias = Literal["together", "apart", "wrong"]
TITLES: dict[Answer, str] = {
    "together": "These files belong together.",
    "apart": "These files do not belong together.",
    "wrong": "Something in these files is wrong.",
}


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
    if belongs == "together" and condition:
        return f"{TITLES[belongs].removesuffix('.')}, {condition}."
    return TITLES[belongs]


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
        plural(material.n_queries, "labelled query", "labelled queries"),
        plural(material.qrels.n_labels, "label"),
        grades,
    )


def nothing(n_queries: int, n_runs: int) -> Finding:
    """Labels without a query, or no run: no score can be made."""
    without = "The labels hold no query" if not n_queries else "There is no run"
    return finding(
        "nothing-to-check",
        "error",
        without if n_queries or n_runs else "The labels hold no query, and there is no run",
        size=1.0,
        numbers={"queries": n_queries, "runs": n_runs},
        effect="nothing could be scored, and nothing was checked",
        action="give labels and runs that hold something; with residual, some that were not judged before",
    )


def unusable(error: InputError) -> Finding:
    """The error that stopped reading a file that could be opened."""
    return finding(
        "files-unusable",
        "error",
        error.headline,  # begins with a path, so it is not capitalised
        size=1.0,
        numbers={"problems": error.total},
        where=error.problems,
        effect="nothing could be scored, and nothing else was checked",
        action=error.advice or "correct these places, or leave them out of the files; then check again",
    )
