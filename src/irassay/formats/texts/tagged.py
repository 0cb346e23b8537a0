"""TREC's texts in tags: topics, in the old tagged form and as XML, and document files, which are streamed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from irassay.errors import cut
from irassay.formats import text_fields
from irassay.formats.format import CERTAIN, LIKELY, NO, Head
from irassay.formats.sources.lines import Problems, lines, read_text
from irassay.formats.text_fields import TAG, tags_of
from irassay.formats.texts import Record, TextFormat, TextSheet

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


def looks_like_topics(head: Head) -> int:
    """A topic's opening tag near the start."""
    begins = head.text.startswith("<") and re.search(r"<(?:top|topics?)\b", head.text[:4096], re.IGNORECASE)
    return LIKELY if begins else NO


def read_topics(source: str, problems: Problems) -> Iterator[Record]:
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


def one_text_of_topic(fields: Mapping[str, Any], field: str | None) -> str | None:
    """The text of a field, else the title, under any of its names; a topic without tags is its title."""
    field = field or "title"
    value = next((fields[name] for name in FIELDS.get(field, (field,)) if name in fields), None)
    text: str | None = fields.get("", "") if value is None and field == "title" else value
    return text


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


def write_topic(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One topic in the old tagged form."""
    tags = tags_of(fields, sheet.lose, unnamed="title", reserved=("num", "number", "top"))
    lines = [f"<{name}> {labelled(name, text)}" for name, text in tags.items()]
    return "\n".join(["<top>", f"<num> Number: {html.escape(key, quote=False)}", *lines, "</top>\n"])


def write_xml(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One topic."""
    tags = tags_of(fields, sheet.lose, unnamed="title", reserved=("num", "number", "topic", "top"))
    inside = "".join(f"  <{name}>{labelled('', text)}</{name}>\n" for name, text in tags.items())
    return f'<topic number="{html.escape(key)}">\n{inside}</topic>\n'


TOPICS = TextFormat(
    name="topics",
    line="TREC topics in the tagged form: `<top> <num> <title> <desc> <narr>`",
    holds="any fields; white space is made single",
    detected_by="`<top>` or `<topic>`",
    looks_like=looks_like_topics,
    ids="single spaces",
    only_field="title",
    one_text=one_text_of_topic,
    missing=text_fields.missing_field,
    no_record="topic; expected <top> or <topic>",
    read=read_topics,
    write=write_topic,
)
TOPICS_XML = TOPICS.but(
    name="topics-xml",
    line='the same as XML: `<topic number="...">`',
    holds="as `topics`",
    detected_by="read as `topics`",
    looks_like=None,
    suffixes=(".xml",),
    write=write_xml,
    before="<topics>\n",
    after="</topics>\n",
)


_OPEN = re.compile(r"<doc\b[^<>]*>", re.IGNORECASE)
_CLOSE = re.compile(r"</doc\s*>", re.IGNORECASE)
_TAG_OR_COMMENT = re.compile(rf"<!--.*?-->|{_TAG.pattern}", re.IGNORECASE | re.DOTALL)
ID = "docno"


def looks_like_docs(head: Head) -> int:
    """A document's opening tag and its number near the start."""
    text = head.text
    begins = text.startswith("<") and _OPEN.search(text) and re.search(r"<docno\b", text, re.IGNORECASE)
    return CERTAIN if begins else NO


def read_docs(source: str, problems: Problems) -> Iterator[Record]:
    """A record a document, with all its fields."""
    for number, (key, fields) in enumerate(docs_in(source, problems), 1):
        yield f"document {number:,}", key, fields


def one_text_of_doc(fields: Mapping[str, Any], field: str | None) -> str | None:
    """As of other records; without a field of text, what stands outside any tag."""
    if field is None and not any(name in fields for name in text_fields.BODIES):
        fields = {**fields, "text": fields.get("", "")}
    return text_fields.one_text(fields, field)


def docs_in(path: str, problems: Problems) -> Iterator[tuple[str, dict[str, str]]]:
    """Number and fields of every document; what is inside a field's own tags is part of its text."""
    piece: list[str] | None = None
    start = 0
    for number, line in lines(path, problems):
        at = 0
        while True:
            if piece is None:
                opening = _OPEN.search(line, at)
                if opening is None:
                    break
                piece, start, at = [], number, opening.end()
            closing = _CLOSE.search(line, at)
            if closing is None:
                piece.append(line[at:])
                break
            piece.append(line[at : closing.start()])
            at = closing.end()
            fields = fields_in("\n".join(piece))
            piece = None
            doc = fields.pop(ID, "")
            if doc:
                yield doc, fields
            else:
                problems.add(start, "document without a number, expected <DOCNO>")
    if piece is not None:
        problems.add(
            start, f"document is opened and not closed, expected </DOC>; it begins {cut(' '.join(piece)[:40])}"
        )


def fields_in(body: str) -> dict[str, str]:
    """Outermost tag -> text, white space made single; text outside any tag is under the empty name."""
    parts: dict[str, list[str]] = {}
    within: dict[str, None] = {}  # the open tags, each where it opened first
    start = 0
    n = len(body) - len(body.rpartition("-->")[2])  # behind which no comment is closed
    for tag in [*_TAG_OR_COMMENT.finditer(body, 0, n), *_TAG.finditer(body, n), None]:
        text = " ".join(html.unescape(body[start : tag.start() if tag else len(body)]).split())
        if text:
            parts.setdefault(next(iter(within), ""), []).append(text)
        if tag is None:
            break
        start = tag.end()
        if tag.group(2) is None:
            continue
        name = tag.group(2).lower()
        if not tag.group(1):
            within.setdefault(name)
        elif name in within:
            while within.popitem()[0] != name:
                pass
    return {name: " ".join(texts) for name, texts in parts.items()}


def write_doc(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One document."""
    tags = tags_of(fields, sheet.lose, unnamed="text", reserved=("doc", "docno"))
    inside = "".join(
        f"<{name.upper()}>{html.escape(text, quote=False)}</{name.upper()}>\n" for name, text in tags.items()
    )
    return f"<DOC>\n<DOCNO>{html.escape(key, quote=False)}</DOCNO>\n{inside}</DOC>\n"


DOCS = TextFormat(
    name="docs",
    line="TREC documents: `<DOC> <DOCNO> <TEXT>`",
    holds="any fields; tags within a field are taken off, white space is made single",
    detected_by="`<DOC>` and `<DOCNO>`",
    looks_like=looks_like_docs,
    suffixes=(".sgml", ".trec"),
    ids="single spaces",
    only_field="text",
    one_text=one_text_of_doc,
    missing=text_fields.missing,
    no_record="document; expected <DOC>",
    read=read_docs,
    write=write_doc,
)
BY_NAME = {one.name: one for one in (TOPICS, TOPICS_XML, DOCS)}
