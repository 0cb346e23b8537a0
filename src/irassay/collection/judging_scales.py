"""Scales on which documents are graded: each point with a name that assessors see, and the key that gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.arguments import LARGEST_GRADE, LEAST_GRADE
from irassay.errors import InputError, UsageError, cut

MOST_POINTS = 9  # keys 1 to 9


@dataclass(frozen=True)
class Point:
    """One grade of a scale, with its name and the sentence that says when it is given."""

    grade: int
    name: str
    sentence: str


@dataclass(frozen=True)
class JudgingScale:
    """The grades that assessors choose from, lowest first."""

    name: str
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        n = len(self.points)
        if not 2 <= n <= MOST_POINTS:
            raise InputError(f"the scale {cut(self.name)} has {n} points, expected 2 to {MOST_POINTS}")
        for what, values in (("grade", [str(p.grade) for p in self.points]), ("name", list(self.names))):
            twice = next((value for value in values if values.count(value) > 1), None)
            if twice is not None:
                raise InputError(f"the scale {cut(self.name)} has the {what} {cut(twice)} twice, expected once")
        for point in self.points:
            if not point.name.strip():
                raise InputError(f"grade {point.grade} of the scale {cut(self.name)} has no name")
            if not LEAST_GRADE <= point.grade <= LARGEST_GRADE:
                raise InputError(
                    f"grade {point.grade} of the scale {cut(self.name)} is out of range: "
                    f"expected {LEAST_GRADE} to {LARGEST_GRADE}"
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The points' names, in their order."""
        return tuple(point.name for point in self.points)

    def grade(self, name: str) -> int | None:
        """The grade of that name; None where the scale has no such point."""
        return next((point.grade for point in self.points if point.name == name), None)


# Four points, as the TREC Deep Learning tracks have them (Craswell et al. 2022), in words of our own.
_BUILT_IN: dict[str, tuple[tuple[int, str, str], ...]] = {
    "trec-passage": (
        (0, "Irrelevant", "Nothing in the passage helps with the query."),
        (1, "Related", "The subject is the same, but the query stays unanswered."),
        (2, "Highly relevant", "It answers the query in part, or one has to look for the answer in it."),
        (3, "Perfectly relevant", "It is about this query, and the whole answer stands in it."),
    ),
    "trec-document": (
        (0, "Irrelevant", "Nothing in the document helps with the query."),
        (1, "Related", "It touches the subject, but whoever asked would look on."),
        (2, "Highly relevant", "Much of it serves the query, though not all that was asked."),
        (3, "Perfectly relevant", "Whoever asked would want this document before all others."),
    ),
    "binary": (
        (0, "Not relevant", "It does not help to answer the query."),
        (1, "Relevant", "It helps to answer the query."),
    ),
}
SCALES: Sequence[str] = tuple(_BUILT_IN)


def scale(name: str) -> JudgingScale:
    """A scale by its name: trec-passage, trec-document or binary; else UsageError."""
    if name not in _BUILT_IN:
        raise UsageError(f"expected a scale among {', '.join(_BUILT_IN)}, but got {cut(name)}")
    return JudgingScale(name, tuple(Point(*point) for point in _BUILT_IN[name]))
