"""A table too long for a screen: its leaders, its first and last rows, and lines that count the others."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.drawing.tables.text import Column
from irassay.wording import count


def rows_shown(leaders: Sequence[int], n: int, most: int) -> list[int]:
    """The places among `n` that stand in the table: leaders, then the edges of the rest, `most` with the gaps' lines.

    >>> rows_shown([0, 1, 2], 20, 8), rows_shown(range(9), 20, 8), rows_shown([0], 4, 8)
    ([0, 1, 2, 3, 4, 5, 19], [0, 1, 8, 9, 10, 19], [0, 1, 2, 3])
    """
    if n <= most:
        return list(range(n))
    others = [place for place in range(n) if place not in set(leaders)]
    of_others = min(len(others), max(most // 2, most - len(leaders)))
    return sorted([*_edges(leaders, most - of_others), *_edges(others, of_others)])


def _edges(places: Sequence[int], most: int) -> Sequence[int]:
    """All, or the first and the last of them with a line between for the others."""
    return places if len(places) <= most else [*places[: max(most - 2, 1)], places[-1]]


def with_gaps(columns: Sequence[Column], rows: Sequence[int], n: int) -> list[int | None]:
    """Keep these rows of the columns; the rows that are left out make a line that counts them, None in the answer."""
    shown: list[int | None] = []
    for row, before in zip([*rows, n], [-1, *rows]):
        shown += [None] * (row - before > 1) + [row] * (row < n)
    left = iter(row - before - 1 for row, before in zip([*rows, n], [-1, *rows]) if row - before > 1)
    named = [f"{count(next(left))} more" if row is None else "" for row in shown]
    names = next((column for column in columns if column.name), columns[0])
    for column in columns:
        column.cells = [
            (gap if column is names else "") if row is None else column.cells[row] for row, gap in zip(shown, named)
        ]
    return shown
