"""What is wrong with one input, collected before raising: located, capped, with the total."""

from __future__ import annotations

from irassay.errors import SHOWN, InputError


def located(source: str, where: int | str, what: str) -> str:
    """A place in a file and what is there.

    >>> located("mine.run", 7, "no score"), located("book.json", "pairs[0]", "no id"), located("a.json", "", "empty")
    ('mine.run:7  no score', 'book.json: pairs[0]  no id', 'a.json  empty')
    """
    place = f":{where}" if isinstance(where, int) else f": {where}" if where else ""
    return f"{source}{place}  {what}"


class Problems:
    """Collects problems of one input.

    >>> problems = Problems("mine.run")
    >>> problems.add(1042, 'score is "nan", expected a number')
    >>> problems.raise_if_any()
    Traceback (most recent call last):
    ...
    irassay.errors.InputError: mine.run has 1 problem; nothing was read
    <BLANKLINE>
    mine.run:1042  score is "nan", expected a number
    """

    __slots__ = ("consequence", "lines", "source", "total")

    def __init__(self, source: str, *, consequence: str = "nothing was read") -> None:
        self.source = source
        self.consequence = consequence
        self.lines: list[str] = []
        self.total = 0

    def add(self, where: int | str, what: str) -> None:
        """Note one problem: `where` is a line number, or the way to an element of a JSON file; "" for the whole."""
        self.total += 1
        if len(self.lines) < SHOWN:
            self.lines.append(located(self.source, where, what))

    def raise_if_any(self) -> None:
        """Raise one InputError with all of them, if there are any."""
        if self.total:
            count = f"{self.total:,} problem{'s' if self.total > 1 else ''}"
            headline = f"{self.source} has {count}"
            raise InputError(headline, tuple(self.lines), self.total, consequence=self.consequence)
