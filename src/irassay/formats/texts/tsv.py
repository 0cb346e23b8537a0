"""Texts as lines of id TAB text, or as columns under a heading that names them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats import text_fields
from irassay.formats.format import FAINT, LIKELY, NO, WEAK
from irassay.formats.sources.lines import lines
from irassay.formats.texts import TextFormat, topics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.lines import Problems
    from irassay.formats.texts import Record, TextSheet


def looks_like(head: Head) -> int:
    """A tab in the first line: surely texts under a heading, plainly where every line has one tab and most have words
    behind it."""
    lines = head.text.split("\n")
    if head.is_json or head.is_parquet or "\t" not in lines[0]:
        return NO
    if text_fields.heading(lines[0])[:1] in [[name] for name in text_fields.OF_IDS]:
        return LIKELY
    whole = [line.partition("\t")[2].split() for line in lines[: max(1, len(lines) - 1)] if line.count("\t") == 1]
    is_plain = len(whole) == sum(map(bool, map(str.strip, lines[: max(1, len(lines) - 1)])))
    return FAINT if is_plain and 2 * sum(len(words) > 1 for words in whole) > len(whole) else WEAK


def read(source: str, problems: Problems) -> Iterator[Record]:
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
        yield from entry(number, line, problems)


def entry(number: int | str, line: str, problems: Problems) -> Iterator[Record]:
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


def write(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One line; what the format can't hold is counted."""
    text = text_fields.one_text(fields, sheet.field)
    if text is None:
        text = topics.one_text(fields, sheet.field)
    if text is None:
        raise InputError(f"{sheet.path} was not written: {cut(key)} has no {sheet.field or 'text'}")
    used = sum(1 for value in fields.values() if isinstance(value, str) and value and value in text)
    if used < len(fields):
        sheet.lose("further fields left out")
    line = re.sub(r"[\n\0]|\r\Z", " ", text)
    if line != text:
        sheet.lose("line ends written as spaces")
    return f"{key}\t{line}\n"


FORMAT = TextFormat(
    name="tsv",
    line="`id  text`, tab-separated; or columns under a heading such as `id  text  title`",
    holds="one text for each id, without line ends",
    detected_by="a tab in the first line, or the heading",
    looks_like=looks_like,
    ids="single spaces",
    only_field="text",
    one_text=text_fields.one_text,
    missing=text_fields.missing,
    read=read,
    write=write,
)
