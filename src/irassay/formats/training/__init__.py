"""Formats of what people train retrievers on, a module each: how a file of it is told, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from irassay.collection.texts import Texts
from irassay.collection.training import TrainingRow
from irassay.formats.format import Format
from irassay.formats.sources.lines import Problems
from irassay.record import Record

Counts: TypeAlias = dict[str, int]
TextBlock: TypeAlias = tuple[list[str], list[str]]

KIND = "training"
MEANING = "what retrievers were trained on, for `irassay leak --train`: queries, alone or with passages"
EXPECTED = "expected training texts: id TAB text, one text a line, triples, a table with a heading, JSON lines, Parquet"
FORMATS = {  # as those of labels
    **dict.fromkeys(("lines", "tsv"), "lines"),
    **dict.fromkeys(("triples", "id-triples"), "triples"),
    "table": "table",
    **dict.fromkeys(("jsonl", "parquet"), "records"),
}


class TrainingFile(Record):
    """A file of training rows, and which of its columns were named."""

    path: str  # where its bytes are
    source: str  # what it is called
    named: Mapping[str, str]  # "query", "positive", "negative" -> its column; without those that names tell
    corpus: tuple[Texts, ...]  # texts of queries and passages that the file names by id


class Roles(Record):
    """The columns of a file: `id` is None where the number of the row is, `query` "" where columns have no names."""

    id: str | None
    query: str = ""
    positives: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()


def numbered(file: TrainingFile) -> Roles:
    """The roles where columns have no names, and numbers are the ids."""
    return Roles(id=None)


class TrainingFormat(Format, kw_only=True):
    """A format of training rows; what reads adds its problems and counts to those of the caller."""

    roles: Callable[[TrainingFile], Roles]  # InputError where no column holds text
    read: Callable[[TrainingFile, Problems, Counts], Iterator[TrainingRow]]  # every row
    # ids and texts of the rows that have a text, some at a time
    texts: Callable[[TrainingFile, Problems, Counts], Iterator[TextBlock]]
