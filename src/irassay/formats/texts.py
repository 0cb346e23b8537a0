"""Texts of queries and documents: id TAB text, JSON lines, TREC topics."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from irassay.collection.texts import Texts
from irassay.errors import InputError, UsageError, cut
from irassay.formats import topics
from irassay.formats.compressed import head
from irassay.formats.lines import lines, read_text
from irassay.formats.problems import Problems

TEXT_FORMATS = ("tsv", "jsonl", "topics")
HEAD = 8192  # bytes that tell the format
# Keys of a JSON line, in the order they are looked for.
IDS = ("_id", "id", "docid", "doc_id", "docno", "pid", "qid", "query_id", "query-id")
BODIES = ("text", "contents", "content", "body", "passage", "segment", "query")


def read_texts(source: str | os.PathLike[str], *, input_format: str | None = None, field: str | None = None) -> Texts:
    """Texts by id, streamed.

    Parameters
    ----------
    source : path
        A file; may be compressed.
    input_format : {"tsv", "jsonl", "topics"}, optional
        Default: told by content.
    field : str, optional
        Which field: of topics "title" (default), "description", "narrative" or a tag; of JSON lines a key (default:
        title, if there is one, and text).

    Returns
    -------
    Texts
        Reading errors are raised while it is walked.

    Raises
    ------
    UsageError
        `input_format` is not one of these.
    InputError
        The file can't be opened, or looks like none of these.
    """
    path = os.fspath(source)
    if input_format is not None and input_format not in TEXT_FORMATS:
        raise UsageError(f"input_format={input_format!r}: expected one of {', '.join(TEXT_FORMATS)}")
    family = input_format or _detect(path)
    if family == "topics":
        return Texts(lambda: _topics(path, field or "title"), source=path)
    if family == "jsonl":
        return Texts(lambda: _json_lines(path, field), source=path)
    return Texts(lambda: _tab_separated(path), source=path)


def _detect(source: str) -> str:
    start = head(source, HEAD).decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not start:
        raise InputError(f"{source} is empty; expected texts")
    if start.startswith("{"):
        return "jsonl"
    if start.startswith("<") and topics.looks_like(start):
        return "topics"
    if "\t" in start.split("\n", 1)[0]:
        return "tsv"
    raise InputError(
        f"{source} starts with {cut(start.split(chr(10), 1)[0])}; expected id TAB text, JSON lines or TREC topics"
    )


def _topics(source: str, field: str) -> Iterator[tuple[str, str]]:
    problems = Problems(source)
    found = topics.read_topics(read_text(source, problems), problems, field=field)
    problems.raise_if_any()
    if not found:
        raise InputError(f"{source} has no topic; expected <top> or <topic>")
    yield from found.items()


def _tab_separated(source: str) -> Iterator[tuple[str, str]]:
    problems = Problems(source)
    for number, line in lines(source, problems):
        if not line.strip():
            continue
        key, tab, text = line.partition("\t")
        if not tab or not key:
            problems.add(number, f"{cut(line)}, expected id TAB text")
        else:
            yield key, text
    problems.raise_if_any()


def _json_lines(source: str, field: str | None) -> Iterator[tuple[str, str]]:
    problems = Problems(source)
    for number, line in lines(source, problems):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            problems.add(number, f"not JSON ({error}), expected one object a line")
            continue
        key = _first(record, IDS)
        text = _body(record, field)
        if key is None or text is None:
            what = f"no id (one of {', '.join(IDS)})" if key is None else f"no {field or 'text'}"
            problems.add(number, f"{what}, expected an id and a text")
        else:
            yield key, text
    problems.raise_if_any()


def _first(record: Any, names: tuple[str, ...]) -> str | None:
    if isinstance(record, dict):
        for name in names:
            if isinstance(record.get(name), (str, int)):
                return str(record[name])
    return None


def _body(record: Any, field: str | None) -> str | None:
    if field is not None:
        return _first(record, (field,))
    text = _first(record, BODIES)
    title = _first(record, ("title",))
    if title and text:
        return f"{title} {text}"
    return text if text is not None else title
