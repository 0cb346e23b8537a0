"""Formats of preferences, a module each: how a file of it is told, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from irassay.collection.preferences import Comparison, Preferences
from irassay.formats.format import Format, IdRule

# As those of labels; what nobody claims is the first.
FORMATS = dict.fromkeys(("pairs", "prefs", "winners", "verdicts"), "pairs")


class PreferenceFormat(Format, kw_only=True):
    """A format of preferences."""

    ids: IdRule  # which ids it can hold: a rule of `id_rules`
    # besides the order of documents; of the rest writing says it is lost
    keeps: tuple[Literal["assessors", "levels"], ...] = ()
    read: Callable[[str], Preferences] | None = None  # None where it is not read
    write: Callable[[Sequence[Comparison], str], Iterator[str]] | None = None  # None where it is not written
