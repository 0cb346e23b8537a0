"""Texts as JSON lines: an object a record, its id under one of the common keys."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.formats import text_fields
from irassay.formats.format import NO, POSSIBLE, WEAK
from irassay.formats.sources.lines import lines
from irassay.formats.text_fields import IDS
from irassay.formats.texts import TextFormat
from irassay.formats.trees import json_head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.problems import Problems
    from irassay.formats.texts import Record, TextSheet


def looks_like(head: Head) -> int:
    """A brace at the beginning; told from labels and runs by an id and a text."""
    if not head.text.startswith("{"):
        return NO
    return POSSIBLE if json_head.has_texts(head.text) else WEAK


def read(source: str, problems: Problems) -> Iterator[Record]:
    """A record a line, with all its fields."""
    for number, line in lines(source, problems):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.add(number, f"not JSON ({error}), expected one object a line")
            continue
        name = next((n for n in IDS if isinstance(record, dict) and isinstance(record.get(n), (str, int))), None)
        if name is None:
            problems.add(number, f"no id (one of {', '.join(IDS)}), expected an id and a text")
        else:
            yield number, str(record.pop(name)), record


def write(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One line."""
    with_names = {name or "text": value for name, value in fields.items()}
    return json.dumps({"_id": key, **with_names}, ensure_ascii=False) + "\n"


FORMAT = TextFormat(
    name="jsonl",
    line='`{"_id": ..., "title": ..., "text": ...}` a line; ids also as `id`, `docno`, `qid` ...',
    holds="any id, any fields",
    detected_by="a brace at the beginning",
    looks_like=looks_like,
    suffixes=(".jsonl",),
    content="text",
    ids="any",
    only_field="text",
    one_text=text_fields.one_text,
    missing=text_fields.missing,
    no_record="",
    read=read,
    write=write,
    before="",
    after="",
)
