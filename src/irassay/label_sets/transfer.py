"""Labels of documents inferred from the labels of their passages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice
from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError
from irassay.label_sets.words import OF_LABELS

if TYPE_CHECKING:
    from irassay.collection.stack import QrelsStack

Aggregate: TypeAlias = Literal["best", "mean", "sum", "first", "count"]
Documents: TypeAlias = Mapping[str, str] | Callable[[str], str | None]

AGGREGATES: tuple[Aggregate, ...] = ("best", "mean", "sum", "first", "count")


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
    readings = [reading.with_marks({}) for reading in passages.readings]  # a mark is of a passage, not of its document
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
    from irassay.collection.stack import QrelsStack

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
