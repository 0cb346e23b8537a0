"""How a model's reply is read: the line that a prompt asks for, or what a file states. Whatever could be meant
otherwise is unparsable: no reply may make a wrong grade."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from irassay.collection.task_kinds import EQUAL, LEFT, RIGHT
from irassay.errors import cut
from irassay.judging.assessors.judge import Question, Verdict, answered, unparsable
from irassay.judging.store.said import JUDGING

_THOUGHT = re.compile(r"\s*<(think|thinking)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"</?(?:think|thinking)>", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]*```[\w-]*[ \t]*")
_DRESS = re.compile(r"[*_`]+")
_NUMBER = re.compile(r"-?[0-9]{1,3}")
_BRACKETS = r"(?: ?[(\[](?P<name>[^()\[\]]+)[)\]])?"
_GRADE = re.compile(rf"Grade ?: ?(?P<grade>-?[0-9]{{1,3}}){_BRACKETS} ?\.?", re.IGNORECASE)
_BETTER = re.compile(r"Better ?: ?(?P<side>A|B|equal) ?\.?", re.IGNORECASE)
_NAME_IN_BRACKETS = re.compile(_BRACKETS)
_SIDES = {"a": LEFT, "b": RIGHT, "equal": EQUAL}
_NONE = "none"
_MARKS = "\"'“”‘’«»"  # that may stand around what is quoted


class InDoubt(Exception):
    """A reply that may be meant otherwise; the text says why."""


def read_grade(question: Question, reply: str) -> Verdict:
    """The verdict of a line such as ``Grade: 2``."""
    return _verdict(question, reply, lambda line: _grade_of(question, line), "Grade: N")


def read_better(question: Question, reply: str) -> Verdict:
    """The verdict of a line such as ``Better: A``."""

    def read(line: str) -> str | None:
        match = _BETTER.fullmatch(line)
        return None if match is None else _SIDES[match["side"].lower()]

    return _verdict(question, reply, read, "Better: A")


def read_evidence(question: Question, reply: str) -> Verdict:
    """The verdict of a line ``Grade: 2 | the words``, which must stand in the passage, but for the lowest grade."""
    lowest = min(question.scale.points, key=lambda point: point.grade).name
    passage = _words(_DRESS.sub("", question.doc_texts[0]))

    def read(line: str) -> str | None:
        head, bar, rest = line.partition("|")
        name = _grade_of(question, _undressed(head)) if bar else None
        quote = _words(_DRESS.sub("", rest)).strip(_MARKS + " ")
        bare = quote.rstrip(".")
        if name is None or not bare or (name == lowest and bare == _NONE):
            return name if bare else None
        if quote not in passage and bare not in passage:
            raise InDoubt(JUDGING("reply.evidence"))
        return name

    return _verdict(question, reply, read, "Grade: N | EVIDENCE", dressed=True)


def read_pattern(pattern: re.Pattern[str], question: Question, reply: str) -> Verdict:
    """The verdict of a pattern's only group, a grade, its name, or A, B or equal, which ends its line."""

    def read() -> set[str]:
        text = _after_thought(reply)
        return {_stated(question, text, match) for match in pattern.finditer(text)}

    return _one_of(question, reply, read, JUDGING("reply.stated"))


def read_json(key: str, question: Question, reply: str) -> Verdict:
    """The verdict of a key of the only JSON object of a reply."""

    def read() -> set[str]:
        text = _after_thought(reply)
        if text.count(json.dumps(key)) != 1:
            return set()
        lines = text.strip().split("\n")
        fenced = re.findall(r"^[ \t]*```[\w-]*[ \t]*\n(.*?)^[ \t]*```[ \t]*$", text, re.DOTALL | re.MULTILINE)
        last = lines[-1:] if sum("{" in line for line in lines) == 1 else []
        for candidate in (text, *(fenced if len(fenced) == 1 else ()), *last):
            tree = _object(candidate)
            if tree is not None:
                value = tree.get(key)
                is_one = isinstance(value, str | int) and not isinstance(value, bool)
                return {_named(question, str(value))} if is_one else set()
        return set()

    return _one_of(question, reply, read, JUDGING("reply.json", key=key))


def stated(reply: str | Mapping[str, str]) -> Callable[[Question, str], Verdict] | None:
    """What reads replies of a stated form: a pattern, or ``{"json": KEY}``; None where none is stated."""
    if isinstance(reply, Mapping):
        return partial(read_json, reply["json"])
    return partial(read_pattern, re.compile(reply, re.MULTILINE)) if reply else None


