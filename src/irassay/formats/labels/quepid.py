"""Quepid's judgment CSV: query, docid, rating. The query's text is its id, spaces included.

Lists of documents to judge have the queries' ids in a fourth column, ``query_id``, which counts where it is there.
Spreadsheets save them with semicolons or tabs as well, as the country has it.
Quepid writes a row with only the query for a query that nobody rated; such rows are counted and left out.
"""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.format import CERTAIN, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.tables.separated import name_of, records, separator, text_of
from irassay.messages.names import FORMULA, as_cell, of_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

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
    holds="ids without line ends",
    detected_by="the heading",
    looks_like=looks_like,
    suffixes=(".csv",),
    misplaced="looks like labels (heading {line}), expected a run",
    ids="quoted",
    read=read_labels,
    write=write,
)
