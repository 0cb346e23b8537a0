"""Labels of documents inferred from the labels of their passages, and how they agree with actual labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice
from irassay.collection.qrels import Qrels
from irassay.collection.stack import QrelsStack
from irassay.errors import InputError, UsageError
from irassay.label_sets.words import OF_LABELS
from irassay.random_keys import Seed
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient, LabelAgreement
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

Aggregate: TypeAlias = Literal["best", "mean", "sum", "first", "count"]
Documents: TypeAlias = Mapping[str, str] | Callable[[str], str | None]
AGGREGATES: tuple[Aggregate, ...] = ("best", "mean", "sum", "first", "count")
NAMES = ("actual", "inferred")
TWO = 2  # systems that a ranking takes


def before_mark(mark: str = "#") -> Callable[[str], str | None]:
    """A rule for passage ids that begin with the document id: the part before the last `mark`.

    Parameters
    ----------
    mark : str
        MS MARCO version 2.1 has ids such as ``msmarco_v2.1_doc_00_0#3_777``, so its mark is ``"#"``.

    Returns
    -------
    callable
        From a passage id to its document id; None where the mark is missing.

    Examples
    --------
    >>> before_mark("#")("msmarco_v2.1_doc_00_0#3_777")
    'msmarco_v2.1_doc_00_0'
    """

    def document(passage: str) -> str | None:
        return passage.rpartition(mark)[0] or None

    return document


def transferred(passages: Qrels, documents: Documents, *, aggregate: Aggregate = "best", rel: int = 1) -> Qrels:
    """Infer the label of each document from the labels of its passages.

    Parameters
    ----------
    passages : Qrels
        Labels of passages.
    documents : mapping of str to str, or callable
        The document of each passage. A file of two columns is read by ``dict(read_texts("passage2document.tsv"))``. A
        callable returns None for a passage without a document. Such passages are left out; `without_document` lists
        them.
    aggregate : {"best", "mean", "sum", "first", "count"}
        *best* (MaxP): the largest grade of the labelled passages. *mean* (AvgP): their mean, rounded half up. *sum*
        (SumP): their sum, clipped to the range of grades in all labels. *first* (FirstP): the grade of the first
        labelled passage, in the order of the mapping, or for a callable by length of id, then in byte order. *count*:
        the number of relevant passages, at most the largest grade in all labels.
    rel : int
        The least grade of a relevant passage, for *count*.

    Returns
    -------
    Qrels
        A document has a label if one of its passages has one.

    Raises
    ------
    UsageError
        `aggregate` is unknown.
    InputError
        No passage has a document.

    Notes
    -----
    *Assumes* that unlabelled passages would change nothing. This fails in practice: a document with an unjudged
    relevant passage gets too low a grade, and a document with many judged passages is more likely to get a high one.
    *Guarantees* nothing about the grade that an assessor of the whole document would assign: compare the labels with
    such grades by `transfer_agreement`.
    *Source* Craswell et al., Overview of the TREC 2021 and 2022 Deep Learning Tracks: the best passage. The names MaxP,
    FirstP and SumP: Dai and Callan, Deeper text understanding for IR with contextual neural language modeling, SIGIR
    2019.

    Examples
    --------
    >>> labels = Qrels.from_dict({"q": {"d1#0": 0, "d1#1": 3, "d2#0": 1}})
    >>> dict(transferred(labels, before_mark("#")).grades("q"))
    {'d1': 3, 'd2': 1}
    """
    check_choice("aggregate", aggregate, AGGREGATES)
    grades_by_doc = _by_document(passages, documents)
    # A mark is of a passage, not of its document.
    readings = [one.but(unrateable={}, unrateable_queries=(), unrated_queries=()) for one in passages.readings]
    return Qrels.from_dict(_labels(grades_by_doc, aggregate, passages.scale, rel), readings)


def transfer_stack(
    passages: Qrels, documents: Documents, *, aggregates: Sequence[Aggregate] = AGGREGATES, rel: int = 1
) -> QrelsStack:
    """The labels under several aggregates, as variants of one label set that `evaluate` accepts.

    Parameters
    ----------
    passages, documents, rel
        As for `transferred`.
    aggregates : sequence of {"best", "mean", "sum", "first", "count"}
        Each once.

    Returns
    -------
    QrelsStack
        One variant per aggregate; the base has the labels of the first. A recipe holds ``select``, ``aggregate``, the
        number of ``passages`` and the number of them ``without_document``.

    Examples
    --------
    >>> labels = Qrels.from_dict({"q": {"d1#0": 0, "d1#1": 3}})
    >>> transfer_stack(labels, before_mark("#"), aggregates=["best", "mean", "first"]).grades("q").tolist()
    [[3, 2, 0]]
    """
    unknown = [name for name in aggregates if name not in AGGREGATES]
    if unknown or not aggregates or len(set(aggregates)) < len(aggregates):
        raise UsageError(OF_LABELS("transferred.summaries", names=AGGREGATES, aggregates=list(aggregates)))
    grades_by_doc = _by_document(passages, documents)
    labels = {name: _labels(grades_by_doc, name, passages.scale, rel) for name in aggregates}
    base = Qrels.from_dict(labels[aggregates[0]], passages.readings)
    rows = [(query, doc) for query in base.queries for doc in base.grades(query)]
    grades = np.array([[labels[name][query][doc] for name in aggregates] for query, doc in rows], dtype=np.int8)
    missing = sum(map(len, without_document(passages, documents).values()))
    recipes: list[dict[str, Any]] = [
        {"select": "transferred", "aggregate": name, "passages": passages.n_labels, "without_document": missing}
        for name in aggregates
    ]
    return QrelsStack(base, grades, list(aggregates), recipes)


def without_document(passages: Qrels, documents: Documents) -> dict[str, list[str]]:
    """Query -> its labelled passages without a document; empty where all have one.

    Examples
    --------
    >>> without_document(Qrels.from_dict({"q": {"p1": 0, "p2": 3}}), {"p1": "d"})
    {'q': ['p2']}
    """
    document = documents.get if isinstance(documents, Mapping) else documents
    unmapped = {query: [p for p in passages.grades(query) if document(p) is None] for query in passages.queries}
    return {query: passage_ids for query, passage_ids in unmapped.items() if passage_ids}


def _by_document(passages: Qrels, documents: Documents) -> dict[str, dict[str, list[int]]]:
    """Query -> document -> grades of its labelled passages, in passage order."""
    document = documents.get if isinstance(documents, Mapping) else documents
    order: dict[str, int] = {}
    if isinstance(documents, Mapping):
        wanted = {p for query in passages.queries for p in passages.grades(query)}
        order = {p: i for i, p in enumerate(p for p in documents if p in wanted)}
    grades_by_doc: dict[str, dict[str, list[int]]] = {}
    for query in passages.queries:
        grades = passages.grades(query)
        placed = [(p, doc) for p in grades if (doc := document(p)) is not None]
        placed.sort(key=lambda pair: (order.get(pair[0], 0), len(pair[0]), pair[0]))
        for passage, doc in placed:
            grades_by_doc.setdefault(query, {}).setdefault(doc, []).append(grades[passage])
    if not grades_by_doc:
        query = next(iter(passages.queries), "")
        example = next(iter(passages.grades(query)), "") if query else ""
        raise InputError(OF_LABELS("transferred.none", n=passages.n_labels, passage=example))
    return grades_by_doc


def _labels(
    grades_by_doc: Mapping[str, Mapping[str, Sequence[int]]], aggregate: Aggregate, scale: Sequence[int], rel: int
) -> dict[str, dict[str, int]]:
    def grade_of(grades: Sequence[int]) -> int:
        if aggregate == "best":
            return max(grades)
        if aggregate == "first":
            return grades[0]
        if aggregate == "mean":
            return (2 * sum(grades) + len(grades)) // (2 * len(grades))
        if aggregate == "count":
            return min(sum(grade >= rel for grade in grades), max(scale[-1], 1))
        return min(max(sum(grades), scale[0]), scale[-1])

    return {query: {doc: grade_of(grades) for doc, grades in docs.items()} for query, docs in grades_by_doc.items()}


@dataclass(frozen=True, slots=True)
class TransferAgreement:
    """Agreement of inferred labels with actual labels.

    Attributes
    ----------
    labels : LabelAgreement
        Agreement on the documents that both label; its rows are the actual grades.
    measure : str
        "" where there are no runs.
    systems : sequence of str
    actual, inferred : sequence of float (system,)
        Mean scores with all labels of each set.
    actual_shared, inferred_shared : sequence of float (system,)
        Mean scores with the labels of the documents that both sets label.
    tau, tau_shared : float
        Kendall's tau-b of the two system rankings, with all labels and with those of shared documents only; NaN for
        fewer than two systems.
    """

    labels: LabelAgreement
    measure: str = ""
    systems: Sequence[str] = ()
    actual: Sequence[float] = ()
    inferred: Sequence[float] = ()
    actual_shared: Sequence[float] = ()
    inferred_shared: Sequence[float] = ()
    tau: float = float("nan")
    tau_shared: float = float("nan")

    @property
    def turned(self) -> LabelAgreement:
        """`labels` with the inferred grades as rows."""
        return self.labels.turned()

    @property
    def kappa(self) -> Coefficient:
        """Unweighted Cohen's kappa, with its intervals."""
        return self.labels.coefficients[0]

    def tables(self) -> tuple[Table, Table]:
        """The table of grades with actual grades as rows, and with inferred grades as rows."""
        return self.labels.table(), self.turned.table()

    def scores(self) -> Table:
        """One row per system, best first by the actual labels."""
        order = sorted(range(len(self.systems)), key=lambda i: (-self.actual[i], self.systems[i]))
        columns = [Column("system", [self.systems[i] for i in order])]
        for name, values in (
            ("actual", self.actual),
            ("inferred", self.inferred),
            ("actual, shared", self.actual_shared),
            ("inferred, shared", self.inferred_shared),
        ):
            kind, shared, _ = name.partition(", shared")
            definition = OF_LABELS("transferred.labels", kind=kind, shared=shared)
            columns.append(Column(name, [values[i] for i in order], self.measure, definition, 4))
        note = OF_LABELS("transferred.orders", tau=self.tau, tau_shared=self.tau_shared)
        return Table("transfer-scores", OF_LABELS("transferred", measure=self.measure), columns, note)


