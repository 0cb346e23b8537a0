"""TREC's document files: ``<DOC>``, ``<DOCNO>`` and fields, often neither valid SGML nor valid XML. Streamed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from irassay.errors import cut
from irassay.formats.lines import lines
from irassay.formats.problems import Problems

_OPEN = re.compile(r"<doc\b[^<>]*>", re.IGNORECASE)
_CLOSE = re.compile(r"</doc\s*>", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?-->|<(/?)([a-z][\w-]*)\b[^<>]*>", re.IGNORECASE | re.DOTALL)
ID = "docno"


def looks_like(head: str) -> bool:
    """A document's opening tag and its number near the start."""
    return _OPEN.search(head) is not None and re.search(r"<docno\b", head, re.IGNORECASE) is not None


def docs_in(path: str, problems: Problems) -> Iterator[tuple[str, dict[str, str]]]:
    """Number and fields of every document; what is inside a field's own tags is part of its text."""
    piece: list[str] | None = None
    start = 0
    for number, line in lines(path, problems):
        rest = line
        while True:
            if piece is None:
                opened = _OPEN.search(rest)
                if opened is None:
                    break
                piece, start, rest = [], number, rest[opened.end() :]
            closed = _CLOSE.search(rest)
            if closed is None:
                piece.append(rest)
                break
            piece.append(rest[: closed.start()])
            rest = rest[closed.end() :]
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
    """Outermost tag -> text, white space made single; text outside any tag is under the empty name.

    >>> fields_in("<DOCNO> d1 </DOCNO><TEXT><P>One.</P> Two.</TEXT>")
    {'docno': 'd1', 'text': 'One. Two.'}
    """
    parts: dict[str, str] = {}
    within: list[str] = []
    start = 0
    for tag in [*_TAG.finditer(body), None]:
        text = " ".join(html.unescape(body[start : tag.start() if tag else len(body)]).split())
        if text:
            name = within[0] if within else ""
            parts[name] = f"{parts[name]} {text}" if name in parts else text
        if tag is None:
            break
        start = tag.end()
        if tag.group(2) is None:
            continue
        name = tag.group(2).lower()
        if not tag.group(1):
            within.append(name)
        elif name in within:
            del within[within.index(name) :]
    return parts


def written(doc: str, fields: Mapping[str, str]) -> str:
    """One document.

    >>> print(written("d1", {"text": "One & two."}), end="")
    <DOC>
    <DOCNO>d1</DOCNO>
    <TEXT>One &amp; two.</TEXT>
    </DOC>
    """
    inside = "".join(
        f"<{name.upper()}>{html.escape(text, quote=False)}</{name.upper()}>\n" for name, text in fields.items()
    )
    return f"<DOC>\n<DOCNO>{html.escape(doc, quote=False)}</DOCNO>\n{inside}</DOC>\n"
