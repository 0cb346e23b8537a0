"""What an overview is made from: labels, runs, texts and what stands beside them, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from irassay.errors import UsageError
from irassay.estimates.universe import on_scale
from irassay.measures import parse_all
from irassay.preflight import check
from irassay.studies.files import document_texts, labels_of, runs_of
from irassay.studies.sections.left_out import pool_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.result import Finding, Table


@dataclass(frozen=True, slots=True)
class Material:
    """What is scored, and what is known of it.

    Attributes
    ----------
    measures : sequence of str or Measure
        Gains that are relative to the largest grade are so to the top of a stated scale that lies above the labels.
    labels, systems : Qrels, Runs
        Without what earlier labels judged; documents with the same text as one, where that was asked for.
    doc_texts : Texts or None
    pool : Pool or None
        As recorded.
    second : Qrels or None
        Of another judge.
    findings : sequence of Finding
        About the files.
    flags : Table or None
        Runs that can't be compared as they are.
    """

    measures: Sequence[str | Measure]
    labels: Qrels
    systems: Runs
    doc_texts: Texts | None
    pool: Pool | None
    second: Qrels | None
    findings: Sequence[Finding]
    flags: Table | None


def read_material(
    qrels: Any,
    runs: Any,
    *,
    measures: Sequence[str | Measure],
    scale: Sequence[int] | None,
    metadata: Any,
    doc_texts: Any,
    duplicates: str | None,
    residual: Any,
    pool: Any,
    second_qrels: Any,
    threads: int,
) -> Material:
    """Read what is a path, check it, and refuse what can't go together; arguments as for `overview`."""
    labels = labels_of(qrels)
    systems = runs_of(runs, metadata, threads=threads)
    documents = document_texts(doc_texts, duplicates)
    before = labels_of(residual)
    recorded = pool_of(pool)
    second = labels_of(second_qrels)
    if second is not None and len(systems.systems) < 2:
        raise UsageError("second_qrels is for how far ranks move, and a single run has none: leave it out")
    if recorded is not None and duplicates == "one":
        raise UsageError('a recorded pool has its documents apart: leave out duplicates="one", or the pool')
    if scale is not None:
        measures = [on_scale(measure, labels, scale) for measure in parse_all(measures)]
    checked = check(labels, systems, measures=measures, doc_texts=documents, residual=before)
    findings: Sequence[Finding] = checked.findings
    if before is not None:
        labels, systems = labels.residual(before), systems.residual(before)
    if documents is not None and duplicates == "one":
        labels, systems, findings = _as_one(labels, systems, documents, findings)
    flags = next((table for table in checked.tables if table.name == "not-comparable"), None)
    return Material(measures, labels, systems, documents, recorded, second, findings, flags)


def _as_one(qrels: Qrels, runs: Runs, texts: Texts, files: Sequence[Finding]) -> tuple[Qrels, Runs, Sequence[Finding]]:
    """Documents of a query with the same text as one, and the findings with the rule in the place of the advice."""
    from irassay.collection.duplicates import RULE, find_duplicates

    same = find_duplicates(texts, qrels, runs)
    return same.merge_labels(qrels), same.merge_runs(runs), [_said_of_one(finding, RULE) for finding in files]


def _said_of_one(finding: Finding, rule: str) -> Finding:
    if finding.code == "same-text":
        return replace(finding, effect=rule, action="")
    return replace(finding, action="") if finding.code == "same-text-other-grade" else finding
