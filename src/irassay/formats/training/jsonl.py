"""Training rows as JSON lines, or as one list: an object a row, its keys the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from irassay.errors import InputError
from irassay.formats.format import LIKELY, NO
from irassay.formats.sources.lines import Problems
from irassay.formats.training import TrainingFormat
from irassay.formats.training.line_blocks import BLANK, count, line_blocks
from irassay.formats.training.records import Roles, roles, rows_of, texts_of
from irassay.formats.trees.json_tree import is_list, object_in, records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.training import TrainingRow
    from irassay.formats.format import Head
    from irassay.formats.training import Counts, TextBlock, TrainingFile
    from irassay.formats.training.records import Block, Place

SCAN = json.JSONDecoder().raw_decode  # the value at the beginning of a line, and where it ends
SAMPLE = 100  # records whose keys are the columns of the file


def looks_like(head: Head) -> int:
    """A brace at the beginning, or one in a bracket."""
    return LIKELY if head.is_json else NO


def own_ids(file: TrainingFile) -> bool:
    """Whether one of the keys is an id's."""
    return _roles(file).id is not None


def query(file: TrainingFile) -> str:
    """The column of the queries."""
    return _roles(file).query


def _roles(file: TrainingFile) -> Roles:
    problems = Problems(file.source)
    walk = (record for _, records in _blocks(file, problems, {}) for record in records if record is not None)
    keys = dict.fromkeys(key for record in islice(walk, SAMPLE) for key in record)
    if not keys:
        problems.raise_if_any()
        raise InputError(f"{file.source} has no object with columns, expected one a row")
    return roles(list(keys), file)


def _blocks(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[Block]:
    if is_list(file.path):
        entries = records_of(file.path, problems)
        yield from ((int(str(place).strip("[]")) + 1, [record]) for place, record in entries)
        return
    for first, lines in line_blocks(file.path, problems):
        records = _all_at_once(lines)
        if records is not None:
            yield first, records
        else:
            yield from ((number, [_record(line, number, problems, counts)]) for number, line in enumerate(lines, first))


def _place(file: TrainingFile) -> Place:
    return (lambda number: f"[{number - 1}]") if is_list(file.path) else lambda number: number


def _all_at_once(lines: list[str]) -> list[dict[str, Any]] | None:
    """The objects of some lines where every line is plainly one; None elsewhere."""
    try:
        values = [SCAN(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    if any(end != len(line) for (_, end), line in zip(values, lines)) or {type(one) for one, _ in values} != {dict}:
        return None
    return [one for one, _ in values]


def _record(line: str, number: int, problems: Problems, counts: Counts) -> dict[str, Any] | None:
    """The object of one line; None where it has none, which is counted or a problem."""
    if not line.strip():
        count(counts, BLANK)
        return None
    return object_in(line, number, problems)


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row an object."""
    return rows_of(_blocks(file, problems, counts), _roles(file), _place(file), problems, counts)


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and texts of the objects that have a text."""
    return texts_of(_blocks(file, problems, counts), _roles(file), _place(file), problems, counts)


FORMAT = TrainingFormat(
    name="jsonl",
    line='`{"query": ..., "positive": ..., "negative": ...}` a line; or a list of such objects',
    holds="ids, texts of queries, and passages as texts, ids or objects of both, one or lists of them",
    detected_by="a brace at the beginning, or one in a bracket",
    looks_like=looks_like,
    own_ids=own_ids,
    query=query,
    read=read,
    texts=texts,
)
