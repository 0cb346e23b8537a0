"""A track's overview: from qrels, runs and what is known of them to the tables and figures that organisers report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from irassay.agreement import agreement
from irassay.comparison import compare
from irassay.errors import InputError, UsageError
from irassay.estimates import completeness
from irassay.provenance import Provenance, versions
from irassay.result import Result, Section
from irassay.studies.files import hashes, labels_of, runs_of, texts_of
from irassay.studies.sections.left_out import pool_of
from irassay.studies.track import words
from irassay.studies.track.anonymised import hidden, renamed_pool, without
from irassay.studies.track.completeness import completeness_section
from irassay.studies.track.coverage import left_out_of, pools_section
from irassay.studies.track.label_sets import Other, labels_section, others_of, read_others
from irassay.studies.track.oldness import oldness_of, oldness_section
from irassay.studies.track.participation import participation_section
from irassay.studies.track.passages import passages_section, read_documents
from irassay.studies.track.query_strata import by_length, read_strata, strata_section
from irassay.studies.track.results import leading, results_section
from irassay.studies.track.run_types import kinds_of, per_query_section, types_section
from irassay.studies.track.sensitivity import with_sensitivity
from irassay.studies.track.tasks import Task, asked
from irassay.studies.track.track_data import Given, broken_runs

if TYPE_CHECKING:
    from irassay.collection.attribute import DocAttribute
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.scoring import Scores

Path: TypeAlias = str | PathLike[str]


def track(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    metadata: Path | Metadata | None = None,
    query_texts: Path | Texts | None = None,
    strata: Path | Mapping[str, str] | None = None,
    sparse_qrels: Path | Qrels | Sequence[Qrels] | None = None,
    passage_qrels: Path | Qrels | None = None,
    passage_to_document: Path | Mapping[str, str] | None = None,
    doc_attribute: Path | DocAttribute | None = None,
    task: Task | None = None,
    measures: Sequence[str | Measure] | None = None,
    pool: Path | Pool | None = None,
    pool_depth: int | None = None,
    for_group: str | None = None,
    alpha: float = 0.05,
    ties: str | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Result:
    """What a track's overview reports, from its files.

    Parameters
    ----------
    qrels : path or Qrels
    runs : path, sequence of paths, or Runs
    metadata : path or Metadata, optional
        System -> columns such as group, subtask, neural, stage. A column with two to six values of two runs or more
        parts the runs into kinds. Default: the runs' own.
    query_texts : path or Texts, optional
        Texts of the queries, by which short and long ones are told apart.
    strata : path or mapping, optional
        Query -> stratum, instead of short and long: a file has the two parted by a tab.
    sparse_qrels : path, Qrels or sequence of Qrels, optional
        A second set of labels of the same queries: sparse labels, another judge, a model. RR on them stands beside the
        other measures. Several passes of one judge, in one file or as a sequence, are held against one another; all
        else is of the first.
    passage_qrels : path or Qrels, optional
        Labels of passages, where `qrels` and `runs` are of documents.
    passage_to_document : path or mapping, optional
        Passage -> document, for `passage_qrels`: a file has the two parted by a tab.
    doc_attribute : path or DocAttribute, optional
        A fact about documents, such as which were in the corpus before, a year or a source: lines of a document, a tab
        and a value, or of documents alone, which are a set.
    task : {"passage", "document"}, optional
        Which measures are reported, and from which grade on a document is relevant: passages from 2, documents from 1.
        Default: passage.
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
    alpha : float
        Family-wise error rate of the order.
    ties : {"float64", "float32"}, optional
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        Sections: participation, results, types, queries, strata, completeness, coverage, oldness, label-sets, passages;
        those that something was given for.

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
    from irassay.random_keys import key_of
    from irassay.scoring import evaluate

    if (passage_qrels is None) != (passage_to_document is None):
        raise UsageError("passage_qrels and passage_to_document go together: labels of passages, and whose they are")
    key = key_of(seed)
    recorded = pool_of(pool, pool_depth)
    labels: Any = labels_of(qrels)
    systems = runs_of(runs, metadata, threads=threads)
    passes = [] if sparse_qrels is None else read_others(sparse_qrels)
    inputs = hashes(
        [labels, systems, *passes[:1]],
        [metadata, query_texts, strata, doc_attribute, passage_qrels, passage_to_document, pool],
    )
    wanted, rel = asked(task, measures)
    scores = evaluate(labels, systems, wanted, ties=ties, threads=threads)
    if for_group is not None:
        inputs = without(inputs, systems, for_group)
        shown = hidden(systems, _best_first(scores), for_group)
        recorded = None if recorded is None else renamed_pool(recorded, systems.systems, shown.systems)
        systems = shown
        scores = evaluate(labels, systems, wanted, ties=ties, threads=threads)
    given = _given(labels, systems, scores, texts_of(scores.queries, query_texts), rel, key)
    league = compare(_only(scores, given.systems), measure=given.main, alpha=alpha, seed=key, threads=threads)
    other = others_of(given, passes, ties=ties, threads=threads) if passes else None
    kinds = kinds_of(given)
    widest = kinds.widest(given.main)
    given = replace(given, marked_by=widest[0] if widest else "")
    by = by_length(given.texts) if strata is None else read_strata(strata)
    order = scores.policy.ties
    found = left_out_of(given, pool=recorded, pool_depth=pool_depth, alpha=alpha, ties=order, threads=threads)
    complete = completeness(given.qrels, given.runs, rel=given.rel, ties=order)
    depth = scores.measures[0].cutoff or 0
    sections = [
        participation_section(given),
        results_section(given, league, _orders(given), other),
        types_section(given, kinds),
        per_query_section(given, widest),
        strata_section(given, by, widest[0] if widest else ""),
        completeness_section(given, complete, None if found is None else found.groups),
        *pools_section(given, found, ties=order),
        *([] if doc_attribute is None else [_oldness(given, doc_attribute, depth, alpha, order, threads)]),
        *([] if other is None else [_label_sets(given, other, order, threads)]),
        *([] if passage_qrels is None else [_passages(given, passage_qrels, passage_to_document, order)]),
    ]
    options: dict[str, Any] = {"measures": list(given.measures), "ties": order, "alpha": alpha, "rel": given.rel}
    options |= {"task": task, "pool_depth": pool_depth, "for_group": for_group}
    return Result(
        words.title(given, leading(given, league), len(league.leaders)),
        words.standfirst(given, widest),
        [section for section in sections if section.body],
        Provenance(inputs, options, key, versions(), list(scores.signatures)),
        _facts(given),
        "track",
    )


