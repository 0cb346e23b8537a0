"""The problems of one input, collected before raising: located, capped, with the total."""

from __future__ import annotations

from operator import itemgetter

from irassay.errors import SHOWN, InputError
from irassay.messages import plural


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
