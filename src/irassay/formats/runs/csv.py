"""Ranked documents in a table with a heading, separated by commas, tabs or semicolons: `csv`.

Columns are called as in frames, or as in Quepid's export of a snapshot (Query Text, Doc ID, Doc Position): it is a run.
"""

from __future__ import annotations

from typing import Any

from irassay.collection.reading import odd_score
from irassay.errors import InputError, cut
from irassay.formats.format import LIKELY, NO
from irassay.formats.runs import RunFormat
from irassay.formats.sources.lines import Problems
from irassay.formats.tables import columns, from_columns
from irassay.formats.tables.rankings import lists
from irassay.formats.tables.separated import names_of, read_table, separator, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head
    from irassay.formats.row_checks import SystemLists


def looks_like(head: Head) -> int:
    """A heading with a query, a document and a score or rank."""
    sign = separator(head.line)
    return (
        LIKELY
        if sign in head.line and "runs" in columns.holds(names_of(head.line.split(sign), columns.ALIASES))
        else NO
    )


def read_lists(path: str, *, system: str) -> list[SystemLists]:
    """Rankings from a table; without a column for it, the run is called `system`."""
    problems = Problems(path)
    table = read_table(path, "runs", problems, columns.ALIASES)
    by_role: dict[str, Sequence[Any]] = dict(table.roles)
    for role in ("score", "rank"):
        if role in by_role:
            by_role[role] = [_number(cell, role, line, problems) for cell, line in zip(by_role[role], table.lines)]
    problems.raise_if_any()
    if not table.lines:
        raise InputError(f"{path} has no line of data, expected documents below the heading")
    return from_columns.runs(
        by_role,
        source=path,
        system=system,
        where=table.lines.__getitem__,
        skipped={"header": 1},
        left_out=table.left_out,
    )


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A heading and a row a document."""
    yield "run,query_id,doc_id,score,rank\n"
    for system in systems:
        for query, docs, scores in lists(runs, system, renamed):
            ranked = enumerate(zip(docs, scores), 1)
            yield text_of((system, query, doc, repr(score), rank) for rank, (doc, score) in ranked)


def _number(cell: str, role: str, line: int, problems: Problems) -> float:
    try:
        return float(cell)
    except ValueError:
        problems.add(line, odd_score(cell, cut(cell), role))
        return 0.0


FORMAT = RunFormat(
    name="csv",
    line="a table with a heading such as `run,query_id,doc_id,score`: columns as in frames, or Quepid's export of a "
    "snapshot (`Query Text, Doc ID, Doc Position`)",
    holds="ids without line ends, any number of runs",
    detected_by="the heading",
    looks_like=looks_like,
    suffixes=(".csv",),
    ids="lines",
    keeps=("scores", "infinity", "names"),
    runs_a_file="any",
    read=read_lists,
    write=write,
)
