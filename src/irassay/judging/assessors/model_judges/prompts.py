"""Prompts for models: versioned files, each with the form of the line that answers it. An answer has their hash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from importlib.resources import files

from irassay.collection.task_kinds import EQUAL
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources.opening import read_bytes
from irassay.judging.assessors.judge import Question, Verdict
from irassay.judging.assessors.model_judges import verdict_lines
from irassay.record import Record

_BLANK = re.compile(r"\{\{([a-z]+)\}\}")
_MARK = 16  # hexadecimal digits
_TIE = "If neither is better, say that they are equal."
_NO_TIE = "One of the two has to be the better one."


class Form(Record):
    """What kind of task a prompt is for, the blanks that it must have, and how a reply is read."""

    kind: str
    blanks: tuple[str, ...]
    read: Callable[[Question, str], Verdict]


class Prompt(Record):
    """A prompt: its name with its version, its text with blanks, the hash of the text, and its form."""

    name: str
    text: str
    sha256: str
    form: Form

    def filled(self, question: Question) -> str:
        """The text with the query, the passages and the scale in its blanks."""
        values = _values(question)
        # Of all texts together, so that whoever wrote one of them can't have written the end of its protected part.
        values["mark"] = hashlib.sha256("\0".join([self.sha256, *values.values()]).encode()).hexdigest()[:_MARK]
        return _BLANK.sub(lambda blank: values[blank.group(1)], self.text)  # once: a text that has blanks keeps them


_GRADED = Form(kind="graded", blanks=("query", "passage", "scale"), read=verdict_lines.read_grade)
_PAIRWISE = Form(kind="pair", blanks=("query", "first", "second"), read=verdict_lines.read_better)
_EVIDENCE = Form(kind="graded", blanks=_GRADED.blanks, read=verdict_lines.read_evidence)
# The versions of ours; a version that somebody has used is never changed.
OURS = {"graded": (_GRADED, 2), "pairwise": (_PAIRWISE, 2), "evidence": (_EVIDENCE, 2)}
OF_KIND = {"graded": "graded", "pair": "pairwise"}
_FILLED = {"graded": {*_GRADED.blanks, "lowest", "mark"}, "pair": {*_PAIRWISE.blanks, "equal", "answers", "mark"}}


def prompt_for(name: str | None, kind: str) -> Prompt:
    """The prompt of that name (graded, pairwise, evidence) or file with ``{{query}}`` and other blanks, by default the
    kind's own.

    UsageError for tasks of another kind; InputError for a file that lacks a blank, or has one that nothing fills.

    >>> prompt_for(None, "pair").name
    'pairwise-2'
    """
    if kind not in OF_KIND:
        raise UsageError(f"prompts are there for graded tasks and pairs, and this campaign's tasks are of kind {kind}")
    name = name or OF_KIND[kind]
    if name in OURS:
        form, version = OURS[name]
        if form.kind != kind:
            raise UsageError(f"the prompt {name} is for tasks of kind {form.kind}, and these are of kind {kind}")
        name = f"{name}-{version}"
        content = (files("irassay.judging.assessors.model_judges") / "prompts" / f"{name}.txt").read_bytes()
    else:
        form, content = OURS[OF_KIND[kind]][0], read_bytes(name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{cut(name)} is not UTF-8 text, expected a prompt") from None
    _check(name, text, form)
    return Prompt(name=name, text=text, sha256=hashlib.sha256(content).hexdigest(), form=form)


def _check(name: str, text: str, form: Form) -> None:
    there = set(_BLANK.findall(text))
    lacking = [blank for blank in form.blanks if blank not in there]
    if lacking:
        raise InputError(f"the prompt {cut(name)} has no {{{{{lacking[0]}}}}}, expected it where that text belongs")
    line_of = {blank: text[: text.index(f"{{{{{blank}}}}}")].count("\n") + 1 for blank in there}
    if unknown := sorted(there - _FILLED[form.kind]):
        blank, known = unknown[0], ", ".join(sorted(_FILLED[form.kind]))
        raise InputError(f"{name}:{line_of[blank]}  nothing fills {{{{{blank}}}}}, expected one of {known}")


def _values(question: Question) -> dict[str, str]:
    if question.kind == "pair":
        first, second = question.doc_texts
        ties = EQUAL in question.choices
        answers = "A, B or equal" if ties else "A or B"
        equal = _TIE if ties else _NO_TIE
        return {"query": question.query_text, "first": first, "second": second, "equal": equal, "answers": answers}
    points = question.scale.points
    scale = "\n".join(f"{point.grade}: {point.name}. {point.sentence}" for point in points)
    lowest = str(min(point.grade for point in points))
    return {"query": question.query_text, "passage": question.doc_texts[0], "scale": scale, "lowest": lowest}
