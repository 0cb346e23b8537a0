"""MS MARCO's runs, three columns and no score; the kernel reads them."""

from __future__ import annotations

from irassay.formats.format import CERTAIN, NO, POSSIBLE
from irassay.formats.runs import RunFormat
from irassay.formats.tables.rankings import orders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head

COLUMNS = 3


def looks_like(head: Head) -> int:
    """Three columns, the last a whole number."""
    if len(head.cells) != COLUMNS or not head.cells[2].isdecimal():
        return NO
    return CERTAIN if head.is_bare else POSSIBLE


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A line a document."""
    for system in systems:
        for query, docs in orders(runs, system):
            name = renamed.get(query, query)
            yield "".join([f"{name}\t{doc}\t{rank}\n" for rank, doc in enumerate(docs, 1)])


FORMAT = RunFormat(
    name="msmarco",
    line="`query document rank`, tab-separated, one run a file; the score is minus the rank",
    holds="ids without white space, no scores, no run name; a rank given twice in a query is an error",
    detected_by="three columns, the last each of 1 to n, or 0 to n-1, once in each query of n documents",
    looks_like=looks_like,
    suffixes=(".tsv",),
    ids="words",
    keeps=("infinity",),
    runs_a_file="one",
    ending=".tsv",
    kernel_columns="msmarco",
    write=write,
)
