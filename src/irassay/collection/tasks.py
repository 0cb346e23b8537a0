"""Judging tasks: what a person or a model is asked about one query and some documents."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from irassay.errors import UsageError, cut

DOCS = {"graded": 1}  # kind -> documents that a task of it shows
_ID_DIGITS = 16  # of 64 hexadecimal ones: two of a billion tasks share an id with a chance of 3 in 100


@dataclass(frozen=True)
class Task:
    """One question to judge.

    Parameters
    ----------
    kind : {"graded"}
        What is asked: the grade of a document.
    query : str
    docs : tuple of str
        Ids of the documents that are shown.
    wanted : int
        How many people are to answer, 1 or more.
    why : str
        The rule that chose the task, such as ``pool``: estimates from the labels need it.
    probability : float, optional
        The chance that the rule gave it, above 0 and up to 1, where it was drawn.

    Raises
    ------
    UsageError
        The kind is another one, or a number is out of range.

    Examples
    --------
    >>> Task("graded", "q1", ("d7",)).id
    '7f26262a1fd9c9de'
    """

    kind: str
    query: str
    docs: tuple[str, ...]
    wanted: int = 1
    why: str = ""
    probability: float | None = None

    def __post_init__(self) -> None:
        if self.kind not in DOCS:
            raise UsageError(f"expected a kind of task among {', '.join(DOCS)}, but got {cut(self.kind)}")
        if len(self.docs) != DOCS[self.kind]:
            raise UsageError(f"a {self.kind} task shows {DOCS[self.kind]} document, but got {len(self.docs)}")
        if self.wanted < 1:
            raise UsageError(f"expected wanted=1 or more answers, but got {self.wanted}")
        if self.probability is not None and not 0 < self.probability <= 1:
            raise UsageError(f"expected a probability above 0 and up to 1, but got {self.probability}")

    @property
    def id(self) -> str:
        """Sixteen hexadecimal digits that kind, query and documents determine: the same for the same task anywhere."""
        what = json.dumps([self.kind, self.query, *self.docs], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(what.encode()).hexdigest()[:_ID_DIGITS]
