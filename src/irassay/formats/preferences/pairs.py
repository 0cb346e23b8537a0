"""Preferences of pairs: ``query docA docB preferred``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from irassay.collection.preferences import EQUAL, LOSER, WINNER, Comparison, Preferences
from irassay.errors import cut
from irassay.formats.format import LIKELY, NO
from irassay.formats.preferences import PreferenceFormat
from irassay.formats.row_checks import preferences_read
from irassay.formats.sources.lines import rows
from irassay.formats.sources.problems import Problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

TIES = ("=", "tie", "tied")  # what stands for the preferred document where none is
COLUMNS = 4


def looks_like(head: Head) -> int:
    """Four columns, the last one of the two before, or a tie; a number there is a grade."""
    return LIKELY if _is_pair(head.cells) and not head.cells[3].isdecimal() else NO


def _is_pair(cells: list[str]) -> bool:
    return len(cells) == COLUMNS and cells[1] != cells[2] and cells[3] in (cells[1], cells[2], *TIES)


def read(path: str) -> Preferences:
    """A comparison a line."""
    problems = Problems(path)
    skipped: dict[str, int] = {}
    comparisons: list[Comparison] = []
    for number, cells in rows(path, problems, skipped, columns="query docA docB preferred"):
        if cells[1] == cells[2]:
            problems.add(number, f"document {cut(cells[1])} compared with itself, expected two documents")
        elif not _is_pair(cells):
            problems.add(number, f"preferred is {cut(cells[3])}, expected one of the two documents, or = for a tie")
        else:
            query, a, b, winner = cells
            tied = winner not in (a, b)
            levels = {doc: EQUAL if tied else WINNER if doc == winner else LOSER for doc in (a, b)}
            comparisons.append(Comparison(query, levels))
    return preferences_read(comparisons, path, problems, skipped, used=len(comparisons))


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
    suffixes=(),
    content="text",
    ids="words",
    keeps=(),
    read=read,
    write=write,
)
