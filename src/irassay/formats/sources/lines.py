"""Lines of a text file, each decoded by itself, and the problems of one input, collected before they are raised."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from operator import itemgetter

from irassay.errors import SHOWN, InputError, Unreadable, cut
from irassay.formats.sources.compressed import chunks
from irassay.formats.sources.pipes import check_line, is_pipe
from irassay.messages import plural

LEAST_ODD = 8  # control bytes below which a file is text with a few bad bytes
# What people also keep tables in, by its first bytes, and what to do with it.
NO_TEXT = {
    b"ARROW1": "an Arrow or Feather file; pandas.read_feather reads it, and irassay takes the frame; or write Parquet",
    b"SQLite format 3": "a database of SQLite; select the table into a CSV file",
    b"\x89HDF": "an HDF5 file; write the table as Parquet or CSV",
    **dict.fromkeys(
        (b"\x80\x04\x95", b"\x80\x05\x95"),
        "a pickle of Python, which runs code when it is loaded; write its content as JSON",
    ),
}
MARK = "\ufeff"  # a byte order mark, stripped from the first line
SPACES = " \t\n\v\f\r"  # what parts columns, here and in the kernel: other spaces are part of an id


def located(source: str, where: int | str, what: str) -> str:
    """A place in a file and what is there."""
    place = f":{where}" if isinstance(where, int) else f": {where}" if where else ""
    return f"{source}{place}  {what}"


class Problems:
    """Collects problems of one input."""

    __slots__ = ("consequence", "lines", "source", "total")

    def __init__(self, source: str, *, consequence: str = "nothing was read") -> None:
        self.source = source
        self.consequence = consequence
        self.lines: list[tuple[int, str]] = []  # a line's number, 0 for another place; and the message
        self.total = 0

    def add(self, where: int | str, what: str) -> None:
        """Note one problem: `where` is a line number, or the way to an element of a JSON file; "" for the whole."""
        self.total += 1
        if len(self.lines) < SHOWN:
            self.lines.append((where if isinstance(where, int) else 0, located(self.source, where, what)))

    def add_width(self, line: int, n: int, expected: int) -> None:
        """Note that a row has another number of cells than the heading."""
        self.add(line, f"{n} cells, expected {expected} as in the heading")

    def raise_if_any(self, *, so_far: bool = False) -> None:
        """Raise one InputError with all of them, by line, if there are any; `so_far` says that the rest is not read."""
        if self.total:
            headline = f"{self.source} has {plural(self.total, 'problem')}{' in its first lines' * so_far}"
            lines = tuple(line for _, line in sorted(self.lines, key=itemgetter(0)))
            raise InputError(headline, lines, self.total, consequence=self.consequence)


def lines(path: str, problems: Problems) -> Iterator[tuple[int, str]]:
    """Numbered lines (from 1) without their ends; those that can't be text go to `problems`."""
    number, most = 0, SHOWN if is_pipe(path) else sys.maxsize
    for whole, rest in _split(path):
        for raw in whole:
            number += 1
            if problems.total >= most:
                problems.raise_if_any(so_far=True)
            text = _decode(raw, number, problems)
            if text is not None:
                yield number, text
        if rest:
            text = _decode(rest, number + 1, problems)
            if text is not None:
                yield number + 1, text


def _split(path: str) -> Iterator[tuple[list[bytes], bytes]]:
    """The lines that end in each piece of the file; last, with none, what stands behind the last end."""
    parts: list[bytes] = []  # of a line that has not ended: joined once, however many pieces it takes
    held = 0
    for number, piece in enumerate(chunks(path)):
        if number == 0:
            refuse_binary(path, piece)
        first, *others = piece.split(b"\n")
        parts.append(first)
        held += len(first)
        check_line(path, held)
        if others:
            *whole, rest = others
            yield [b"".join(parts), *whole], b""
            parts, held = [rest], len(rest)
    yield [], b"".join(parts)


