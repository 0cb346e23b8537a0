"""What leaked of each test query: which relevant documents a training passage is, and the question with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, repeat
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from irassay.arrays import U64, Places
from irassay.collection.training import TrainedPassage, Training
from irassay.kernel import _core
from irassay.leakage.relevant_documents import RelevantDocuments, is_same_document, key_of_text
from irassay.leakage.words import BOILERPLATE, FLOOR, plain

Ids: TypeAlias = Literal["same", "other", "unknown", "none"]
ByWhat: TypeAlias = Literal["id", "text", "ngrams"]
BLOCK = 4096  # passages
COMPARED = 1000  # texts under the same id, at most: enough to tell whether ids mean the same documents
MOSTLY = 0.5  # of them that must be alike
LeakedPart: TypeAlias = Literal["query", "pair", "contradicted", "document"]
PARTS: tuple[LeakedPart, ...] = get_args(LeakedPart)
EXAMPLES = 5  # of each kind of a query
RUN = 13  # words
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_NO_WORD = 0  # stands for words that no document has, and between texts


class WhyTrained(NamedTuple):
    """Why a passage is a document: `by`, and the share of the document's runs of 13 words, 1 by id or text."""

    by: ByWhat
    share: float


class PassageIs(NamedTuple):
    """What a passage is: relevant documents, each with the surest evidence, and documents of the corpus's sample."""

    docs: Mapping[str, WhyTrained]
    sampled: tuple[str, ...]


@dataclass(slots=True)
class TrainingFileIds:
    """What the passages' ids of one training file say."""

    n_same: int = 0  # ids under which the test collection has the same text
    n_other: int = 0  # ids under which it has another text
    n_met: int = 0  # passages with the id of a document that was compared
    # passage named by id alone that shares text -> its text's key
    key_of_id: dict[str, int] = field(default_factory=dict)
    has_corpus: bool = False  # whether passages named by id alone have texts

    @property
    def ids(self) -> Ids:
        """Whether ids are those of the test collection; unknown without texts on both sides, none where no id is."""
        if not self.n_same + self.n_other:
            return "unknown" if self.n_met else "none"
        return "same" if self.n_same >= MOSTLY * (self.n_same + self.n_other) else "other"


class TrainedDocuments:
    """Training files held against the relevant documents; each is walked once, not at all without texts of these."""

    __slots__ = ("_by_runs", "_documents", "files", "n_short")

    def __init__(self, documents: RelevantDocuments, training: Sequence[Training]) -> None:
        self._documents = documents
        self.files = tuple(TrainingFileIds() for _ in training)
        runs = WordRuns(documents.texts)
        self.n_short = runs.n_short
        for one, file in zip(training, self.files, strict=True) if documents.texts else ():
            self._walk(_passages(one), file, runs, is_named=False)
            self._walk((TrainedPassage(*named) for named in one.all_passages()), file, runs, is_named=True)
        self._by_runs = runs.matches()

    def of(self, passage: TrainedPassage, file: int) -> PassageIs:
        """What a passage of a file is."""
        key, corpus = self._key(passage, file), self._documents.corpus
        is_id = bool(passage.id) and self.files[file].ids != "other"
        is_relevant = is_id and passage.id in self._documents.queries_of
        is_sampled = is_id and corpus is not None and passage.id in corpus.beginnings
        self.files[file].n_met += is_relevant or is_sampled
        found = {passage.id: WhyTrained("id", 1.0)} if is_relevant else {}
        sampled = (passage.id,) if is_sampled else ()
        if key is None:
            return PassageIs(found, sampled)
        for doc in self._documents.by_key.get(key, ()):
            found.setdefault(doc, WhyTrained("text", 1.0))
        for doc, share in self._by_runs.get(key, {}).items():
            found.setdefault(doc, WhyTrained("ngrams", share))
        return PassageIs(found, (*sampled, *(corpus.by_key.get(key, ()) if corpus else ())))

    def can_tell(self, passage: TrainedPassage, file: int) -> bool:
        """Whether a passage can be compared with the documents: by its id, or by a text where they have texts."""
        if passage.id and self.files[file].ids != "other":
            return True
        return bool(self._documents.texts) and (bool(passage.text.strip()) or self.files[file].has_corpus)

    def _key(self, passage: TrainedPassage, file: int) -> int | None:
        if not self._documents.texts:
            return None
        return key_of_text(passage.text) if passage.text.strip() else self.files[file].key_of_id.get(passage.id)

    def _walk(
        self, passages: Iterator[TrainedPassage], file: TrainingFileIds, runs: WordRuns, *, is_named: bool
    ) -> None:
        """Note the passages' runs, and their keys where rows name them by id alone."""
        corpus = self._documents.corpus
        by_key = {**self._documents.by_key, **(corpus.by_key if corpus else {})}
        while block := list(islice(passages, BLOCK)):
            file.has_corpus |= is_named
            met = set(runs.add([text for _, text in block], key_of_text))
            for place, (passage, text) in enumerate(block):
                known = self._documents.known_text(passage) if passage else ""
                if known and file.n_same + file.n_other < COMPARED:
                    is_same = is_same_document(known, text)
                    file.n_same += is_same is True
                    file.n_other += is_same is False
                if is_named and (place in met or key_of_text(text) in by_key):
                    file.key_of_id[passage] = key_of_text(text)


