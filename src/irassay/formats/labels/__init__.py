"""Formats of relevance labels, a module each: how a file of it is told, read and written."""

from __future__ import annotations

from irassay.formats.format import Format
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Literal, Protocol, TypeAlias

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import IdRule, Pieces
    from irassay.formats.row_checks import Scale

    Tree: TypeAlias = Mapping[str, Mapping[str, int]]  # query -> document -> grade

    class ReadsLabels(Protocol):
        """Reads a file; fractional grades are multiplied by `scale`."""

        def __call__(self, path: str, *, scale: Scale | None = None) -> Qrels:  # noqa: D102
            ...


# By name, in the order of the documentation; TREC's first, so that a file of it loads no other.
FORMATS = (
    "trec",
    "strata",
    "msmarco",
    "beir",
    "quepid",
    "quepid-json",
    "quepid-book",
    "quepid-book-csv",
    "quepid-case",
    "rre",
    "ltr",
    "solr",
    "elasticsearch",
    "elasticsearch-response",
    "opensearch",
    "csv",
    "json",
    "lotte",
    "subtopics",
    "jsonl",
    "parquet",
    "ranx",
    "ranx-parquet",
)


class LabelFormat(Format):
    """A format of relevance labels.

    Attributes
    ----------
    misplaced : str
        What the error says of such a file among runs, ``{line}`` for its first line; "" where nothing is said.
    ids : str
        Which ids it can hold: a rule of `writing.ids`.
    keeps : tuple of {"strata", "subtopics", "unrateable"}
        What it holds besides grades; of the rest writing says that it is lost.
    read, write : callable or None
        None where it is not read, or not written.
    """

    misplaced: str
    ids: IdRule
    keeps: tuple[Literal["strata", "subtopics", "unrateable"], ...]
    read: ReadsLabels | None
    write: Callable[[LabelSheet], Pieces] | None


class LabelSheet(Record):
    """Labels as they are written: under their new names, and for which place.

    Attributes
    ----------
    tree : mapping of query to document to grade
    strata : mapping of query to document to stratum
    subtopics : mapping of query to subtopic to document to grade
    unrateable : mapping of query to its documents that assessors could not rate
        Also of queries without a label.
    query_texts : mapping of query to its text
        For a format whose reader searches for it; empty where they are not known.
    index : str
        The index of a search engine that the documents are in, "" where it is not known.
    path : str
    sources : sequence of str
        The files that the labels were read from.
    """

    tree: Tree
    strata: Mapping[str, Mapping[str, str]]
    subtopics: Mapping[str, Tree]
    unrateable: Mapping[str, Sequence[str]]
    query_texts: Mapping[str, str]
    index: str
    path: str
    sources: Sequence[str]
