"""A track's overview: from qrels, runs and what is known of them to the tables and figures that organisers report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from irassay.arguments import of_keywords
from irassay.collection.attribute import DocAttribute
from irassay.collection.metadata import Metadata
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.comparison import compare
from irassay.estimates import kinds_of
from irassay.formats.inputs import Inputs
from irassay.formats.nouns import texts_given
from irassay.measures import Measure, parse_all
from irassay.messages import runs_and_systems
from irassay.pooling import Pool
from irassay.preflight.check import examine
from irassay.preflight.metadata_values import OF_METADATA
from irassay.preflight.metadata_values import query_texts as query_texts_found
from irassay.provenance import Provenance, versions
from irassay.result import Finding, Result, Section, Table
from irassay.scoring import Scores, evaluate
from irassay.studies.files import Path, hashes, texts_of
from irassay.studies.page_section import PageSection, files_section, plain_section, sections_of
from irassay.studies.sections.left_out import LeftOutOfPool, Pooled, left_out, pool_of
from irassay.studies.track import words
from irassay.studies.track.analysis import Analysis, kinds_in_track, others_of, read_others
from irassay.studies.track.sections.completeness import COMPLETENESS, COVERAGE
from irassay.studies.track.sections.label_sets import LABEL_SETS, PASSAGES
from irassay.studies.track.sections.oldness import SECTION as OLDNESS
from irassay.studies.track.sections.queries import QUERIES, STRATA
from irassay.studies.track.sections.results import PARTICIPATION as PARTICIPATION
from irassay.studies.track.sections.results import RESULTS, TYPES
from irassay.studies.track.track_data import (
    Settings,
    Task,
    Track,
    hide_names,
    measures_of,
    renamed_pool,
    track_of,
    without,
)

ELSEWHERE = (*OF_METADATA, "float32")  # findings in the files that sections on participation and results say
DEPTH = 10  # of a pool, where nothing says how deep it was and the measure reads whole lists


def _files(of: Analysis) -> Section:
    """Findings of the preflight, without what this page says elsewhere."""
    return files_section([finding for finding in of.files if finding.code not in ELSEWHERE], of.flags)


SECTIONS: Sequence[PageSection[Any, Analysis, None]] = (
    RESULTS,
    PARTICIPATION,
    TYPES,
    QUERIES,
    STRATA,
    COMPLETENESS,
    COVERAGE,
    OLDNESS,
    LABEL_SETS,
    PASSAGES,
    plain_section("files", "Files", _files),
)


def track(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    metadata: Path | Metadata | None = None,
    query_texts: Path | Texts | None = None,
    strata: Path | Mapping[str, str] | None = None,
    second_qrels: Path | Qrels | Sequence[Qrels] | None = None,
    passage_qrels: Path | Qrels | None = None,
    passage_to_document: Path | Mapping[str, str] | None = None,
    doc_attribute: Path | DocAttribute | None = None,
    task: Task | None = None,
    measures: Sequence[str | Measure] | None = None,
    pool: Path | Pool | None = None,
    pool_depth: int | None = None,
    for_group: str | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    alpha: float = 0.05,
    ties: str | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Result:
    """What a track's overview reports, from its files.

    Parameters
    ----------
    qrels : path or Qrels
        Grades that are words or fractions: ``read_qrels(path, label_map={"Exact": 2, ...})`` and ``grade_scale=`` say
        what they mean, for all labels here.
    runs : path, sequence of paths, or Runs
    metadata : path or Metadata, optional
        System -> columns such as group, subtask, neural, stage. A column with two to six values of two runs or more
        parts the runs into kinds. Default: the runs' own.
    query_texts : path or Texts, optional
        Texts of the queries, by which short and long ones are told apart.
    strata : path or mapping, optional
        Query -> stratum, instead of short and long: a file has the two separated by a tab.
    second_qrels : path, Qrels or sequence of Qrels, optional
        A second set of labels of the same queries: sparse labels, another assessor, a model. RR on them stands beside
        the other measures. Several passes of one assessor, in one file or as a sequence, are compared with one another;
        all else is of the first.
    passage_qrels : path or Qrels, optional
        Labels of passages, where `qrels` and `runs` are of documents.
    passage_to_document : path or mapping, optional
        Passage -> document, for `passage_qrels`: a file has the two separated by a tab.
    doc_attribute : path or DocAttribute, optional
        A fact about documents, such as which were in the corpus before, a year or a source: lines of a document, a tab
        and a value, or of documents alone, which are a set.
    task : {"passage", "document"}, optional
        Which measures are reported, and from which grade on a document is relevant: passages from 2, documents from 1.
        Default: passage, or document where no label is above grade 1.
    measures : sequence of str or Measure, optional
        The first is the main one. Default: the task's; given by hand they win, also over its least relevant grade.
    pool : path or Pool, optional
        The pool that the labels were made of, as ``irassay pool`` wrote it: who brought which document. Default: it is
        made again from the runs.
    pool_depth : int, at least 1, optional
        How many first documents of each run were pooled for judging. Default: the depth to which half of the runs are
        judged through, else the main measure's cutoff.
    for_group : str, optional
        The page for this group alone: every other group's name, and its runs', are replaced by neutral ones before
        anything is computed.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed as by BEIR.
    alpha : float
        Family-wise error rate of the order.
    ties : {"float64", "float32"}, optional
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        Sections: results, participation, types, queries, strata, completeness, coverage, oldness, label-sets, passages,
        files; those that something was given for.

    Raises
    ------
    InputError
        Files that can't be read in one way only; no run that counts.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Assumes* that the labels are right and the queries stand for those one cares about; gaps between kinds of runs
    are of runs that groups chose to hand in, no effects of the kind. *Source* Craswell, Mitra, Yilmaz, Campos and Lin,
    Overview of the TREC 2021 Deep Learning track.

    Examples
    --------
    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({"q1": {"a": 2, "b": 0}, "q2": {"c": 3}})
    >>> lists = {"deep": {"q1": {"a": 1.0}, "q2": {"c": 1.0}}, "words": {"q1": {"b": 1.0}, "q2": {"c": 1.0}}}
    >>> track(qrels, irassay.Runs.from_dict(lists)).standfirst
    'deep scores highest by nDCG@10: 1.0000.'
    """
    return explore(of_keywords(Inputs, locals()), of_keywords(Settings, locals()))


def explore(source: Inputs, settings: Settings) -> Result:
    """A track's overview: `track` with its keywords in two values."""
    labels_pool, for_group = pool_of(settings.pool, settings.pool_depth), settings.for_group
    labels, systems = source.load()
    passes = [] if settings.second_qrels is None else read_others(settings.second_qrels)
    inputs = hashes(
        [labels, systems, *passes[:1]],
        [source.metadata, settings.query_texts, settings.strata, settings.doc_attribute, settings.passage_qrels,
         settings.passage_to_document, settings.pool],
    )  # fmt: skip
    all_texts = None if settings.query_texts is None else texts_given(settings.query_texts, "query_texts").load()
    parsed, rel = measures_of(settings.task, settings.measures, largest_grade=labels.largest_grade)
    how: dict[str, Any] = {"ties": settings.ties, "threads": settings.threads}
    scores = evaluate(labels, systems, parsed, **how)
    examined = examine(labels, systems, parsed, source.counted, ties=settings.ties)
    if for_group is not None:
        inputs = without(inputs, systems, for_group)
        means = np.nan_to_num(scores.values[0, 0]).mean(axis=1) * scores.measures[0].direction
        order = [scores.systems[i] for i in np.argsort(-means, kind="stable")]  # best first by the main measure
        anonymous = hide_names(systems, order, for_group)
        if labels_pool is not None:
            labels_pool = renamed_pool(labels_pool, systems.systems, anonymous.systems)
        systems = anonymous
        known = examined.effects  # hidden runs have no files to read again
        examined = examine(labels, systems, parsed, source.counted, effects=known, ties=settings.ties)
        scores = evaluate(labels, systems, parsed, **how)
    single = None
    if settings.ties == "float64":
        single = evaluate(labels, systems, parsed, ties="float32", threads=settings.threads)
    texts = {query: text for query, text in texts_of(scores.queries, all_texts).items() if text}
    one = track_of(labels, systems, scores, texts, rel, settings, single=single)
    of_texts = [] if all_texts is None else query_texts_found(scores.queries, dict(all_texts))
    analysis = _analysis(one, scores, passes, labels_pool, [*examined.findings, *of_texts], examined.flags_table)
    options: dict[str, Any] = {"measures": list(one.measures), "ties": settings.ties, "alpha": settings.alpha}
    options |= {"rel": rel, "task": settings.task, "pool_depth": settings.pool_depth, "for_group": for_group}
    options |= {"identical_ids": source.identical_ids} if source.identical_ids is not None else {}
    return Result(
        words.title(analysis.track, analysis.leading, analysis.league),
        words.standfirst(analysis.track, analysis.league, analysis.widest),
        sections_of(SECTIONS, analysis),
        Provenance(inputs, options, settings.seed, versions(), list(scores.signatures)),
        _facts(one),
        "track",
    )


