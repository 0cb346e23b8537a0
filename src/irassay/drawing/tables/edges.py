"""A table too long for a screen: its leaders, its first and last rows, and lines that count the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from irassay.drawing.tables.text import TextColumn
from irassay.messages import count


def rows_shown(leaders: Sequence[int], n: int, most: int) -> list[int]:
    """The places among `n` that stand in the table: leaders, then the edges of the rest, `most` with the gaps'
    lines."""
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
