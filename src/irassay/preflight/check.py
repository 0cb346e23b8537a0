"""The preflight: reads files leniently, runs every check, and sorts the findings, worst first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from irassay.arguments import check_choice, grade_scale_given, number_of_threads, of_keywords
from irassay.collection.duplicates import Duplicates, find_duplicates
from irassay.collection.own_documents import IDENTICAL_IDS
from irassay.collection.qrels import Qrels
from irassay.collection.reading import Reading
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.collection.ties import TIES, tie_rule
from irassay.errors import InputError, Unreadable
from irassay.formats import load_qrels, load_runs
from irassay.formats.inputs import Inputs
from irassay.measures import Measure, parse_all
from irassay.preflight import (
    comparable,
    duplicates,
    files,
    grades,
    ids,
    lowest_best,
    metadata_values,
    order,
    queries,
    verdict,
)
from irassay.preflight.comparable import Effect, Flag
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID
from irassay.preflight.verdict import RAN, outcomes_table, without_finding
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Result, Section, Table
from irassay.scoring.evaluate import check_subtopics

Path: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = Path | Sequence[Path]

LEVELS = ("error", "warning", "undecided", "note", "settled")

# Checks of single files.
OF_FILES: tuple[Callable[[Sequence[Reading], Mapping[Reading, str]], Iterable[Finding]], ...] = (
    files.lines_left_out,
    files.odd_lines,
    files.no_data,
    files.assessors,
    files.off_scale,
    files.partial_answers,
    files.order_of_hits,
    files.lower_folders,
)
# Checks of labels and runs together.
OF_BOTH: tuple[Callable[[Material], Iterable[Finding]], ...] = (
    ids.shared_queries,
    ids.overlap,
    ids.nearly,
    ids.as_numbers,
    ids.residual,
    ids.only_labelled,
    ids.identical,
    ids.relevant_removed,
    grades.shares_differ,
    queries.missing,
    queries.without_hits,
    queries.extra,
    queries.unrateable,
    queries.unrated,
    queries.without_relevant,
    grades.not_judged,
    grades.partly,
    order.ties,
    order.single_precision,
    order.flat_scores,
    order.id_order,
    lowest_best.lowest_scores_best,
    order.same_run,
    grades.binarised,
    grades.negative,
    grades.one_sided,
    grades.two_scales,
    files.tags,
    files.lists_too_short,
    lambda material: metadata_values.about_metadata(material.runs),
)


def check(
    qrels: Path | Qrels,
    runs: Paths | Runs,
    *,
    measures: Sequence[str | Measure] = ("nDCG@10",),
    input_format: str | None = None,
    grade_scale: float | None = None,
    label_map: Mapping[str, int] | None = None,
    doc_texts: Path | Texts | None = None,
    residual: Path | Qrels | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    rename: Sequence[str] = (),
    ties: str | None = None,
    threads: int = 0,
) -> Result:
    """Check whether labels and runs belong together, and report anomalies.

    Reports whether ids match, which queries are missing, how ties, ranks and rounded scores affect each measure, which
    runs are identical, and which lines can't be used.

    Parameters
    ----------
    qrels : path or Qrels
    runs : path, sequence of paths, or Runs
        A folder or pattern is a set of runs. Files are read leniently: lines that `evaluate` would refuse are findings.
    measures : sequence of str or Measure
        Measures for which effects are reported. Most effects are in the first one, whose cutoff is the depth of the
        checks.
    input_format : str, optional
        The format, instead of the one detected from the content.
    grade_scale : float, optional
        Factor for fractional grades before rounding.
    label_map : mapping of str to int, optional
        The grade of each word that the labels have for grades.
    doc_texts : path or Texts, optional
        The documents' texts, to find documents of a query with the same text and grades that differ among them.
    residual : path or Qrels, optional
        Earlier labels. Their documents are left out of labels and runs before all checks.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed before all checks.
    rename : sequence of str
        New names of systems, ``OLD=NEW``; one ``*`` in both stands for the same text.
    ties : {"float64", "float32"}, optional
        How scores are read, as for `evaluate`: every mean and every effect is of scores read so.
    threads : int
        0 uses all processors.

    Returns
    -------
    Result
        One section of findings, by level and then by size of effect, and a table with one row per run. The title is
        the verdict.

    Raises
    ------
    InputError
        A file can't be opened or decoded at all.
    UsageError
        A new name for a run that isn't there, or one name for two.

    Examples
    --------
    >>> from irassay.collection import Qrels, Runs
    >>> labels = Qrels.from_dict({"q1": {"d1": 1, "d2": 0}})
    >>> runs = Runs.from_dict({"bm25": {"q1": {"d1": 2.0, "d2": 1.0}}})
    >>> check(labels, runs, measures=["P@2"]).title
    'These files belong together.'
    """
    return check_inputs(of_keywords(Inputs, locals()), measures, ties=ties)


def check_inputs(inputs: Inputs, measures: Sequence[str | Measure], *, ties: str | None = None) -> Result:
    """Check labels and runs as they are read: `check` with its files in one value."""
    parsed = parse_all(measures)
    number_of_threads(inputs.threads)
    grade_scale_given(inputs.grade_scale)
    check_choice("identical_ids", inputs.identical_ids, (None, *IDENTICAL_IDS))
    check_choice("ties", ties, (None, *TIES))
    grades: dict[str, Any] = {"grade_scale": inputs.grade_scale, "label_map": inputs.label_map}
    qrels, residual = inputs.qrels, inputs.residual
    try:
        labels = qrels if isinstance(qrels, Qrels) else load_qrels(qrels, input_format=inputs.formats[0], **grades)
        rankings = inputs.runs if isinstance(inputs.runs, Runs) else inputs.loaded()
        earlier = residual if residual is None or isinstance(residual, Qrels) else load_qrels(residual, **grades)
    except Unreadable:
        raise
    except InputError as error:
        return _result(Examined([verdict.unusable(error)]), parsed)
    counting = inputs.but(residual=earlier)
    labels, rankings = labels if earlier is None else labels.residual(earlier), counting.counted(inputs.named(rankings))
    return _result(examine(labels, rankings, parsed, counting.counted, doc_texts=inputs.texts(), ties=ties), parsed)


@dataclass(frozen=True, slots=True)
class Examined:
    """What the checks found."""

    findings: Sequence[Finding]  # worst first, then by size of effect
    readings: Sequence[Reading] = ()
    material: Material | None = None  # None where there is nothing to score
    effects: Sequence[Effect] = ()  # systems whose rank column contradicts scores: means by score, rank
    same: Duplicates | None = None  # documents with the same text
    flags: Sequence[Flag] = ()  # runs that can't be compared as they are

    @property
    def flags_table(self) -> Table | None:
        """The runs that can't be compared as they are; None where all can."""
        if not self.flags or self.material is None:
            return None
        return comparable.flags_table(self.flags, len(self.material.runs.systems))

    @property
    def reservation(self) -> str:
        """How many runs can't be compared as they are, for the verdict; "" where all can."""
        if not self.flags or self.material is None:
            return ""
        return comparable.reservation(len({flag.system for flag in self.flags}), len(self.material.systems))


