"""Texts as JSON lines, or as one list: an object a record, its id under one of the common keys."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.formats import text_fields
from irassay.formats.format import NO, POSSIBLE, WEAK
from irassay.formats.text_fields import IDS
from irassay.formats.texts import TextFormat
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.lines import Problems
    from irassay.formats.texts import Record, TextSheet


def looks_like(head: Head) -> int:
    """A brace at the beginning; told from labels and runs by an id and a text."""
    if not head.text.startswith(("{", "[")) or (head.text.startswith("[") and not head.is_json):
        return NO
    return POSSIBLE if json_tree.has_texts(head.text) else WEAK


def read(source: str, problems: Problems) -> Iterator[Record]:
    """A record a line or entry, with all its fields."""
    for place, record in records_of(source, problems):
        yield from entry(place, record, problems)


def entry(place: int | str, record: dict[str, Any], problems: Problems) -> Iterator[Record]:
    """The record of an object; none where it has no id, which is a problem."""
    name = next((n for n in IDS if isinstance(record.get(n), (str, int))), None)
    if name is None:
        problems.add(place, f"no id (one of {', '.join(IDS)}), expected an id and a text")
    else:
        yield place, str(record.pop(name)), record


def write(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One line."""
    with_names = {name or "text": value for name, value in fields.items()}
    return json.dumps({"_id": key, **with_names}, ensure_ascii=False) + "\n"


FORMAT = TextFormat(
    name="jsonl",
    line='`{"_id": ..., "title": ..., "text": ...}` a line; ids also as `id`, `docno`, `qid` ...; or '
    "a list of such objects",
    holds="any id, any fields",
    detected_by="a brace at the beginning, or one in a bracket",
    looks_like=looks_like,
    suffixes=(".jsonl",),
    ids="any",
    only_field="text",
    one_text=text_fields.one_text,
    missing=text_fields.missing,
    read=read,
    write=write,
)
