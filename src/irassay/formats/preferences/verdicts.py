"""Preferences of five columns with a verdict: ``@ query a b !`` where a wins, ``=`` for a tie, ``?`` not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from irassay.collection.preference_arrays import FIRST, TIE
from irassay.collection.preferences import Comparison, Preferences
from irassay.formats.format import CERTAIN, NO
from irassay.formats.preferences import PreferenceFormat
from irassay.formats.preferences.pair_lines import NOT_JUDGED, WRONG, Cells, Outcomes, outcomes_of, read_pairs, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

MARK = "@"
COLUMNS = "@ query a b verdict"
VERDICTS = {b"!": FIRST, b"=": TIE, b"?": NOT_JUDGED}


def looks_like(head: Head) -> int:
    """Five columns, the first an @, the last a verdict."""
    cells = head.cells
    return CERTAIN if len(cells) == 5 and cells[0] == MARK and cells[4].encode() in VERDICTS else NO


def read(path: str) -> Preferences:
    """A verdict a line."""
    return read_pairs(path, columns=COLUMNS, take=_take, expected=_wrong)


def _take(cells: Cells) -> tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], Outcomes]:
    mark, query, one, other, verdict = cells
    outcome = outcomes_of(verdict, VERDICTS)
    if any(cell != b"@" for cell in mark):
        outcome[[cell != b"@" for cell in mark]] = WRONG
    return query, one, other, outcome


def _wrong(cells: Sequence[bytes]) -> str:
    if cells[0] != b"@":
        return f"the line begins with {shown(cells[0])}, expected @"
    return f"verdict is {shown(cells[4])}, expected ! (the first is better), = (a tie) or ? (not judged)"


def write(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a pair, the preferred document first."""
    for comparison in comparisons:
        for a, b, winner in comparison.pairs():
            first, second = (b, a) if winner == b else (a, b)
            yield f"{MARK} {comparison.query} {first} {second} {'=' if winner is None else '!'}\n"


FORMAT = PreferenceFormat(
    name="verdicts",
    line="`@ query a b !` where a is better, `=` for a tie, `?` where the pair was not judged",
    holds="ids without white space; assessors are not kept",
    detected_by="five columns, the first an @, the last a verdict",
    looks_like=looks_like,
    ids="words",
    read=read,
    write=write,
)