def _label_sets(given: Given, other: Other, ties: str, threads: int) -> Section:
    return with_sensitivity(labels_section(given, other), given, other, ties=ties, threads=threads)


def _given(labels: Qrels, runs: Runs, scores: Scores, texts: Mapping[str, str], rel: int, key: int) -> Given:
    names = [str(m) for m in scores.measures]
    main = scores.values[0, 0] * scores.measures[0].direction
    means = main.mean(axis=1)
    lower = [m.direction < 0 for m in scores.measures]
    # Where lower is better no mean is "less than half" of another in that sense: nothing is left out.
    broken, limit = ([], 0.0) if lower[0] else broken_runs(scores.systems, means)
    order = [i for i in np.argsort(-means, kind="stable") if scores.systems[i] not in set(broken)]
    if not order:
        raise InputError("no run counts; run `irassay check` on the files")
    kept = {scores.systems[i] for i in order}
    same = [[s for s in group if s in kept] for group in scores.same.get(names[0], ())]
    return Given(
        labels,
        runs,
        names,
        lower,
        [scores.systems[i] for i in order],
        broken,
        limit,
        {name: np.nan_to_num(scores.values[m, 0][order]) for m, name in enumerate(names)},
        list(scores.queries),
        rel,
        texts,
        runs.metadata.columns,
        [group for group in same if len(group) > 1],
        key,
        scores.measures[0].aggregate == "geometric",
    )


def _best_first(scores: Scores) -> list[str]:
    """All systems by the main measure."""
    means = np.nan_to_num(scores.values[0, 0]).mean(axis=1) * scores.measures[0].direction
    return [scores.systems[i] for i in np.argsort(-means, kind="stable")]


def _attributes(source: Path | DocAttribute) -> Sequence[DocAttribute]:
    from irassay.formats.reading.attributes import read_attribute

    return read_attribute(source) if isinstance(source, str | PathLike) else [source]


def _oldness(given: Given, source: Path | DocAttribute, depth: int, alpha: float, ties: str, threads: int) -> Section:
    found = oldness_of(given, _attributes(source), depth=depth, ties=ties, threads=threads)
    return oldness_section(given, found, alpha)


def _only(scores: Scores, systems: Sequence[str]) -> Scores:
    return scores.sel(systems=list(systems)) if len(systems) < len(scores.systems) else scores


def _orders(given: Given) -> dict[str, float]:
    """Kendall's tau-a of each further measure's order with the main one's."""
    if len(given.systems) < 2:
        return {}
    own = given.scores(given.main).mean(axis=1)
    return {m: agreement(own, given.scores(m).mean(axis=1)).tau_a for m in given.measures[1:]}


def _passages(given: Given, labels: Path | Qrels, documents: Path | Mapping[str, str] | None, ties: str) -> Section:
    of: Any = read_documents(documents) if isinstance(documents, str | PathLike) else documents
    return passages_section(given, labels_of(labels), of, ties=ties)


def _facts(given: Given) -> list[str]:
    n_labels = f"{given.qrels.n_labels:,} labels"
    return [f"{len(given.systems):,} runs", f"{len(given.queries):,} queries", n_labels, given.main]
