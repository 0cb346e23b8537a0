"""The fields of a format, and the beginning of a file, by which formats know their own.

What a format of labels says besides, or one of runs, stands in the folder of its kind. To add one is a value under
`BY_NAME` of a module there, and a line of the folder's `FORMATS`: what is read, written, told by content, offered by
the command line and listed in the documentation is made from these. What a format leaves unsaid it has not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from irassay.formats.sources.lines import SPACES, cells_of
from irassay.formats.sources.opening import HEAD
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    IdRule: TypeAlias = Literal["words", "cells", "quoted", "lines", "any"]  # of `id_rules`
else:
    IdRule = str  # scoring loads no `typing`

Pieces: TypeAlias = Iterator[str] | Iterator[bytes]
LooksLike: TypeAlias = Callable[["Head"], int]

# How sure a format is that a file is its own. Of a kind's formats the surest is taken, of equally sure ones the last in
# the list; nobody is asked after one that is certain. WEAK counts only where the kind is known; FAINT is for lines that
# any other format may claim.
NO, WEAK, FAINT, POSSIBLE, LIKELY, CERTAIN = range(6)

PARQUET = b"PAR1"


class Head:
    """The first decompressed bytes of a file, as `text` without a byte order mark and `SPACES` at the beginning. JSON
    is a brace with a key after it, also in a list; a brace alone may start an id. `line` is the first that is neither
    empty nor a comment, `cells` its columns, parted by white space."""

    def __init__(self, data: bytes) -> None:
        self.text = data[:HEAD].decode("utf-8", "replace").removeprefix("\ufeff").lstrip(SPACES)
        self.is_parquet = data.startswith(PARQUET)
        self.is_json = not self.is_parquet and is_json(self.text)
        line = ""
        if not (self.is_parquet or self.is_json):
            line = next((one for one in self.text.split("\n") if one.strip(SPACES) and not one.startswith("#")), "")
        self.line = line.rstrip("\r")
        self.cells = cells_of(self.line)

    @property
    def is_bare(self) -> bool:
        """Whether nothing in the line hints at a heading, at tags or at features: only its columns can tell."""
        return "," not in self.line and "qid:" not in self.line and not self.line.startswith("<")

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the first line, or of the first in a list, where it is a flat JSON object; else none."""
        if not self.is_json:
            return ()
        import json

        text = self.text.lstrip()
        try:
            if text.startswith("["):
                record, _ = json.JSONDecoder().raw_decode(text, text.index("{"))
            else:
                record = json.loads(text.split("\n", 1)[0])
        except (ValueError, RecursionError):
            return ()
        is_flat = isinstance(record, dict) and not any(isinstance(value, (dict, list)) for value in record.values())
        return tuple(record) if is_flat else ()


def is_json(text: str) -> bool:
    """An opening brace, alone or first in a list, and then a key, or nothing yet."""
    if text.startswith("["):
        text = text[1:].lstrip()
    return text.startswith("{") and text[1:].lstrip()[:1] in ('"', "}", "")


def is_number(text: str) -> bool:
    """Whether Python reads it as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def number_in(value: Any) -> float:
    """The number that a value is, or is written as; NaN where it is none."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return float("nan")


class Format(Record, kw_only=True):
    """A format, of whatever kind."""

    name: str  # what ``--input-format`` and ``--to`` call it
    line: str  # a line or entry of it, as the documentation shows it
    holds: str  # what it can hold, and what it can't
    detected_by: str = ""  # what in the content shows it; "" where ``--input-format`` must say so
    looks_like: LooksLike | None = None  # -> `NO` to `CERTAIN`; None: another format's content, or it tells nothing
    suffixes: tuple[str, ...] = ()  # the file's endings by which writing chooses it
    content: Literal["text", "bytes"] = "text"  # bytes are not written to a terminal
    read: Any = None  # what these two are called with depends on the kind
    write: Any = None

    @property
    def reads(self) -> bool:
        """Whether it is read."""
        return self.read is not None

    @property
    def writes(self) -> bool:
        """Whether it is written."""
        return self.write is not None
