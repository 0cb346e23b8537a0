"""What a format says of itself, one class a kind. Nothing has a default; the formats are in the folders of their kinds.

Adding one is a module with a value `FORMAT` in the folder of its kind, and its name in the list of that folder: what is
read, written, told by content, offered by the command line and listed in the documentation is made from these.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal, Protocol, TypeAlias

    from irassay.collection.preferences import Comparison, Preferences
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.formats.head import Head
    from irassay.formats.row_checks import LabelRows, Part
    from irassay.formats.sources.problems import Problems

    Tree: TypeAlias = Mapping[str, Mapping[str, int]]  # query -> document -> grade
    Pieces: TypeAlias = Iterator[str] | Iterator[bytes]
    LooksLike: TypeAlias = Callable[[Head], int]
    IdRule: TypeAlias = Literal["words", "cells", "quoted", "lines", "any"]  # of `writing.ids`
    Record: TypeAlias = tuple[int | str, str, Mapping[str, Any]]  # place, id, fields
    Named: TypeAlias = Callable[[str], str | None]  # our name of a measure -> the format's, None where it has none
    Row: TypeAlias = tuple[str, str, str, float]  # system, query or task, measure, value
    Tasks: TypeAlias = Mapping[str, Mapping[str, float]]  # query or task -> measure -> value

    class ReadsLabels(Protocol):
        """Reads a file; fractional grades are multiplied by `scale`."""

        def __call__(self, path: str, *, scale: float | None = None) -> Qrels | LabelRows:  # noqa: D102
            ...

    class ReadsRuns(Protocol):
        """Reads a file, of `system` where it names none itself."""

        def __call__(self, path: str, *, system: str) -> list[Part]:  # noqa: D102
            ...


# How sure a format is that a file is its own. Of a kind's formats the surest is taken, of equally sure ones the last in
# the list; nobody is asked after one that is certain. WEAK counts only where the kind is known; FAINT is for lines that
# any other format may claim.
NO, WEAK, FAINT, POSSIBLE, LIKELY, CERTAIN = range(6)


class Format:
    """A format, of whatever kind.

    Parameters
    ----------
    name : str
        What ``--input-format`` and ``--to`` call it.
    line : str
        A line or entry of it, as the documentation shows it.
    holds : str
        What it can hold, and what it can't.
    told_by : str
        How its content tells, in words; "" where ``--input-format`` must.
    looks_like : callable or None
        The beginning of a file -> `NO` to `CERTAIN`; None where the content is another format's, or tells nothing.
    suffixes : tuple of str
        The file's endings by which writing chooses it.
    """

    __slots__ = ("holds", "line", "looks_like", "name", "read", "suffixes", "told_by", "write")
    read: Any  # what these two are called with depends on the kind
    write: Any

    def __init__(
        self,
        *,
        name: str,
        line: str,
        holds: str,
        told_by: str,
        looks_like: LooksLike | None,
        suffixes: tuple[str, ...],
    ) -> None:
        self.name = name
        self.line = line
        self.holds = holds
        self.told_by = told_by
        self.looks_like = looks_like
        self.suffixes = suffixes

    @property
    def reads(self) -> bool:
        """Whether it is read."""
        return self.read is not None

    @property
    def writes(self) -> bool:
        """Whether it is written."""
        return self.write is not None


class LabelFormat(Format):
    """A format of relevance labels.

    Parameters
    ----------
    misplaced : str
        What the error says of such a file among runs, ``{line}`` for its first line; "" where nothing is said.
    ids : str
        Which ids it can hold: a rule of `writing.ids`.
    keeps : tuple of {"strata", "subtopics"}
        What it holds besides grades; of the rest writing says that it is lost.
    read, write : callable or None
        None where it is not read, or not written.
    """

    __slots__ = ("ids", "keeps", "misplaced")
    read: ReadsLabels | None
    write: Callable[[LabelSheet], Pieces] | None

    def __init__(
        self,
        *,
        name: str,
        line: str,
        holds: str,
        told_by: str,
        looks_like: LooksLike | None,
        suffixes: tuple[str, ...],
        misplaced: str,
        ids: IdRule,
        keeps: tuple[Literal["strata", "subtopics"], ...],
        read: ReadsLabels | None,
        write: Callable[[LabelSheet], Pieces] | None,
    ) -> None:
        super().__init__(name=name, line=line, holds=holds, told_by=told_by, looks_like=looks_like, suffixes=suffixes)
        self.misplaced = misplaced
        self.ids = ids
        self.keeps = keeps
        self.read = read
        self.write = write


class LabelSheet:
    """Labels as they are written: under their new names, and for which place.

    Attributes
    ----------
    tree : mapping of query to document to grade
    strata : mapping of query to document to stratum
    subtopics : mapping of query to subtopic to document to grade
    path : str
    """

    __slots__ = ("path", "strata", "subtopics", "tree")

    def __init__(
        self, tree: Tree, strata: Mapping[str, Mapping[str, str]], subtopics: Mapping[str, Tree], path: str
    ) -> None:
        self.tree = tree
        self.strata = strata
        self.subtopics = subtopics
        self.path = path


class RunFormat(Format):
    """A format of runs.

    Parameters
    ----------
    misplaced : str
        What the error says of such a file among labels, ``{line}`` for its first line; "" where nothing is said.
    ids : str
        Which ids it can hold: a rule of `writing.ids`.
    keeps : tuple of {"scores", "infinity", "names", "tags", "metadata"}
        What it holds besides the order; "tags" are names without white space. Of the rest writing says that it is lost,
        and refuses infinite scores.
    runs_a_file : {"one", "any"}
    ending : str
        What the files of several runs in a folder end with; "" where a file holds any number.
    kernel_columns : str
        What the kernel calls its columns; "" where `read` reads it.
    read, write : callable or None
        None where it is not read here, or not written.
    """

    __slots__ = (
        "ending", "ids", "keeps", "kernel_columns", "misplaced", "runs_a_file", 
    )  # fmt: skip
    read: ReadsRuns | None
    write: Callable[[Runs, Sequence[str], Mapping[str, str]], Pieces] | None

    def __init__(
        self,
        *,
        name: str,
        line: str,
        holds: str,
        told_by: str,
        looks_like: LooksLike | None,
        suffixes: tuple[str, ...],
        misplaced: str,
        ids: IdRule,
        keeps: tuple[Literal["scores", "infinity", "names", "tags", "metadata"], ...],
        runs_a_file: Literal["one", "any"],
        ending: str,
        kernel_columns: str,
        read: ReadsRuns | None,
        write: Callable[[Runs, Sequence[str], Mapping[str, str]], Pieces] | None,
    ) -> None:
        super().__init__(name=name, line=line, holds=holds, told_by=told_by, looks_like=looks_like, suffixes=suffixes)
        self.misplaced = misplaced
        self.ids = ids
        self.keeps = keeps
        self.runs_a_file = runs_a_file
        self.ending = ending
        self.kernel_columns = kernel_columns
        self.read = read
        self.write = write

    @property
    def reads(self) -> bool:
        """Whether it is read, by the kernel or here."""
        return bool(self.kernel_columns) or self.read is not None


class PreferenceFormat(Format):
    """A format of preferences.

    Parameters
    ----------
    ids : str
        Which ids it can hold: a rule of `writing.ids`.
    keeps : tuple of {"judges", "levels"}
        What it holds besides the order of the documents compared; of the rest writing says that it is lost.
    read, write : callable or None
        None where it is not read, or not written.
    """

    __slots__ = ("ids", "keeps")
    read: Callable[[str], Preferences] | None
    write: Callable[[Sequence[Comparison], str], Iterator[str]] | None

    def __init__(
        self,
        *,
        name: str,
        line: str,
        holds: str,
        told_by: str,
        looks_like: LooksLike | None,
        suffixes: tuple[str, ...],
        ids: IdRule,
        keeps: tuple[Literal["judges", "levels"], ...],
        read: Callable[[str], Preferences] | None,
        write: Callable[[Sequence[Comparison], str], Iterator[str]] | None,
    ) -> None:
        super().__init__(name=name, line=line, holds=holds, told_by=told_by, looks_like=looks_like, suffixes=suffixes)
        self.ids = ids
        self.keeps = keeps
        self.read = read
        self.write = write


class TextFormat(Format):
    """A format of texts.

    Parameters
    ----------
    ids : {"any", "single spaces"}
        Which ids it can hold.
    only_field : str
        The field that a text without fields is.
    one_text : callable
        Fields and the field asked for -> the one text of a record, None where there is none.
    missing : callable
        Id, fields and the field asked for -> what is said where there is no text.
    no_record : str
        What is said of a file without a record, after "has no"; "" where that is no error.
    read, write : callable or None
        None where it is not read, or not written.
    before, after : str
        What stands before the first record and after the last.
    """

    __slots__ = (
        "after", "before", "ids", "missing", "no_record", "one_text", "only_field", 
    )  # fmt: skip
    read: Callable[[str, Problems], Iterator[Record]] | None
    write: Callable[[str, Mapping[str, Any], TextSheet], str] | None

    def __init__(
        self,
        *,
        name: str,
        line: str,
        holds: str,
        told_by: str,
        looks_like: LooksLike | None,
        suffixes: tuple[str, ...],
        ids: Literal["any", "single spaces"],
        only_field: str,
        one_text: Callable[[Mapping[str, Any], str | None], str | None],
        missing: Callable[[str, Mapping[str, Any], str | None], str],
        no_record: str,
        read: Callable[[str, Problems], Iterator[Record]] | None,
        write: Callable[[str, Mapping[str, Any], TextSheet], str] | None,
        before: str,
        after: str,
    ) -> None:
        super().__init__(name=name, line=line, holds=holds, told_by=told_by, looks_like=looks_like, suffixes=suffixes)
        self.ids = ids
        self.only_field = only_field
        self.one_text = one_text
        self.missing = missing
        self.no_record = no_record
        self.read = read
        self.write = write
        self.before = before
        self.after = after


class TextSheet:
    """One file of texts on its way: for which place, which field is asked for, and what was lost in how many texts."""

    __slots__ = ("field", "lost", "n", "path")

    def __init__(self, path: str, field: str | None) -> None:
        self.path = path
        self.field = field
        self.lost: dict[str, int] = {}
        self.n = 0

    def lose(self, what: str) -> None:
        """Count one text that lost something."""
        self.lost[what] = self.lost.get(what, 0) + 1


class ScoreFormat(Format):
    """A format of scores.

    Parameters
    ----------
    values : {"one value a task", "one value a query", "any"}
    files : {"a table", "a file a system", "a file a task"}
        How scores are laid out when they are written.
    read : callable or None
        Path, its JSON and problems -> system, query or task, measure and value; None for a table, which
        `irassay.scoring.read_scores` reads.
    write : callable or None
        For a table its rows -> pieces of text; else a system's values and names of measures -> each file's name, "" for
        the system's, and JSON.
    """

    __slots__ = ("files", "values")
    read: Callable[[str, Any, Problems], Iterator[tuple[str, str, str, Any]]] | None
    write: Any  # of rows for a table, of tasks and names for files

    def __init__(
        self,
        *,
        name: str,
        line: str,
        holds: str,
        told_by: str,
        looks_like: LooksLike | None,
        suffixes: tuple[str, ...],
        values: Literal["one value a task", "one value a query", "any"],
        files: Literal["a table", "a file a system", "a file a task"],
        read: Callable[[str, Any, Problems], Iterator[tuple[str, str, str, Any]]] | None,
        write: Callable[[Iterable[Row]], Iterator[str]] | Callable[[Tasks, Named], Iterator[tuple[str, object]]] | None,
    ) -> None:
        super().__init__(name=name, line=line, holds=holds, told_by=told_by, looks_like=looks_like, suffixes=suffixes)
        self.values = values
        self.files = files
        self.read = read
        self.write = write

    @property
    def reads(self) -> bool:
        """Whether it is read, here or as a table of scores."""
        return self.files == "a table" or self.read is not None