def examine(
    labels: Qrels,
    runs: Runs,
    measures: Sequence[Measure],
    counted: Callable[[Runs], Runs],
    *,
    doc_texts: Texts | None = None,
    effects: Sequence[Effect] | None = None,
    ties: str | None = None,
) -> Examined:
    """Run every check on nouns without the documents that don't count, which `counted` takes from runs; `effects` are
    those of the rank columns, where the same runs under other names have told them, so that no file is read again."""
    check_subtopics(labels, measures)
    readings = (*labels.readings, *runs.readings)
    systems = files.systems_read(runs)
    findings = [finding for ask in OF_FILES for finding in ask(readings, systems)]
    flags: Sequence[Flag] = ()
    order_of = tie_rule(ties or TIES[0])
    material = Material(labels, runs, measures, order=order_of) if labels.queries and runs.systems else None
    if material is None and not any(finding.level == "error" for finding in findings):
        findings.append(verdict.nothing(len(labels.queries), len(runs.systems)))
    if material is not None:
        findings += [finding for ask in OF_BOTH for finding in ask(material)]
        if effects is None:
            effects = order.rank_effects(material, lambda systems: _by_rank(runs, systems, counted))
        findings += order.rank_column(material, effects)
        flags = comparable.flags(material, effects)
    same = None
    if material is not None and doc_texts is not None:
        same = find_duplicates(doc_texts, material.qrels, material.runs)
        findings += duplicates.findings(material, same)
    by_level = sorted(findings, key=lambda f: (LEVELS.index(f.level), -float(f.numbers.get("size", 0.0))))
    return Examined(by_level, readings, material, effects or (), same, flags)


