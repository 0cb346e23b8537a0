"""A book of Quepid as CSV: query, docid and a column of ratings for each assessor, called by the assessor's name.

Any name may head a column, so such a table is told by its cells: Quepid writes a rating of 3 as 3.0.
"""

from __future__ import annotations

import re

from irassay.errors import cut
from irassay.formats.format import LIKELY, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.labels.quepid import id_of
from irassay.formats.labels.quepid_book import add_ratings
from irassay.formats.row_checks import LabelRows
from irassay.formats.tables import columns
from irassay.formats.tables.separated import names_of, records, separator, whole_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Scale

IDS = ["query", "docid"]
_RATING = re.compile(r"-?\d{1,3}\.0")
_HALF = re.compile(r"-?\d{1,3}\.5")
LOOKED_AT = 200  # rows


def looks_like(head: Head) -> int:
    """``query,docid`` and no column that is known, and below it whole ratings with a decimal point, or none."""
    cells = _cells(head)
    return LIKELY if cells and all(map(_RATING.fullmatch, cells)) else NO


def unlike(head: Head) -> str:
    """What tells a table with the columns of a book from one, and what reads it; "" for all other files."""
    other = next((cell for cell in _cells(head) if not _RATING.fullmatch(cell)), "")
    if not other:
        return ""
    scale = " with --grade-scale 2" if _HALF.fullmatch(other) else ""
    return (
        f"a book of Quepid has ratings such as 3.0 there, not {cut(other)[1:-1]}; "
        f"--input-format quepid-book-csv{scale} reads it as a book"
    )


def _cells(head: Head) -> list[str]:
    """What stands below the assessors at the beginning of the file; none where the columns are not those of a book."""
    if not head.line.lower().startswith(separator(head.line).join(IDS)):
        return []
    heading, *rows = whole_rows(head.text, LOOKED_AT)
    names = names_of(heading, columns.ALIASES)
    if names[:2] != IDS or len(names) < 3 or columns.holds(names) or any(len(row) != len(names) for row in rows):
        return []
    return [cell for row in rows for cell in row[2:] if cell]


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a column an assessor; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    width = 0
    for number, cells in records(path, rows.problems):
        if not width:
            rows.skip("header")
            width = len(cells)
            if names_of(cells)[:2] != IDS or width < 3:
                rows.problems.add(number, f"header is {cut(','.join(cells))}, expected query,docid,ASSESSOR,...")
                rows.problems.raise_if_any()
        elif len(cells) != width:
            rows.problems.add_width(number, len(cells), width)
        else:
            query, doc, *ratings = cells
            present = [rating.strip() or None for rating in ratings]
            add_ratings(rows, number, id_of(query), id_of(doc), present, is_rounded=scale is None)
    return rows.finish()


FORMAT = LabelFormat(
    name="quepid-book-csv",
    line="a book of Quepid as CSV: the heading `query,docid` and a column for each assessor; several ratings become "
    "one as in `quepid-book`",
    holds="ids without line ends",
    detected_by="the heading, and ratings such as 3.0",
    looks_like=looks_like,
    ids="quoted",
    read=read_labels,
)
