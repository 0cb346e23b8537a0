"""Texts with all their fields: what files of texts hold before one text is made of each record. Streamed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from irassay.errors import InputError, UsageError, cut
from irassay.formats import docs, topics
from irassay.formats.compressed import head
from irassay.formats.lines import lines, read_text
from irassay.formats.problems import Problems

Record: TypeAlias = tuple[int | str, str, Mapping[str, Any]]  # place, id, fields

TEXT_FORMATS = ("tsv", "jsonl", "topics", "topics-xml", "docs")
HEAD = 8192  # bytes that tell the format
# Keys of a JSON line, in the order they are looked for.
IDS = ("_id", "id", "docid", "doc_id", "docno", "pid", "qid", "query_id", "query-id")
BODIES = ("text", "contents", "content", "body", "passage", "segment", "query")
TITLES = ("title", "headline", "head")


def family_of(source: str, input_format: str | None = None) -> str:
    """The format of a file of texts: as told, else by content.

    Raises
    ------
    UsageError
        `input_format` is none of these.
    InputError
        The file can't be opened, or looks like none of these.
    """
    if input_format is not None:
        if input_format not in TEXT_FORMATS:
            raise UsageError(f"input_format={input_format!r}: expected one of {', '.join(TEXT_FORMATS)}")
        return input_format
    start = head(source, HEAD).decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not start:
        raise InputError(f"{source} is empty; expected texts")
    if start.startswith("{"):
        return "jsonl"
    if start.startswith("<") and docs.looks_like(start):
        return "docs"
    if start.startswith("<") and topics.looks_like(start):
        return "topics"
    if "\t" in start.split("\n", 1)[0]:
        return "tsv"
    raise InputError(
        f"{source} starts with {cut(start.split(chr(10), 1)[0])}; "
        "expected id TAB text, JSON lines, TREC topics or TREC documents"
    )


def records(source: str, family: str, problems: Problems) -> Iterator[Record]:
    """Every record of a file; what is wrong is added to `problems`, for the caller to raise at the end."""
    if family == "jsonl":
        yield from _json_lines(source, problems)
    elif family == "docs":
        for number, (key, fields) in enumerate(docs.docs_in(source, problems), 1):
            yield f"document {number:,}", key, fields
    elif family in ("topics", "topics-xml"):
        yield from topics.topics_in(read_text(source, problems), problems)
    else:
        yield from _tab_separated(source, problems)


def body(fields: Mapping[str, Any], family: str, field: str | None) -> str | None:
    """The one text of a record: the field asked for, else the title and the text; None where there is none."""
    if family in ("topics", "topics-xml"):
        return topics.one_field(fields, field or "title")
    if field is not None:
        return _text(fields.get(field))
    text = next((found for name in BODIES if (found := _text(fields.get(name))) is not None), None)
    if text is None and family == "docs":
        text = fields.get("", "")
    title = next((found for name in TITLES if (found := _text(fields.get(name)))), None)
    if title and text:
        return f"{title} {text}"
    return text if text is not None else title


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, (str, int)) else None


def _tab_separated(source: str, problems: Problems) -> Iterator[Record]:
    for number, line in lines(source, problems):
        if not line.strip():
            continue
        key, tab, text = line.partition("\t")
        if not tab or not key:
            problems.add(number, f"{cut(line)}, expected id TAB text")
        else:
            yield number, key, {"text": text}


def _json_lines(source: str, problems: Problems) -> Iterator[Record]:
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
