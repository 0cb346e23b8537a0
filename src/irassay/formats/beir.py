"""BEIR's labels: tab separated, with the header query-id, corpus-id, score."""

from __future__ import annotations

from irassay.formats.lines import lines
from irassay.formats.rows import LabelRows

HEADER = ("query-id", "corpus-id", "score")


def looks_like(line: str) -> bool:
    """The header that every BEIR file starts with."""
    return tuple(cell.strip().lower() for cell in line.split("\t")) == HEADER


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from a BEIR file; the header may be missing."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        rows.lines += 1
        if not line.strip():
            rows.skip("blank")
            continue
        if not rows.used and looks_like(line):
            rows.skip("header")
            continue
        cells = line.split("\t")
        if len(cells) != len(HEADER):
            rows.problems.add(number, f"{len(cells)} columns, expected 3: query-id corpus-id score, parted by tabs")
            continue
        rows.add(number, cells[0].strip(), cells[1].strip(), cells[2].strip())
    return rows.finish()
