"""MS MARCO's labels, four columns as TREC's, where grades are to be scaled. Its runs are read by the kernel."""

from __future__ import annotations

from irassay.formats.lines import cells_of, lines
from irassay.formats.rows import LabelRows

LABEL_COLUMNS = 4


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from lines of query, 0, document, grade."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        rows.lines += 1
        cells = cells_of(line)
        if not cells:
            rows.skip("blank")
        elif line.startswith("#"):
            rows.skip("comment")
        elif len(cells) != LABEL_COLUMNS:
            rows.problems.add(number, f"{len(cells)} columns, expected 4: query 0 doc grade")
        else:
            rows.add(number, cells[0], cells[2], cells[3])
    return rows.finish()
