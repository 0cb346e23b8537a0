"""Runs as JSON lines: one flat object a document, its keys in any of the common spellings."""

from __future__ import annotations

from json.encoder import encode_basestring as quoted

from irassay.formats.format import CERTAIN, NO
from irassay.formats.runs import RunFormat
from irassay.formats.tables import json_lines
from irassay.formats.tables.rankings import lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head


def looks_like(head: Head) -> int:
    """A flat object on the first line, or first in a list."""
    return CERTAIN if head.keys else NO


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """A line a document."""
    for system in systems:
        for query, docs, scores in lists(runs, system, renamed):
            start = f'{{"run": {quoted(system)}, "query_id": {quoted(query)}, "doc_id": '
            yield "".join([f'{start}{quoted(doc)}, "score": {score!r}}}\n' for doc, score in zip(docs, scores)])


FORMAT = RunFormat(
    name="jsonl",
    line='`{"run": ..., "query_id": ..., "doc_id": ..., "score": ...}` a line, or a list of them, or '
    "the other spellings of columns",
    holds="any id, any number of runs",
    detected_by="a flat object on the first line, or first in a list",
    looks_like=looks_like,
    suffixes=(".jsonl",),
    ids="any",
    keeps=("scores", "names"),
    runs_a_file="any",
    read=json_lines.read_lists,
    write=write,
)