def _by_rank(runs: Runs, systems: Sequence[int], counted: Callable[[Runs], Runs]) -> Runs | None:
    """Some systems in the order of their rank columns, files of them read again; None where that is impossible."""
    if len(runs.readings) != len(runs.systems):
        return None
    if all(runs.readings[s].by_rank for s in systems):
        return counted(Runs.from_dict({runs.systems[s]: _lists_by_rank(runs, s) for s in systems}))
    if any(runs.readings[s].by_rank for s in systems):
        return None
    paths = [runs.readings[s].source for s in systems]
    if not all(path and path != "-" and os.path.isfile(path) for path in paths):
        return None
    try:
        return counted(load_runs(paths, by="rank"))
    except InputError:
        return None


def _lists_by_rank(runs: Runs, system: int) -> dict[str, dict[str, float]]:
    """A system's lists in the order of the rank column of its table, with minus the rank as the score."""
    name, by_rank = runs.systems[system], runs.readings[system].by_rank
    lists = {query: by_rank.get(query) or runs.ranking(name, query) for query in runs.queries}
    return {query: {doc: -float(i) for i, doc in enumerate(docs)} for query, docs in lists.items() if docs}


def _result(found: Examined, measures: Sequence[Measure]) -> Result:
    sections = [Section("findings", "Do these files belong together?", found.findings)]
    material, same = found.material, found.same
    if material is not None:
        sections.append(Section("runs", "Each run", [runs_table(material)]))
        if (table := found.flags_table) is not None:
            sections.append(Section("not-comparable", table.title, [table]))
        if same is not None and same.conflicts(material.qrels):
            table = duplicates.conflicts_table(material, same)
            sections.append(Section("same-text", table.title, [table]))
    codes = without_finding(material, {finding.code for finding in found.findings}, texts=same is not None)
    sections.append(Section("without-finding", "Checks without a finding", [outcomes_table(codes)]))
    options: dict[str, Any] = {"measures": [str(m) for m in measures]}
    if material is not None:
        options |= {"depth": material.depth, "ties": material.ties_read}
    inputs = {reading.source: reading.sha256 for reading in found.readings if reading.source}
    return Result(
        title=verdict.title(found.findings, found.reservation),
        standfirst=verdict.standfirst(found.findings, len(codes[RAN])),
        sections=sections,
        provenance=Provenance(inputs=inputs, options=options, versions=versions()),
        facts=verdict.facts(material),
        study="check",
    )


def runs_table(material: Material) -> Table:
    """Answered queries, labelled share, short lists, ties, and effects of order and precision on the first measure."""
    k, scale = material.depth, str(material.measure)
    coverage, ties, swings, single = material.coverage, material.ties, material.swings, material.single
    shared = [c.top_judged / c.top if c.top else float("nan") for c in coverage]
    values: dict[str, tuple[Sequence[Any], str, int | None]] = {
        "system": (list(material.runs.systems), "", None),
        "answered": ([material.n_answered(s) for s in range(len(coverage))], "queries", None),
        "retrieved": ([c.retrieved for c in coverage], "documents", None),
        "judged": (shared, "share", 3),
        "short_lists": ([c.short_lists for c in coverage], "lists", None),
        "tied": ([t.top_tied for t in ties], "documents", None),
        "mean": ([s[0][1] for s in swings], scale, 4),
        "least": ([s[0][0] for s in swings], scale, 4),
        "greatest": ([s[0][2] for s in swings], scale, 4),
        "float32": ([s[0][1] for s in single], scale, 4),
    }
    columns = [
        Column(name, of, unit, SAID(f"counted.{name}", depth=f"{k}"), digits)
        for name, (of, unit, digits) in values.items()
    ]
    return Table("runs", "What was counted in each run", columns, note=SAID("counted"))
