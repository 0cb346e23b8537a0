"""Texts of some ids from JSON lines or id TAB text: a line that begins with another id is passed by, not parsed."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from irassay.formats import text_fields
from irassay.formats.sources import opening
from irassay.formats.sources.lines import lines_of, matches
from irassay.formats.texts import jsonl, tsv
from irassay.formats.trees.json_tree import is_list, object_in

if TYPE_CHECKING:
    from irassay.formats.sources.problems import Problems
    from irassay.formats.texts import Record

_IDS = "|".join(map(re.escape, text_fields.IDS))
# A line, with the key and the id that it begins with.
_JSON = re.compile(rb'^(?:\{[ \t]*+"(%s)"[ \t]*+:[ \t]*+"([^"\\\n]++)")?.*+' % _IDS.encode(), re.M)
_TSV = re.compile(rb"^(?:()([^\t\n]++)\t)?.*+", re.M)
# Keys that are the id before this one, wherever they stand in a line.
_BEFORE = {
    name.encode(): [b'"%s"' % other.encode() for other in text_fields.IDS[:i]] for i, name in enumerate(text_fields.IDS)
}


def can_skip(path: str, name: str) -> bool:
    """Whether a file of that format has its ids where lines begin."""
    if not os.path.isfile(path):
        return False
    if name == jsonl.FORMAT.name:
        return not is_list(path)
    first = opening.head_of(path).decode("utf-8", "replace").lstrip().split("\n", 1)[0]
    return name == tsv.FORMAT.name and not text_fields.heading(first)


def records_of_some(path: str, name: str, ids: Container[str], problems: Problems) -> Iterator[Record]:
    """The records of these ids, and of lines that do not begin with one."""
    is_json = name == jsonl.FORMAT.name
    for number, line in enumerate(matches(path, _JSON if is_json else _TSV), 1):
        key = line[2]
        if key is not None and key.decode("utf-8", "replace") not in ids and number > 1:
            before = _BEFORE.get(line[1])
            if not before or not any(name in line[0] for name in before):
                continue
        for place, text in lines_of(line[0].removesuffix(b"\r"), number, problems):
            if not text.strip():
                continue
            if is_json:
                if (record := object_in(text, place, problems)) is not None:
                    yield from jsonl.entry(place, record, problems)
            else:
                yield from tsv.entry(place, text, problems)
