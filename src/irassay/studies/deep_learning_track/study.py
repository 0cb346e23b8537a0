"""A track's overview: from qrels, runs and what is known of them to the tables and figures that organisers report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from irassay.comparison import agreement, compare, label_agreement
from irassay.errors import InputError, UsageError
from irassay.provenance import Provenance, versions
from irassay.result import Result, Section
from irassay.studies.deep_learning_track import words
from irassay.studies.deep_learning_track.completeness import completeness_of, completeness_section
from irassay.studies.deep_learning_track.given import Given, broken_runs
from irassay.studies.deep_learning_track.label_sets import labels_section
from irassay.studies.deep_learning_track.oldness import oldness_of, oldness_section
from irassay.studies.deep_learning_track.participation import participation_section
from irassay.studies.deep_learning_track.passages import passages_section, read_documents
from irassay.studies.deep_learning_track.query_strata import by_length, strata_section
from irassay.studies.deep_learning_track.results import results_section
from irassay.studies.deep_learning_track.run_types import kinds_of, per_query_section, types_section
from irassay.studies.files import described, hashes, labels_of, texts_of

if TYPE_CHECKING:
    from irassay.collection.attribute import DocAttribute
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.measures import Measure
    from irassay.scoring import Scores

Path: TypeAlias = str | PathLike[str]

MEASURES = ("nDCG@10", "NCG@100", "AP(rel=2)", "RR(rel=2)")  # of the passage task; documents are relevant from 1


def track(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    metadata: Path | Metadata | None = None,
    query_texts: Path | Texts | None = None,
    sparse_qrels: Path | Qrels | None = None,
    passage_qrels: Path | Qrels | None = None,
    passage_to_document: Path | Mapping[str, str] | None = None,
    doc_attribute: Path | DocAttribute | None = None,
    measures: Sequence[str | Measure] = MEASURES,
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
    sparse_qrels : path or Qrels, optional
        A second set of labels of the same queries: sparse labels, another judge, a model. RR on them stands beside the
        other measures.
    passage_qrels : path or Qrels, optional
        Labels of passages, where `qrels` and `runs` are of documents.
    passage_to_document : path or mapping, optional
        Passage -> document, for `passage_qrels`: a file has the two parted by a tab.
    doc_attribute : path or DocAttribute, optional
        A fact about documents, such as which were in the corpus before, a year or a source: lines of a document, a tab
        and a value, or of documents alone, which are a set.
    measures : sequence of str or Measure
        The first is the main one.
    alpha : float
        Family-wise error rate of the order.
    ties : {"float64", "float32"}, optional
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        Sections: participation, results, types, queries, strata, completeness, oldness,
        label-sets, provenance.

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
    from irassay.comparison.chance import key_of
    from irassay.formats import read_runs
    from irassay.scoring import evaluate

    if (passage_qrels is None) != (passage_to_document is None):
        raise UsageError("passage_qrels and passage_to_document go together: labels of passages, and whose they are")
    key = key_of(seed)
    labels: Any = labels_of(qrels)
    systems: Any = runs if hasattr(runs, "ranking") else read_runs(runs, threads=threads)
    systems = described(systems, metadata)
    scores = evaluate(labels, systems, measures, ties=ties, threads=threads)
    given = _given(labels, systems, scores, texts_of(scores.queries, query_texts), key)
    others: Any = labels_of(sparse_qrels)
    league = compare(_only(scores, given.systems), measure=given.main, alpha=alpha, seed=key, threads=threads)
    kinds = kinds_of(given)
    widest = kinds.widest(given.main)
    given = replace(given, marked_by=widest[0] if widest else "")
    sections = [
        participation_section(given),
        results_section(given, league, _orders(given)),
        types_section(given, kinds),
        per_query_section(given, widest),
        strata_section(given, by_length(given.texts), widest[0] if widest else ""),
    ]
    counts, left_out = completeness_of(given, alpha=alpha, ties=scores.policy.ties, threads=threads)
    sections.append(completeness_section(given, counts, left_out))
    if doc_attribute is not None:
        depth, attributes = scores.measures[0].cutoff or 0, _attributes(doc_attribute)
        found = oldness_of(given, attributes, depth=depth, ties=scores.policy.ties, threads=threads)
        sections.append(oldness_section(given, found, alpha))
    if others is not None:
        sections.append(_label_sets(given, others, systems, ties, threads))
    if passage_qrels is not None:
        sections.append(_passages(given, passage_qrels, passage_to_document, scores.policy.ties))
    provenance = Provenance(
        inputs=hashes(
            [labels, systems, *([others] if others is not None else [])],
            [metadata, query_texts, doc_attribute, passage_qrels, passage_to_document],
        ),
        options={"measures": list(given.measures), "ties": scores.policy.ties, "alpha": alpha, "rel": given.rel},
        seed=key,
        versions=versions(),
        signatures=list(scores.signatures),
    )
    return Result(
        words.title(given, league),
        words.standfirst(given, widest),
        [section for section in sections if section.body],
        provenance,
        _facts(given),
        "track",
    )


def _given(labels: Qrels, runs: Runs, scores: Scores, texts: Mapping[str, str], key: int) -> Given:
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
        _rel(scores),
        texts,
        runs.metadata.columns,
        [group for group in same if len(group) > 1],
        key,
        scores.measures[0].aggregate == "geometric",
    )


def _rel(scores: Scores) -> int:
    """The least relevant grade of the measures that say one; else 1."""
    return max((int(m.params.get("rel", 1)) for m in scores.measures), default=1)


def _attributes(source: Path | DocAttribute) -> Sequence[DocAttribute]:
    from irassay.formats.attributes import read_attribute

    return read_attribute(source) if isinstance(source, str | PathLike) else [source]


def _only(scores: Scores, systems: Sequence[str]) -> Scores:
    return scores.sel(systems=list(systems)) if len(systems) < len(scores.systems) else scores


def _orders(given: Given) -> dict[str, float]:
    """Kendall's tau-a of each further measure's order with the main one's."""
    if len(given.systems) < 2:
        return {}
    own = given.scores(given.main).mean(axis=1)
    return {m: agreement(own, given.scores(m).mean(axis=1)).tau_a for m in given.measures[1:]}


def _label_sets(given: Given, others: Qrels, runs: Runs, ties: str | None, threads: int) -> Section:
    from irassay.scoring import evaluate

    scores = evaluate(others, runs, ["RR"], ties=ties, threads=threads)
    place = {s: i for i, s in enumerate(scores.systems)}
    means = scores.values[0, 0][[place[s] for s in given.systems]].mean(axis=1)
    try:
        found = label_agreement(given.qrels, others, names=("these", "others"), seed=given.seed)
    except InputError:
        found = None
    return labels_section(given, others, means, "RR", found)


def _passages(given: Given, labels: Path | Qrels, documents: Path | Mapping[str, str] | None, ties: str) -> Section:
    of: Any = read_documents(documents) if isinstance(documents, str | PathLike) else documents
    return passages_section(given, labels_of(labels), of, ties=ties)


def _facts(given: Given) -> list[str]:
    n_labels = f"{given.qrels.n_labels:,} labels"
    return [f"{len(given.systems):,} runs", f"{len(given.queries):,} queries", n_labels, given.main]
