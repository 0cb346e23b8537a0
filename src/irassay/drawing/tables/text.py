"""Paragraphs and tables as text for a terminal: aligned columns, safe names, no column lost on a narrow screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from irassay.drawing.escape import markdown
from irassay.messages import count, visible
from irassay.messages.names import as_cell

GAP = "  "  # between columns
SHORTEST_NAME = 12  # least width to which a name is cut

_RULES = {"left": ":---", "right": "---:", "centre": ":---:"}


def meter(share: float, cells: int = 20) -> str:
    """A bar that is full only at exactly 100% and empty only at exactly 0%."""
    n_full = round(share * cells)
    if share < 1:
        n_full = min(n_full, cells - 1)
    if share > 0:
        n_full = max(n_full, 1)
    return "━" * n_full + "╌" * (cells - n_full)


def cell(value: object) -> str:
    """A value as one cell of tab-separated text, with tabs and line breaks escaped; no text runs as a formula."""
    return one_line(as_cell(value) if isinstance(value, str) else str(value))


def one_line(text: str) -> str:
    """Text with its tabs and line breaks escaped."""
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def width_of(text: str) -> int:
    """The width of `text` in columns: wide East Asian characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def shortened(name: str, width: int) -> str:
    """A name, cut in the middle to `width` columns."""
    if width_of(name) <= width:
        return name
    head, tail = (width - 1) - (width - 1) // 2, (width - 1) // 2
    while width_of(name[:head]) + 1 + width_of(name[len(name) - tail :]) > width and head + tail > 1:
        head, tail = (head - 1, tail) if head > tail else (head, tail - 1)
    return name[:head] + "…" + name[len(name) - tail :]


def filled(text: str, width: int, *, indent: int = 0, first: int | None = None) -> str:
    """A paragraph broken between words at `width` columns, with `indent` blanks before each line. `first` is the
    columns of the first line that the caller fills, by default `indent`."""
    lines, line = [], ""
    room = width - (indent if first is None else first)
    for word in text.split(" "):
        if line and width_of(line) + 1 + width_of(word) > room:
            lines.append(line)
            line, room = word, width - indent
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return (" " * (indent if first is None else 0)) + ("\n" + " " * indent).join(lines)


class TextColumn:
    """A column of a text table: its heading and its cells as text, `above` a line over the heading; `align` is right
    for numbers, left for words, centre for ranges. A `name` is made safe, and cut in the middle on a narrow screen."""

    __slots__ = ("above", "align", "cells", "head", "name")

    def __init__(
        self, head: str, cells: Iterable[str], *, above: str = "", align: str = "right", name: bool = False
    ) -> None:
        self.head = visible(head)
        self.above = above
        self.name = name
        self.align = "left" if name else align
        self.cells = [visible(cell) if name else cell for cell in cells]

    def width(self) -> int:
        """Width on the screen, in columns."""
        return max(width_of(t) for t in (self.head, self.above, *self.cells))

    def set(self, text: str, width: int) -> str:
        """`text` padded to `width` by the column's alignment."""
        blank = " " * (width - width_of(text))
        if self.align == "centre":
            half = len(blank) // 2
            return blank[:half] + text + blank[half:]
        return blank + text if self.align == "right" else text + blank


def lines_of(columns: Sequence[TextColumn], width: int, *, n_keys: int = 1) -> list[list[str]]:
    """A table as blocks of lines, headings (one or two) and one a row, none wider than `width` where possible; each
    block repeats the first and up to `n_keys` leading columns."""
    key, *others = columns
    key_width = min(key.width(), max(SHORTEST_NAME, width - max((c.width() for c in others), default=0) - len(GAP)))
    if key.name:
        key = _cut(key, key_width)
    others = [_cut(c, max(SHORTEST_NAME, width - key_width - len(GAP))) if c.name else c for c in others]
    keys = [key]
    for column in others[: n_keys - 1]:
        rest = [c.width() for c in others[len(keys) :]]
        if sum(len(GAP) + c.width() for c in (*keys, column)) + max(rest, default=0) > width:
            break
        keys.append(column)
    others = others[len(keys) - 1 :]
    blocks: list[list[TextColumn]] = [[]]
    free = width - sum(len(GAP) + c.width() for c in keys) + len(GAP)
    room = free
    for column in others:
        need = len(GAP) + column.width()
        if blocks[-1] and need > room:
            blocks.append([])
            room = free
        blocks[-1].append(column)
        room -= need
    return [_block([*keys, *block]) for block in blocks]


def _cut(column: TextColumn, width: int) -> TextColumn:
    short = TextColumn(shortened(column.head, width), (), align=column.align, above=column.above)
    short.cells = [shortened(cell, width) for cell in column.cells]
    short.name = column.name
    return short


def _block(columns: Sequence[TextColumn]) -> list[str]:
    widths = [column.width() for column in columns]
    rows = zip(*(column.cells for column in columns))
    heads = [[c.head for c in columns]]
    if any(c.above for c in columns):
        heads.insert(0, [c.above for c in columns])
    return [
        GAP.join(column.set(cell, width) for column, cell, width in zip(columns, row, widths)).rstrip()
        for row in (*heads, *rows)
    ]


def rows_shown(leaders: Sequence[int], n: int, most: int) -> list[int]:
    """The places among `n` that stand in the table: leaders, then edges of the rest, `most` with the gaps' lines."""
    if n <= most:
        return list(range(n))
    others = [place for place in range(n) if place not in set(leaders)]
    of_others = min(len(others), max(most // 2, most - len(leaders)))
    return sorted([*_edges(leaders, most - of_others), *_edges(others, of_others)])


def _edges(places: Sequence[int], most: int) -> Sequence[int]:
    """All, or the first and the last of them with a line between for the others."""
    return places if len(places) <= most else [*places[: max(most - 2, 1)], places[-1]]


def with_gaps(columns: Sequence[TextColumn], rows: Sequence[int], n: int) -> list[int | None]:
    """Keep these rows of the columns; the rows that are left out make a line that counts them, None in the answer."""
    lines: list[tuple[int | None, str]] = []  # a row, or None and how many are left out
    for before, row in pairwise([-1, *rows, n]):
        if row - before > 1:
            lines.append((None, f"{count(row - before - 1)} more"))
        if row < n:
            lines.append((row, ""))
    names = next((column for column in columns if column.name), columns[0])
    for column in columns:
        column.cells = [
            column.cells[row] if row is not None else left if column is names else "" for row, left in lines
        ]
    return [row for row, _ in lines]


def markdown_table(columns: Sequence[TextColumn], *, bold: Sequence[bool] = ()) -> str:
    """The columns of a text table as a table of GitHub's Markdown; names in rows of `bold` are set in bold."""
    heads = [f"{column.head} ({column.above.lower()})" if column.above else column.head for column in columns]
    lines = [_row(map(markdown, heads)), _row(_RULES[column.align] for column in columns)]
    cells = [[markdown(text.strip()) for text in column.cells] for column in columns]
    for column, texts in zip(columns, cells):
        if column.name and bold:
            texts[:] = [f"**{text}**" if strong else text for text, strong in zip(texts, bold, strict=True)]
    return "\n".join([*lines, *map(_row, zip(*cells))])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
