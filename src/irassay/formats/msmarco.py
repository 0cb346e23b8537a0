"""MS MARCO's tab separated files: labels of four columns (as TREC's), runs of three: query, document, rank.

A run has no scores: its score is minus the rank, so that the order is that of the ranks.
"""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.lines import lines
from irassay.formats.rows import LabelRows, RankRows

RUN_COLUMNS = 3
LABEL_COLUMNS = 4


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from lines of query, 0, document, grade: also TREC's, where grades are to be scaled."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        rows.lines += 1
        cells = line.split()
        if not cells:
            rows.skip("blank")
        elif line.startswith("#"):
            rows.skip("comment")
        elif len(cells) != LABEL_COLUMNS:
            rows.problems.add(number, f"{len(cells)} columns, expected 4: query 0 doc grade")
        else:
            rows.add(number, cells[0], cells[2], cells[3])
    return rows.finish()


def read_lists(path: str, *, system: str) -> RankRows:
    """One system's ranking from lines of query, document, rank."""
    rows = RankRows(path)
    ranks: dict[tuple[str, int], int] = {}
    for number, line in lines(path, rows.problems):
        rows.lines += 1
        if not line.strip():
            rows.skipped["blank"] = rows.skipped.get("blank", 0) + 1
            continue
        cells = [c.strip() for c in (line.split("\t") if "\t" in line else line.split())]
        if len(cells) != RUN_COLUMNS:
            rows.problems.add(number, f"{len(cells)} columns, expected 3: query doc rank")
            continue
        if not (cells[2].isascii() and cells[2].isdecimal()):
            rows.problems.add(number, f"rank is {cut(cells[2])}, expected a whole number from 1")
            continue
        rank = int(cells[2])
        first = ranks.setdefault((cells[0], rank), number)
        if first != number:
            rows.problems.add(
                number, f"rank {rank} twice in query {cut(cells[0])} (first: line {first}), expected once"
            )
            continue
        rows.add(number, system, cells[0], cells[1], -float(rank))
    return rows.finish()
