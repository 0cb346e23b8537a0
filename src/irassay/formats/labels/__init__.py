"""Formats of relevance labels, a module each: how a file of it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from irassay.collection.qrels import Qrels
from irassay.formats.format import Format, IdRule, Pieces
from irassay.formats.row_checks import Scale
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Protocol, TypeAlias

    Tree: TypeAlias = Mapping[str, Mapping[str, int]]  # query -> document -> grade

    class ReadsLabels(Protocol):
        """Reads a file; fractional grades are multiplied by `scale`."""

        def __call__(self, path: str, *, scale: Scale | None = None) -> Qrels:  # noqa: D102
            ...


# Name -> the module that has it in `BY_NAME`, in the order of the documentation; TREC's first, so that a file of it
# loads no other.
FORMATS = {
    "trec": "trec",
    "strata": "trec",
    "msmarco": "trec",
    "beir": "lines",
    "quepid": "quepid",
    "quepid-json": "rated_queries",
    "quepid-book": "quepid_book",
    "quepid-book-csv": "quepid",
    "quepid-case": "rated_queries",
    "rre": "rated_queries",
    "ltr": "lines",
    "solr": "lines",
    "elasticsearch": "search_engines",
    "elasticsearch-response": "search_engines",
    "opensearch": "search_engines",
    "csv": "tables",
    "json": "json",
    "lotte": "rated_queries",
    "subtopics": "trec",
    "jsonl": "tables",
    "parquet": "tables",
    "ranx": "json",
    "ranx-parquet": "tables",
}


class LabelFormat(Format, kw_only=True):
    """A format of relevance labels."""

    misplaced: str = ""  # said of it among runs, ``{line}`` for its first line; "" for nothing
    ids: IdRule  # which ids it can hold: a rule of `id_rules`
    # besides grades; of the rest writing says that it is lost
    keeps: tuple[Literal["strata", "subtopics", "unrateable"], ...] = ()
    read: ReadsLabels | None = None  # None where it is not read
    write: Callable[[LabelSheet], Pieces] | None = None  # None where it is not written


class LabelSheet(Record):
    """Labels as they are written: under their new names, and for which place."""

    tree: Tree  # query -> document -> grade
    strata: Mapping[str, Mapping[str, str]]  # query -> document -> stratum
    subtopics: Mapping[str, Tree]  # query -> subtopic -> document -> grade
    unrateable: Mapping[str, Sequence[str]]  # query -> documents that assessors could not rate; also without a label
    query_texts: Mapping[str, str]  # for a format whose reader searches for them; empty where not known
    index: str  # the search engine's index that has the documents, "" where not known
    path: str
    sources: Sequence[str]  # the files that the labels were read from

    def rows(self) -> Iterator[tuple[str, str, int]]:
        """Query, document and grade of each label."""
        return ((query, doc, grade) for query, docs in self.tree.items() for doc, grade in docs.items())
