"""Files with a judged pair a line, read many lines at a time: columns to arrays, and what is wrong with a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.preference_arrays import Numbers, of_pairs
from irassay.collection.preferences import Preferences
from irassay.errors import InputError, cut
from irassay.formats.sources.lines import MARK, Problems, blocks, cells_of, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Columns = Sequence[Sequence[bytes]]

NOT_JUDGED = 2  # beside the outcomes of a pair
Outcomes: TypeAlias = NDArray[np.int8]
Cells: TypeAlias = Sequence[Sequence[bytes]]
# The cells of some lines -> query, first and second document, and outcome of each; None where a line has none.
TakePairs: TypeAlias = Callable[[Cells], tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], Outcomes]]
WRONG = 3  # an outcome that is none: the line says nothing that the format knows


def read_pairs(path: str, *, columns: str, take: TakePairs, expected: Callable[[Sequence[bytes]], str]) -> Preferences:
    """The preferences of a file with a pair a line, whose `columns` are named and cells taken by `take`; `expected`
    says what is wrong with the cells of a `WRONG` outcome. InputError with every problem, located, or for no line of
    data."""
    problems = Problems(path)
    skipped: dict[str, int] = {}
    queries, docs = Numbering(), Numbering()
    parts: list[tuple[Numbers, Numbers, Numbers, Outcomes]] = []
    for numbers, cells in cell_columns(path, problems, skipped, columns=columns):
        query, one, other, outcome = take(cells)
        first, second = _numbers(docs, one), _numbers(docs, other)
        for i in np.flatnonzero((outcome == WRONG) | (first == second)).tolist():
            itself = f"document {shown(one[i])} compared with itself, expected two documents"
            problems.add(numbers[i], itself if first[i] == second[i] else expected([of[i] for of in cells]))
        parts.append((_numbers(queries, query), first, second, outcome))
    return _read(path, parts, queries, docs, problems, skipped)


def _numbers(known: Numbering, cells: Sequence[bytes]) -> Numbers:
    return np.fromiter(map(known.__getitem__, cells), dtype=np.int32, count=len(cells))


def _read(
    path: str, parts: Sequence[tuple[Numbers, Numbers, Numbers, Outcomes]], queries: Numbering, docs: Numbering,
    problems: Problems, skipped: dict[str, int],
) -> Preferences:  # fmt: skip
    from irassay.collection.reading import Reading

    problems.raise_if_any()
    if not parts:
        raise InputError(f"{path} has no preference, expected at least one line of data")
    query, first, second = (np.concatenate([part[i] for part in parts]) for i in range(3))
    outcome = np.concatenate([part[3] for part in parts])
    arrays = of_pairs(queries.names, docs.names, query, first, second, outcome, outcome == NOT_JUDGED)
    used = len(query)
    return Preferences.of_arrays(arrays, [Reading(path, used + sum(skipped.values()), used, skipped)])


def outcomes_of(verdicts: Sequence[bytes], outcomes: dict[bytes, int]) -> Outcomes:
    """The outcome of each verdict; `WRONG` for one that is not known."""
    return np.fromiter((outcomes.get(verdict, WRONG) for verdict in verdicts), dtype=np.int8, count=len(verdicts))


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
