"""The preflight's verdict in words, and the facts above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from irassay.errors import InputError
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding
from irassay.result import Finding
from irassay.wording import plural

# What says that labels and runs are of different worlds; a lone run among good ones is told as such.
APART = ("no-shared-query", "no-label", "files-unusable")
Answer: TypeAlias = Literal["together", "apart", "wrong"]
TITLES: dict[Answer, str] = {
    "together": "These files belong together.",
    "apart": "These files do not belong together.",
    "wrong": "Something in these files is wrong.",
}


def answer(findings: Sequence[Finding]) -> Answer:
    """Whether the files belong together; *wrong* where they do and something in them is in error."""
    errors = [f for f in findings if f.level == "error"]
    if any(f.code in APART for f in errors):
        return "apart"
    return "wrong" if errors else "together"


def title(findings: Sequence[Finding]) -> str:
    """The answer in one sentence."""
    return TITLES[answer(findings)]


def standfirst(findings: Sequence[Finding], n_checks: int) -> str:
    """How many findings of each level; where none is an error or a warning, how many checks passed."""
    n = {level: sum(f.level == level for f in findings) for level in ("error", "warning", "note")}
    said = [plural(n[level], level) for level in ("error", "warning", "note") if n[level]]
    if not n["error"] and not n["warning"]:
        families = {f.code for f in findings}
        said.insert(0, f"{plural(n_checks - len(families), 'check')} passed")
    return ", ".join(said) + "."


def facts(material: Material | None) -> tuple[str, ...]:
    """Short facts: how many runs, queries and labels, which grades."""
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


def unusable(error: InputError) -> Finding:
    """What stopped the reading of a file that could be opened."""
    return finding(
        "files-unusable",
        "error",
        error.headline,  # opens with a path, which is not ours to capitalise
        size=1.0,
        numbers={"problems": error.total},
        where=error.problems,
        effect="nothing could be scored, and nothing else was checked",
    )
