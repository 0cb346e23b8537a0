"""TREC's runs, six columns; the kernel reads them."""

from __future__ import annotations

from irassay.formats.format import CERTAIN, NO, POSSIBLE, is_number
from irassay.formats.runs import RunFormat
from irassay.formats.tables.rankings import lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head

COLUMNS = 6


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
