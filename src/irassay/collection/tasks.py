"""Judging tasks: what a person or a model is asked about one query and some documents."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from irassay.arguments import check_choice
from irassay.errors import UsageError, cut

DOCS = {"graded": 1}  # kind -> documents that a task of it shows
LABEL = "label"
PURPOSES = (LABEL, "test", "practice", "exam")  # what an answer is for: a label, or to see how well somebody judges
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
        How many people are to answer, 1 or more; 0 where the answer makes no label.
    why : str
        The rule that chose the task, such as ``pool``: estimates from the labels need it.
    probability : float, optional
        The chance that the rule gave it, above 0 and up to 1, where it was drawn.
    purpose : {"label", "test", "practice", "exam"}
        What an answer is for. All but the first have an answer that is known, and take any number of people's.
    expected : str
        The known answer: of a pair the document that is better, else the name of the answer.
    reason : str
        Why it is that, as people read it after an exam.

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
    purpose: str = LABEL
    expected: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if self.kind not in DOCS:
            raise UsageError(f"expected a kind of task among {', '.join(DOCS)}, but got {cut(self.kind)}")
        if len(self.docs) != DOCS[self.kind]:
            raise UsageError(f"a {self.kind} task shows {DOCS[self.kind]} document, but got {len(self.docs)}")
        check_choice("purpose", self.purpose, PURPOSES)
        makes_label = self.purpose == LABEL
        if self.wanted < 1 if makes_label else self.wanted != 0:
            raise UsageError(f"expected wanted={'1 or more' if makes_label else 0} answers, but got {self.wanted}")
        if makes_label == bool(self.expected):
            raise UsageError(f"a task for a {self.purpose} has {'no' if makes_label else 'a'} known answer")
        if self.probability is not None and not 0 < self.probability <= 1:
            raise UsageError(f"expected a probability above 0 and up to 1, but got {self.probability}")

    @property
    def id(self) -> str:
        """Sixteen hexadecimal digits that kind, query and documents determine: the same for the same task anywhere.

        A test of a pair is another task than the pair itself.
        """
        aim = [] if self.purpose == LABEL else [self.purpose]
        what = json.dumps([self.kind, self.query, *self.docs, *aim], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(what.encode()).hexdigest()[:_ID_DIGITS]
