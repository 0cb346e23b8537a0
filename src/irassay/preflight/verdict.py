"""The preflight's verdict in words, the facts above it, and which checks ran without a finding or did not apply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias

from irassay.collection.own_documents import own_documents_of
from irassay.errors import InputError
from irassay.formats.row_checks import UNRATED
from irassay.kernel import _core
from irassay.messages import plural
from irassay.preflight import grades, ids
from irassay.preflight.catalogue import catalogue
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID, finding
from irassay.result import Column, Finding, Table

# Findings that mean that labels and runs do not belong together.
APART = ("no-shared-query", "no-label", "files-unusable", "nothing-to-check")
Answer: TypeAlias = Literal["together", "apart", "wrong"]
RAN = "ran without a finding"
OF_FILES = ("no-data", "assessors-disagree", "off-scale", "partial-answers", "order-of-hits", "lower-folders")
# What an entry of the catalogue needs -> whether it is there.
CONDITIONS: dict[str, Callable[[Material], bool]] = {
    "shared": lambda m: bool(m.shared),
    "two-runs": lambda m: len(m.systems) > 1,
    "deep-runs": lambda m: ids.n_deep(m) > 0,
    "many-deep-runs": lambda m: ids.gaps_of_many(m) is not None,
    "identical-ids": lambda m: own_documents_of(m.qrels, m.runs).removed > 0,
    "both-grades": lambda m: 0 < m.n_relevant < m.qrels.n_labels,
    "dense": lambda m: not grades.sparse(m),
    "float64": lambda m: m.order != _core.Ties.float32,
    "higher-better": lambda m: m.measure.definition.direction == 1,
    "grade-2": lambda m: m.qrels.largest_grade > 1,
    "grade-3": lambda m: m.qrels.largest_grade >= grades.TOP,
    "cutoff": lambda m: any(one.cutoff for one in m.measures),
    "reads-on": lambda m: any(one.cutoff is None or one.cutoff > m.depth for one in m.measures),
    "metadata": lambda m: bool(m.runs.metadata.systems),
}


def answer(findings: Sequence[Finding]) -> Answer:
    """Whether the files belong together; *wrong* where they do, but something in them is an error."""
    errors = [f for f in findings if f.level == "error"]
    if any(f.code in APART for f in errors):
        return "apart"
    return "wrong" if errors else "together"


def title(findings: Sequence[Finding], condition: str = "") -> str:
    """The answer in one sentence; `condition` says of how many runs that belong there are reservations, or is ""."""
    belongs = answer(findings)
    errors = {f.code for f in findings if f.level == "error"}
    blamed = "labels" if errors == {"nothing-relevant"} else ""
    form = blamed or ("conditional" if condition and belongs == "together" else belongs)
    return SAID(f"check-title.{form}", condition=condition, unusable="files-unusable" in errors)


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
    unrated = sum(reading.skipped.get(UNRATED, 0) for reading in material.qrels.readings)
    return (
        plural(len(material.runs.systems), "run"),
        plural(material.n_queries, "labelled query"),
        plural(material.qrels.n_labels, "label"),
        grades,
        *([plural(unrated, "document") + UNRATED.removeprefix("document")] if unrated else ()),
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


def without_finding(material: Material | None, found: Collection[str], *, texts: bool) -> dict[str, list[str]]:
    """`RAN`, or why they did not apply -> the codes of `check` that are not `found`; `texts` says whether documents'
    texts are there, and without a `material` only files were checked."""
    lacking = {"texts": not texts} | {need: not holds(material) for need, holds in CONDITIONS.items() if material}
    reasons = {need: SAID(f"no-need.{need}", deep=f"{ids.DEEP}", top=grades.TOP) for need in lacking if lacking[need]}
    codes: dict[str, list[str]] = {RAN: []}
    for code, entry in catalogue().items():
        if code in found or "check" not in entry.verbs:
            continue
        of_files = "files-unusable" not in found and (code in OF_FILES or code.startswith("lines-"))
        why = RAN if of_files else SAID("no-need.score") if material is None else reasons.get(entry.needs, RAN)
        codes.setdefault(why, []).append(code)
    return codes


def outcomes_table(codes: dict[str, list[str]]) -> Table:
    """One row for the checks that ran, and one for each reason why others did not apply."""
    rows = {why: of for why, of in codes.items() if of}
    return Table(
        "without-finding",
        "Checks without a finding",
        (
            Column("why", list(rows), definition="why a check has no finding"),
            Column("checks", [", ".join(of) for of in rows.values()]),
        ),
    )
