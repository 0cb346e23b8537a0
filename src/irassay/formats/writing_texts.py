"""Texts to files: id TAB text, JSON lines, TREC topics and documents. Streamed, and written whole or not at all."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats import docs, losses, topics
from irassay.formats.ids import MARK
from irassay.formats.records import TEXT_FORMATS, body
from irassay.wording import plural

# Otherwise id TAB text.
SUFFIXES = {".jsonl": "jsonl", ".sgml": "docs", ".trec": "docs", ".xml": "topics-xml"}
_TAG = re.compile(r"[a-z][\w-]*", re.ASCII)
RESERVED = {
    "topics": ("num", "number", "top"),
    "topics-xml": ("num", "number", "topic", "top"),
    "docs": ("doc", "docno"),
}


def write_texts(
    texts: Iterable[tuple[str, str | Mapping[str, Any]]],
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    field: str | None = None,
) -> int:
    """Write texts of queries or documents to a file.

    Parameters
    ----------
    texts : Texts, or iterable of (id, text) or (id, mapping of field to text)
    to : path
        ``.jsonl`` is JSON lines, ``.xml`` TREC topics as XML, ``.sgml`` and ``.trec`` TREC documents, anything else
        id TAB text; ``-`` is standard output.
    output_format : {"tsv", "jsonl", "topics", "topics-xml", "docs"}, optional
        Overrules the suffix.
    field : str, optional
        For ``tsv``, which holds one text: which one. Default: title, if there is one, and text.

    Returns
    -------
    int
        How many texts were written.

    Raises
    ------
    InputError
        An id or the name of a field can't stand in the format; nothing is written.

    Warns
    -----
    LossWarning
        For fields, line ends and white space that the format can't hold.
    """
    path = os.fspath(to)
    family = output_format or SUFFIXES.get(os.path.splitext(path)[1], "tsv")
    if family not in TEXT_FORMATS:
        raise UsageError(f"output_format={family!r}: expected one of {', '.join(TEXT_FORMATS)}")
    writer = _Writer(family, path, field)
    with WholeFiles() as files:
        files.write(path, writer.lines(texts))
        if not writer.n:
            raise InputError(f"{path} was not written: there is no text")
    for what, n in writer.lost.items():
        losses.say(f"{what} in {plural(n, 'text')} of {writer.n:,}: {family} can't hold them")
    return writer.n


class _Writer:
    """Lines of one file, and what was lost on the way: sentence -> texts."""

    def __init__(self, family: str, path: str, field: str | None) -> None:
        self.family = family
        self.path = path
        self.field = field
        self.lost: dict[str, int] = {}
        self.n = 0

    def lines(self, texts: Iterable[tuple[str, str | Mapping[str, Any]]]) -> Iterator[str]:
        write: Callable[[str, Mapping[str, Any]], str] = {
            "tsv": self._tsv,
            "jsonl": self._jsonl,
            "topics": self._tagged,
            "topics-xml": self._tagged,
            "docs": self._tagged,
        }[self.family]
        if self.family == "topics-xml":
            yield "<topics>\n"
        for key, found in texts:
            self._check_id(key)
            self.n += 1
            yield write(key, {self._only: found} if isinstance(found, str) else found)
        if self.family == "topics-xml":
            yield "</topics>\n"

    @property
    def _only(self) -> str:
        """The field of a record that is one text."""
        return "title" if self.family in ("topics", "topics-xml") else "text"

    def _lose(self, what: str) -> None:
        self.lost[what] = self.lost.get(what, 0) + 1

    def _check_id(self, key: str) -> None:
        bad = not key or key != " ".join(key.split()) or "\0" in key or key.startswith(MARK)
        if bad and self.family != "jsonl":
            raise InputError(f"{self.path} was not written: id {cut(key)} can't stand in {self.family}; jsonl can")

    def _tsv(self, key: str, fields: Mapping[str, Any]) -> str:
        text = body(fields, "jsonl", self.field)
        if text is None:
            text = body(fields, "topics", self.field)
        if text is None:
            raise InputError(f"{self.path} was not written: {cut(key)} has no {self.field or 'text'}")
        used = sum(1 for value in fields.values() if isinstance(value, str) and value and value in text)
        if used < len(fields):
            self._lose("further fields left out")
        line = re.sub(r"[\n\0]|\r\Z", " ", text)
        if line != text:
            self._lose("line ends written as spaces")
        return f"{key}\t{line}\n"

    def _jsonl(self, key: str, fields: Mapping[str, Any]) -> str:
        named = {name or "text": value for name, value in fields.items()}
        return json.dumps({"_id": key, **named}, ensure_ascii=False) + "\n"

    def _tagged(self, key: str, fields: Mapping[str, Any]) -> str:
        kept: dict[str, str] = {}
        for name, value in fields.items():
            tag = name.lower() or self._only
            if not isinstance(value, (str, int)) or not _TAG.fullmatch(tag) or tag in (*RESERVED[self.family], *kept):
                self._lose("further fields left out")
                continue
            text = " ".join(str(value).replace("\0", " ").split())
            if text != str(value):
                self._lose("white space made single")
            if text:
                kept[tag] = text
        form = {"topics": topics.written, "topics-xml": topics.written_xml, "docs": docs.written}[self.family]
        return form(key, kept)
