"""Judged queries as Solr's example of learning to rank has them: ``query|document|relevance|source``.

The relevance is from 0 to 1 there, so ``--grade-scale`` makes grades of it; the source is a word such as CLICK_LOGS.
"""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.format import LIKELY, NO, is_number
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.sources.lines import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Scale

COLUMNS = 4


def looks_like(head: Head) -> int:
    """Four cells between bars, the third a number."""
    cells = head.line.split("|")
    return LIKELY if len(cells) == COLUMNS and all(map(str.strip, cells)) and is_number(cells[2]) else NO


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from such lines; the query's text is its id, the source is counted and left out."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        cells = [cell.strip() for cell in line.split("|")]
        if not line.strip() or line.startswith("#"):
            rows.skip("comment" if line.strip() else "blank")
        elif len(cells) != COLUMNS:
            rows.problems.add(number, f"{cut(line)}, expected query|document|relevance|source")
        else:
            rows.leave_out("source of a label", 1)
            rows.add(number, cells[0], cells[1], cells[2])
    return rows.finish()


FORMAT = LabelFormat(
    name="solr",
    line="`query|document|relevance|source`, as Solr's example of learning to rank has it",
    holds="ids without `|`; the source of a label is not kept",
    detected_by="four cells between bars, the third a number",
    looks_like=looks_like,
    misplaced="looks like labels (query|document|relevance|source), expected a run",
    ids="any",
    read=read_labels,
)
