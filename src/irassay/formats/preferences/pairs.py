"""Preferences of pairs: ``query docA docB preferred``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from irassay.collection.preference_arrays import FIRST, SECOND, TIE
from irassay.collection.preferences import Comparison, Preferences
from irassay.formats.format import LIKELY, NO
from irassay.formats.preferences import PreferenceFormat
from irassay.formats.preferences.pair_lines import WRONG, Cells, Outcomes, read_pairs, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

TIES = ("=", "tie", "tied")  # what stands for the preferred document where none is
COLUMNS = 4
_TIES = {word.encode(): TIE for word in TIES}


def looks_like(head: Head) -> int:
    """Four columns, the last one of the two before, or a tie; a number there is a grade."""
    return LIKELY if _is_pair(head.cells) and not head.cells[3].isdecimal() else NO


def _is_pair(cells: list[str]) -> bool:
    return len(cells) == COLUMNS and cells[1] != cells[2] and cells[3] in (cells[1], cells[2], *TIES)


def read(path: str) -> Preferences:
    """A judgment a line."""
    return read_pairs(path, columns="query docA docB preferred", take=_take, expected=_wrong)


def _take(cells: Cells) -> tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], Outcomes]:
    query, one, other, winner = cells
    rows = zip(one, other, winner, strict=True)
    outcome = np.fromiter(
        (FIRST if w == a else SECOND if w == b else _TIES.get(w, WRONG) for a, b, w in rows), np.int8, len(query)
    )
    return query, one, other, outcome


def _wrong(cells: Sequence[bytes]) -> str:
    return f"preferred is {shown(cells[3])}, expected one of the two documents, or = for a tie"


def write(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a pair."""
    for comparison in comparisons:
        for a, b, winner in comparison.pairs():
            tie = next(word for word in TIES if word not in (a, b))
            yield f"{comparison.query} {a} {b} {winner or tie}\n"


FORMAT = PreferenceFormat(
    name="pairs",
    line="`query docA docB preferred`: the last is one of the two, or `=` for a tie",
    holds="ids without white space; assessors are not kept",
    detected_by="four columns, the last one of the two before, or a tie",
    looks_like=looks_like,
    ids="words",
    read=read,
    write=write,
)
