"""BEIR's labels: tab separated, with the header query-id, corpus-id, score.

BEIR reads them by Python's csv module, which takes the quotes off a quoted cell: so do we.
"""

from __future__ import annotations

from irassay.formats.format import CERTAIN, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.sources.lines import lines
from irassay.formats.tables.separated import cells_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

HEADER = ("query-id", "corpus-id", "score")


def looks_like(head: Head) -> int:
    """The header that every BEIR file starts with."""
    return CERTAIN if _is_header(head.line) else NO


def _is_header(line: str) -> bool:
    return tuple(cell.strip().strip('"').lower() for cell in line.split("\t")) == HEADER


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a BEIR file; the header may be missing."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        if not line.strip():
            rows.skip("blank")
            continue
        if not rows.grades and _is_header(line):
            rows.skip("header")
            continue
        cells = cells_of(line, "\t") if '"' in line else line.split("\t")
        if len(cells) != len(HEADER):
            rows.problems.add(number, f"{len(cells)} columns, expected 3: query-id corpus-id score, separated by tabs")
            continue
        rows.add(number, cells[0], cells[1], cells[2].strip())
    return rows.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """The header and a line a label."""
    yield "query-id\tcorpus-id\tscore\n"
    for query, docs in labels.tree.items():
        for doc, grade in docs.items():
            yield "\t".join((_written(query), _written(doc), str(grade))) + "\n"


def _written(name: str) -> str:
    """An id as a cell: quotes in it are doubled, and stand in quotes."""
    return '"' + name.replace('"', '""') + '"' if '"' in name else name


FORMAT = LabelFormat(
    name="beir",
    line="`query-id  corpus-id  score` with that heading, tab-separated",
    holds="ids without tabs",
    detected_by="the heading",
    looks_like=looks_like,
    suffixes=(".tsv",),
    misplaced="looks like labels (heading {line}), expected a run",
    ids="cells",
    read=read_labels,
    write=write,
)
