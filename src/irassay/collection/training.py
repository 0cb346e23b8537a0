"""The training data of a retriever: rows of a query, positive and negative passages. Streamed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

ROWS, EMPTY = "rows", "rows without a text"  # what every walk counts
BLOCK = 8192  # rows


class TrainedPassage(NamedTuple):
    """A passage of a training row; its id or its text is "" where the file has none."""

    id: str
    text: str


class TrainingRow(NamedTuple):
    """A row of a training file."""

    id: str  # the file's own, or the row's number; rows of a query may share one
    query: str  # its text, or ""
    positives: tuple[TrainedPassage, ...]
    negatives: tuple[TrainedPassage, ...]
    place: int  # first line, or the row's number where the file has no lines
    n_lines: int = 1  # more than one where a cell of a table has line ends


class TrainingReader(ABC):
    """What reads one file of training rows again at each walk, and adds what it meets to `counts`."""

    @abstractmethod
    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        """Every row."""

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the rows that have a text, some at a time."""
        for row in self.rows(counts):
            if row.query.strip():
                yield [row.id], [row.query]

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """The texts of passages that the rows have by id alone, where there are any."""
        return {}

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Id and text of every passage that may be named so."""
        return iter(())


class Training:
    """One file of training rows, read again each time it is walked; `path` is a copy for standard input, `format` ""
    without a file, `query` the column of queries. `counts`, in words, stands after a walk to the end."""

    __slots__ = ("_reader", "counts", "format", "path", "query", "source")

    def __init__(
        self, reader: TrainingReader, *, source: str = "", path: str = "", format: str = "", query: str = ""
    ) -> None:
        self._reader = reader
        self.format = format
        self.query = query
        self.source = source
        self.path = path
        self.counts: dict[str, int] = {}

    @classmethod
    def of(cls, rows: Sequence[TrainingRow], *, source: str = "") -> Training:
        """Rows that are in memory."""
        return cls(_InMemory(rows), source=source)

    def __iter__(self) -> Iterator[TrainingRow]:
        counts: dict[str, int] = {ROWS: 0}
        yield from self._reader.rows(counts)
        self.counts = counts

    def blocks(self, n: int = BLOCK) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the queries, `n` rows at a time; rows without a text, and those that only repeat passages of
        another file's query, are left out."""
        counts: dict[str, int] = {ROWS: 0}
        ids: list[str] = []
        queries: list[str] = []
        for more, texts in self._reader.texts(counts):
            ids += more
            queries += texts
            whole = len(ids) - len(ids) % n
            for start in range(0, whole, n):
                yield ids[start : start + n], queries[start : start + n]
            del ids[:whole], queries[:whole]
        if ids:
            yield ids, queries
        self.counts = counts

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """The texts, by id, of passages that the rows name by id alone, where a corpus was given with them."""
        return self._reader.passages(ids)

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Id and text of every passage that the rows may name by id alone, streamed; none without a corpus."""
        return self._reader.all_passages()

    def __repr__(self) -> str:
        return f"Training({self.source!r})"


class _InMemory(TrainingReader):
    """Rows that are in memory."""

    def __init__(self, rows: Sequence[TrainingRow]) -> None:
        self._rows = rows

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        counts[ROWS] = len(self._rows)
        if empty := sum(1 for row in self._rows if not row.query.strip()):
            counts[EMPTY] = empty
        yield from self._rows
