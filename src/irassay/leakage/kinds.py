"""From leaks, training files, qrels and a corpus to what leaked of each test query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from irassay.arguments import least_grade
from irassay.collection.qrels import Qrels
from irassay.collection.training import TrainedPassage, Training, TrainingRow
from irassay.comparison.proportions import wilson
from irassay.errors import UsageError
from irassay.leakage.files import LeakedRows
from irassay.leakage.find import Train, training_of
from irassay.leakage.leaks import Leaks, Z
from irassay.leakage.relevant_documents import Corpus, RelevantDocuments, documents_of
from irassay.leakage.what_leaked import (
    EXAMPLES,
    PARTS,
    KindOfQuery,
    Kinds,
    LeakedPart,
    SharedCorpus,
    TrainedDocuments,
    TrainedOn,
    WhyTrained,
)


def kinds_of(leaks: Leaks, training: Train, qrels: Qrels, *, corpus: Corpus | None = None, rel: int = 1) -> Kinds:
    """What leaked of each test query, by the training rows of its leaks and its documents with grade `rel` or more.
    *query*: asked by a training row with another document, or with none. *pair*: a relevant document is the positive of
    such a row. *contradicted*: it is the negative of one. *document*: it is the positive of a row that asks something
    else. A passage is a relevant document by its id (unless texts under the same ids mostly differ), by its text (case
    and white space aside), or with half of the document's runs of 13 words; runs of more than 10 passages don't count.
    Source of the 13 words: Brown et al., NeurIPS 2020, appendix C."""
    least_grade(rel)
    files = training_of(training)
    if not files:
        raise UsageError("expected training files, but got none")
    return _walk(leaks, files, documents_of(leaks.queries, qrels, corpus, rel=rel))


Trained: TypeAlias = Mapping[str, tuple[TrainedPassage, WhyTrained]]  # relevant documents among a row's passages


class _Growing:
    """One kind of one query while rows come."""

    __slots__ = ("docs", "examples", "n_rows", "n_untold")

    def __init__(self) -> None:
        self.n_rows = self.n_untold = 0
        self.docs: set[str] = set()
        self.examples: list[TrainedOn] = []

    def add(self, row: TrainingRow, source: str, docs: Iterable[str], trained: Trained, n_untold: int) -> None:
        """A row that shows it, with these documents; of its positives `n_untold` could not be compared."""
        self.n_rows += 1
        self.n_untold += n_untold > 0
        named = sorted(docs, key=str.encode)
        self.docs.update(named)
        if len(self.examples) < EXAMPLES:
            passage, why = trained[named[0]] if named else (None, None)
            self.examples.append(
                TrainedOn(
                    row.id, row.query, source, row.place, named[0] if named else "", passage.id if passage else "",
                    why.by if why else None, why.share if why else 0.0,
                )
            )  # fmt: skip

    def done(self, kind: LeakedPart) -> KindOfQuery:
        return KindOfQuery(
            kind, self.n_rows, tuple(sorted(self.docs, key=str.encode)), tuple(self.examples), self.n_untold
        )


class _Tally:
    """The kinds of all queries while rows come."""

    __slots__ = ("_of",)

    def __init__(self) -> None:
        self._of: dict[str, dict[LeakedPart, _Growing]] = {}

    def __getitem__(self, place: tuple[str, LeakedPart]) -> _Growing:
        query, kind = place
        return self._of.setdefault(query, {}).setdefault(kind, _Growing())

    def done(self) -> dict[str, tuple[KindOfQuery, ...]]:
        return {query: tuple(of[kind].done(kind) for kind in PARTS if kind in of) for query, of in self._of.items()}


class _Walk:
    """What rows showed so far."""

    def __init__(self, leaks: Leaks, documents: RelevantDocuments, trained: TrainedDocuments) -> None:
        self.rows, self.documents, self.trained = LeakedRows(leaks), documents, trained
        self.relevant: dict[str, set[str]] = {}
        for doc, queries in documents.queries_of.items():
            for query in queries:
                self.relevant.setdefault(query, set()).add(doc)
        self.found, self.review = _Tally(), _Tally()
        self.sampled: set[str] = set()
        self.positives: set[str] = set()
        self.with_ids: set[int] = set()
        self.n_rows = self.n_passages = self.n_unread = 0

    def add(self, row: TrainingRow, source: str, file: int) -> None:
        """A row of a file."""
        self.n_rows += 1
        self.n_passages += len(row.positives) + len(row.negatives)
        positives, n_untold = self._docs(row.positives, file, is_asked_for=True), self._untold(row.positives, file)
        negatives = self._docs(row.negatives, file)
        self.n_unread += n_untold + self._untold(row.negatives, file)
        leaked, in_review = self.rows.of(row, source)
        for queries, tally in ((leaked, self.found), (in_review, self.review)):
            for query in queries:
                relevant = self.relevant.get(query, set())
                pairs, against = positives.keys() & relevant, negatives.keys() & relevant
                tally[query, "pair" if pairs else "query"].add(row, source, pairs, positives, n_untold)
                if against:
                    tally[query, "contradicted"].add(row, source, against, negatives, 0)
        unasked: dict[str, list[str]] = {}  # test queries that the row does not ask -> documents of theirs
        for doc in positives:
            for query in self.documents.queries_of[doc]:
                if query not in leaked | in_review:
                    unasked.setdefault(query, []).append(doc)
        for query, docs in unasked.items():
            self.found[query, "document"].add(row, source, docs, positives, 0)

    def _docs(self, passages: Iterable[TrainedPassage], file: int, *, is_asked_for: bool = False) -> Trained:
        """The relevant documents among passages, each with the passage that it is."""
        docs: dict[str, tuple[TrainedPassage, WhyTrained]] = {}
        for passage in passages:
            found, sampled = self.trained.of(passage, file)
            docs |= {doc: (passage, why) for doc, why in found.items()}
            if is_asked_for:
                self.sampled.update(sampled)
                self.positives.update(found)
            if passage.id:
                self.with_ids.add(file)
        return docs

    def _untold(self, passages: Iterable[TrainedPassage], file: int) -> int:
        """How many passages could not be compared with the relevant documents."""
        return sum(not self.trained.can_tell(passage, file) for passage in passages)


def _walk(leaks: Leaks, training: Sequence[Training], documents: RelevantDocuments) -> Kinds:
    """What leaked of each test query of `leaks`; `kinds.kinds_of` says what the parameters are."""
    seen = _Walk(leaks, documents, TrainedDocuments(documents, training))
    for file, one in enumerate(training):
        for row in one:
            seen.add(row, one.source, file)
    found, review = seen.found.done(), seen.review.done()
    return Kinds(
        found={query: found.get(query, ()) for query in leaks.queries},
        in_review={query: review[query] for query in leaks.queries if query in review},
        n_rows=seen.n_rows,
        n_passages=seen.n_passages,
        n_missing_pairs=seen.rows.n_missing,
        n_relevant=len(documents.queries_of),
        n_with_text=len(documents.texts),
        n_short=seen.trained.n_short,
        n_without_relevant=sum(query not in seen.relevant for query in leaks.queries),
        ids={training[file].source: seen.trained.files[file].ids for file in sorted(seen.with_ids)},
        n_unread=seen.n_unread,
        corpus=_shared(documents, seen.sampled, seen.positives),
    )


def _shared(documents: RelevantDocuments, sampled: set[str], relevant: set[str]) -> SharedCorpus | None:
    """How much of the corpus was trained on: these of its sample, and these relevant documents, more surely told."""
    corpus = documents.corpus
    if corpus is None:
        return None
    n = len(corpus.beginnings)
    n_trained = len(sampled | (relevant & corpus.beginnings.keys()))
    if n == corpus.n_documents or not n:
        low = high = n_trained / n if n else 0.0
    else:
        known = len(relevant & documents.texts.keys()) / corpus.n_documents
        low, high = (max(known, float(end)) for end in wilson(np.array([float(n_trained)]), n, Z)[0])
    return SharedCorpus(corpus.n_documents, n, n_trained, low, high)
