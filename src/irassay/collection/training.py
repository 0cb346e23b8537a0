"""What a retriever was trained on: rows of a query, passages it shall find and passages it shall not. Streamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

ROWS, EMPTY = "rows", "rows without a text"  # what every walk counts
BLOCK = 8192  # rows


class TrainedPassage(NamedTuple):
    """A passage of a training row; its id or its text is "" where the file has none."""

    id: str
    text: str


class TrainingRow(NamedTuple):
    """A row of a training file.

    Attributes
    ----------
    id : str
        The file's own, or the number of the row where the file has none. Rows of the same query may share an id.
    query : str
        Its text, "" where there is none.
    positives, negatives : tuple of TrainedPassage
    place : int
        The line on which the row begins, or its number where the file has no lines.
    n_lines : int
        How many lines it takes: more than one where a cell of a table has line ends.
    """

    id: str
    query: str
    positives: tuple[TrainedPassage, ...]
    negatives: tuple[TrainedPassage, ...]
    place: int
    n_lines: int = 1


class TrainingReader(Protocol):
    """What reads one file of training rows again at each walk, and adds what it meets to `counts`."""

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        """Every row."""
        ...

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the rows that have a text, some at a time."""
        ...

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """The texts of passages that the rows have by id alone."""
        ...

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Id and text of every passage that may be named so."""
        ...


class Training:
    """One file of training rows, read again each time it is walked.

    Parameters
    ----------
    reader : TrainingReader
    source : str
        Where the rows come from, for messages.
    path : str
        The file of rows that is read; "" where there is none. Of standard input it is a copy.
    format : str
        Its format; "" where there is none.
    query : str
        The column of its queries; "" where columns have no names.

    Attributes
    ----------
    counts : dict of str to int
        After a walk to the end: rows, rows without a text, and whatever else was counted, in words.

    Examples
    --------
    >>> training = Training.of([TrainingRow("t1", "red shoes", (TrainedPassage("d1", ""),), (), 1)])
    >>> [row.positives for row in training]
    [(TrainedPassage(id='d1', text=''),)]
    >>> list(training.blocks()), training.counts
    ([(['t1'], ['red shoes'])], {'rows': 1})
    """

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
        """Rows that are in memory.

        Parameters
        ----------
        rows : sequence of TrainingRow
        source : str

        Returns
        -------
        Training

        Examples
        --------
        >>> Training.of([])
        Training('')
        """
        return cls(_InMemory(rows), source=source)

    def __iter__(self) -> Iterator[TrainingRow]:
        counts: dict[str, int] = {ROWS: 0}
        yield from self._reader.rows(counts)
        self.counts = counts

    def blocks(self, n: int = BLOCK) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the queries, `n` rows at a time; rows without a text are counted and left out.

        Parameters
        ----------
        n : int
            At least 1.

        Returns
        -------
        iterator of (list of str, list of str)
            As long as each other; the last may be shorter than `n`. Rows that say only once more which passages belong
            to a query that another file holds are one entry.

        Examples
        --------
        >>> rows = [TrainingRow(key, "shoes", (), (), 1) for key in "abc"]
        >>> [ids for ids, _ in Training.of(rows).blocks(2)]
        [['a', 'b'], ['c']]
        """
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
        """The texts of passages that the rows name by id alone, where a corpus was given with them.

        Parameters
        ----------
        ids : iterable of str

        Returns
        -------
        mapping of str to str
            Those that were found.

        Examples
        --------
        >>> Training.of([]).passages(["d1"])
        {}
        """
        return self._reader.passages(ids)

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Id and text of every passage that the rows may name by id alone, streamed; none without a corpus.

        Returns
        -------
        iterator of (str, str)

        Examples
        --------
        >>> list(Training.of([]).all_passages())
        []
        """
        return self._reader.all_passages()

    def __repr__(self) -> str:
        return f"Training({self.source!r})"


class _InMemory:
    """Rows that are in memory."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Sequence[TrainingRow]) -> None:
        self._rows = rows

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        counts[ROWS] = len(self._rows)
        if empty := sum(1 for row in self._rows if not row.query.strip()):
            counts[EMPTY] = empty
        yield from self._rows

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        for row in self.rows(counts):
            if row.query.strip():
                yield [row.id], [row.query]

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        return {}

    def all_passages(self) -> Iterator[tuple[str, str]]:
        return iter(())