def transfer_agreement(
    actual: Qrels,
    inferred: Qrels,
    runs: Runs | None = None,
    *,
    measure: str = "nDCG@10",
    ties: Ties = "float64",
    seed: Seed = 0,
) -> TransferAgreement:
    """Compare inferred labels with actual labels of the same documents.

    Parameters
    ----------
    actual, inferred : Qrels
        For example a track's document labels, and the labels that `transferred` infers from its passage labels.
    runs : Runs, optional
        Document runs. They are scored with both sets on the queries that both have: with all labels, and with the
        labels of documents that both sets label. The former scores also differ by which documents are labelled; the
        latter differ by grades alone.
    measure : str
    ties : {"float64", "float32"}
    seed : int or Generator
        Seed of the intervals of kappa.

    Returns
    -------
    TransferAgreement

    Raises
    ------
    InputError
        No document has a label in both.

    Notes
    -----
    *Source* Craswell et al., Overview of the TREC 2021 Deep Learning Track, Tables 5 to 7 and Figure 9.

    Examples
    --------
    >>> actual = Qrels.from_dict({"q": {"d1": 3, "d2": 0, "d3": 1}})
    >>> inferred = Qrels.from_dict({"q": {"d1": 3, "d2": 1, "d4": 2}})
    >>> agreement = transfer_agreement(actual, inferred)
    >>> agreement.labels.n_pairs, round(agreement.kappa.value, 3)
    (2, 0.333)
    """
    from irassay.agreement.correlation import kendall_tau_b
    from irassay.agreement.label_agreement import label_agreement

    agreement = label_agreement(actual, inferred, names=NAMES, seed=seed)
    if runs is None:
        return TransferAgreement(agreement)
    if not runs.systems:
        raise UsageError("runs have no system to score with actual and inferred labels")
    inferred_queries = set(inferred.queries)
    queries = [query for query in actual.queries if query in inferred_queries]
    whole = [labels.sel(queries=queries) for labels in (actual, inferred)]
    shared = [_shared(*pair) for pair in (whole, whole[::-1])]
    means = [_means(labels, runs, measure, ties) for labels in (*whole, *shared)]
    two = len(runs.systems) >= TWO
    return TransferAgreement(
        agreement,
        measure,
        tuple(runs.systems),
        actual=means[0],
        inferred=means[1],
        actual_shared=means[2],
        inferred_shared=means[3],
        tau=kendall_tau_b(means[0], means[1]) if two else float("nan"),
        tau_shared=kendall_tau_b(means[2], means[3]) if two else float("nan"),
    )


def _shared(labels: Qrels, other: Qrels) -> Qrels:
    """The labels of documents that the other set labels too."""
    shared: dict[str, dict[str, int]] = {}
    for query in labels.queries:
        there = other.grades(query)
        docs = {doc: grade for doc, grade in labels.grades(query).items() if doc in there}
        if docs:
            shared[query] = docs
    return Qrels.from_dict(shared)


def _means(labels: Qrels, runs: Runs, measure: str, ties: Ties) -> list[float]:
    from irassay.scoring import evaluate

    return [float(value) for value in evaluate(labels, runs, [measure], ties=ties, keep="summary").summary[0, 0]]
