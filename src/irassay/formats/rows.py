"""What a small format's reader hands on: labels or ranked documents as plain lists, checked one by one.

TREC files don't pass through here: the kernel reads them.
"""

from __future__ import annotations

import math

from irassay.errors import cut
from irassay.formats.problems import Problems

LEAST, GREATEST = -127, 127  # grades that fit a label


class LabelRows:
    """Labels in the order read, with what was skipped and why.

    `scale` multiplies each grade before it must be a whole number: it is what ``--grade-scale`` sets.
    """

    __slots__ = ("_met", "grades", "lines", "problems", "scale", "skipped", "source")

    def __init__(self, source: str, *, scale: float | None = None) -> None:
        self.source = source
        self.scale = scale
        self.problems = Problems(source)
        self.grades: dict[str, dict[str, int]] = {}
        self._met: dict[tuple[str, str], tuple[int | str, int]] = {}
        self.lines = 0
        self.skipped: dict[str, int] = {}

    def skip(self, rule: str) -> None:
        """Count one line that is left out by a named rule."""
        self.skipped[rule] = self.skipped.get(rule, 0) + 1

    @property
    def used(self) -> int:
        """Labels kept."""
        return len(self._met)

    def add(self, where: int | str, query: str, doc: str, grade: str | float) -> None:
        """Take one label, or note what is wrong with it."""
        if not query or not doc:
            self.problems.add(where, f"{'query' if not query else 'document'} id is empty, expected an id")
            return
        value = parse_grade(grade, self.scale)
        if isinstance(value, str):
            self.problems.add(where, value)
            return
        earlier = self._met.setdefault((query, doc), (where, value))
        if earlier != (where, value):
            differs = "" if earlier[1] == value else f" with other grades, {earlier[1]} and {value}"
            self.problems.add(
                where,
                f"document {cut(doc)} twice in query {cut(query)}{differs} (first: {_place(earlier[0])}); "
                "expected one label",
            )
            return
        self.grades.setdefault(query, {})[doc] = value

    def finish(self) -> LabelRows:
        """Itself, or an InputError with every problem; no data at all is a problem too."""
        if not self._met and not self.problems.total:
            self.problems.add("", "no label in the file, expected at least one line of data")
        self.problems.raise_if_any()
        return self


class RankRows:
    """Scored documents of one or more systems, in the order read."""

    __slots__ = ("lines", "lists", "problems", "skipped", "source", "used")

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems = Problems(source)
        self.lists: dict[str, dict[str, dict[str, float]]] = {}  # system -> query -> doc -> score
        self.lines = 0
        self.used = 0
        self.skipped: dict[str, int] = {}

    def add(self, where: int | str, system: str, query: str, doc: str, score: float) -> None:
        """Take one retrieved document, or note what is wrong with it."""
        if not query or not doc:
            self.problems.add(where, f"{'query' if not query else 'document'} id is empty, expected an id")
            return
        if math.isnan(score):
            self.problems.add(where, 'score is "nan", expected a number')
            return
        docs = self.lists.setdefault(system, {}).setdefault(query, {})
        if doc in docs:
            self.problems.add(where, f"document {cut(doc)} twice in query {cut(query)}, expected once")
            return
        docs[doc] = score
        self.used += 1

    def finish(self) -> RankRows:
        """Itself, or an InputError with every problem; no data at all is a problem too."""
        if not self.used and not self.problems.total:
            self.problems.add("", "no document in the file, expected at least one line of data")
        self.problems.raise_if_any()
        return self


def parse_grade(grade: str | float, scale: float | None = None) -> int | str:
    """A grade as a whole number, or the sentence that says why it is none.

    >>> parse_grade("3")
    3
    >>> parse_grade("0.5", scale=4)
    2
    >>> parse_grade("0.5")
    'grade is "0.5", expected a whole number; --grade-scale 10 multiplies by 10 and rounds'
    """
    try:
        value = float(grade) if not isinstance(grade, bool) else math.nan
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value) or (isinstance(grade, str) and ("_" in grade or not grade.isascii())):
        return f"grade is {cut(grade)}, expected a whole number"
    if scale is not None:
        value = math.floor(value * scale + 0.5)
    elif value != int(value):
        return f"grade is {cut(grade)}, expected a whole number; --grade-scale 10 multiplies by 10 and rounds"
    if not LEAST <= value <= GREATEST:
        return f"grade is {cut(grade)}, expected {LEAST} to {GREATEST}"
    return int(value)


def _place(where: int | str) -> str:
    return f"line {where}" if isinstance(where, int) else str(where)
