"""Runs in columns, which the kernel reads: TREC's six, MS MARCO's three without scores, and three with scores.

Whole numbers in the last of three columns may be MS MARCO's ranks: the content can't tell.
"""

from __future__ import annotations

from irassay.formats.format import CERTAIN, NO, POSSIBLE, is_number
from irassay.formats.runs import RunFormat
from irassay.formats.tables.rankings import lists, orders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head

COLUMNS = 6
THREE_COLUMNS = 3


def looks_like(head: Head) -> int:
    """Six columns, of which the fourth and fifth are numbers."""
    cells = head.cells
    if len(cells) != COLUMNS or not (is_number(cells[3]) and is_number(cells[4])):
        return NO
    return CERTAIN if head.is_bare or cells[1] == "Q0" else POSSIBLE


def tag(system: str) -> str:
    """A system's name as the tag of its lines."""
    return "_".join(system.split()) or "run"


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """What is known of the system as a header, and a line a document."""
    from irassay.formats import run_header

    for system in systems:
        name = tag(system)
        metadata = {column: of[system] for column, of in runs.metadata.columns.items() if system in of}
        yield from run_header.lines_of(metadata)
        for query, docs, scores in lists(runs, system, renamed):
            yield "".join(
                [
                    f"{query} Q0 {doc} {rank} {score!r} {name}\n"
                    for rank, (doc, score) in enumerate(zip(docs, scores), 1)
                ]
            )


FORMAT = RunFormat(
    name="trec",
    line="`query Q0 document rank score tag`, one run a file",
    holds="ids without white space; metadata, as ir_metadata's header; ranks are those of the scores",
    detected_by="six columns, the fourth and fifth numbers",
    looks_like=looks_like,
    misplaced="looks like a run (6 columns, a score and a tag), expected labels (4 columns)",
    ids="words",
    keeps=("scores", "infinity", "tags", "metadata"),
    runs_a_file="one",
    ending=".run",
    kernel_columns="trec",
    write=write,
)


def looks_like_msmarco(head: Head) -> int:
    """Three columns, the last a whole number."""
    if len(head.cells) != THREE_COLUMNS or not head.cells[2].isdecimal():
        return NO
    return CERTAIN if head.is_bare else POSSIBLE


def write_msmarco(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A line a document."""
    for system in systems:
        for query, docs in orders(runs, system):
            name = renamed.get(query, query)
            yield "".join([f"{name}\t{doc}\t{rank}\n" for rank, doc in enumerate(docs, 1)])


MSMARCO = RunFormat(
    name="msmarco",
    line="`query document rank`, tab-separated, one run a file; the score is minus the rank",
    holds="ids without white space, no scores, no run name; a rank given twice in a query is an error",
    detected_by="three columns, the last each of 1 to n, or 0 to n-1, once in each query of n documents",
    looks_like=looks_like_msmarco,
    suffixes=(".tsv",),
    ids="words",
    keeps=("infinity",),
    runs_a_file="one",
    ending=".tsv",
    kernel_columns="msmarco",
    write=write_msmarco,
)


def looks_like_scored(head: Head) -> int:
    """Three columns, the last a number that is not whole, so no rank."""
    if len(head.cells) != THREE_COLUMNS or not is_number(head.cells[2]) or head.cells[2].isdecimal():
        return NO
    return CERTAIN if head.is_bare else POSSIBLE


def write_scored(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A line a document."""
    for system in systems:
        for query, docs, scores in lists(runs, system, renamed):
            yield "".join([f"{query}\t{doc}\t{score!r}\n" for doc, score in zip(docs, scores)])


QUERY_DOC_SCORE = RunFormat(
    name="query-doc-score",
    line="`query document score`, separated by spaces or tabs, one run a file: what Tevatron writes",
    holds="ids without white space, no run name",
    detected_by="three columns, the last a number with a decimal point",
    looks_like=looks_like_scored,
    ids="words",
    keeps=("scores", "infinity"),
    runs_a_file="one",
    ending=".run",
    kernel_columns="scored",
    write=write_scored,
)
BY_NAME = {"msmarco": MSMARCO, "query-doc-score": QUERY_DOC_SCORE}
