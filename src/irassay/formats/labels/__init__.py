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
# Modules that have formats under `BY_NAME`; any other format is the `FORMAT` of a module of its name.
IN_MODULES = {
    "trec": ("strata", "msmarco", "subtopics"),
    "lines": ("beir", "ltr", "solr"),
    "quepid": ("quepid-book-csv",),
    "rated_queries": ("quepid-json", "quepid-case", "rre", "lotte"),
    "search_engines": ("elasticsearch", "elasticsearch-response", "opensearch"),
    "tables": ("csv", "jsonl", "parquet", "ranx-parquet"),
    "json": ("ranx",),
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
