"""Formats of texts of queries and documents, a module each: how a file of it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from irassay.formats.format import Format
from irassay.formats.sources.lines import Problems

Record: TypeAlias = tuple[int | str, str, Mapping[str, Any]]  # place, id, fields

# As those of labels.
FORMATS = {"tsv": "lines", "jsonl": "lines", "topics": "tagged", "topics-xml": "tagged", "docs": "tagged"}


class TextFormat(Format, kw_only=True):
    """A format of texts."""

    ids: Literal["any", "single spaces"]  # which ids it can hold
    only_field: str  # the field that a text without fields is
    one_text: Callable[[Mapping[str, Any], str | None], str | None]  # of the fields and the field asked for
    missing: Callable[[str, Mapping[str, Any], str | None], str]  # what is said, of this id, where there is no text
    no_record: str = ""  # said where no record is, after "has no"; "" for no error
    read: Callable[[str, Problems], Iterator[Record]] | None = None  # None where it is not read
    write: Callable[[str, Mapping[str, Any], TextSheet], str] | None = None  # None where it is not written
    before: str = ""  # stands before the first record
    after: str = ""  # stands after the last record


class TextSheet:
    """One file of texts on its way: for which place, which field is asked for, and what was lost in how many texts."""

    def __init__(self, path: str, field: str | None) -> None:
        self.path = path
        self.field = field
        self.lost: dict[str, int] = {}
        self.n = 0

    def lose(self, what: str) -> None:
        """Count one text that lost something."""
        self.lost[what] = self.lost.get(what, 0) + 1
