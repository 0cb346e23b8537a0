"""Preferences of three columns: ``query better worse``, as prefj's judges write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from irassay.collection.preference_arrays import FIRST
from irassay.collection.preferences import Comparison, Preferences
from irassay.errors import InputError, cut
from irassay.formats.format import NO, WEAK
from irassay.formats.preferences import PreferenceFormat
from irassay.formats.preferences.pair_lines import Cells, Outcomes, read_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

COLUMNS = "query better worse"


def looks_like(head: Head) -> int:
    """Three columns; what they are is not in them, so they count only where preferences are expected."""
    return WEAK if len(head.cells) == len(COLUMNS.split()) and head.is_bare else NO


def read(path: str) -> Preferences:
    """A judgment a line."""
    return read_pairs(path, columns=COLUMNS, take=_take, expected=lambda cells: "")


def _take(cells: Cells) -> tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], Outcomes]:
    query, winner, loser = cells
    return query, winner, loser, np.full(len(query), FIRST, dtype=np.int8)


def write(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a pair; there is no place for ties."""
    for comparison in comparisons:
        for a, b, winner in comparison.pairs():
            if winner is None:
                raise InputError(
                    f"{path} was not written: {cut(a)} and {cut(b)} tie in query {cut(comparison.query)}, and winners "
                    "have no place for a tie; pairs, prefs and verdicts do"
                )
            yield f"{comparison.query} {winner} {b if winner == a else a}\n"


FORMAT = PreferenceFormat(
    name="winners",
    line="`query better worse`",
    holds="ids without white space; neither ties nor assessors",
    detected_by="three columns where preferences are expected; else with numbers they are a run",
    looks_like=looks_like,
    ids="words",
    read=read,
    write=write,
)
