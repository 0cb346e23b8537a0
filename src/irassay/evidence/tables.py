"""Tables of a wiki page, read from its wikitext line by line: which title stands in each row of a column."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Protocol, TypeAlias

from irassay.evidence.nouns import ListedColumn, Page
from irassay.evidence.titles import title_of
from irassay.evidence.wiki_text import link_of_template
from irassay.formats.sources.lines import Problems

HIGHEST = 65534  # rows of a cell, as HTML limits them
WIDEST = 100  # columns that are read of a table
LONGEST = 300  # characters; a title has at most 255 bytes
_ASIDE = re.compile(r"<!--|<(nowiki|ref)\b[^<>]*>", re.IGNORECASE)
_ENDS = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("nowiki", "ref")} | {"": re.compile("-->")}
_ROW = r"\n[ \t]*(?:\|-|\|\}(?!\}))"  # a line that ends a row or a table
_TOKEN = re.compile(rf"\[\[|\]\]|\{{\{{|\}}\}}|{_ROW}|\n[ \t]*[|!]")
_OPENING = re.compile(r"\[\[|\{\{")
_TABLE = re.compile(r"[\s:*]*\{\|")
_SIGNS = {"|": re.compile(r"\|\|"), "!": re.compile(r"\|\||!!")}
_SPAN = re.compile(r"\b(row|col)span\s*=[\s\"']*(\d{1,5})", re.IGNORECASE)
_OF_ROW = re.compile(r"\bscope\s*=[\s\"']*row", re.IGNORECASE)
_MARKUP = re.compile(r"\[\[|\]\]|'{2,}|\[(?:https?:)?//[^\s\[\]]*|</?[a-z][^<>]*>", re.IGNORECASE)
_NOTES = ("efn", "refn", "sfn", "cite ", "note")  # how names of templates begin whose links are no link of the cell


class Cell(Protocol):
    """A cell of a table, whatever it is written in."""

    is_heading: bool
    height: int  # rows that it covers
    width: int

    @property
    def title(self) -> str:
        """The title that its first link leads to; "" without one."""

    @property
    def plain(self) -> str:
        """The text as people read it."""


# The sections around a table, its rows of cells, and whether it has an end.
Table: TypeAlias = "tuple[Sequence[str], Sequence[Sequence[Cell]], bool]"


def columns_of(
    page: Page, *, heading: str = "name", namespaces: frozenset[str] = frozenset(), problems: Problems | None = None
) -> list[ListedColumn]:
    """The columns of the page's tables whose heading contains `heading`, in capitals or not, in the page's order. A
    path is the article's title, the headings of the sections around the table, and the column's headings from the top;
    rows of headings and rows of one cell are no data. A table without an end, a line for `problems`, is read up to the
    next heading of the page. Source: D-MERIT (Rassin et al. 2024), section 2.2.

    >>> owls = Page("List of owls", "{|\\n! Name !! Weight\\n|-\\n| [[Barn owl|Barn]] || 500 g\\n|}", "", 1)
    >>> [(column.path, column.cells) for column in columns_of(owls)]
    [(('List of owls', 'Name'), ('Barn owl',))]
    """
    return columns_in(page.title, _Wikitext(page.text, namespaces).tables(), heading, problems)


def columns_in(
    title: str, tables: Iterable[Table], heading: str, problems: Problems | None = None
) -> list[ListedColumn]:
    """`columns_of` an article of that title that has these tables."""
    wanted = heading.casefold()
    columns = []
    for sections, rows, is_whole in tables:
        place = (title, *filter(None, sections))
        if problems is not None and not is_whole:
            problems.add(" > ".join(place), "a table without an end, expected a line with |} before the next heading")
        heads, data = _heads_and_data(_grid(rows))
        for column in range(min(_width(heads), _width(data))):
            parts = dict.fromkeys(head[column].plain for head in heads if column in head)
            parts.pop("", None)
            if any(wanted in part.casefold() for part in parts):
                cells = tuple(row[column].title or None if column in row else None for row in data)
                columns.append(ListedColumn(path=(*place, *parts), cells=cells))
    return columns


class _Wikitext:
    """A page's text without comments and notes; `shape` is as long, with templates and links blotted out, and `ends`
    says where each of these ends that begins at a place."""

    def __init__(self, text: str, namespaces: frozenset[str]) -> None:
        self.text = _without_asides(text)
        self.shape, self.ends = _shape(self.text)
        self.namespaces = namespaces

    def tables(self) -> Iterator[Table]:
        """The outermost tables."""
        sections: list[tuple[int, str]] = []
        rows, depth, end = _Rows(self), 0, -1
        for line in self.shape.split("\n"):
            start, end = end + 1, end + 1 + len(line)
            mark = line.strip()
            if line[:1] == "=" == mark[-1:] and mark.strip("="):
                if depth:
                    yield [name for _, name in sections], rows.rows, False
                depth = 0
                level = min(len(mark) - len(mark.lstrip("=")), len(mark) - len(mark.rstrip("=")))
                sections = [one for one in sections if one[0] < level]
                sections.append((level, self.plain(start + level, start + len(mark) - level)))
            elif _TABLE.match(line):
                depth += 1
                rows = _Rows(self) if depth == 1 else rows
            elif depth and mark.startswith("|}"):
                depth -= 1
                if not depth:
                    yield [name for _, name in sections], rows.rows, True
            elif depth == 1:
                rows.take(start, end, mark)
        if depth:
            yield [name for _, name in sections], rows.rows, False

    def title(self, start: int, end: int) -> str:
        """The title that the first link between two places leads to; "" without one."""
        after = start
        for at, close, head, title in self._constructs(start, end):
            if at < after:
                continue
            if title is None:
                if link_of_template(head, {}) is None or "[[" in self.text[at:close]:
                    continue
                link = link_of_template(head, self._values(at + 2, close - 2))
                title = title_of(link[0] if link else "", self.namespaces)
                after = close
            if title:
                return title
        return ""

    def plain(self, start: int, end: int) -> str:
        """The text between two places as people read it, templates and files left out."""
        pieces, at = [], start
        for begin, close, head, title in self._constructs(start, end):
            if begin >= at:
                pieces.append(self.text[at:begin])
                label = begin + 2 + len(head)
                at = close
                if title or (title is not None and head[:1] == "#"):
                    at = label + 1 if self.text[label] == "|" else begin + 2
        text = _MARKUP.sub(lambda sign: " " * sign[0].lower().startswith("<br"), "".join([*pieces, self.text[at:end]]))
        return " ".join(html.unescape(text).split())

    def _constructs(self, start: int, end: int) -> Iterator[tuple[int, int, str, str | None]]:
        """Links and templates as they begin: both ends, what stands before the first |, and a link's title, "" where it
        leads to no article; none inside a note or such a link."""
        after = start
        for opening in _OPENING.finditer(self.text, start, end):
            at = opening.start()
            close = self.ends.get(at, 0)
            if at >= after and close:
                stop = min(close - 2, at + 2 + LONGEST)
                bar = self.text.find("|", at + 2, stop)
                head = self.text[at + 2 : stop if bar < 0 else bar]
                title = title_of(head, self.namespaces) if opening[0] == "[[" else None
                yield at, close, head, title
                if title == "" or (title is None and head.lstrip().casefold().startswith(_NOTES)):
                    after = close

    def _values(self, start: int, end: int) -> dict[str, str]:
        """Arguments of a template by name; those without one by their number from 1."""
        text = self.text[start:end]
        values: dict[str, str] = {}
        number = 0
        for left, right in _pieces(_shape(text)[0], text.find("|") + 1 or len(text), len(text), re.compile(r"\|")):
            name, sign, value = text[left:right].partition("=")
            number += not sign
            values[name.strip() if sign else str(number)] = (value if sign else name).strip()
        return values


class _Cell:
    """A cell, the places of its lines, and how many rows and columns it covers."""

    def __init__(self, source: _Wikitext, is_heading: bool, attributes: str, place: tuple[int, int]) -> None:
        self.source, self.pieces = source, [place]
        self.is_heading = is_heading and not _OF_ROW.search(attributes)
        spans = {name.lower(): int(number) for name, number in _SPAN.findall(attributes)}
        self.height = min(spans.get("row", 1) or HIGHEST, HIGHEST)
        self.width = spans.get("col", 1) or 1

    @cached_property
    def title(self) -> str:
        """The title of the first link."""
        return next(filter(None, (self.source.title(*piece) for piece in self.pieces)), "")

    @cached_property
    def plain(self) -> str:
        """The text as people read it."""
        return " ".join(filter(None, (self.source.plain(*piece) for piece in self.pieces)))


_Row: TypeAlias = dict[int, Cell]  # by column


class _Rows:
    """The rows of one table, filled line by line; rows without a cell are none, as MediaWiki has it."""

    def __init__(self, source: _Wikitext) -> None:
        self.source = source
        self.rows: list[list[_Cell]] = []
        self.cell: _Cell | None = None
        self.is_new = True

    def take(self, start: int, end: int, mark: str) -> None:
        """A line of the table, from its place `start`; `mark` is its shape without the white space around it."""
        if mark.startswith(("|-", "|+")):
            self.cell, self.is_new = None, True
        elif mark[:1] in _SIGNS and mark:
            shape, text = self.source.shape, self.source.text
            if self.is_new:
                self.rows.append([])
            self.is_new = False
            for left, right in _pieces(shape, shape.index(mark[0], start) + 1, end, _SIGNS[mark[0]]):
                bar = shape.find("|", left, right)
                bar = left - 1 if bar < 0 or "[[" in text[left:bar] else bar
                self.cell = _Cell(self.source, mark[0] == "!", text[left : bar + 1], (bar + 1, right))
                self.rows[-1].append(self.cell)
        elif self.cell:
            self.cell.pieces.append((start, end))


def _without_asides(text: str) -> str:
    """The text without comments, notes, and what is not to be read as markup."""
    pieces, at, endless = [], 0, set()
    for opening in _ASIDE.finditer(text):
        name = (opening[1] or "").lower()
        if opening.start() < at or name in endless:
            continue
        end = opening if opening[0].endswith("/>") else _ENDS[name].search(text, opening.end())
        if end is None and name:
            endless.add(name)
            continue
        pieces.append(text[at : opening.start()])
        at = end.end() if end else len(text)
    return "".join([*pieces, text[at:]])


def _shape(text: str) -> tuple[str, dict[int, int]]:
    """The text with every link and template blotted out, and the end of each by its beginning. A link ends in its cell,
    a template in its row: one without an end spoils no more."""
    opened: list[tuple[str, int]] = []
    n_open = {"[[": 0, "{{": 0}
    ends: dict[int, int] = {}
    outer: list[int] = []
    for token in _TOKEN.finditer(text):
        sign, at = token[0], token.start()
        if sign in n_open:
            opened.append((sign, at))
            n_open[sign] += 1
        elif sign[0] == "\n":
            is_row = sign[-1] in "-}"
            while opened and (is_row or opened[-1][0] == "[["):
                n_open[opened.pop()[0]] -= 1
        elif n_open[begin := "[[" if sign == "]]" else "{{"]:
            kind, at = "", 0
            while kind != begin:
                kind, at = opened.pop()
                n_open[kind] -= 1
            ends[at] = token.end()
            while outer and outer[-1] > at:
                outer.pop()
            outer.append(at)
    pieces, done = [], 0
    for at in outer:
        pieces += [text[done:at], "\0" * (ends[at] - at)]
        done = ends[at]
    return "".join([*pieces, text[done:]]), ends


def _pieces(shape: str, start: int, end: int, sign: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Both ends of what stands between signs."""
    for found in sign.finditer(shape, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def _grid(rows: Sequence[Sequence[Cell]]) -> list[_Row]:
    """The cell in each column of each row, spans filled in; one from above stays where another would cover it."""
    grid: list[_Row] = []
    hanging: dict[int, tuple[Cell, int]] = {}  # by column: a cell and how many rows it still covers
    for row in rows:
        line = {column: cell for column, (cell, _) in hanging.items()}
        hanging = {column: (cell, n - 1) for column, (cell, n) in hanging.items() if n > 1}
        column = 0
        for cell in row:
            while column in line:
                column += 1
            for place in range(column, min(column + cell.width, WIDEST)):
                if place not in line:
                    line[place] = cell
                    if cell.height > 1:
                        hanging[place] = (cell, cell.height - 1)
        grid.append(line)
    return grid


def _heads_and_data(grid: list[_Row]) -> tuple[list[_Row], list[_Row]]:
    """The rows of headings at the top, and those of data."""
    width = _width([*takewhile(_is_heading, grid)])
    is_part = [len(row) >= width > 1 and len({*map(id, row.values())}) == 1 for row in grid]
    several = [row for row, part in zip(grid, is_part, strict=True) if not part]
    titles = [row for row, part in takewhile(lambda pair: pair[1], zip(grid, is_part)) if _is_heading(row)]
    return [*titles, *takewhile(_is_heading, several)], [row for row in several if not _is_heading(row)]


def _width(rows: list[_Row]) -> int:
    return max((1 + max(row) for row in rows), default=0)


def _is_heading(row: _Row) -> bool:
    return all(cell.is_heading for cell in row.values())
