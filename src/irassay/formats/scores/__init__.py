"""Formats of scores that other programs computed, a module each: how a file of it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from irassay.formats.format import Format
from irassay.formats.sources.lines import Problems

NameOf: TypeAlias = Callable[[str], str | None]  # our name of a measure -> the format's, None where it has none
Row: TypeAlias = tuple[str, str, str, float]  # system, query or task, measure, value
Tasks: TypeAlias = Mapping[str, Mapping[str, float]]  # query or task -> measure -> value

FORMATS = dict.fromkeys(("mteb", "beir-results", "pytrec_eval", "score-table"), "results")  # as those of labels


class ScoreFormat(Format, kw_only=True):
    """A format of scores; `read` takes path, its JSON and problems, and gives system, query or task, measure and value.
    `write` gives a table's rows; else each file's name ("" for the system's) and JSON."""

    values: Literal["one value a task", "one value a query", "any"]
    files: Literal["a table", "a file a system", "a file a task"]  # how scores are laid out when they are written
    # None for a table, which `irassay.scoring.read_scores` reads
    read: Callable[[str, Any, Problems], Iterator[tuple[str, str, str, Any]]] | None = None
    write: Any = None  # of rows for a table, of tasks and names for files

    @property
    def reads(self) -> bool:
        """Whether it is read, here or as a table of scores."""
        return self.files == "a table" or self.read is not None
