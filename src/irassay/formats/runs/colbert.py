"""A ranking that ColBERT saves: query, passage, rank and score, tab-separated."""

from __future__ import annotations

from irassay.collection.reading import odd_score
from irassay.errors import cut
from irassay.formats.format import CERTAIN, NO, is_number
from irassay.formats.row_checks import RankRows
from irassay.formats.runs import RunFormat
from irassay.formats.sources.lines import cells_of, lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.row_checks import SystemLists

COLUMNS = "query passage rank score"
LOOKED_AT = 50  # lines


def looks_like(head: Head) -> int:
    """Four columns, the third a rank that begins at 1 in each query and goes up, the last no whole number."""
    if len(head.cells) != len(COLUMNS.split()) or "\t" not in head.line:
        return NO
    lines_seen = head.text.split("\n")
    whole = lines_seen[:-1] if len(lines_seen) > 1 else lines_seen  # the last may be cut off, or is empty
    last: dict[str, int] = {}
    for cells in (cells_of(line) for line in whole[:LOOKED_AT] if line.strip()):
        if len(cells) != len(COLUMNS.split()) or "." not in cells[3] or not is_number(cells[3]):
            return NO
        if cells[2] != str(last.get(cells[0], 0) + 1):
            return NO
        last[cells[0]] = int(cells[2])
    return CERTAIN


def read_lists(path: str, *, system: str) -> list[SystemLists]:
    """One run, by its scores."""
    rows = RankRows(path)
    for number, line in lines(path, rows.problems):
        cells = cells_of(line)
        if not cells:
            rows.skip("blank")
        elif len(cells) != len(COLUMNS.split()):
            rows.problems.add(number, f"{len(cells)} columns, expected 4: {COLUMNS}")
        elif not cells[2].isdecimal():
            rows.problems.add(number, f"rank is {cut(cells[2])}, expected a whole number")
        elif not is_number(cells[3]):
            rows.problems.add(number, odd_score(cells[3], cut(cells[3])))
        else:
            rows.add(number, system, cells[0], cells[1], float(cells[3]))
    return rows.finish()


FORMAT = RunFormat(
    name="colbert",
    line="`query passage rank score`, tab-separated: a ranking that ColBERT saves, one run a file",
    holds="ids without white space, no run name",
    detected_by="four columns, the third ranks from 1 on in each query, the last with a decimal point",
    looks_like=looks_like,
    misplaced="looks like a ranking of ColBERT (query, passage, rank, score), expected labels",
    ids="words",
    keeps=("scores",),
    runs_a_file="one",
    read=read_lists,
)
