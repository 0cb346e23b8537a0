"""An article's HTML: its passages, the titles that it links to, and its tables."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

from irassay.evidence.nouns import ListedColumn, Page, Passage
from irassay.evidence.tables import HIGHEST, Table, columns_in
from irassay.evidence.titles import NAMESPACES, title_of

_VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
}  # fmt: skip
_OUT = frozenset(["figure", "math", "noscript", "script", "style", "template"])  # what is no prose
_OUT_CLASSES = re.compile(
    r"(?:^|\s)(?:reference|mw-ref|references|reflist|hatnote|navbox|infobox|sidebar|metadata|noprint|thumb|gallery"
    r"|shortdescription|mw-editsection|ambox|toc)(?:\s|$)"
)
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_BLOCKS = frozenset(["blockquote", "center", "dd", "div", "dl", "dt", "hr", "li", "ol", "p", "section", "ul"])
_HEADING = re.compile(r"h([1-6])")
_DISAMBIGUATION = re.compile(r"mw:PageProp/disambiguation|(?:^|\s)dmbox|disambigbox")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Where another < comes before any >, and what a parser of HTML has no rule for: each would cost time or a fault.
_NO_TAG = re.compile(r"<(?=!\[|[^<>\"']*(?:<|\Z))")
_SPAN = re.compile(r"\s*(\d{1,5})")
_PAGE = ("./", "/wiki/")  # how addresses of articles begin


class HtmlCell:
    """A cell of a table."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        def span(name: str) -> int:
            found = _SPAN.match(attributes.get(name, ""))
            return int(found[1]) if found else 1

        self.is_heading = tag == "th" and not attributes.get("scope", "").lower().startswith("row")
        self.height = min(span("rowspan") or HIGHEST, HIGHEST)
        self.width = span("colspan") or 1
        self.title = ""
        self.parts: list[str] = []

    @property
    def plain(self) -> str:
        """The text as people read it."""
        return " ".join("".join(self.parts).split())


class HtmlArticle(HTMLParser):
    """What an article has; `passages` by the path of their section, "" for the introduction, with paragraphs and links.

    >>> owl = HtmlArticle(Page("Owl", "<p>An <b>owl</b> is a <a href='./Bird#Diet'>bird</a>.</p>", "", 1))
    >>> owl.passages_of("article")[0].text, owl.links
    ('An owl is a bird.', {'Bird': None})
    """

    def __init__(self, page: Page, namespaces: frozenset[str] = NAMESPACES, *, case_sensitive: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.page, self.namespaces, self.case_sensitive = page, namespaces, case_sensitive
        self.is_disambiguation = False
        self.links: dict[str, None] = {}  # of the whole article
        self.tables: list[Table] = []
        self.pieces: dict[str, tuple[list[str], dict[str, None]]] = {"": ([], {})}
        self._piece = self.pieces[""]
        self._above: list[tuple[int, str]] = []  # levels and names of the sections that this place is in
        self._stack: list[tuple[str, bool]] = []  # open elements, and whether they hide what is in them
        self._open: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()  # of sections of one path, but for the first
        self._n_hidden = self._n_tables = 0
        self._rows: list[list[HtmlCell]] = []
        self._cell: HtmlCell | None = None
        self._parts: list[str] = []  # of the paragraph or the heading
        self.feed(_NO_TAG.sub("&lt;", _COMMENT.sub("", page.text)))
        self.close()
        while self._stack:
            self._pop()
        self._break()

    def passages_of(self, by: str) -> list[Passage]:
        """`passages.passages_of` the article."""
        title, pieces = self.page.title, self.pieces.items() if by == "section" else [("", self.pieces[""])]
        return [
            Passage(f"{title}#{path}" if path else title, title, "\n".join(texts), tuple(links))
            for path, (texts, links) in pieces
            if texts
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        attributes = {name: value or "" for name, value in attrs}
        of_class = attributes.get("class", "")
        if _DISAMBIGUATION.search(f"{of_class} {attributes.get('property', '')} {attributes.get('id', '')}"):
            self.is_disambiguation = True
        if tag in _BLOCKS or _HEADING.fullmatch(tag) or tag == "table":
            self._break()
        if tag == "br":
            self.handle_data(" ")
        if tag in _VOID:
            return
        is_hiding = bool(tag in _OUT or _OUT_CLASSES.search(of_class) or _HIDDEN.search(attributes.get("style", "")))
        self._stack.append((tag, is_hiding))
        self._open[tag] += 1
        self._n_hidden += is_hiding
        if tag == "a" and "mw-file-description" not in of_class:
            self._link(attributes.get("href", ""))
        elif not self._n_hidden:
            self._begin_in_table(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        """The innermost element of that name ends, with those in it."""
        while self._open[tag]:
            if self._pop() == tag:
                return

    def handle_data(self, data: str) -> None:
        """Text of a paragraph or a cell."""
        if self._n_hidden:
            return
        if self._n_tables == 0:
            self._parts.append(data)
        elif self._n_tables == 1 and self._cell:
            self._cell.parts.append(data)

    def _begin_in_table(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table":
            self._n_tables += 1
            self._rows, self._cell = ([], None) if self._n_tables == 1 else (self._rows, self._cell)
        elif self._n_tables == 1 and tag in ("tr", "caption"):
            self._cell = None
            if tag == "tr":
                self._rows.append([])
        elif self._n_tables == 1 and tag in ("td", "th"):
            self._cell = HtmlCell(tag, attributes)
            self._rows = self._rows or [[]]
            self._rows[-1].append(self._cell)

    def _pop(self) -> str:
        """End the innermost element."""
        tag, is_hiding = self._stack.pop()
        self._open[tag] -= 1
        is_shown = not self._n_hidden
        self._n_hidden -= is_hiding
        if is_shown and tag == "table":
            self._n_tables -= 1
            if not self._n_tables:
                self.tables.append(([name for _, name in self._above], [row for row in self._rows if row], True))
        elif is_shown and (level := _HEADING.fullmatch(tag)) and not self._n_tables:
            self._begin_section(int(level[1]))
        elif tag in _BLOCKS:
            self._break()
        return tag

    def _begin_section(self, level: int) -> None:
        """A heading has ended."""
        name, self._parts = " ".join("".join(self._parts).split()), []
        self._above = [*(one for one in self._above if one[0] < level), (level, name)]
        path = "/".join(one for _, one in self._above)
        key = path
        while key in self.pieces:
            self._counts[path] += 1
            key = f"{path} {self._counts[path] + 1}"
        self._piece = self.pieces[key] = ([], {})

    def _break(self) -> None:
        """End a paragraph; in a cell, a word."""
        if self._n_tables:
            self.handle_data(" ")
            return
        if text := " ".join("".join(self._parts).split()):
            self._piece[0].append(text)
        self._parts = []

    def _link(self, address: str) -> None:
        begin = next((one for one in _PAGE if address.startswith(one)), None)
        if begin is None:
            return
        target = address.removeprefix(begin).partition("?")[0]
        title = title_of(target, self.namespaces, case_sensitive=self.case_sensitive)
        if not title:
            return
        self.links[title] = None
        if self._n_hidden:
            return
        if not self._n_tables:
            self._piece[1][title] = None
        elif self._n_tables == 1 and self._cell and not self._cell.title:
            self._cell.title = title


def columns_of_html(
    page: Page, *, heading: str = "name", namespaces: frozenset[str] = frozenset(), problems: object = None
) -> list[ListedColumn]:
    """`tables.columns_of` an article whose text is HTML, where each table has an end."""
    return columns_in(page.title, HtmlArticle(page, namespaces).tables, heading)
