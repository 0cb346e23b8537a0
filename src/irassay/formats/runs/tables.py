"""Ranked documents in tables, a document a row: CSV with a heading, JSON lines and Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from json.encoder import encode_basestring as quoted
from typing import Any

from irassay.collection.reading import odd_score
from irassay.collection.runs import Runs
from irassay.errors import InputError, cut
from irassay.formats.row_checks import SystemLists
from irassay.formats.runs import RunFormat
from irassay.formats.sources.lines import Problems
from irassay.formats.tables import columns, frames, from_columns, json_lines, parquet_file, separated
from irassay.formats.tables.rankings import lists
from irassay.formats.tables.separated import read_table, text_of


def read_csv(path: str, *, system: str) -> list[SystemLists]:
    """Rankings from a table; without a column for it, the run is called `system`."""
    problems = Problems(path)
    table = read_table(path, "runs", problems, columns.ALIASES)
    cells: dict[str, Sequence[Any]] = dict(table.roles)
    for role in ("score", "rank"):
        if role in cells:
            cells[role] = [_number(cell, role, line, problems) for cell, line in zip(cells[role], table.lines)]
    problems.raise_if_any()
    if not table.lines:
        raise InputError(f"{path} has no line of data, expected documents below the heading")
    return from_columns.runs(
        cells, source=path, system=system, where=table.lines.__getitem__, skipped={"header": 1}, left_out=table.left_out
    )


def write_csv(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
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


CSV = RunFormat(
    name="csv",
    line="a table with a heading such as `run,query_id,doc_id,score`: columns as in frames, or Quepid's export of a "
    "snapshot (`Query Text, Doc ID, Doc Position`)",
    holds="ids without line ends, any number of runs",
    detected_by="the heading",
    looks_like=partial(separated.looks_like, kind="runs", aliases=columns.ALIASES),
    suffixes=(".csv",),
    ids="lines",
    keeps=("scores", "infinity", "names"),
    runs_a_file="any",
    read=read_csv,
    write=write_csv,
)


def write_jsonl(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A line a document."""
    for system in systems:
        for query, docs, scores in lists(runs, system, renamed):
            start = f'{{"run": {quoted(system)}, "query_id": {quoted(query)}, "doc_id": '
            yield "".join([f'{start}{quoted(doc)}, "score": {score!r}}}\n' for doc, score in zip(docs, scores)])


JSONL = RunFormat(
    name="jsonl",
    line='`{"run": ..., "query_id": ..., "doc_id": ..., "score": ...}` a line, or a list of them, or '
    "the other spellings of columns",
    holds="any id, any number of runs",
    detected_by="a flat object on the first line, or first in a list",
    looks_like=json_lines.looks_like,
    suffixes=(".jsonl",),
    ids="any",
    keeps=("scores", "names"),
    runs_a_file="any",
    read=json_lines.read_lists,
    write=write_jsonl,
)


def write_parquet(
    runs: Runs, systems: Sequence[str], renamed: Mapping[str, str], *, spelling: str = "query_id"
) -> Iterator[bytes]:
    """One file in one piece."""
    yield parquet_file.bytes_of(frames.columns_of_runs(runs, systems, renamed, spelling=spelling))


PARQUET = RunFormat(
    name="parquet",
    line="the same columns in Parquet; needs `irassay[data]`",
    holds="any id, any number of runs",
    detected_by="the bytes `PAR1`",
    looks_like=parquet_file.looks_like,
    suffixes=(".parquet",),
    content="bytes",
    ids="any",
    keeps=("scores", "infinity", "names"),
    runs_a_file="any",
    read=parquet_file.read_lists,
    write=write_parquet,
)
RANX_PARQUET = RunFormat(
    name="ranx-parquet",
    line="columns `q_id, doc_id, score` as ranx has them, one run a file",
    holds="any id, no run name",
    detected_by="read as `parquet`",
    content="bytes",
    ids="any",
    keeps=("scores", "infinity"),
    runs_a_file="one",
    ending=".parquet",
    read=PARQUET.read,
    write=partial(write_parquet, spelling="q_id"),
)
BY_NAME = {one.name: one for one in (CSV, JSONL, PARQUET, RANX_PARQUET)}
