"""Labels or ranked documents as JSON lines, or as one list: flat objects, their keys the columns of a table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from irassay.collection.qrels import Qrels
from irassay.errors import InputError
from irassay.formats.format import CERTAIN, NO, Head
from irassay.formats.row_checks import Scale, SystemLists, unique_keys
from irassay.formats.sources.lines import Problems, blocks, lines_of
from irassay.formats.tables import columns, from_columns
from irassay.formats.trees.json_tree import is_list, object_in, records_of
from irassay.kernel import _core


def looks_like(head: Head) -> int:
    """A flat object on the first line, or first in a list."""
    return CERTAIN if head.keys else NO


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from JSON lines such as ``{"query_id": "q1", "doc_id": "d1", "relevance": 2}``."""
    by_role, numbers, skipped, left_out = _read(path, "labels")
    where = numbers.__getitem__
    return from_columns.labels(by_role, source=path, where=where, scale=scale, skipped=skipped, left_out=left_out)


def read_lists(path: str, *, system: str) -> list[SystemLists]:
    """Rankings from JSON lines such as ``{"run": "bm25", "query_id": "q1", "doc_id": "d1", "score": 7.5}``."""
    by_role, numbers, skipped, left_out = _read(path, "runs")
    where = numbers.__getitem__
    return from_columns.runs(by_role, source=path, system=system, where=where, skipped=skipped, left_out=left_out)


def _read(path: str, kind: str) -> tuple[dict[str, list[Any]], Sequence[int | str], dict[str, int], dict[str, int]]:
    """Values by role, the place of each row, what was skipped, and what was left out of the rows."""
    return _read_list(path, kind) if is_list(path) else _read_lines(path, kind)


def _read_list(
    path: str, kind: str
) -> tuple[dict[str, list[Any]], Sequence[int | str], dict[str, int], dict[str, int]]:
    problems = Problems(path)
    records = dict(records_of(path, problems))
    problems.raise_if_any()
    if not records:
        raise InputError(f"{path} has no entry, expected JSON objects in a list")
    rows = list(records.values())
    place = columns.places(rows[0], kind, source=path)
    left_out = columns.others(rows[0], place)
    place |= _later(place, kind, rows)
    return {role: [row.get(key) for row in rows] for role, key in place.items()}, list(records), {}, left_out


def _read_lines(path: str, kind: str) -> tuple[dict[str, list[Any]], Sequence[int], dict[str, int], dict[str, int]]:
    """Values by role, the line of each row, what was skipped, and what was left out of the lines; the kernel reads
    blocks in which nothing is unusual."""
    problems = Problems(path)
    by_role: dict[str, list[Any]] = {}
    numbers: list[int] = []
    place: dict[str, str] = {}
    left_out: dict[str, int] = {}
    blank = 0
    for first, raw in blocks(path):
        read = _core.json_rows(raw, list(place.values())) if place and not _may_have_more(raw, place, kind) else None
        if read is not None:
            numbers += range(first, first + len(read[0]))
            for role, values in zip(place, read):
                by_role[role] += values
            continue
        piece = list(lines_of(raw, first, problems))
        numbered = [(number, line) for number, line in piece if line.strip()]
        blank += len(piece) - len(numbered)
        if not numbered:
            continue
        records = _parse(numbered, place, problems)
        if not place:
            place.update(columns.places(records[0], kind, source=path))
            left_out = columns.others(records[0], place)
        place.update(_later(place, kind, records))
        for role, key in place.items():
            by_role.setdefault(role, [None] * len(numbers)).extend(record.get(key) for record in records)
        numbers += [number for number, _ in numbered]
    problems.raise_if_any()
    if not numbers:
        raise InputError(f"{path} has no line of data, expected JSON objects, one a line")
    return by_role, numbers, {"blank": blank}, left_out


def _may_have_more(raw: bytes, place: Mapping[str, str], kind: str) -> bool:
    """Whether a column may begin here that the lines before did without: the kernel would not look for it."""
    absent = (name for role in columns.OPTIONAL[kind] if role not in place for name in columns.NAMES[role])
    return any(f'"{name}"'.encode() in raw for name in absent)


def _later(place: Mapping[str, str], kind: str, records: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Columns that the lines before did without."""
    keys = set().union(*records)
    return {
        role: name
        for role in columns.OPTIONAL[kind]
        if role not in place
        for name in columns.NAMES[role]
        if name in keys
    }


def _parse(numbered: Sequence[tuple[int, str]], place: dict[str, str], problems: Problems) -> list[dict[str, Any]]:
    """The objects of some lines. All at once where nothing is odd; else one by one, to say where."""
    text = ",".join(line for _, line in numbered)
    if place and all(text.count(f'"{key}"') == len(numbered) for key in place.values()):
        try:
            records = json.loads(f"[{text}]")
        except (ValueError, RecursionError):
            records = []
        if len(records) == len(numbered) and set(map(type, records)) == {dict}:
            return records  # type: ignore[no-any-return]
    return [
        object_in(line, number, problems, object_pairs_hook=unique_keys(problems, number)) or {}
        for number, line in numbered
    ]
