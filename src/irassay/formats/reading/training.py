"""Training files of any format, each told by its content, read again at each walk."""

from __future__ import annotations

import atexit
import os
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

import numpy as np

from irassay.arrays import U64
from irassay.collection.texts import Texts
from irassay.collection.training import EMPTY, ROWS, TrainedPassage, Training, TrainingReader, TrainingRow
from irassay.errors import InputError, Unreadable, cut
from irassay.formats import detection, registry, text_fields
from irassay.formats.format import LIKELY, Head
from irassay.formats.reading import datasets
from irassay.formats.reading.texts import read_texts
from irassay.formats.reading.training_folders import files_of, refuse_mixture
from irassay.formats.sources import opening, pipes
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import Paths
from irassay.formats.training import EXPECTED, KIND, TrainingFile, TrainingFormat, lines, table, triples
from irassay.messages import conjugate, listed

TEXTS = ("topics", "docs")  # formats of texts in which queries may be, besides those of training rows

Passages = tuple[TrainedPassage, ...]
Some = TypeVar("Some")  # a row, or the texts of some

IN_MEMORY = 1 << 23  # bytes of hashes up to which they are not on disk
PART = 1 << 20  # hashes that are sorted at a time
BATCH = 8192  # ids that are hashed at a time
WIDTH = 8  # bytes of a hash

OF_COLUMNS = ("table", "jsonl", "parquet")  # formats whose columns have names
OF_DATASET = "ir_datasets"
READ_AS = {
    "lines": "one text a line",
    "tsv": "lines of id TAB text",
    "triples": "lines of query TAB positive, perhaps TAB negative",
    "id-triples": "lines of three ids",
    "table": "a table with a heading",
    "jsonl": "JSON",
    "parquet": "Parquet",
    "topics": "TREC topics",
    "docs": "TREC documents",
    OF_DATASET: "the queries of a dataset",
}


def read_training(
    sources: Paths,
    *,
    query: str | None = None,
    positive: str | None = None,
    negative: str | None = None,
    corpus: Paths = (),
    input_format: str | None = None,
) -> list[Training]:
    """Training files in the order given; problems of single rows are raised at the end of a walk. `sources` are files,
    folders of shards, ``-`` or ``ir_datasets:NAME``; names tell columns, content tells formats. `corpus` has the texts
    for files of ids alone, of queries, then of passages."""
    if input_format is not None:
        registry.checked(input_format, registry.names(KIND))
    texts = tuple(read_texts(path) for path in ([corpus] if isinstance(corpus, (str, os.PathLike)) else corpus))
    given_names = {"query": query, "positive": positive, "negative": negative}
    named = {option: column for option, column in given_names.items() if column is not None}
    out = []
    for given in [sources] if isinstance(sources, (str, os.PathLike)) else sources:
        of_one = [_read(source, texts, named, input_format) for source in files_of(given)]
        refuse_mixture(given, of_one)
        out += of_one
    return out


def _read(source: str, corpus: tuple[Texts, ...], named: Mapping[str, str], input_format: str | None) -> Training:
    if opening.is_dataset(source):
        _refuse_columns(source, named, OF_DATASET)
        return Training(DatasetReader(source), source=source, format=OF_DATASET)
    file = TrainingFile(path=source, source=source, corpus=corpus, named=named)
    name = input_format or _format_of(file)
    _refuse_columns(source, named, name)
    path = again_and_again(source)  # once its first lines are training texts
    file = file.but(path=path)
    with called_by_source(file):
        if name in TEXTS:
            return Training(TextsReader(path), source=source, format=name)
        reader = FileReader(file, name)
        return Training(reader, source=source, path=path, format=name, query=reader.query)


def _format_of(file: TrainingFile) -> str:
    head = Head(opening.head_of(file.path))
    if not head.text and not head.is_parquet:
        raise InputError(f"{file.source} is empty; {EXPECTED}")
    if "query" in file.named and table.has_column(head, file.named["query"]):
        return table.FORMAT.name
    of_texts, claim = detection.surest("texts", head)
    if of_texts in TEXTS and claim >= LIKELY:
        return of_texts
    if text_fields.heading(head.text.split("\n", 1)[0]):
        return table.FORMAT.name
    name, _ = detection.surest(KIND, head)
    start = f"{file.source} starts with {cut(head.text.split(chr(10), 1)[0])}"
    if not name:
        raise InputError(f"{start}; {EXPECTED}")
    if name == lines.FORMAT.name and all(map(_is_of_trec, lines.first_lines(head))):
        raise InputError(f"{start}: labels or a run; {EXPECTED}")
    if name == lines.FORMAT.name and (opening.is_called_csv(file.source) or table.is_quoted(head)):
        return table.FORMAT.name
    return name


def _refuse_columns(source: str, named: Mapping[str, str], name: str) -> None:
    """Raise where a column is named and the format has none."""
    if named and name not in OF_COLUMNS:
        option, column = next(iter(named.items()))
        raise InputError(
            f"{source} has no columns with names, so no {cut(column)} (--train-{option}): it is read as {READ_AS[name]}"
        )


def _is_of_trec(line: str) -> bool:
    """Whether a line looks like one of TREC's labels or runs."""
    words = line.split()
    return len(words) in (4, 6) and words[1] in ("0", "Q0")


