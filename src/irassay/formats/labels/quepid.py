"""Quepid's CSV: judgments of a case as query, docid, rating, and a book with a column of ratings for each assessor.

The query's text is its id, spaces included. Lists of documents to judge have the queries' ids in a fourth column,
``query_id``, which counts where it is there. Spreadsheets save them with semicolons or tabs as well, as the country has
it. Quepid writes a row with only the query for a query that nobody rated; such rows are counted and left out.

Any name may head a column of a book, so such a table is told by its cells: Quepid writes a rating of 3 as 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irassay.collection.qrels import Qrels
from irassay.errors import cut
from irassay.formats.format import CERTAIN, LIKELY, NO, Head
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.labels.quepid_book import add_ratings
from irassay.formats.row_checks import LabelRows, Scale
from irassay.formats.tables import columns
from irassay.formats.tables.separated import name_of, names_of, records, separator, text_of, whole_rows
from irassay.messages.names import FORMULA, as_cell, of_cell

NAMES = {"query": "query", "query_text": "query", "docid": "doc", "doc_id": "doc", "rating": "rating", "query_id": "id"}
REQUIRED = {"query", "doc", "rating"}


def looks_like(head: Head) -> int:
    """A header with query, docid and rating, whatever parts them."""
    roles = {NAMES.get(name_of(cell)) for cell in head.line.split(separator(head.line))}
    return CERTAIN if roles >= REQUIRED else NO


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from Quepid's CSV."""
    rows = LabelRows(path, scale=scale)
    place: dict[str, int] = {}
    width = 0
    for number, cells in records(path, rows.problems):
        if not place:
            rows.skip("header")
            place, width = _places(number, cells, rows), len(cells)
        elif len(cells) == 1:
            rows.skip_unrated(id_of(cells[0]))
        elif len(cells) != width:
            rows.problems.add_width(number, len(cells), width)
        elif not cells[place["rating"]].strip():
            query = id_of(cells[place["id"]]) if "id" in place else ""
            rows.skip_unrated(query or id_of(cells[place["query"]]), cells[place["doc"]].strip() or None)
        else:
            text, doc = (id_of(cells[place[name]]) for name in ("query", "doc"))
            rating = of_cell(cells[place["rating"]].strip())
            query = id_of(cells[place["id"]]) if "id" in place else ""
            rows.leave_out(
                "cell of another column", sum(1 for i, c in enumerate(cells) if c and i not in place.values())
            )
            rows.add(number, query or text, doc, rating)
    return rows.finish()


def id_of(cell: str) -> str:
    """The id in a cell, without the guard against formulas: an apostrophe here, a space where Quepid writes."""
    return cell[1:] if cell.startswith(" ") and cell[1:].startswith(FORMULA) else of_cell(cell)


def _places(number: int, header: list[str], rows: LabelRows) -> dict[str, int]:
    place = {NAMES[name_of(cell)]: i for i, cell in enumerate(header) if name_of(cell) in NAMES}
    if REQUIRED - place.keys():
        rows.problems.add(number, f"header is {cut(','.join(header))}, expected query,docid,rating")
        rows.problems.raise_if_any()
    return place


def write(labels: LabelSheet) -> Iterator[str]:
    """The heading and a row a label."""
    yield "query,docid,rating\n"
    for query, docs in labels.tree.items():
        yield text_of((_written(query), _written(doc), grade) for doc, grade in docs.items())


def _written(name: str) -> str:
    """An id as it is, for Quepid; one that looks like a guarded cell is guarded once more, so that it is read again."""
    return name if id_of(name) == name else as_cell(name)


FORMAT = LabelFormat(
    name="quepid",
    line="Quepid's judgment CSV with the heading `query,docid,rating`, also with tabs or semicolons: the query's text "
    "is its id, spaces included",
    holds="one-line ids",
    detected_by="the heading",
    looks_like=looks_like,
    suffixes=(".csv",),
    misplaced="looks like labels (heading {line}), expected a run",
    ids="quoted",
    read=read_labels,
    write=write,
)


IDS = ["query", "docid"]
_RATING = re.compile(r"-?\d{1,3}\.0")
_HALF = re.compile(r"-?\d{1,3}\.5")
LOOKED_AT = 200  # rows


def looks_like_book(head: Head) -> int:
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


def read_book(path: str, *, scale: Scale | None = None) -> Qrels:
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


BOOK = LabelFormat(
    name="quepid-book-csv",
    line="a book of Quepid as CSV: the heading `query,docid` and a column for each assessor; several ratings become "
    "one as in `quepid-book`",
    holds="one-line ids",
    detected_by="the heading, and ratings such as 3.0",
    looks_like=looks_like_book,
    ids="quoted",
    read=read_book,
)
BY_NAME = {one.name: one for one in (FORMAT, BOOK)}
