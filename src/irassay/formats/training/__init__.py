"""Formats of what people train retrievers on, a module each: how a file of it is told, and how it is read."""

from __future__ import annotations

from irassay.formats.format import Format
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from irassay.collection.texts import Texts
    from irassay.collection.training import TrainingRow
    from irassay.formats.sources.problems import Problems

    Counts: TypeAlias = dict[str, int]
    TextBlock: TypeAlias = tuple[list[str], list[str]]

KIND = "training"
MEANING = "what retrievers were trained on, for `irassay leak --train`: queries, alone or with passages"
EXPECTED = "expected training texts: id TAB text, one text a line, triples, a table with a heading, JSON lines, Parquet"
# By name, in the order of the documentation.
FORMATS = ("lines", "tsv", "triples", "id-triples", "table", "jsonl", "parquet")


class TrainingFile(Record):
    """A file of training rows, and which of its columns were named.

    Attributes
    ----------
    path : str
        Where its bytes are.
    source : str
        What it is called.
    query, positive, negative : str or None
        Columns; None where their names tell.
    corpus : tuple of Texts
        The texts of queries and passages that the file names by id.
    """

    path: str
    source: str
    query: str | None
    positive: str | None
    negative: str | None
    corpus: tuple[Texts, ...]


def without_names(file: TrainingFile) -> str:
    """The column of the queries, of a format whose columns have no names."""
    return ""


class TrainingFormat(Format):
    """A format of training rows.

    Attributes
    ----------
    own_ids : callable
        Whether the rows of a file have ids of their own; else they have their numbers. Raises an InputError where the
        file's columns hold no text.
    query : callable
        The column of the queries; "" where columns have no names.
    read : callable
        Every row; problems and counts are added to those of the caller.
    texts : callable
        Ids and texts of the rows that have a text, some at a time; problems and counts as above.
    """

    own_ids: Callable[[TrainingFile], bool]
    query: Callable[[TrainingFile], str]
    read: Callable[[TrainingFile, Problems, Counts], Iterator[TrainingRow]]
    texts: Callable[[TrainingFile, Problems, Counts], Iterator[TextBlock]]
