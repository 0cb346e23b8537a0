"""Comma, tab and semicolon separated files with a header: rows of cells with their line numbers, and rows as text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from irassay.errors import InputError
from irassay.formats.format import LIKELY, NO, Head
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.tables import columns
from irassay.record import Record

NO_ALIAS: Mapping[str, str] = {}
SURELY_WHOLE = 2  # rows of a heading and a line: a file so short is not cut off
LONGEST_CELL = 1 << 24  # characters; the csv module's own limit is too small for texts


def separator(header: str) -> str:
    """Which of tab, comma, semicolon parts this header."""
    return max("\t,;", key=header.count)


def name_of(head: str) -> str:
    """A column's name as it is compared: Quepid and people write ``Query Text``."""
    return head.strip().strip('"').strip().lower().replace(" ", "_")


def text_of(rows: Iterable[Iterable[object]]) -> str:
    """Rows of cells as comma separated lines."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def whole_rows(text: str, n: int) -> list[list[str]]:
    """The first `n` rows of cells in the beginning of a file; a last row that may be cut off there is left out."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text.split("\n", 1)[0]))
    rows = []
    try:
        rows = [row for row, _ in zip(reader, range(n)) if row]
    except csv.Error:
        return rows
    is_cut = len(rows) > SURELY_WHOLE and not text.endswith("\n")
    return rows[:-1] if is_cut else rows


def cells_of(line: str, sign: str) -> list[str]:
    """The cells of one line, quotes taken off."""
    return next(csv.reader([line], delimiter=sign))


def records(path: str, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Rows of cells as they stand, header first, each with the line on which it ends, empty lines left out."""
    return ((last, cells) for _, last, cells in spans(path, problems))


def spans(path: str, problems: Problems) -> Iterator[tuple[int, int, list[str]]]:
    """The same rows, each with the lines on which it begins and ends: a cell in quotes may have line ends."""
    numbered = lines(path, problems)
    at, begin = [0], [0]

    def feed(first: tuple[int, str]) -> Iterator[str]:
        at[0] = begin[0] = first[0]
        yield first[1] + "\n"
        for number, line in numbered:
            at[0] = number
            begin[0] = begin[0] or number
            yield line + "\n"

    first = next(((n, line) for n, line in numbered if line.strip()), None)
    if first is None:
        return
    csv.field_size_limit(LONGEST_CELL)
    sign = separator(first[1])
    is_spaced = sign in first[1] and all(cell.startswith(" ") for cell in first[1].split(sign)[1:])
    reader = csv.reader(feed(first), delimiter=sign, skipinitialspace=is_spaced, strict=True)
    while True:
        begin[0] = 0
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problems.add(at[0], f"cells can't be told apart ({error}); expected separated values")
            return
        if any(cells):
            yield begin[0], at[0], cells


def looks_like(head: Head, *, kind: str, aliases: Mapping[str, str] = NO_ALIAS) -> int:
    """A heading with the columns of labels or runs."""
    sign = separator(head.line)
    return LIKELY if sign in head.line and kind in columns.holds(names_of(head.line.split(sign), aliases)) else NO


class HeadedTable(Record):
    """The columns that have a role, cell by cell; rows of another width are problems and not among them."""

    roles: Mapping[str, list[str]]
    lines: Sequence[int]  # of each row
    left_out: Mapping[str, int]


def names_of(cells: Sequence[str], aliases: Mapping[str, str] = NO_ALIAS) -> list[str]:
    """The columns' names as they are compared, other spellings replaced."""
    return [aliases.get(name, name) for name in map(name_of, cells)]


def read_table(path: str, kind: str, problems: Problems, aliases: Mapping[str, str] = NO_ALIAS) -> HeadedTable:
    """The table of labels or runs in `path`; InputError where the file is empty, or a column is missing."""
    rows = records(path, problems)
    heading = next(rows, None)
    problems.raise_if_any()
    if heading is None:
        raise InputError(f"{path} has no line of data, expected a heading and {kind}")
    names = names_of(heading[1], aliases)
    place = columns.places(names, kind, source=path)
    at = {role: names.index(name) for role, name in place.items()}
    roles: dict[str, list[str]] = {role: [] for role in at}
    lines: list[int] = []
    for line, cells in rows:
        if len(cells) != len(names):
            problems.add_width(line, len(cells), len(names))
            continue
        lines.append(line)
        for role, i in at.items():
            roles[role].append(cells[i])
    return HeadedTable(roles=roles, lines=lines, left_out=columns.others(names, place))
