"""TREC topics, in the old tagged form and as XML.

One scanner for both: the files are often neither valid SGML nor valid XML, and no entity of a stranger is expanded.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from irassay.errors import cut
from irassay.formats import text_fields
from irassay.formats.format import LIKELY, NO
from irassay.formats.sources.lines import Problems, read_text
from irassay.formats.text_fields import TAG, tags_of
from irassay.formats.texts import TextFormat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.texts import Record, TextSheet

_TOPIC = re.compile(r"<(?:(top|topic)\b([^<>]*)|/(top|topic)\s*)>", re.IGNORECASE)  # a topic's opening or closing tag
_TAG = re.compile(rf"<(/?)({TAG})[^<>]*>", re.IGNORECASE)
_NUMBER = re.compile(r"""\b(?:number|id|num|qid)\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_LABEL = re.compile(r"^\s*(?:number|topic|title|description|narrative)\s*:\s*", re.IGNORECASE)

# What a field may be called, by what it is asked for.
FIELDS = {
    "title": ("title", "query"),
    "description": ("desc", "description", "question"),
    "narrative": ("narr", "narrative"),
}


def looks_like(head: Head) -> int:
    """A topic's opening tag near the start."""
    begins = head.text.startswith("<") and re.search(r"<(?:top|topics?)\b", head.text[:4096], re.IGNORECASE)
    return LIKELY if begins else NO


def read(source: str, problems: Problems) -> Iterator[Record]:
    """A record a topic, with all its fields."""
    yield from topics_in(read_text(source, problems), problems)


def topics_in(text: str, problems: Problems) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Line, number and fields of every topic; text outside any field is under the empty name."""
    ids: set[str] = set()
    tags = list(_TOPIC.finditer(text))
    topics = _closed(tags)
    line, at = 1, 0
    for opening, closing in topics:
        line, at = line + text.count("\n", at, opening.start()), opening.start()
        parts = _parts(text[opening.end() : closing.start()])
        attribute = _NUMBER.search(opening.group(2))
        numbers = [parts.pop(name) for name in ("num", "number") if name in parts]
        number = html.unescape(attribute.group(1)).strip() if attribute else next(iter(numbers), "")
        if not number:
            problems.add(line, 'topic without a number, expected <num> or number="..."')
        elif number in ids:
            problems.add(line, f"topic {cut(number)} twice, expected once")
        else:
            ids.add(number)
            yield line, number, parts
    n_opened = sum(1 for tag in tags if tag.group(1))
    if n_opened > len(topics):
        problems.add("", f"{n_opened} topics are opened and {len(topics)} closed, expected </top> after each")


def _closed(tags: Sequence[re.Match[str]]) -> list[tuple[re.Match[str], re.Match[str]]]:
    """The opening and the closing tag of each topic: the next one of its name; what opens within is part of it."""
    last = {tag.group(3).lower(): tag for tag in tags if tag.group(3)}
    topics, opening = [], None
    for tag in tags:
        if opening is None and tag.group(1):
            end = last.get(tag.group(1).lower())
            opening = tag if end is not None and end.start() > tag.start() else None
        elif opening is not None and tag.group(3) and tag.group(3).lower() == opening.group(1).lower():
            topics.append((opening, tag))
            opening = None
    return topics


def one_text(fields: Mapping[str, Any], field: str | None) -> str | None:
    """The text of a field, else the title, under any of its names; a topic without tags is its title."""
    field = field or "title"
    value = next((fields[name] for name in FIELDS.get(field, (field,)) if name in fields), None)
    text: str | None = fields.get("", "") if value is None and field == "title" else value
    return text


def topic(number: str, fields: Mapping[str, str]) -> str:
    """One topic in the old tagged form."""
    lines = [f"<num> Number: {html.escape(number, quote=False)}"]
    for name, text in fields.items():
        lines.append(f"<{name}> {labelled(name, text)}")
    return "<top>\n" + "\n".join(lines) + "\n</top>\n"


def labelled(name: str, text: str) -> str:
    """Text after the label that readers of the form take off; also where the text itself begins like one."""
    label = {"desc": "Description: ", "narr": "Narrative: "}.get(name, "Title: " if _LABEL.match(text) else "")
    return label + html.escape(text, quote=False)


def _parts(body: str) -> dict[str, str]:
    """Field -> text up to the next tag; text outside any field is under the empty name."""
    parts: dict[str, list[str]] = {}
    name, start = "", 0
    for tag in [*_TAG.finditer(body), None]:
        end = tag.start() if tag else len(body)
        text = " ".join(html.unescape(body[start:end]).split())
        text = _LABEL.sub("", text) if name else text
        if text:
            parts.setdefault(name, []).append(text)
        if tag is None:
            break
        name = "" if tag.group(1) else tag.group(2).lower()
        start = tag.end()
    return {name: " ".join(texts) for name, texts in parts.items()}


def write(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One topic in the old tagged form."""
    return topic(key, tags_of(fields, sheet.lose, unnamed="title", reserved=("num", "number", "top")))


def write_xml(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One topic."""
    tags = tags_of(fields, sheet.lose, unnamed="title", reserved=("num", "number", "topic", "top"))
    inside = "".join(f"  <{name}>{labelled('', text)}</{name}>\n" for name, text in tags.items())
    return f'<topic number="{html.escape(key)}">\n{inside}</topic>\n'


FORMAT = TextFormat(
    name="topics",
    line="TREC topics in the tagged form: `<top> <num> <title> <desc> <narr>`",
    holds="any fields; white space is made single",
    detected_by="`<top>` or `<topic>`",
    looks_like=looks_like,
    ids="single spaces",
    only_field="title",
    one_text=one_text,
    missing=text_fields.missing_field,
    no_record="topic; expected <top> or <topic>",
    read=read,
    write=write,
)
BY_NAME = {
    "topics-xml": TextFormat(
        name="topics-xml",
        line='the same as XML: `<topic number="...">`',
        holds="as `topics`",
        detected_by="read as `topics`",
        suffixes=(".xml",),
        ids="single spaces",
        only_field="title",
        one_text=one_text,
        missing=FORMAT.missing,
        no_record=FORMAT.no_record,
        read=read,
        write=write_xml,
        before="<topics>\n",
        after="</topics>\n",
    )
}
