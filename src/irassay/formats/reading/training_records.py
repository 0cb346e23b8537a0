"""Training queries of what is no file of rows: TREC topics and documents, and datasets of ir_datasets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from irassay.collection.training import EMPTY, ROWS, TrainedPassage, TrainingRow
from irassay.formats.reading import datasets
from irassay.formats.reading.texts import read_texts

Passages = tuple[TrainedPassage, ...]


class TextsReader:
    """Reads queries from a file of texts, such as the topics of another benchmark."""

    __slots__ = ("_source",)

    def __init__(self, source: str) -> None:
        self._source = source

    def _queries(self, counts: dict[str, int]) -> Iterator[tuple[int, str, str]]:
        for number, (key, text) in enumerate(read_texts(self._source), 1):
            counts[ROWS] += 1
            if not text.strip():
                counts[EMPTY] = counts.get(EMPTY, 0) + 1
            yield number, key, text if text.strip() else ""

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        """A row a text."""
        for number, key, text in self._queries(counts):
            positives, negatives = self.passages_of(key)
            yield TrainingRow(key, text, positives, negatives, number)

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the rows that have a text."""
        for _, key, text in self._queries(counts):
            if text:
                yield [key], [text]

    def passages_of(self, query: str) -> tuple[Passages, Passages]:
        """Positives and negatives of a query: none."""
        return (), ()

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Texts of passages: none."""
        return {}

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Passages of a corpus given with the queries: none."""
        return iter(())


class DatasetReader(TextsReader):
    """Reads the queries of a dataset; its relevance labels say which documents each shall find, and shall not."""

    __slots__ = ("_dataset", "_labels")

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._dataset = datasets.load(source, "queries")
        self._labels: dict[str, tuple[list[TrainedPassage], list[TrainedPassage]]] | None = None

    def passages_of(self, query: str) -> tuple[Passages, Passages]:
        """Documents of a grade above 0, and the others that have one."""
        if self._labels is None:
            self._labels = {}
            for label in self._dataset.qrels_iter() if self._dataset.has_qrels() else ():
                sides = self._labels.setdefault(str(label.query_id), ([], []))
                sides[label.relevance <= 0].append(TrainedPassage(str(label.doc_id), ""))
        positives, negatives = self._labels.get(query, ((), ()))
        return tuple(positives), tuple(negatives)

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Texts of documents, where the dataset has them."""
        return read_texts(f"{self._source}{datasets.DOCS}").pick(ids) if self._dataset.has_docs() else {}
