"""Runs of three columns with scores; the kernel reads them.

Whole numbers may be MS MARCO's ranks: the content can't tell.
"""

from __future__ import annotations

from irassay.formats.format import CERTAIN, NO, POSSIBLE, is_number
from irassay.formats.runs import RunFormat
from irassay.formats.tables.rankings import lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head

COLUMNS = 3


def looks_like(head: Head) -> int:
    """Three columns, the last a number that is not whole, so no rank."""
    if len(head.cells) != COLUMNS or not is_number(head.cells[2]) or head.cells[2].isdecimal():
        return NO
    return CERTAIN if head.is_bare else POSSIBLE


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A line a document."""
    for system in systems:
        for query, docs, scores in lists(runs, system, renamed):
            yield "".join([f"{query}\t{doc}\t{score!r}\n" for doc, score in zip(docs, scores)])


FORMAT = RunFormat(
    name="query-doc-score",
    line="`query document score`, separated by spaces or tabs, one run a file: what Tevatron writes",
    holds="ids without white space, no run name",
    detected_by="three columns, the last a number with a decimal point",
    looks_like=looks_like,
    ids="words",
    keeps=("scores", "infinity"),
    runs_a_file="one",
    ending=".run",
    kernel_columns="scored",
    write=write,
)
