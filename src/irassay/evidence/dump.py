"""Pages of a wiki, one at a time: of an XML export of MediaWiki, or of HTML dumps as Wikimedia Enterprise has them."""

from __future__ import annotations

import io
import json
import os
import re
import tarfile
from collections.abc import Iterator
from itertools import islice
from typing import Any
from xml.parsers import expat

from irassay.errors import SHOWN, InputError, Unreadable, cut
from irassay.evidence.nouns import Page
from irassay.evidence.titles import NAMESPACES, TitleNumbers, title_of
from irassay.evidence.words import EVIDENCE
from irassay.formats.loss_warnings import say
from irassay.formats.sources.compressed import chunks, head
from irassay.record import Record

EXPECTED = "expected an XML export of MediaWiki (<mediawiki>), plain or compressed, such as pages-articles.xml.bz2"
DEEPEST = 32  # elements in elements; an export has 6
_REDIRECT = re.compile(r"\s*#redirect\s*:?\s*\[\[([^\]|]+)", re.IGNORECASE)
_FIRST_LINK = re.compile(r"\[\[([^\]|]+)")  # of a redirect in any language
_HELD = frozenset(  # places of elements whose text is read
    {
        "/siteinfo/base",
        "/siteinfo/namespaces/namespace",
        "/page/title",
        "/page/ns",
        "/page/revision/text",
        "/page/revision/content/role",
        "/page/revision/content/text",
    }
)


class Wiki(Record):
    """What an export says of its wiki: case-folded names of namespaces other than the articles', `NAMESPACES` among
    them; whether it tells `owl` from `Owl`; the address of a page of it; and whether pages are HTML."""

    namespaces: frozenset[str]
    case_sensitive: bool
    base: str
    is_html: bool = False


def read_dump(path: str) -> Iterator[Page]:
    """Articles and redirects of an export, as they come: pages of the main namespace, each with its last revision.

    Parameters
    ----------
    path : str
        An export of any schema version, plain or compressed (bz2 of one or many streams, gzip, ...), told by content.

    Yields
    ------
    Page
        ``redirect`` has the title that it leads to, "" for an article.

    Raises
    ------
    InputError
        Where the file is none, declares a document type, or is cut short; pages before that place come first.

    Warns
    -----
    LossWarning
        Where pages have several revisions, or a title comes twice: the first page counts.

    Notes
    -----
    *Source*: the schemas ``export-0.3.xsd`` to ``export-0.11.xsd`` of MediaWiki. Before 0.6 a page has no ``<ns>``: the
    prefix of its title says the namespace. From 0.11 on a revision may have slots: the main one counts.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> page = "<page><title>Barn owl</title><ns>0</ns><revision><text>An owl.</text></revision></page>"
    >>> with TemporaryDirectory() as folder:
    ...     with open(f"{folder}/owls.xml", "w") as file:
    ...         _ = file.write(f"<mediawiki>{page}</mediawiki>")
    ...     [(one.title, one.text) for one in read_dump(file.name)]
    [('Barn owl', 'An owl.')]
    """
    export = _Export(path)
    for _ in export.steps():
        yield from export.pages
        export.pages.clear()
    export.say_losses()


def wiki(path: str) -> Wiki:
    """What the beginning of an export says of its wiki; InputError where the file is none."""
    export = _Export(path)
    for _ in export.steps():
        if export.has_siteinfo or export.n_pages:
            break
    return Wiki(frozenset(export.namespaces), export.case_sensitive, export.base)