def _passages(training: Training) -> Iterator[TrainedPassage]:
    """The passages of a file's rows that have a text."""
    for row in training:
        for passage in (*row.positives, *row.negatives):
            if passage.text.strip():
                yield passage


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
        kinds = ((query, one) for query, of in self.found.items() for one in of)
        return tuple(query for query, one in kinds if one.kind == "query" and one.n_untold >= one.n_rows)

    def documents(self, kinds: Collection[LeakedPart] = ("pair", "document")) -> Mapping[str, tuple[str, ...]]:
        """Test query -> its relevant documents that leaked so, in byte order; queries without any are not there."""
        docs = {query: {doc for one in of if one.kind in kinds for doc in one.docs} for query, of in self.found.items()}
        return {query: tuple(sorted(some, key=str.encode)) for query, some in docs.items() if some}


class WordRuns:
    """Documents by their runs of 13 words, and the passages that have such runs; a document of fewer words has none."""

    __slots__ = ("_analyser", "_docs", "_hashes", "_is_boilerplate", "_met", "_runs_of", "_words")

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._analyser = _core.Analyser("none", [])
        self._words: dict[str, int] = {}
        self._docs = tuple(texts)
        of_doc = []
        for text in texts.values():
            terms = self._terms(text)
            for term in terms:
                self._words.setdefault(term, len(self._words) + 1)
            of_doc.append(np.unique(_runs([self._words[term] for term in terms])[1]))
        self._hashes = np.unique(np.concatenate([*of_doc, np.zeros(0, np.uint64)]))
        self._runs_of = [np.searchsorted(self._hashes, hashes) for hashes in of_doc]
        self._met: dict[int, tuple[int, ...]] = {}
        self._is_boilerplate = np.zeros(len(self._hashes), dtype=bool)

    @property
    def n_short(self) -> int:
        """Documents without a run."""
        return sum(len(runs) == 0 for runs in self._runs_of)

    def add(self, texts: Sequence[str], key_of: Callable[[str], int]) -> list[int]:
        """The places of these passages with a document's run that is no boilerplate so far; equal keys are one text."""
        words: list[int] = []
        ends: list[int] = []
        for text in texts:
            words += map(self._words.get, self._terms(text), repeat(_NO_WORD))
            words.append(_NO_WORD)
            ends.append(len(words))
        starts, hashes = _runs(words)
        if not len(hashes) or not len(self._hashes):
            return []
        runs = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        known = (self._hashes[runs] == hashes) & ~self._is_boilerplate[runs]
        passages = np.searchsorted(np.array(ends), starts[known], side="right")
        met: list[int] = np.unique(passages).tolist()
        keys = {passage: key_of(texts[passage]) for passage in met}
        for passage, run in zip(passages.tolist(), runs[known].tolist(), strict=True):
            self._note(keys[passage], run)
        return met

    def matches(self, floor: float = FLOOR) -> dict[int, dict[str, float]]:
        """The passages with this share of a document's runs, as key -> document -> share; none of over 10 passages."""
        found: dict[int, dict[str, float]] = {}
        for doc, runs in zip(self._docs, self._runs_of, strict=True):
            own = runs[~self._is_boilerplate[runs]]
            for key, n in Counter(key for run in own.tolist() for key in self._met.get(run, ())).items():
                if n >= floor * len(own):
                    found.setdefault(key, {})[doc] = n / len(own)
        return found

    def _note(self, key: int, run: int) -> None:
        if self._is_boilerplate[run]:
            return
        met = self._met.get(run, ())
        if key in met:
            return
        if len(met) < BOILERPLATE:
            self._met[run] = (*met, key)
        else:
            self._is_boilerplate[run] = True
            del self._met[run]

    def _terms(self, text: str) -> list[str]:
        return self._analyser.terms(plain(text))


def _runs(words: list[int]) -> tuple[Places, U64]:
    """Where runs of 13 words begin, and a number for each: different runs never share it in practice."""
    numbers = np.array(words, dtype=np.uint64)
    if len(numbers) - RUN + 1 <= 0:
        return np.zeros(0, np.intp), np.zeros(0, np.uint64)
    unknown = np.concatenate([[0], np.cumsum(numbers == _NO_WORD)])
    starts = np.flatnonzero(unknown[RUN:] == unknown[:-RUN])
    mixed = _mixed(numbers)
    hashes = np.zeros(len(starts), np.uint64)
    for i in range(RUN):
        hashes = hashes * _FACTOR + mixed[starts + i]
    return starts, hashes


def _mixed(numbers: U64) -> U64:
    """Numbers of words, spread over 64 bits (the finalizer of splitmix64)."""
    z = numbers * _FACTOR
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
