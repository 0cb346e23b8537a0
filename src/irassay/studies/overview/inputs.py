"""The inputs of an overview: labels, runs, texts and what stands beside them, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import fspath
from typing import TYPE_CHECKING, Any

from irassay.arguments import grade_scale_given
from irassay.collection.duplicates import RULE, find_duplicates
from irassay.errors import UsageError
from irassay.estimates.universe import on_scale
from irassay.measures import parse_all
from irassay.preflight.check import examine
from irassay.result import Result
from irassay.studies.files import Path, saved_result, texts_of
from irassay.studies.sections.left_out import pool_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.estimates.universe import Missing
    from irassay.formats.inputs import Inputs
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.result import Finding, Table
    from irassay.verdict.settle import Asked


@dataclass(frozen=True, slots=True)
class OverviewInputs:
    """What is scored, without what earlier labels judged and duplicates where asked for, and what is known of it."""

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


def read_inputs(source: Inputs, asked: Asked, keywords: Mapping[str, Any]) -> OverviewInputs:
    """Read what is a path, check it, and refuse what can't go together; the keywords are those of `overview`."""
    since, ties = keywords["since"], keywords["ties"]
    earlier = None if since is None else since if isinstance(since, Result) else saved_result(since)
    grade_scale_given(source.grade_scale)
    labels, runs = source.load()
    documents = source.texts()
    labels_pool = pool_of(keywords["pool"])
    second: Qrels | None = source.read(keywords["second_qrels"])
    if second is not None and len(runs.systems) < 2:
        raise UsageError("second_qrels shows how ranks change, and a single run has no rank: leave it out")
    if labels_pool is not None and source.duplicates == "one":
        raise UsageError('a recorded pool has its documents apart: leave out duplicates="one", or the pool')
    measures = [on_scale(measure, labels, asked.missing.scale) for measure in parse_all(keywords["measures"])]
    examined = examine(labels, runs, measures, source.counted, doc_texts=documents, ties=ties)
    findings = examined.findings
    if documents is not None and source.duplicates == "one":
        same = find_duplicates(documents, labels, runs)
        labels, runs = same.merge_labels(labels), same.merge_runs(runs)
        told: dict[str, Any] = {"same-text": {"effect": RULE, "action": ""}, "same-text-other-grade": {"action": ""}}
        findings = [replace(finding, **told.get(finding.code, {})) for finding in findings]  # the rule, no advice
    return OverviewInputs(
        measures,
        labels,
        runs,
        missing=asked.missing,
        query_texts=keywords["query_texts"],
        doc_texts=documents,
        pool=labels_pool,
        second=second,
        earlier=earlier,
        earlier_path="" if since is None or isinstance(since, Result) else fspath(since),
        findings=findings,
        flags=examined.flags_table,
    )