def cells_of(line: str) -> list[str]:
    """Columns parted by `SPACES`."""
    return [cell.decode() for cell in line.encode().split()]


def rows(path: str, problems: Problems, skipped: dict[str, int], *, columns: str) -> Iterator[tuple[int, list[str]]]:
    """The numbered lines of a file as `rows_of` has them."""
    return rows_of(lines(path, problems), problems, skipped, columns=columns)


def rows_of(
    numbered: Iterable[tuple[int, str]], problems: Problems, skipped: dict[str, int], *, columns: str
) -> Iterator[tuple[int, list[str]]]:
    """Numbered lines as cells, one for each of `columns`; `skipped` counts blank lines and comments."""
    width = len(columns.split())
    for number, line in numbered:
        cells = cells_of(line)
        if not cells or line.startswith("#"):
            rule = "comment" if cells else "blank"
            skipped[rule] = skipped.get(rule, 0) + 1
        elif len(cells) != width:
            problems.add(number, f"{len(cells)} columns, expected {width}: {columns}")
        else:
            yield number, cells


def blocks(path: str) -> Iterator[tuple[int, bytes]]:
    """Whole lines, many at a time and as they are: the number of the first, and their bytes without the last end."""
    number, held = 1, 0
    parts: list[bytes] = []
    for i, piece in enumerate(chunks(path)):
        if i == 0:
            refuse_binary(path, piece)
        whole, feed, after = piece.rpartition(b"\n")
        if not feed:
            parts.append(piece)
            held += len(piece)
            check_line(path, held)
            continue
        yield number, b"".join([*parts, whole])
        number += whole.count(b"\n") + 1
        parts, held = [after], len(after)
    rest = b"".join(parts)
    if rest:
        yield number, rest


def matches(path: str, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """The matches of a pattern that begins where a line does, in as many whole lines at a time as a piece has."""
    for _, raw in blocks(path):
        yield from pattern.finditer(raw)


def lines_of(raw: bytes, number: int, problems: Problems) -> Iterator[tuple[int, str]]:
    """The lines of one such block, as `lines` has them."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" not in text:
        yield from enumerate((text.removeprefix(MARK) if number == 1 else text).split("\n"), number)
        return
    for i, line in enumerate(raw.split(b"\n"), number):
        one = _decode(line, i, problems)
        if one is not None:
            yield i, one


def read_text(path: str, problems: Problems) -> str:
    """The whole file as text, for formats that have no lines of their own (JSON, topics)."""
    return "\n".join(line for _, line in lines(path, problems))


def refuse_binary(path: str, head: bytes) -> None:
    """Raise Unreadable for UTF-16, or NUL bytes and more than one byte in twenty that no text has, by the first bytes.
    Better named than reported line by line."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(f"{path} is UTF-16; expected UTF-8: iconv -f UTF-16 -t UTF-8 converts it")
    for start, what in NO_TEXT.items():
        if head.startswith(start):
            raise Unreadable(f"{path} is {what}")
    head = head[:4096]
    if b"\x00" not in head:  # nearly every file: nothing is counted
        return
    odd = sum(head.count(byte) for byte in range(32) if byte not in b"\t\n\v\f\r")
    if odd >= LEAST_ODD and odd * 20 > len(head):
        raise Unreadable(f"{path} is a binary file ({cut(head[:16].hex(' '))}); expected text")


def _decode(raw: bytes, number: int, problems: Problems) -> str | None:
    if raw.endswith(b"\r"):
        raw = raw[:-1]
    if b"\x00" in raw:
        problems.add(number, f"NUL byte at column {raw.index(0) + 1}, expected text")
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        problems.add(
            number, f"byte 0x{raw[error.start]:02x} at column {error.start + 1} is not UTF-8; expected UTF-8 text"
        )
        return None
    return text.removeprefix(MARK) if number == 1 else text
