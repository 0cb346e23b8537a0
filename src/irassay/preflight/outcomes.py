"""Which checks ran without a finding, and which did not apply, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Collection

from irassay.collection.own_documents import own_documents_of
from irassay.kernel import _core
from irassay.preflight import grades, ids
from irassay.preflight.catalogue import catalogue
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID
from irassay.result import Column, Table

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