def _verdict(
    question: Question, reply: str, read: Callable[[str], str | None], form: str, *, dressed: bool = False
) -> Verdict:
    """The answer of the last line, where `read` has the same of every line that has one."""

    def answers() -> set[str]:
        thought, text = _parts(reply)
        lines = [line.strip() if dressed else _undressed(line) for line in _lines(text)]
        names = [name for line in lines if (name := read(line)) is not None]
        if not lines or read(lines[-1]) is None:
            return set()
        return {*names, *(name for line in _lines(thought) if (name := read(_undressed(line))) is not None)}

    return _one_of(question, reply, answers, JUDGING("reply.line", form=form))


def _one_of(question: Question, reply: str, read: Callable[[], set[str]], otherwise: str) -> Verdict:
    if not reply.strip():
        return unparsable(reply, "an empty reply")
    try:
        names = read()
    except InDoubt as doubt:
        return unparsable(reply, str(doubt))
    if len(names) != 1:
        return unparsable(reply, JUDGING("reply.several") if names else otherwise)
    [name] = names
    return unparsable(reply, JUDGING("reply.equal")) if name not in question.choices else answered(name, reply)


def _parts(reply: str) -> tuple[str, str]:
    """What comes before an end of thoughts that nothing has begun, which may say otherwise, and what is left."""
    begun = _THOUGHT.match(reply)
    before, text = ("", reply[begun.end() :]) if begun else ("", reply)
    if begun and _TAG.search(begun[2]):
        raise InDoubt(JUDGING("reply.thoughts"))
    tags = list(_TAG.finditer(text))
    if not begun and len(tags) == 1 and tags[0][0].startswith("</"):
        before, text = text[: tags[0].start()], text[tags[0].end() :]
    elif tags:
        raise InDoubt(JUDGING("reply.thoughts"))
    return before, text


def _after_thought(reply: str) -> str:
    before, text = _parts(reply)
    if before:
        raise InDoubt(JUDGING("reply.thoughts"))
    return text


def _lines(text: str) -> list[str]:
    """The lines of a text that are not empty, without those of a fence."""
    return [line for line in text.split("\n") if line.strip() and not _FENCE.fullmatch(line.rstrip())]


def _undressed(line: str) -> str:
    """A line without bold and the like, with single blanks."""
    return " ".join(_DRESS.sub(" ", line).split())


def _grade_of(question: Question, line: str) -> str | None:
    match = _GRADE.fullmatch(line)
    if match is None:
        return None
    name = _named(question, match["grade"])
    if match["name"] is not None and _words(match["name"]) != _words(_undressed(name)):
        raise InDoubt(JUDGING("reply.brackets"))
    return name


def _named(question: Question, value: str) -> str:
    """The answer that a number, a name, or A, B or equal stands for."""
    value = value.strip().casefold()
    if LEFT in question.choices:
        names = {_SIDES[value]} if value in _SIDES else set()
    else:
        grade = int(value) if _NUMBER.fullmatch(value) else None
        names = {one.name for one in question.scale.points if grade == one.grade or value == one.name.casefold()}
    if len(names) != 1:
        raise InDoubt(f"there is no such answer: {cut(value, 20)}")
    return names.pop()


def _stated(question: Question, text: str, match: re.Match[str]) -> str:
    """The answer of a match of a stated pattern, where nothing beside its group belongs to it."""
    start, end = match.span(1)
    before, after = text[max(0, start - 1) : start], text[end : end + 2]
    rest = _undressed(text[match.end() :].partition("\n")[0])
    name = _named(question, match[1] or "")
    bracketed = _NAME_IN_BRACKETS.match(rest)
    if bracketed and bracketed["name"] and _words(bracketed["name"]) == _words(_undressed(name)):
        rest = rest[bracketed.end() :]
    is_part = re.match(r"\w|[.,/–-]\d", after) or re.match(r"[\w.,/–-]", before)
    if is_part or re.search(r"\w", rest):
        raise InDoubt(JUDGING("reply.beside"))
    return name


def _object(text: str) -> dict[str, Any] | None:
    try:
        tree = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    return tree if isinstance(tree, dict) else None


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    some = list(pairs)
    if len(dict(some)) != len(some):
        raise ValueError("a key stands there twice")
    return dict(some)


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()