class _Export:
    """Pages made of a parser's events; `pages` has those that ended since the last step."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.pages: list[Page] = []
        self.namespaces = set(NAMESPACES)
        self.case_sensitive = self.has_siteinfo = False
        self.base = ""
        self.n_pages = self._n_revised = 0
        self._numbers = TitleNumbers()  # of the page that has a title first
        self._twice: list[str] = []
        self._n_twice = 0
        self._places: list[str] = []  # of the elements that are open, from the root: "", "/page", ...
        self._parts: list[str] | None = None  # the text of an element that is held
        self._page: dict[str, str] = {}
        self._n_revisions = 0
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_types
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._hold

    def steps(self) -> Iterator[None]:
        """Read a piece of the file at each step; InputError, behind a last step, where it can't go on."""
        pieces, is_done, error = chunks(self.path), False, None
        while not is_done:
            try:
                piece = next(pieces, b"")
                is_done = not piece
                self._parser.Parse(piece, is_done)
            except InputError as stop:
                error = stop
            except expat.ExpatError as stop:
                error = self._broken(stop, is_done)
            yield
            if error is not None:
                if not self.n_pages:
                    raise error
                raise type(error)(f"{error.what}; {self._last()}", consequence="later pages were not read") from None

    def say_losses(self) -> None:
        """Warn of revisions and pages that are not in what was read."""
        if self._n_revised:
            say(EVIDENCE("dump.revised", path=self.path, n=self._n_revised))
        if self._n_twice:
            titles = [*self._twice, *(["..."] if self._n_twice > len(self._twice) else [])]
            say(EVIDENCE("dump.twice", path=self.path, n=self._n_twice, titles="; ".join(titles)))

    def _last(self) -> str:
        title = self._page.get("/page/title")
        return f"it stops {'in' if '/page' in self._places else 'after'} page {self.n_pages:,}" + (
            f" ({cut(title)})" if title else ""
        )

    def _broken(self, error: expat.ExpatError, is_done: bool) -> InputError:
        """What is wrong with XML that can't be parsed; `is_done` at the end of the file."""
        if is_done and self._places:
            return Unreadable(f"{self.path} is cut short: its XML has no end; fetch the file again")
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
            return InputError(f"{self.path} is empty; {EXPECTED}")
        what = expat.ErrorString(error.code)
        return InputError(f"{self.path}:{error.lineno}  {what}; {EXPECTED}")

    def _refuse_types(self, name: str, *_: object) -> None:
        raise InputError(
            f"{self.path}:{self._parser.CurrentLineNumber}  <!DOCTYPE {name}>, whose entities may grow without bound; "
            f"{EXPECTED}, which has none"
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if not self._places and name != "mediawiki":
            raise InputError(f"{self.path} is XML of <{name}>; {EXPECTED}")
        if len(self._places) > DEEPEST:
            raise InputError(f"{self.path}:{self._parser.CurrentLineNumber}  over {DEEPEST} elements deep; {EXPECTED}")
        place = f"{self._places[-1]}/{name}" if self._places else ""
        self._places.append(place)
        if place in _HELD:
            self._parts = []
        if place == "/page":
            self.n_pages += 1
            self._page, self._n_revisions = {}, 0
        elif place == "/page/redirect":
            self._page[place] = attributes.get("title", "")
        elif place == "/page/revision":
            self._n_revisions += 1
            self._page["/page/revision/text"] = ""
            self._page.pop("main", None)
        elif place == "/siteinfo/namespaces/namespace" and attributes.get("key") == "0":
            self.case_sensitive = attributes.get("case") == "case-sensitive"

    def _hold(self, text: str) -> None:
        if self._parts is not None:
            self._parts.append(text)

    def _end(self, _: str) -> None:
        place = self._places.pop()
        if place in _HELD:
            self._page[place] = "".join(self._parts or ())
            self._parts = None
        if place == "/siteinfo/namespaces/namespace":
            self.namespaces |= {self._page[place].strip().replace("_", " ").casefold()} - {""}
        elif place == "/siteinfo/base":
            self.base = self._page[place].strip()
        elif place == "/siteinfo":
            self.has_siteinfo = True
        elif place == "/page/revision/content":
            text = self._page.pop("/page/revision/content/text", "")
            if self._page.pop("/page/revision/content/role", "").strip() == "main":
                self._page["main"] = text
        elif place == "/page":
            self._end_page()

    def _end_page(self) -> None:
        title = " ".join(self._page.get("/page/title", "").split())
        prefix, colon, _ = title.partition(":")
        is_elsewhere = bool(colon) and prefix.strip().casefold() in self.namespaces
        if self._page.get("/page/ns", "1" if is_elsewhere else "0").strip() != "0":
            return
        if not title:
            raise InputError(f"{self.path}:{self._parser.CurrentLineNumber}  a page without <title>; {EXPECTED}")
        first = self._numbers.setdefault(title, self.n_pages)
        if first != self.n_pages:
            self._n_twice += 1
            if len(self._twice) < SHOWN:
                self._twice.append(f"{cut(title)}, pages {first:,} and {self.n_pages:,}")
            return
        self._n_revised += self._n_revisions > 1
        text = self._page.get("main", self._page.get("/page/revision/text", ""))
        self.pages.append(Page(title, text, self._target(text), self.n_pages))

    def _target(self, text: str) -> str:
        """The title that the page leads to: as the export says it, else as its text does."""
        said = self._page.get("/page/redirect")
        if said:
            return said
        link = (_REDIRECT.match if said is None else _FIRST_LINK.search)(text)
        if link is None:
            return ""
        return title_of(link[1], frozenset(), case_sensitive=self.case_sensitive) or link[1].strip()


EXPECTED_JSON = (
    'expected a line of JSON with "name" and "article_body": {"html": ...}, as Wikimedia Enterprise has them'
)
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
    raise InputError(f"{cut(source)} is empty; {EXPECTED_JSON}")


def read_html(source: str) -> Iterator[Page]:
    """Articles, `text` being HTML, and their redirects, each as a page; of articles of one title, which is a
    LossWarning, the first counts. The source is a file of JSON lines, a tar archive or a folder of such files."""
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
                    raise InputError(f"{name}:{number}  no article; {EXPECTED_JSON}")
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
