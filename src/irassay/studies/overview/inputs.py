"""The inputs of an overview: labels, runs, texts and what stands beside them, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Literal, TypeAlias

from irassay.arguments import grade_scale_given
from irassay.errors import UsageError
from irassay.estimates.universe import on_scale
from irassay.formats.detection import split
from irassay.measures import parse_all
from irassay.preflight import check
from irassay.result import Result
from irassay.studies.files import document_texts, labels_of, runs_of, saved_result, texts_of
from irassay.studies.sections.left_out import pool_of

if TYPE_CHECKING:
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.estimates.universe import Missing
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.result import Finding, Table

Path: TypeAlias = str | PathLike[str]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is scored, and what is known of it.

    Labels and runs come without what earlier labels judged, and with duplicates as one document where that was asked
    for.
    """

    # gains relative to the largest grade follow a stated scale's top above the labels
    measures: Sequence[str | Measure]
    labels: Qrels
    runs: Runs
    missing: Missing
    query_texts: Path | Texts | None
    doc_texts: Texts | None
    pool: Pool | None  # as recorded
    second: Qrels | None  # of another assessor
    earlier: Result | None  # to hold this one against
    earlier_path: str  # what sentences call it; "" for a Result in memory
    findings: Sequence[Finding]  # about the files
    flags: Table | None  # runs that can't be compared as they are

    def texts_of(self, queries: Sequence[str]) -> dict[str, str]:
        """Query -> its text, on one line."""
        return texts_of(queries, self.query_texts)


def read_inputs(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    measures: Sequence[str | Measure],
    missing: Missing,
    metadata: Path | Metadata | None,
    query_texts: Path | Texts | None,
    doc_texts: Path | Texts | None,
    duplicates: str | None,
    leave_out: Sequence[str],
    rename: Sequence[str],
    residual: Path | Qrels | None,
    identical_ids: Literal["count", "ignore"] | None,
    ties: str | None,
    pool: Path | Pool | None,
    second_qrels: Path | Qrels | None,
    since: Path | Result | None,
    input_format: str | None,
    grade_scale: float | None,
    label_map: Mapping[str, int] | None,
    threads: int,
) -> Inputs:
    """Read what is a path, check it, and refuse what can't go together; arguments as for `overview`."""
    earlier = None if since is None else since if isinstance(since, Result) else saved_result(since)
    grade_scale_given(grade_scale)
    of_labels, of_runs = split(input_format)
    labels: Qrels = labels_of(qrels, input_format=of_labels, grade_scale=grade_scale, label_map=label_map)
    systems: Runs = runs_of(runs, metadata, leave_out=leave_out, rename=rename, input_format=of_runs, threads=threads)
    documents = document_texts(doc_texts, duplicates)
    before: Qrels | None = labels_of(residual, grade_scale=grade_scale, label_map=label_map)
    labels_pool = pool_of(pool)
    second: Qrels | None = labels_of(second_qrels, grade_scale=grade_scale, label_map=label_map)
    if second is not None and len(systems.systems) < 2:
        raise UsageError("second_qrels shows how ranks change, and a single run has no rank: leave it out")
    if labels_pool is not None and duplicates == "one":
        raise UsageError('a recorded pool has its documents apart: leave out duplicates="one", or the pool')
    measures = [on_scale(measure, labels, missing.scale) for measure in parse_all(measures)]
    preflight = check(
        labels, systems, measures=measures, doc_texts=documents, residual=before, identical_ids=identical_ids, ties=ties
    )
    findings: Sequence[Finding] = preflight.findings
    if before is not None:
        labels, systems = labels.residual(before), systems.residual(before)
    if identical_ids == "ignore":
        systems = systems.without_identical_ids()
    if documents is not None and duplicates == "one":
        labels, systems, findings = _as_one(labels, systems, documents, findings)
    return Inputs(
        measures,
        labels,
        systems,
        missing=missing,
        query_texts=query_texts,
        doc_texts=documents,
        pool=labels_pool,
        second=second,
        earlier=earlier,
        earlier_path="" if since is None or isinstance(since, Result) else fspath(since),
        findings=findings,
        flags=next((table for table in preflight.tables if table.name == "not-comparable"), None),
    )


def _as_one(qrels: Qrels, runs: Runs, texts: Texts, files: Sequence[Finding]) -> tuple[Qrels, Runs, Sequence[Finding]]:
    """Documents of a query with the same text as one, and the findings with the rule in the place of the advice."""
    from irassay.collection.duplicates import RULE, find_duplicates

    same = find_duplicates(texts, qrels, runs)
    return same.merge_labels(qrels), same.merge_runs(runs), [_with_rule(finding, RULE) for finding in files]


def _with_rule(finding: Finding, rule: str) -> Finding:
    if finding.code == "same-text":
        return replace(finding, effect=rule, action="")
    return replace(finding, action="") if finding.code == "same-text-other-grade" else finding
