"""Training files of any format, each told by its content, read again at each walk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from irassay.collection.training import Training, TrainingRow
from irassay.errors import InputError, cut
from irassay.formats import detection, registry
from irassay.formats.format import Head
from irassay.formats.reading.repeated_ids import IdCheck
from irassay.formats.reading.spool import again_and_again
from irassay.formats.reading.texts import read_texts
from irassay.formats.sources import opening
from irassay.formats.sources.problems import Problems
from irassay.formats.training import TrainingFile, id_triples, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.sources.opening import Paths
    from irassay.formats.training import TrainingFormat

KIND = "training"
EXPECTED = "expected training texts: id TAB text, one text a line, tab-separated triples, a table, JSON lines, Parquet"


def read_training(
    sources: Paths,
    *,
    query: str | None = None,
    positive: str | None = None,
    negative: str | None = None,
    corpus: Paths = (),
    input_format: str | None = None,
) -> list[Training]:
    """Training files, in the order given.

    Parameters
    ----------
    sources : path or sequence of paths
        Files, which may be compressed; folders of shards; ``-`` is standard input.
    query, positive, negative : str, optional
        The column of the queries, of the passages that they shall find, and of those that they shall not. Default: told
        by the columns' names.
    corpus : path or sequence of paths, optional
        For files that have ids alone: texts of the queries, then those of the passages; one file may have both.
    input_format : {"lines", "tsv", "triples", "id-triples", "table", "jsonl", "parquet"}, optional
        Default: told by content.

    Returns
    -------
    list of Training
        One a file. Problems of single rows are raised when a walk has come to its end.

    Raises
    ------
    InputError
        A file can't be opened, has no column of queries, or is none of these formats.
    UsageError
        `input_format` is none of these.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "train.tsv"
    >>> _ = file.write_text("t1\\tred shoes\\nt2\\tblue shoes\\n")
    >>> [ids for training in read_training(file) for ids, _ in training.blocks()]
    [['t1', 't2']]
    """
    if input_format is not None:
        registry.checked(input_format, registry.names(KIND))
    texts = tuple(read_texts(path) for path in ([corpus] if isinstance(corpus, (str, os.PathLike)) else corpus))
    out = []
    for source in opening.list_paths(sources):
        path = again_and_again(source)
        named = {"query": query, "positive": positive, "negative": negative}
        file = TrainingFile(path=path, source=source, corpus=texts, **named)
        out.append(Training(FileReader(file, input_format or _format_of(file)), source=source, path=path))
    return out


def _format_of(file: TrainingFile) -> str:
    head = Head(opening.head_of(file.path))
    if not head.text and not head.is_parquet:
        raise InputError(f"{file.source} is empty; {EXPECTED}")
    if file.query is not None and table.has_column(head, file.query):
        return table.FORMAT.name
    name, _ = detection.surest(KIND, head)
    if not name:
        raise InputError(f"{file.source} starts with {cut(head.text.split(chr(10), 1)[0])}; {EXPECTED}")
    return name


class FileReader:
    """Reads the rows of one file. What is wrong with single rows is raised at the end of a walk, all together.

    From the first problem on nothing more is handed out, and the rest is read for what is wrong there.

    Raises
    ------
    InputError
        No column holds queries.
    """

    __slots__ = ("_file", "_format", "_ids_are_checked")

    def __init__(self, file: TrainingFile, name: str) -> None:
        self._file = file
        self._format = name
        self._ids_are_checked = not self._of.own_ids(file)

    @property
    def _of(self) -> TrainingFormat:
        return registry.entry(KIND, self._format)  # type: ignore[return-value]

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        """Every row."""
        problems = Problems(self._file.source)
        check = IdCheck(is_needed=not self._ids_are_checked)
        for row in self._of.read(self._file, problems, counts):
            check.add((row.id,))
            if not problems.total:
                yield row
        self._finish(problems, check)

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        """Ids and texts of the rows that have a text, some at a time."""
        problems = Problems(self._file.source)
        check = IdCheck(is_needed=not self._ids_are_checked)
        for block in self._of.texts(self._file, problems, counts):
            check.add(block[0])
            if not problems.total:
                yield block
        self._finish(problems, check)

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Those of the corpus, where the rows have ids alone."""
        return id_triples.passages(self._file, ids) if self._format == id_triples.FORMAT.name else {}

    def all_passages(self) -> Iterator[tuple[str, str]]:
        """Those of the corpus, where the rows have ids alone."""
        return id_triples.all_passages(self._file) if self._format == id_triples.FORMAT.name else iter(())

    def _finish(self, problems: Problems, check: IdCheck) -> None:
        if not problems.total and check.may_repeat():
            rows = self._of.read(self._file, Problems(""), {"rows": 0})
            check.locate(rows, problems)
        problems.raise_if_any()
        self._ids_are_checked = True
