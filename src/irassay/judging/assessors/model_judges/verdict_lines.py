"""The line of a reply that is its verdict. Nothing is guessed: without exactly one, at its end, it is unparsable."""

from __future__ import annotations

import re

from irassay.collection.task_kinds import EQUAL, LEFT, RIGHT
from irassay.judging.assessors.judge import Question, Verdict, answered, unparsable

_GRADE = re.compile(r"Grade: *(-?[0-9]{1,3})")
_BETTER = re.compile(r"Better: *(A|B|equal)")
_EVIDENCE = re.compile(r"Grade: *(-?[0-9]{1,3}) *\| *(.+)")
_NONE = "none"
_MARKS = "\"'“”‘’«»"  # that may stand around what is quoted


def read_grade(question: Question, reply: str) -> Verdict:
    """The verdict of a line such as ``Grade: 2``."""
    match = _only(_GRADE, reply)
    return _graded(question, int(match.group(1)), reply) if match else _no_line(reply, "Grade: N")


def read_better(question: Question, reply: str) -> Verdict:
    """The verdict of a line such as ``Better: A``."""
    match = _only(_BETTER, reply)
    if not match:
        return _no_line(reply, "Better: A")
    name = {"A": LEFT, "B": RIGHT, "equal": EQUAL}[match.group(1)]
    return answered(name, reply) if name in question.choices else unparsable(reply, "no two may be called equal here")


def read_evidence(question: Question, reply: str) -> Verdict:
    """The verdict of a line such as ``Grade: 2 | the words``, which have to stand in the passage; the lowest grade
    needs none."""
    match = _only(_EVIDENCE, reply)
    if not match:
        return _no_line(reply, "Grade: N | EVIDENCE")
    grade, quote = int(match.group(1)), match.group(2).strip().strip(_MARKS)
    if grade == min(point.grade for point in question.scale.points) and quote == _NONE:
        return _graded(question, grade, reply)
    if not quote or _words(quote) not in _words(question.doc_texts[0]):
        return unparsable(reply, "its evidence does not stand in the passage")
    return _graded(question, grade, reply)


def _only(form: re.Pattern[str], reply: str) -> re.Match[str] | None:
    """The last line, where it has the form and no other line has."""
    lines = [line.strip() for line in reply.strip().split("\n")]
    matches = [match for line in lines if (match := form.fullmatch(line))]
    return matches[0] if len(matches) == 1 and form.fullmatch(lines[-1]) else None


def _graded(question: Question, grade: int, reply: str) -> Verdict:
    name = next((point.name for point in question.scale.points if point.grade == grade), None)
    return answered(name, reply) if name else unparsable(reply, f"the scale has no grade {grade}")


def _no_line(reply: str, form: str) -> Verdict:
    return unparsable(reply, f"expected one line of the form {form}, at the end" if reply.strip() else "an empty reply")


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()
