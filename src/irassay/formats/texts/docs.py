"""TREC's document files: ``<DOC>``, ``<DOCNO>`` and fields, often neither valid SGML nor valid XML. Streamed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import cut
from irassay.formats import text_fields
from irassay.formats.format import CERTAIN, NO
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.text_fields import TAG, tags_of
from irassay.formats.texts import TextFormat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.texts import Record, TextSheet

_OPEN = re.compile(r"<doc\b[^<>]*>", re.IGNORECASE)
_CLOSE = re.compile(r"</doc\s*>", re.IGNORECASE)
_TAG = re.compile(rf"<(/?)({TAG})[^<>]*>", re.IGNORECASE)
_TAG_OR_COMMENT = re.compile(rf"<!--.*?-->|{_TAG.pattern}", re.IGNORECASE | re.DOTALL)
ID = "docno"


def looks_like(head: Head) -> int:
    """A document's opening tag and its number near the start."""
    text = head.text
    begins = text.startswith("<") and _OPEN.search(text) and re.search(r"<docno\b", text, re.IGNORECASE)
    return CERTAIN if begins else NO


def read(source: str, problems: Problems) -> Iterator[Record]:
    """A record a document, with all its fields."""
    for number, (key, fields) in enumerate(docs_in(source, problems), 1):
        yield f"document {number:,}", key, fields


def one_text(fields: Mapping[str, Any], field: str | None) -> str | None:
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


def document(doc: str, fields: Mapping[str, str]) -> str:
    """One document."""
    inside = "".join(
        f"<{name.upper()}>{html.escape(text, quote=False)}</{name.upper()}>\n" for name, text in fields.items()
    )
    return f"<DOC>\n<DOCNO>{html.escape(doc, quote=False)}</DOCNO>\n{inside}</DOC>\n"


def write(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One document."""
    return document(key, tags_of(fields, sheet.lose, unnamed="text", reserved=("doc", "docno")))


FORMAT = TextFormat(
    name="docs",
    line="TREC documents: `<DOC> <DOCNO> <TEXT>`",
    holds="any fields; tags within a field are taken off, white space is made single",
    detected_by="`<DOC>` and `<DOCNO>`",
    looks_like=looks_like,
    suffixes=(".sgml", ".trec"),
    ids="single spaces",
    only_field="text",
    one_text=one_text,
    missing=text_fields.missing,
    no_record="document; expected <DOC>",
    read=read,
    write=write,
)
