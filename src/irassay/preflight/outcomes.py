"""Which checks ran without a finding, and which did not apply, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Collection

from irassay.collection.own_documents import own_documents_of
from irassay.kernel import _core
from irassay.preflight import grades, ids, unjudged
from irassay.preflight.catalogue import catalogue
from irassay.preflight.inputs import Material
from irassay.result import Column, Table

RAN = "ran without a finding"
NOTHING_TO_SCORE = "there is nothing to score"
OF_FILES = ("no-data", "assessors-disagree", "off-scale", "partial-answers", "order-of-hits", "lower-folders")

# What an entry of the catalogue needs -> whether it is there, and the reason where it is not.
CONDITIONS: dict[str, tuple[Callable[[Material], bool], str]] = {
    "shared": (lambda m: bool(m.shared), "labels and runs share no query"),
    "two-runs": (lambda m: len(m.systems) > 1, "there is one run"),
    "deep-runs": (lambda m: ids.n_deep(m) > 0, f"no run has lists of {ids.DEEP} documents"),
    "many-deep-runs": (lambda m: ids.gaps_of_many(m) is not None, f"too few runs have lists of {ids.DEEP} documents"),
    "identical-ids": (
        lambda m: own_documents_of(m.qrels, m.runs).removed > 0,
        "--identical-ids ignore removed nothing",
    ),
    "both-grades": (lambda m: 0 < m.n_relevant < m.qrels.n_labels, "all labels are relevant, or none is"),
    "dense": (lambda m: not unjudged.sparse(m), "labels are sparse"),
    "float64": (lambda m: m.order != _core.Ties.float32, "scores are read with 32 bits"),
    "higher-better": (lambda m: m.measure.definition.direction == 1, "lower is better by the first measure"),
    "grade-2": (lambda m: m.qrels.largest_grade > 1, "no grade is above 1"),
    "grade-3": (lambda m: m.qrels.largest_grade >= grades.TOP, f"no grade is {grades.TOP} or more"),
    "cutoff": (lambda m: any(one.cutoff for one in m.measures), "no measure has a cutoff"),
    "reads-on": (
        lambda m: any(one.cutoff is None or one.cutoff > m.depth for one in m.measures),
        "no measure reads on",
    ),
    "metadata": (lambda m: bool(m.runs.metadata.systems), "the runs have no metadata"),
}


def without_finding(material: Material | None, found: Collection[str], *, texts: bool) -> dict[str, list[str]]:
    """`RAN`, or why they did not apply -> the codes of `check` that are not `found`; `texts` says whether documents'
    texts are there, and without a `material` only files were checked."""
    reasons = {need: reason for need, (holds, reason) in CONDITIONS.items() if material and not holds(material)}
    if not texts:
        reasons["texts"] = "no texts of documents are given (--doc-texts)"
    codes: dict[str, list[str]] = {RAN: []}
    for code, entry in catalogue().items():
        if code in found or "check" not in entry.verbs:
            continue
        of_files = "files-unusable" not in found and (code in OF_FILES or code.startswith("lines-"))
        why = RAN if of_files else NOTHING_TO_SCORE if material is None else reasons.get(entry.needs, RAN)
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