def _analysis(
    track: Track, scores: Scores, passes: Sequence[Qrels], pool: Pool | None, files: Sequence[Finding],
    flags: Table | None,
) -> Analysis:  # fmt: skip
    """What several sections speak of; charts mark the kinds whose best are furthest apart."""
    settings = track.settings
    scores = scores.sel(systems=list(track.systems)) if len(track.systems) < len(scores.systems) else scores
    how: dict[str, Any] = {"alpha": settings.alpha, "seed": settings.seed, "threads": settings.threads}
    league = compare(scores, measure=track.main, **how)
    other = others_of(track, passes) if passes else None
    kinds = kinds_in_track(track)
    widest = kinds.widest(track.main)
    with_marks = replace(track, marked_by=widest[0] if widest else "")
    left_out = left_out_of(with_marks, pool)
    return Analysis(with_marks, league, kinds, other, left_out, files, flags)


def _facts(track: Track) -> list[str]:
    """Runs and systems as every page about these files counts them; then how many of them the track leaves out."""
    n_runs, left_out = len(track.systems) + len(track.broken), len(track.broken)
    all_runs = runs_and_systems(n_runs, track.n_systems, left_out=left_out)
    return [all_runs, f"{len(track.queries):,} queries", f"{track.qrels.n_labels:,} labels", track.main]


def left_out_of(track: Track, pool: Pool | None) -> LeftOutOfPool | None:
    """Runs, groups and kinds left out of the pool; None for a single run, and a measure whose mean is geometric."""
    measure = parse_all([track.main])[0]
    kinds = {column: of for column, of in kinds_of(track.runs, {}).items() if column != track.group_column}
    settings = track.settings
    return left_out(Pooled(
        track.qrels, track.runs, measure, track.groups, kinds, pool, track.one_a_system, track.same, track.rel,
        settings.alpha, settings.ties, settings.threads, settings.pool_depth, measure.cutoff or DEPTH,
    ))  # fmt: skip
