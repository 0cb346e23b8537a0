"""Inputs read and checked, with their scores, compared: what sections collect their own evidence from, as data only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import fspath
from typing import TYPE_CHECKING, Any

from irassay.arguments import grade_scale_given
from irassay.collection.duplicates import RULE, find_duplicates
from irassay.comparison import League, league_of
from irassay.errors import UsageError
from irassay.estimates.universe import on_scale
from irassay.formats.format import is_number
from irassay.measures import parse_all
from irassay.messages.said import Room
from irassay.preflight.check import examine
from irassay.preflight.comparable import to_mend
from irassay.preflight.metadata_values import empty_texts
from irassay.preflight.unfit import check_asked, unfit
from irassay.provenance import Provenance
from irassay.result import Result
from irassay.studies.files import Path, saved_result, texts_of
from irassay.studies.sections.left_out import pool_of
from irassay.verdict import Verdict
from irassay.verdict.settle import Scored, counted_labels, settled

if TYPE_CHECKING:
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.comparison import Testing
    from irassay.estimates import Bounds
    from irassay.estimates.universe import Missing
    from irassay.formats.inputs import Inputs
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.result import Finding, Table
    from irassay.scoring import Scores
    from irassay.verdict import Reach
    from irassay.verdict.expectation import Claim
    from irassay.verdict.pair import Require
    from irassay.verdict.settle import Asked, Ties

MOST_COLUMNS = 10  # of metadata that filters have room for; the league shows the first few
MOST_NUMBERS = 12  # a column of more different numbers than this is a measurement, not a kind of system
OVERVIEW = Room("overview")


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


@dataclass(frozen=True, slots=True)
class OverviewEvidence:
    """All that sections share."""

    verdict: Verdict  # of the main measure
    others: Sequence[Verdict] = ()  # of further measures, compared and not bounded
    # column -> system -> value; columns that say what kind of system it is
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    files: Sequence[Finding] = ()  # the preflight's
    flags: Table | None = None  # runs that are not comparable as they are
    texts: Mapping[str, str] = field(default_factory=dict)  # query -> its text, where texts were given
    provenance: Provenance = field(default_factory=Provenance)  # of the whole overview
    require: Require = "likely"  # what labels must do for an order; no section asks for more than "taken"

    @property
    def reach(self) -> Reach:
        """How far the labels reach into the runs: an overview always knows."""
        assert self.verdict.reach is not None
        return self.verdict.reach

    @property
    def to_mend(self) -> str:
        """What in the files makes runs not comparable as they are, for "First mend ..."; "" where nothing does."""
        if self.flags is None:
            return ""
        systems, flags = (self.flags.column(name).values for name in ("system", "flag"))
        return to_mend(list(zip(systems, flags)), self.verdict.n_runs)


@dataclass(frozen=True, slots=True)
class OverviewComparison:
    """All that one overview is made from."""

    inputs: OverviewInputs
    scores: Scores  # under every measure, the main one first
    labels: Qrels  # of the counted queries
    bounds: Bounds | None  # of all runs under the main measure; None for a measure without bounds
    evidence: OverviewEvidence  # what sections share
    claim: Claim | None  # what is expected of two systems
    threads: int

    @property
    def verdict(self) -> Verdict:
        """Of the main measure."""
        return self.evidence.verdict

    @property
    def league(self) -> League:
        """Of the main measure."""
        return self.verdict.league

    @property
    def measure(self) -> Measure:
        """The main one."""
        return self.scores.measures[0]

    @property
    def ties(self) -> Ties:
        """The precision in which two scores are equal."""
        return self.scores.policy.ties

    @property
    def seed(self) -> int:
        """The key of everything drawn."""
        return self.league.seed


def comparison_of(
    inputs: OverviewInputs, scores: Scores, testing: Testing, claim: Claim | None, *, threads: int
) -> OverviewComparison:
    """The comparison under all measures, with bounds under the first, the main one; InputError where a run of the claim
    answers no labelled query, or has no labelled document."""
    measure = scores.measures[0]
    order = None if claim is None else claim.order(scores.systems)
    if order is not None:
        check_asked(unfit(inputs.labels, inputs.runs, [measure]), scores, order.pair)
    main = league_of(scores, testing, measure=measure, threads=threads)
    by_significance = replace(testing, ranks="significance")
    others = [Verdict(league_of(scores, by_significance, measure=m, threads=threads), m) for m in scores.measures[1:]]
    if order is not None:
        order.check_tested(main)
    pairs = [] if order is None else [order.pair]
    metadata = shown_columns(inputs.runs.metadata, inputs.runs.systems)
    verdict, bounds = settled(
        Scored(inputs.labels, inputs.runs, scores, measure),
        main,
        inputs.missing,
        bounded=[(main.stands_for(a), main.stands_for(b)) for a, b in pairs],
        metadata=metadata,
        threads=threads,
    )
    suspects = _suspects(main, inputs.findings)
    by_rank = {  # suspect -> its means by score and by rank, where a finding about it alone has both
        f.systems[0]: (float(f.numbers["by_score"]), float(f.numbers["by_rank"]))
        for f in inputs.findings
        if f.code == "rank-contradicts-score" and len(f.systems) == 1 and f.systems[0] in suspects
    }
    verdict = replace(verdict, suspects=suspects, by_rank=by_rank)
    texts = inputs.texts_of(scores.queries)
    evidence = OverviewEvidence(
        *(verdict, others, metadata, [*inputs.findings, *empty_texts(scores.queries, texts)], inputs.flags, texts),
        require="likely" if claim is None else claim.require,
    )
    return OverviewComparison(
        inputs, scores, counted_labels(main, inputs.labels, measure), bounds, evidence, claim, threads
    )


def _suspects(league: League, files: Sequence[Finding]) -> list[str]:
    """Runs that a file error is about, leaders first."""
    top = {name for leader in league.leaders for name in (leader, *league.same.get(leader, ()))}
    runs = {name for f in files if f.level == "error" for name in f.systems} & set(league.runs)
    return sorted(runs, key=lambda name: (name not in top, league.runs.index(name)))


def shown_columns(metadata: Metadata, systems: Sequence[str]) -> dict[str, Mapping[str, str]]:
    """The columns that say what kind of system a system is, at most ten: no measurements, nothing that all share."""
    columns: dict[str, Mapping[str, str]] = {}
    for name, of in metadata.columns.items():
        values = {of[s] for s in systems if of.get(s)}
        if len(values) < 2 or (len(values) > MOST_NUMBERS and all(is_number(v) for v in values)):
            continue
        columns[name] = of
    return dict(list(columns.items())[:MOST_COLUMNS])