@contextmanager
def called_by_source(file: TrainingFile) -> Iterator[None]:
    """Errors within name the source: what is read of standard input is a copy that nobody knows."""
    try:
        yield
    except InputError as error:
        if file.path == file.source:
            raise
        what, *problems = (text.replace(file.path, file.source) for text in (error.what, *error.problems))
        of_source = type(error)(what, tuple(problems), error.total, consequence=error.consequence, advice=error.advice)
        raise of_source from None


class FileReader(TrainingReader):
    """Reads the rows of one file; what is wrong with single rows is raised at the end of a walk, all together, and
    nothing more is handed out from the first on. InputError where no column holds queries."""

    def __init__(self, file: TrainingFile, name: str) -> None:
        self._file = file
        self._format = name
        roles = self._of.roles(file)
        self._ids_are_checked = roles.id is None
        self.query = roles.query

    @property
    def _of(self) -> TrainingFormat:
        return registry.entry(KIND, self._format)  # type: ignore[return-value]

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        """Every row."""
        return self._walk(self._of.read, counts, lambda row: (row.id,))

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the rows that have a text, some at a time."""
        return self._walk(self._of.texts, counts, lambda block: block[0])

    def _walk(
        self,
        walk: Callable[[TrainingFile, Problems, dict[str, int]], Iterator[Some]],
        counts: dict[str, int],
        ids_of: Callable[[Some], Sequence[str]],
    ) -> Iterator[Some]:
        problems = Problems(self._file.source)
        check = IdCheck(is_needed=not self._ids_are_checked)
        with called_by_source(self._file):
            for some in walk(self._file, problems, counts):
                check.add(ids_of(some))
                if not problems.total:
                    yield some
            if not problems.total and check.may_repeat():
                check.locate(self._of.read(self._file, Problems(""), {"rows": 0}), problems)
            problems.raise_if_any()
            self._ids_are_checked = True

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Those of the corpus, where the rows have ids alone."""
        return triples.passages(self._file, ids) if self._of is triples.ID_TRIPLES else {}

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Those of the corpus, where the rows have ids alone."""
        return triples.all_passages(self._file) if self._of is triples.ID_TRIPLES else iter(())


def again_and_again(path: str) -> str:
    """The path itself where it is a file; else a temporary file with the bytes of the pipe, removed at the end."""
    if not pipes.is_pipe(path):
        return path
    handle, copy = tempfile.mkstemp(prefix="irassay-")
    atexit.register(_remove, copy)
    try:
        with os.fdopen(handle, "wb") as target:
            target.writelines(pipes.drain(path))
    except OSError as error:
        raise Unreadable(f"can't keep {path} in {copy}: {(error.strerror or str(error)).lower()}") from None
    return copy


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


class TextsReader(TrainingReader):
    """Reads queries from a file of texts, such as the topics of another benchmark."""

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


class DatasetReader(TextsReader):
    """Reads the queries of a dataset; its relevance labels say which documents each shall find, and shall not."""

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


class IdCheck:
    """Takes the ids of a walk and says which come twice; rows of one query that have passages may share its id."""

    def __init__(self, *, is_needed: bool) -> None:
        self.is_needed = is_needed
        self._hashes = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by `may_repeat`
        self._n = 0
        self._waiting: list[str] = []
        self._repeated: set[int] = set()

    def add(self, ids: Sequence[str]) -> None:
        """Ids, in the order of the file."""
        if self.is_needed:
            self._waiting += ids
            if len(self._waiting) >= BATCH:
                self._write()

    def _write(self) -> None:
        self._hashes.write(array("q", map(hash, self._waiting)).tobytes())
        self._n += len(self._waiting)
        self._waiting = []

    def may_repeat(self) -> bool:
        """Whether two ids have the same hash; nothing can be added afterwards."""
        self._write()
        n_parts = -(-self._n // PART)
        for part in range(n_parts):
            hashes = np.sort(np.concatenate([piece[piece % np.uint64(n_parts) == part] for piece in self._pieces()]))
            self._repeated.update(hashes[1:][hashes[1:] == hashes[:-1]].view(np.int64).tolist())
        self._hashes.close()
        return bool(self._repeated)

    def _pieces(self) -> Iterator[U64]:
        self._hashes.seek(0)
        while piece := self._hashes.read(PART * WIDTH):
            yield np.frombuffer(piece, np.uint64)

    def locate(self, rows: Iterable[TrainingRow], problems: Problems) -> None:
        """Add what is wrong with ids that come twice."""
        first: dict[str, tuple[int, int]] = {}
        for row in rows:
            if hash(row.id) not in self._repeated:
                continue
            place, text = first.setdefault(row.id, (row.place, hash(row.query)))
            if place == row.place:
                continue
            if text != hash(row.query):
                problems.add(row.place, f"id {cut(row.id)} twice (first: {place:,}), with another text; expected once")
            elif not (row.positives or row.negatives):
                problems.add(row.place, f"id {cut(row.id)} twice (first: {place:,}), expected once")


def how_read(training: Iterable[Training]) -> list[str]:
    """As what these files were read, a sentence for all that were read alike; none for texts in memory."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in training:
        if one.format:
            alike.setdefault((one.format, one.query), []).append(one.source)
    return [
        f"{listed(sources)} {conjugate(len(sources), 'was')} read as {READ_AS[name]}"
        f"{f', queries from the column {query}' if query else ''}."
        for (name, query), sources in alike.items()
    ]
