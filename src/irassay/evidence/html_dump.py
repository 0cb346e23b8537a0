"""Pages of a wiki's HTML dumps, as Wikimedia Enterprise has them: a line of JSON for each article."""

from __future__ import annotations

import io
import json
import os
import tarfile
from collections.abc import Iterator
from itertools import islice
from typing import Any

from irassay.errors import InputError, Unreadable, cut
from irassay.evidence.dump import Wiki
from irassay.evidence.nouns import Page
from irassay.evidence.titles import NAMESPACES, TitleNumbers
from irassay.evidence.words import EVIDENCE
from irassay.formats.loss_warnings import say
from irassay.formats.sources.compressed import chunks, head

EXPECTED = 'expected a line of JSON with "name" and "article_body": {"html": ...}, as Wikimedia Enterprise has them'
_TAR = slice(257, 262)  # of a tar archive's head, where it says "ustar"
CASE_SENSITIVE = "wiktionary"  # how the names of such wikis end


def is_html(source: str) -> bool:
    """Whether a source is a folder, an archive or lines of JSON, and so no XML."""
    if os.path.isdir(source):
        return True
    start = head(source, 512)
    return start.lstrip()[:1] == b"{" or start[_TAR] == b"ustar"


def files_of(source: str) -> list[str]:
    """The files of a dump: those of a folder, in the order of their names, or the one that is given."""
    if not os.path.isdir(source):
        return [source]
    names = sorted(name for name in os.listdir(source) if not name.startswith("."))
    if not names:
        raise InputError(f"{cut(source)} is an empty folder, expected files of HTML dumps in it")
    return [os.path.join(source, name) for name in names]


def html_wiki(source: str) -> Wiki:
    """What the first article says of its wiki."""
    for row in islice(_rows(source), 1):
        of, address = row.get("is_part_of") or {}, str(row.get("url") or "")
        is_case = str(of.get("identifier", "")).endswith(CASE_SENSITIVE)
        return Wiki(NAMESPACES, is_case, address, is_html=True)
    raise InputError(f"{cut(source)} is empty; {EXPECTED}")


def read_html(source: str) -> Iterator[Page]:
    """Articles, `text` being HTML, and their redirects, each as a page; of articles of one title the first counts.

    Parameters
    ----------
    source : str
        A file of JSON lines or a tar archive of such files, plain or compressed; or a folder of these.

    Raises
    ------
    InputError
        Where a line is none, with its place.

    Warns
    -----
    LossWarning
        Where a title comes twice.
    """
    numbers, n, n_twice = TitleNumbers(), 0, 0
    for row in _rows(source):
        if (row.get("namespace") or {}).get("identifier", 0) != 0:
            continue
        n += 1
        title = " ".join(row["name"].split())
        if numbers.setdefault(title, n) != n:
            n_twice += 1
            continue
        yield Page(title, row["article_body"]["html"], "", n)
        for one in row.get("redirects") or ():
            if alias := " ".join(str(one.get("name") or "").split()):
                yield Page(alias, "", title, n)
    if n_twice:
        say(EVIDENCE("dump.articles-twice", path=source, n=n_twice))


def _rows(source: str) -> Iterator[dict[str, Any]]:
    """The articles of all files; InputError with the place of a line that is none."""
    for path in files_of(source):
        for name, lines in _lines(path):
            for number, line in enumerate(lines, 1):
                try:
                    row = json.loads(line)
                    is_article = isinstance(row["name"], str) and isinstance(row["article_body"]["html"], str)
                except (ValueError, KeyError, TypeError):
                    is_article = False
                if not is_article:
                    raise InputError(f"{name}:{number}  no article; {EXPECTED}")
                yield row


def _lines(path: str) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Files of lines by name: the file itself, or those of the archive that it is."""
    stream = io.BufferedReader(_Stream(chunks(path)), 1 << 20)
    if head(path, 512)[_TAR] != b"ustar":
        yield path, iter(stream)
        return
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for one in archive:
                if file := archive.extractfile(one):
                    yield f"{path}/{one.name}", iter(file)
    except (tarfile.TarError, EOFError) as error:
        raise Unreadable(f"{path} is cut short or no archive ({error}); fetch the file again") from None


class _Stream(io.RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._held = pieces, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._held:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._held = piece
        n = min(len(buffer), len(self._held))
        buffer[:n], self._held = self._held[:n], self._held[n:]
        return n
