"""Scores as a table, as ``irassay compare --scores`` reads it: `irassay.scoring.read_scores` makes scores of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from irassay.formats.scores import ScoreFormat
from irassay.messages.names import as_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.scores import Row


def write_table(rows: Iterable[Row]) -> Iterator[str]:
    """The heading and a line a score."""
    yield "system\tquery\tmeasure\tvalue\n"
    for system, query, measure, value in rows:
        cells = [as_cell(re.sub(r"[\t\n\r]", " ", cell)) for cell in (system, query, measure)]
        yield "\t".join([*cells, repr(value)]) + "\n"


FORMAT = ScoreFormat(
    name="score-table",
    line="`system  query  measure  value` with that heading, tab-separated",
    holds="any of these",
    detected_by="the heading, or what `irassay eval -q` writes",
    values="any",
    files="a table",
    write=write_table,
)
