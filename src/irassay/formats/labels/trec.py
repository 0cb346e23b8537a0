"""TREC's qrels, four columns, over the kernel's reader; and MS MARCO's, which have tabs."""

from __future__ import annotations

from irassay.formats.format import CERTAIN, LIKELY, NO, POSSIBLE, WEAK, is_number
from irassay.formats.labels import LabelFormat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

COLUMNS = 4


def looks_like(head: Head) -> int:
    """Four columns, the last a number."""
    if len(head.cells) != COLUMNS or not is_number(head.cells[3]):
        return NO
    if not head.cells[3].removeprefix("-").replace(".", "", 1).isdecimal():
        return WEAK
    if not float(head.cells[3]).is_integer():
        return LIKELY if head.is_bare else POSSIBLE  # a fractional rating, or a score
    return CERTAIN if head.is_bare or head.cells[1] in ("0", "Q0") else POSSIBLE


def read(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from lines of query, iteration, document, grade; the kernel reads all but grades to be scaled."""
    return read_with_kernel(path) if scale is None else read_labels(path, scale=scale)


def read_with_kernel(path: str) -> Qrels:
    """Qrels as the kernel reads them; of two lines for one document the first is used and the second counted."""
    from irassay.collection.qrels import Qrels
    from irassay.collection.reading import QRELS_COLUMNS, Reading
    from irassay.formats.sources import opening
    from irassay.formats.sources.lines import refuse_binary
    from irassay.kernel import _core

    data = opening.first_lines(path)
    core, read = _core.read_qrels(data, COLUMNS)
    reading = Reading.of(path, read, QRELS_COLUMNS)
    if reading.n_errors:
        reading.hint = opening.NOT_READ
    else:
        data = opening.read_bytes(path)
        refuse_binary(path, data)
        core, read = _core.read_qrels(data, COLUMNS)
        reading = Reading.of(path, read, QRELS_COLUMNS)
    if any(kind in reading.counts for kind in ("conflict", "duplicate")) and other_iterations(data):
        reading.hint = "the second column is not 0 throughout: --input-format subtopics reads labels by subtopic"
    return Qrels(core, [reading])


def other_iterations(data: bytes) -> int:
    """Lines whose second column says something."""
    import re

    return len(re.findall(rb"^[ \t]*[^\s#]\S*[ \t]+(?!Q?0[ \t])\S+[ \t]", data, re.MULTILINE))


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels line by line."""
    from irassay.formats.row_checks import LabelRows
    from irassay.formats.sources.lines import rows

    labels = LabelRows(path, scale=scale)
    for number, (query, _, doc, grade) in rows(path, labels.problems, labels.skipped, columns="query 0 doc grade"):
        labels.add(number, query, doc, grade)
    return labels.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    for query, docs in labels.tree.items():
        for doc, grade in docs.items():
            yield f"{query} 0 {doc} {grade}\n"


FORMAT = LabelFormat(
    name="trec",
    line="`query iteration document grade`, separated by spaces or tabs",
    holds="ids without white space; the iteration is not kept",
    detected_by="four columns, the last a number",
    looks_like=looks_like,
    misplaced="looks like labels (4 columns: query 0 doc grade), expected a run (6 columns)",
    ids="words",
    read=read,
    write=write,
)


def write_msmarco(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    for line in write(labels):
        yield line.replace(" ", "\t")


MSMARCO = LabelFormat(
    name="msmarco",
    line="the same with tabs, as MS MARCO distributes it",
    holds="as `trec`",
    detected_by="read as `trec`",
    ids="words",
    read=read,
    write=write_msmarco,
)
BY_NAME = {"msmarco": MSMARCO}
