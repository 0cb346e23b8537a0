"""Formats of runs, a module each: how a file of it is told, read and written."""

from __future__ import annotations

from irassay.formats.format import Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Literal, Protocol

    from irassay.collection.runs import Runs
    from irassay.formats.format import IdRule, Pieces
    from irassay.formats.row_checks import Part

    class ReadsRuns(Protocol):
        """Reads a file, of `system` where it names none itself."""

        def __call__(self, path: str, *, system: str) -> list[Part]:  # noqa: D102
            ...


# By name, in the order of the documentation; the kernel's first, so that a file of theirs loads no other.
FORMATS = (
    "trec",
    "msmarco",
    "query-doc-score",
    "csv",
    "elasticsearch-response",
    "search-response",
    "sentence-transformers",
    "mteb-predictions",
    "colbert",
    "dpr",
    "rank-llm",
    "trec-rag",
    "trec-ikat",
    "json",
    "jsonl",
    "parquet",
    "ranx",
    "ranx-parquet",
)


class RunFormat(Format):
    """A format of runs.

    Attributes
    ----------
    misplaced : str
        What the error says of such a file among labels, ``{line}`` for its first line; "" where nothing is said.
    ids : str
        Which ids it can hold: a rule of `writing.ids`.
    keeps : tuple of {"scores", "infinity", "names", "tags", "metadata"}
        What it holds besides the order; "tags" are names without white space. Of the rest writing says that it is lost,
        and refuses infinite scores.
    runs_a_file : {"one", "any", "part"}
        "part": files that give their run one name are that run together.
    ending : str
        What the files of several runs in a folder end with; "" where a file holds any number.
    kernel_columns : str
        What the kernel calls its columns; "" where `read` reads it.
    read, write : callable or None
        None where it is not read here, or not written.
    """

    misplaced: str
    ids: IdRule
    keeps: tuple[Literal["scores", "infinity", "names", "tags", "metadata"], ...]
    runs_a_file: Literal["one", "any", "part"]
    ending: str
    kernel_columns: str
    read: ReadsRuns | None
    write: Callable[[Runs, Sequence[str], Mapping[str, str]], Pieces] | None

    @property
    def reads(self) -> bool:
        """Whether it is read, by the kernel or here."""
        return bool(self.kernel_columns) or self.read is not None
