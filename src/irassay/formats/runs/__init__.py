"""Formats of runs, a module or a row of a table each: how a file of it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from irassay.collection.runs import Runs
from irassay.formats.format import Format, IdRule, Pieces
from irassay.formats.row_checks import SystemLists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Protocol

    class ReadsRuns(Protocol):
        """Reads a file, of `system` where it names none itself."""

        def __call__(self, path: str, *, system: str) -> list[SystemLists]:  # noqa: D102
            ...


# As those of labels; the kernel's first, so that a file of theirs loads no other.
FORMATS = {
    "trec": "trec",
    "msmarco": "trec",
    "query-doc-score": "trec",
    "csv": "tables",
    "elasticsearch-response": "search_response",
    "search-response": "search_response",
    "sentence-transformers": "retrieval_tools",
    "result-lists": "retrieval_tools",
    "mteb-predictions": "retrieval_tools",
    "colbert": "trec",
    "dpr": "retrieval_tools",
    "rank-llm": "retrieval_tools",
    "trec-rag": "retrieval_tools",
    "trec-ikat": "retrieval_tools",
    "json": "json",
    "jsonl": "tables",
    "parquet": "tables",
    "ranx": "json",
    "ranx-parquet": "tables",
}


class RunFormat(Format, kw_only=True):
    """A format of runs."""

    misplaced: str = ""  # said of it among labels, ``{line}`` for its first line; "" for nothing
    ids: IdRule  # which ids it can hold: a rule of `id_rules`
    # besides order ("tags": names without spaces); lost otherwise, infinite scores refused
    keeps: tuple[Literal["scores", "infinity", "names", "tags", "metadata"], ...]
    runs_a_file: Literal["one", "any", "part"]  # "part": files that give their run one name are one run
    ending: str = ""  # of several runs' files in a folder; "": a file holds any number
    kernel_columns: str = ""  # the kernel's name of its columns; "" where `read` reads it
    read: ReadsRuns | None = None  # None where it is not read here
    write: Callable[[Runs, Sequence[str], Mapping[str, str]], Pieces] | None = None  # None where it is not written

    @property
    def reads(self) -> bool:
        """Whether it is read, by the kernel or here."""
        return bool(self.kernel_columns) or self.read is not None
