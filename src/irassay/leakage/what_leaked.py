"""What leaked of each test query: the question, a relevant document with it or against it, or such a document alone."""

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
    """A training row that shows what leaked.

    Attributes
    ----------
    train, train_text : str
        The row's id and its query.
    source : str
        The training file.
    place : int
        The row's line or number.
    doc : str
        The relevant document; "" where the query alone leaked.
    passage : str
        The id of the row's passage that is this document; "" where it has none.
    by : {"id", "text", "ngrams"} or None
        Why it is: the same id in the same collection, the same text, or runs of 13 words. None without a document.
    share : float
        Of the document's runs of 13 words those in the passage; 1 by id or text, 0 without a document.
    """

    train: str
    train_text: str
    source: str
    place: int
    doc: str
    passage: str
    by: ByWhat | None
    share: float


@dataclass(frozen=True, slots=True)
class KindOfQuery:
    """One kind of leak of one test query.

    Attributes
    ----------
    kind : {"query", "pair", "contradicted", "document"}
    n_rows : int
        Training rows that show it.
    docs : tuple of str
        The relevant documents that it is about; empty for *query*.
    examples : tuple of TrainedOn
        The first rows, five at most.
    n_untold : int
        Rows with a positive that could not be compared with the relevant documents: it may be one.
    """

    kind: LeakedPart
    n_rows: int
    docs: tuple[str, ...]
    examples: tuple[TrainedOn, ...]
    n_untold: int

    @property
    def is_told(self) -> bool:
        """Whether at least one row shows this and nothing else."""
        return self.n_untold < self.n_rows


@dataclass(frozen=True, slots=True)
class SharedCorpus:
    """How much of the test corpus was trained on: no leak by itself.

    Attributes
    ----------
    n_documents : int
        Of the corpus.
    n_compared : int
        Those that were compared: all, or a sample.
    n_trained : int
        Those of them that are a positive of a training row, by id or whole text; those relevant to a test query by
        runs of 13 words too.
    low, high : float
        Wilson's 95% interval of the share, of the whole corpus no less than its relevant documents that are positives;
        the share itself where all were compared.
    """

    n_documents: int
    n_compared: int
    n_trained: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Of the corpus's documents those trained on, 0 to 1."""
        return max(self.low, self.n_trained / self.n_compared) if self.n_compared else 0.0


@dataclass(frozen=True, slots=True)
class Kinds:
    """What leaked of each test query.

    Attributes
    ----------
    found : mapping of str to tuple of KindOfQuery
        Every test query -> its kinds, in the order query, pair, contradicted, document.
    in_review : mapping of str to tuple of KindOfQuery
        The same of the training rows that people are to look at; queries without any are not there.
    n_rows, n_passages : int
        Training rows, and the positives and negatives that they have together.
    n_missing_pairs : int
        Leaks whose training row is not in the training files, or that name none.
    n_relevant, n_with_text, n_short : int
        Relevant documents of the test queries, those with a text, and those of them with fewer than 13 words.
    n_without_relevant : int
        Test queries without a relevant document.
    ids : mapping of str to {"same", "other", "unknown", "none"}
        Training file whose passages have ids -> whether they are those of the test collection. *unknown*: no text says
        so; they are taken for the same. *none*: no id is that of a document.
    n_unread : int
        Passages that could not be compared: without an id of the test collection, and without a text or a corpus.
    corpus : SharedCorpus or None
    """

    found: Mapping[str, tuple[KindOfQuery, ...]]
    in_review: Mapping[str, tuple[KindOfQuery, ...]]
    n_rows: int
    n_passages: int
    n_missing_pairs: int
    n_relevant: int
    n_with_text: int
    n_short: int
    n_without_relevant: int
    ids: Mapping[str, Ids]
    n_unread: int
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
        """Of the queries of kind *query* those of which every row may have a relevant document all the same.

        The positives of these rows could not be compared.
        """
        return tuple(
            query for query, of in self.found.items() if any(one.kind == "query" and not one.is_told for one in of)
        )

    def documents(self, kinds: Collection[LeakedPart] = ("pair", "document")) -> Mapping[str, tuple[str, ...]]:
        """Test query -> its relevant documents that leaked so, in byte order; queries without any are not there."""
        docs = {query: {doc for one in of if one.kind in kinds for doc in one.docs} for query, of in self.found.items()}
        return {query: tuple(sorted(some, key=str.encode)) for query, some in docs.items() if some}
