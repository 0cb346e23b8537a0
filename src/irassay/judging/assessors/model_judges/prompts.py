"""Prompts for models: versioned files, each with the form of the line that answers it. An answer has their hash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import partial
from importlib.resources import files

from irassay.collection.task_kinds import EQUAL
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources.opening import read_bytes
from irassay.judging.assessors.judge import Question, Verdict
from irassay.judging.assessors.model_judges.replies import read_better, read_evidence, read_grade
from irassay.judging.store.said import JUDGING
from irassay.record import Record

_BLANK = re.compile(r"\{\{([a-z]+)\}\}")
_MARK = 16  # hexadecimal digits


class Form(Record):
    """A prompt's kind of task, the blanks that it must and may have, what fills them, and how a reply is read."""

    kind: str
    blanks: tuple[str, ...]
    more: tuple[str, ...]
    values: Callable[[Question], dict[str, str]]
    read: Callable[[Question, str], Verdict]


class Prompt(Record):
    """A prompt: its name with its version, its text with blanks, the hash of the text, and its form."""

    name: str
    text: str
    sha256: str
    form: Form

    def filled(self, question: Question) -> str:
        """The text with the query, the passages and the scale in its blanks."""
        values = self.form.values(question)
        # Of all texts together, so that whoever wrote one of them can't have written the end of its protected part.
        values["mark"] = hashlib.sha256("\0".join([self.sha256, *values.values()]).encode()).hexdigest()[:_MARK]
        return _BLANK.sub(lambda blank: values[blank.group(1)], self.text)  # once: a text that has blanks keeps them


def _of_grades(question: Question) -> dict[str, str]:
    points = question.scale.points
    scale = "\n".join(f"{point.grade}: {point.name}. {point.sentence}" for point in points)
    lowest = str(min(point.grade for point in points))
    return {"query": question.query_text, "passage": question.doc_texts[0], "scale": scale, "lowest": lowest}


def _of_pairs(question: Question) -> dict[str, str]:
    first, second = question.doc_texts
    answers, form = ("A, B or equal", "equal") if EQUAL in question.choices else ("A or B", "unequal")
    equal = JUDGING(f"prompt.{form}")
    return {"query": question.query_text, "first": first, "second": second, "equal": equal, "answers": answers}


_GRADED = partial(Form, kind="graded", blanks=("query", "passage", "scale"), more=("lowest",), values=_of_grades)
_PAIR = partial(Form, kind="pair", blanks=("query", "first", "second"), more=("answers", "equal"), values=_of_pairs)
# The versions of ours, the default of a kind first; a version that somebody has used is never changed.
OURS = {
    "graded": (_GRADED(read=read_grade), 2),
    "pairwise": (_PAIR(read=read_better), 2),
    "evidence": (_GRADED(read=read_evidence), 2),
}


def prompt_for(name: str | None, kind: str) -> Prompt:
    """The prompt of that name (graded, pairwise, evidence) or file with ``{{query}}`` and other blanks, by default the
    kind's own; UsageError for another kind, InputError for a file with wrong blanks."""
    default = next((name for name, (form, _) in OURS.items() if form.kind == kind), None)
    if default is None:
        raise UsageError(JUDGING("prompt.none", kind=kind))
    name = name or default
    if name in OURS:
        form, version = OURS[name]
        if form.kind != kind:
            raise UsageError(JUDGING("prompt.kind", name=name, kind=form.kind, asked=kind))
        name = f"{name}-{version}"
        content = (files("irassay.judging.assessors.model_judges") / "prompts" / f"{name}.txt").read_bytes()
    else:
        form, content = OURS[default][0], read_bytes(name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(JUDGING("prompt.bytes", name=name)) from None
    _check(name, text, form)
    return Prompt(name=name, text=text, sha256=hashlib.sha256(content).hexdigest(), form=form)


def _check(name: str, text: str, form: Form) -> None:
    there = set(_BLANK.findall(text))
    lacking = [blank for blank in form.blanks if blank not in there]
    if lacking:
        raise InputError(f"the prompt {cut(name)} has no {{{{{lacking[0]}}}}}, expected it where that text belongs")
    line_of = {blank: text[: text.index(f"{{{{{blank}}}}}")].count("\n") + 1 for blank in there}
    filled = sorted([*form.blanks, *form.more, "mark"])
    if unknown := sorted(there - set(filled)):
        blank, known = unknown[0], ", ".join(filled)
        raise InputError(f"{name}:{line_of[blank]}  nothing fills {{{{{blank}}}}}, expected one of {known}")
