"""Texts as lines: id TAB text, or columns under a heading that names them; or JSON, an object a line or in a list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats import text_fields
from irassay.formats.format import FAINT, LIKELY, NO, POSSIBLE, WEAK, Head
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.text_fields import IDS
from irassay.formats.texts import Record, TextFormat, TextSheet, tagged
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import records_of


def looks_like_tsv(head: Head) -> int:
    """A tab in the first line: surely under a heading, plainly where each line has one and most have words behind."""
    lines = head.text.split("\n")
    if head.is_json or head.is_parquet or "\t" not in lines[0]:
        return NO
    if text_fields.heading(lines[0])[:1] in [[name] for name in text_fields.OF_IDS]:
        return LIKELY
    whole = [line.partition("\t")[2].split() for line in lines[: max(1, len(lines) - 1)] if line.count("\t") == 1]
    is_plain = len(whole) == sum(map(bool, map(str.strip, lines[: max(1, len(lines) - 1)])))
    return FAINT if is_plain and 2 * sum(len(words) > 1 for words in whole) > len(whole) else WEAK


def read_tsv(source: str, problems: Problems) -> Iterator[Record]:
    """A record a line, its text under the name text; under a heading every column by its name."""
    names: list[str] | None = None
    for number, line in lines(source, problems):
        if not line.strip():
            continue
        if names is None:
            names = text_fields.heading(line)
            if names:
                continue
        if names:
            yield from _under(names, number, line, problems)
            continue
        yield from entry_of_line(number, line, problems)


def entry_of_line(number: int | str, line: str, problems: Problems) -> Iterator[Record]:
    """The record of a line without a heading."""
    key, tab, text = line.partition("\t")
    if not tab or not key:
        problems.add(number, f"{cut(line)}, expected id TAB text")
    else:
        yield number, key, {"text": text}


def _under(names: list[str], number: int, line: str, problems: Problems) -> Iterator[Record]:
    """The record of a line whose columns have names; quotes around a cell are the table's."""
    cells = line.split("\t", len(names) - 1)
    if len(cells) < len(names):
        problems.add(number, f"{len(cells)} columns, expected {len(names)} as in the heading: {', '.join(names)}")
        return
    whole = [cell[1:-1].replace('""', '"') if re.fullmatch(r'"(?:[^"]|"")*"', cell) else cell for cell in cells]
    fields = dict(zip(names, whole))
    key = fields.pop(next(name for name in text_fields.OF_IDS if name in fields))
    if key:
        yield number, key, fields
    else:
        problems.add(number, f"{cut(line)}, expected an id")


def write_tsv(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One line; what the format can't hold is counted."""
    text = text_fields.one_text(fields, sheet.field)
    if text is None:
        text = tagged.one_text_of_topic(fields, sheet.field)
    if text is None:
        raise InputError(f"{sheet.path} was not written: {cut(key)} has no {sheet.field or 'text'}")
    used = sum(1 for value in fields.values() if isinstance(value, str) and value and value in text)
    if used < len(fields):
        sheet.lose("further fields left out")
    line = re.sub(r"[\n\0]|\r\Z", " ", text)
    if line != text:
        sheet.lose("line ends written as spaces")
    return f"{key}\t{line}\n"


TSV = TextFormat(
    name="tsv",
    line="`id  text`, tab-separated; or columns under a heading such as `id  text  title`",
    holds="one text for each id, without line ends",
    detected_by="a tab in the first line, or the heading",
    looks_like=looks_like_tsv,
    ids="single spaces",
    only_field="text",
    one_text=text_fields.one_text,
    missing=text_fields.missing,
    read=read_tsv,
    write=write_tsv,
)


def looks_like_jsonl(head: Head) -> int:
    """A brace at the beginning; told from labels and runs by an id and a text."""
    if not head.text.startswith(("{", "[")) or (head.text.startswith("[") and not head.is_json):
        return NO
    return POSSIBLE if json_tree.has_texts(head.text) else WEAK


def read_jsonl(source: str, problems: Problems) -> Iterator[Record]:
    """A record a line or entry, with all its fields."""
    for place, record in records_of(source, problems):
        yield from entry_of_json(place, record, problems)


def entry_of_json(place: int | str, record: dict[str, Any], problems: Problems) -> Iterator[Record]:
    """The record of an object; none where it has no id, which is a problem."""
    name = next((n for n in IDS if isinstance(record.get(n), (str, int))), None)
    if name is None:
        problems.add(place, f"no id (one of {', '.join(IDS)}), expected an id and a text")
    else:
        yield place, str(record.pop(name)), record


def write_jsonl(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One line."""
    with_names = {name or "text": value for name, value in fields.items()}
    return json.dumps({"_id": key, **with_names}, ensure_ascii=False) + "\n"


JSONL = TextFormat(
    name="jsonl",
    line='`{"_id": ..., "title": ..., "text": ...}` a line; ids also as `id`, `docno`, `qid` ...; or '
    "a list of such objects",
    holds="any id, any fields",
    detected_by="a brace at the beginning, or one in a bracket",
    looks_like=looks_like_jsonl,
    suffixes=(".jsonl",),
    ids="any",
    only_field="text",
    one_text=text_fields.one_text,
    missing=text_fields.missing,
    read=read_jsonl,
    write=write_jsonl,
)
BY_NAME = {one.name: one for one in (TSV, JSONL)}
