"""Runs in columns: TREC's six, MS MARCO's three without scores, three with scores, and the four that ColBERT saves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from irassay.collection.reading import odd_score
from irassay.collection.runs import Runs
from irassay.errors import cut
from irassay.formats.format import CERTAIN, NO, POSSIBLE, Head, is_number
from irassay.formats.row_checks import RankRows, SystemLists
from irassay.formats.runs import RunFormat
from irassay.formats.sources.lines import cells_of, lines
from irassay.formats.tables.rankings import lists, orders

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


COLBERT_COLUMNS = "query passage rank score"
LOOKED_AT = 50  # lines


def looks_like_colbert(head: Head) -> int:
    """Four columns, the third a rank that begins at 1 in each query and goes up, the last no whole number."""
    if len(head.cells) != len(COLBERT_COLUMNS.split()) or "\t" not in head.line:
        return NO
    lines_seen = head.text.split("\n")
    whole = lines_seen[:-1] if len(lines_seen) > 1 else lines_seen  # the last may be cut off, or is empty
    last: dict[str, int] = {}
    for cells in (cells_of(line) for line in whole[:LOOKED_AT] if line.strip()):
        if len(cells) != len(COLBERT_COLUMNS.split()) or "." not in cells[3] or not is_number(cells[3]):
            return NO
        if cells[2] != str(last.get(cells[0], 0) + 1):
            return NO
        last[cells[0]] = int(cells[2])
    return CERTAIN


def read_colbert(path: str, *, system: str) -> list[SystemLists]:
    """One run, by its scores."""
    rows = RankRows(path)
    for number, line in lines(path, rows.problems):
        cells = cells_of(line)
        if not cells:
            rows.skip("blank")
        elif len(cells) != len(COLBERT_COLUMNS.split()):
            rows.problems.add(number, f"{len(cells)} columns, expected 4: {COLBERT_COLUMNS}")
        elif not cells[2].isdecimal():
            rows.problems.add(number, f"rank is {cut(cells[2])}, expected a whole number")
        elif not is_number(cells[3]):
            rows.problems.add(number, odd_score(cells[3], cut(cells[3])))
        else:
            rows.add(number, system, cells[0], cells[1], float(cells[3]))
    return rows.finish()


COLBERT = RunFormat(
    name="colbert",
    line="`query passage rank score`, tab-separated: a ranking that ColBERT saves, one run a file",
    holds="ids without white space, no run name",
    detected_by="four columns, the third ranks from 1 on in each query, the last with a decimal point",
    looks_like=looks_like_colbert,
    misplaced="looks like a ranking of ColBERT (query, passage, rank, score), expected labels",
    ids="words",
    keeps=("scores",),
    runs_a_file="one",
    read=read_colbert,
)
BY_NAME = {one.name: one for one in (FORMAT, MSMARCO, QUERY_DOC_SCORE, COLBERT)}
