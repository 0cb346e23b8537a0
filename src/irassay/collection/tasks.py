"""Judging tasks: what a person or a model is asked about one query and some documents."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from irassay.arguments import check_choice
from irassay.collection.task_kinds import kind_of
from irassay.errors import UsageError, cut
from irassay.messages import plural

LABEL = "label"
PREDICTION = "prediction"  # for models alone: what they say shapes what is drawn, and makes no label
PURPOSES = (LABEL, PREDICTION, "test", "practice", "exam")  # the others see how well somebody judges
_ID_DIGITS = 16  # of 64 hexadecimal ones: two of a billion tasks share an id with a chance of 3 in 100


@dataclass(frozen=True)
class Task:
    """One question to judge: a document's grade, the better of two, one against a known answer, the best of 2 to 12."""

    kind: str
    query: str
    docs: tuple[str, ...]  # each once; an anchor's known answer first; pairs and lists are sorted
    wanted: int = 1  # people to answer; 0 where the answer makes no label
    why: str = ""  # rule that chose it, such as ``pool``: estimates from labels need it
    probability: float | None = None  # chance that the rule gave it, in (0, 1], where drawn
    purpose: str = LABEL  # tests, practice and exams have a known answer, for any number of people
    expected: str = ""  # known answer: of a pair the better document, else its name; of a check the label that is shown
    reason: str = ""  # why it is that, as people read it after an exam

    def __post_init__(self) -> None:
        kind, n = kind_of(self.kind), len(self.docs)
        what = f"a task of kind {self.kind} for query {cut(self.query)} has"
        if not kind.fewest <= n <= kind.most:
            expected = kind.fewest if kind.fewest == kind.most else f"{kind.fewest} to {kind.most}"
            raise UsageError(f"{what} {plural(n, 'document')}, expected {expected}")
        if len(set(self.docs)) < n:
            twice = next(doc for doc in self.docs if self.docs.count(doc) > 1)
            raise UsageError(f"{what} {cut(twice)} twice, expected once")
        if not kind.has_order:
            object.__setattr__(self, "docs", tuple(sorted(self.docs, key=str.encode)))
        self._check_purpose()
        if self.probability is not None and not 0 < self.probability <= 1:
            raise UsageError(f"expected a probability above 0 and up to 1, but got {self.probability}")

    def _check_purpose(self) -> None:
        check_choice("purpose", self.purpose, PURPOSES)
        makes_label = self.purpose == LABEL
        if self.wanted < 1 if makes_label else self.wanted != 0:
            raise UsageError(f"expected wanted={'1 or more' if makes_label else 0} answers, but got {self.wanted}")
        shows_none = self.purpose == PREDICTION or (makes_label and not kind_of(self.kind).shows_label)
        if shows_none == bool(self.expected):
            raise UsageError(
                f"a {self.kind} task for a {self.purpose} has {'no' if self.expected else 'a'} known answer"
            )

    @cached_property
    def id(self) -> str:
        """Sixteen hexadecimal digits that kind, query, documents and purpose determine, the same anywhere."""
        aim = [self.expected] if kind_of(self.kind).shows_label else [] if self.purpose == LABEL else [self.purpose]
        what = json.dumps([self.kind, self.query, *self.docs, *aim], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(what.encode()).hexdigest()[:_ID_DIGITS]
