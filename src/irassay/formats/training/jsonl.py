"""Training rows as JSON lines, or as one list: an object a row, its keys the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from irassay.collection.training import BLOCK, EMPTY, ROWS, TrainingRow
from irassay.errors import InputError, kind_of
from irassay.formats.format import LIKELY, NO
from irassay.formats.sources.lines import lines
from irassay.formats.sources.problems import Problems
from irassay.formats.training import TrainingFormat
from irassay.formats.training.line_blocks import BLANK, check_query, count
from irassay.formats.training.roles import Roles, id_of, passages, query_of, roles
from irassay.formats.trees.json_tree import is_list, records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.training import Counts, TextBlock, TrainingFile

SAMPLE = 100  # records whose keys are the columns of the file


def looks_like(head: Head) -> int:
    """A brace at the beginning, or one in a bracket."""
    return LIKELY if head.is_json else NO


def own_ids(file: TrainingFile) -> bool:
    """Whether one of the keys is an id's."""
    return _roles(file).id is not None


def _roles(file: TrainingFile) -> Roles:
    problems = Problems(file.source)
    keys = dict.fromkeys(key for _, _, record in islice(_records(file, problems, {}), SAMPLE) for key in record)
    if not keys:
        problems.raise_if_any()
        raise InputError(f"{file.source} has no object with columns, expected one a row")
    return roles(list(keys), file)


def _records(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[tuple[int | str, int, dict[str, Any]]]:
    """Place for messages, number, and the object of each row."""
    if is_list(file.path):
        for row, (place, record) in enumerate(records_of(file.path, problems), 1):
            yield place, row, record
        return
    for number, line in lines(file.path, problems):
        if not line.strip():
            count(counts, BLANK)
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.add(number, f"not JSON ({error}), expected one object a line")
            continue
        if isinstance(record, dict):
            yield number, number, record
        else:
            problems.add(number, f"{kind_of(record)}, expected an object")


def _queries(
    file: TrainingFile, of: Roles, problems: Problems, counts: Counts
) -> Iterator[tuple[int | str, int, str, str, dict[str, Any]]]:
    """Place, number, id, query and object of each row."""
    for place, number, record in _records(file, problems, counts):
        query = query_of(record.get(of.query), of.query, place, problems)
        key = str(number) if of.id is None else id_of(record.get(of.id), of.id, place, problems)
        if check_query(query, place, problems):
            counts[ROWS] += 1
            count(counts, EMPTY, not query)
            yield place, number, key, query, record


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row an object."""
    of = _roles(file)
    for place, number, key, query, record in _queries(file, of, problems, counts):
        positives = passages(record, of.positives, place, problems)
        yield TrainingRow(key, query, positives, passages(record, of.negatives, place, problems), number)


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and texts of the objects that have a text."""
    walk = _queries(file, _roles(file), problems, counts)
    while block := list(islice(walk, BLOCK)):
        with_text = [(key, query) for _, _, key, query, _ in block if query]
        yield [key for key, _ in with_text], [query for _, query in with_text]


FORMAT = TrainingFormat(
    name="jsonl",
    line='`{"query": ..., "positive": ..., "negative": ...}` a line; or a list of such objects',
    holds="ids, texts of queries, and passages as texts, ids or objects of both, one or lists of them",
    detected_by="a brace at the beginning, or one in a bracket",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    own_ids=own_ids,
    read=read,
    texts=texts,
    write=None,
)
