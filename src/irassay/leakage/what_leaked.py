"""The leak of each test query: the question, a relevant document with it or against it, or such a document alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from irassay.leakage.trained_documents import ByWhat, Ids

LeakedPart: TypeAlias = Literal["query", "pair", "contradicted", "document"]

PARTS: tuple[LeakedPart, ...] = get_args(LeakedPart)
EXAMPLES = 5  # of each kind of a query


@dataclass(frozen=True, slots=True)
class TrainedOn:
    """A training row that shows what leaked."""

    train: str  # the row's id
    train_text: str  # the row's query
    source: str  # the training file
    place: int  # the row's line or number
    doc: str  # the relevant document; "" where the query alone leaked
    passage: str  # id of the row's passage that is this document, or ""
    by: ByWhat | None  # why it is; None without a document
    share: float  # of the document's runs of 13 words; 1 by id or text


@dataclass(frozen=True, slots=True)
class KindOfQuery:
    """One kind of leak of one test query."""

    kind: LeakedPart
    n_rows: int  # training rows that show it
    docs: tuple[str, ...]  # the relevant documents that it is about; empty for *query*
    examples: tuple[TrainedOn, ...]  # the first rows, five at most
    n_untold: int  # rows with a positive that could not be compared, so may be one

    @property
    def is_told(self) -> bool:
        """Whether at least one row shows this and nothing else."""
        return self.n_untold < self.n_rows


@dataclass(frozen=True, slots=True)
class SharedCorpus:
    """How much of the test corpus was trained on: no leak by itself."""

    n_documents: int
    n_compared: int  # all of the corpus, or a sample
    n_trained: int  # of those, positives by id or text; relevant ones also by runs
    low: float  # Wilson's 95% interval of the share; the share where all were compared
    high: float

    @property
    def share(self) -> float:
        """Of the corpus's documents those trained on, 0 to 1."""
        return max(self.low, self.n_trained / self.n_compared) if self.n_compared else 0.0


@dataclass(frozen=True, slots=True)
class Kinds:
    """What leaked of each test query."""

    # every test query -> its kinds, as in query, pair, contradicted, document
    found: Mapping[str, tuple[KindOfQuery, ...]]
    in_review: Mapping[str, tuple[KindOfQuery, ...]]  # the same of training rows to review; queries may lack
    n_rows: int  # training rows
    n_passages: int  # positives and negatives of all rows
    n_missing_pairs: int  # leaks whose training row is not in the files or not named
    n_relevant: int  # relevant documents of the test queries
    n_with_text: int
    n_short: int  # those with a text of fewer than 13 words
    n_without_relevant: int  # test queries without a relevant document
    ids: Mapping[str, Ids]  # file with ids -> whether they are the test collection's; unknown: taken so
    n_unread: int  # passages without an id of the collection, and without a text or corpus
    corpus: SharedCorpus | None

    @property
    def by_query(self) -> Mapping[str, tuple[LeakedPart, ...]]:
        """Every test query -> its kinds."""
        return {query: tuple(one.kind for one in kinds) for query, kinds in self.found.items()}

    def queries(self, kind: LeakedPart) -> tuple[str, ...]:
        """The test queries of which this leaked, in their order."""
        return tuple(query for query, kinds in self.by_query.items() if kind in kinds)

    @property
    def untold(self) -> tuple[str, ...]:
        """Of the queries of kind *query* those of which every row may have a relevant document all the same: its
        positives could not be compared."""
        return tuple(
            query for query, of in self.found.items() if any(one.kind == "query" and not one.is_told for one in of)
        )

    def documents(self, kinds: Collection[LeakedPart] = ("pair", "document")) -> Mapping[str, tuple[str, ...]]:
        """Test query -> its relevant documents that leaked so, in byte order; queries without any are not there."""
        docs = {query: {doc for one in of if one.kind in kinds for doc in one.docs} for query, of in self.found.items()}
        return {query: tuple(sorted(some, key=str.encode)) for query, some in docs.items() if some}
