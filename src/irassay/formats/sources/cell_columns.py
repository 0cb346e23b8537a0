"""Columns of a text file, many lines at a time: one list of cells a column, for files with millions of short lines."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.sources.lines import MARK, blocks, cells_of, lines_of
from irassay.formats.sources.problems import Problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Columns = Sequence[Sequence[bytes]]


class Numbering(dict[bytes, int]):
    """Number of each id, in the order of first sight."""

    def __missing__(self, cell: bytes) -> int:
        number = self[cell] = len(self)
        return number

    @property
    def names(self) -> tuple[str, ...]:
        """The ids as text, by number."""
        return tuple(cell.decode() for cell in self)


def cell_columns(
    path: str, problems: Problems, skipped: dict[str, int], *, columns: str
) -> Iterator[tuple[Sequence[int], Columns]]:
    """The numbers of some lines, and their cells, a sequence for each of `columns`; lines that can't be text or have
    another number of cells go to `problems`, `skipped` counts blank lines and comments."""
    width = len(columns.split())
    for number, raw in blocks(path):
        cells = list(map(bytes.split, raw.split(b"\n"))) if _is_plain(raw) else []
        if cells and set(map(len, cells)) == {width}:
            yield range(number, number + len(cells)), list(zip(*cells, strict=True))
            continue
        numbers, rows = [], []
        for at, line in lines_of(raw, number, problems):
            of_line = cells_of(line)
            if not of_line or line.startswith("#"):
                rule = "comment" if of_line else "blank"
                skipped[rule] = skipped.get(rule, 0) + 1
            elif len(of_line) != width:
                problems.add(at, f"{len(of_line)} columns, expected {width}: {columns}")
            else:
                numbers.append(at)
                rows.append([cell.encode() for cell in of_line])
        if rows:
            yield numbers, list(zip(*rows, strict=True))


def _is_plain(raw: bytes) -> bool:
    """Whether the lines need no look at each: all are text, none is a comment."""
    if raw.startswith((b"#", MARK.encode())) or b"\n#" in raw or b"\0" in raw:
        return False
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def shown(cell: bytes) -> str:
    """A cell in a message."""
    return cut(cell.decode())
