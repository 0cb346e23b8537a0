"""Judgments that were given elsewhere, the scale that they are given on, and the log of a campaign, each checked."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.collection.judging_scales import JudgingScale, Point
from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError, cut
from irassay.formats import loss_warnings, registry
from irassay.formats.detection import surest
from irassay.formats.format import Head
from irassay.formats.judgments import JudgedTask, Judgment, JudgmentFormat
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.sources.opening import head_of
from irassay.messages import plural

_TEXTS = ("key", "time", "kind", "previous_sha256", "sha256")
_REQUIRED: Mapping[str, type] = {"entry": int, "body": dict, **dict.fromkeys(_TEXTS, str)}
_OPTIONAL = ("assessor", "task", "replaces")  # texts, or null
_DIGITS = 12  # of a hash in a message
_END: Mapping[str, type] = {"kind": str, "entries": int, "sha256": str}
_CELLS = 3


def tool_of(path: str) -> str:
    """The tool whose file it is, by its shape; "" for a table, and for any other."""
    return surest("judgments", Head(head_of(path)))[0]


def read_judged(path: str, form: str) -> list[JudgedTask]:
    """The tasks of a file, as they are there; InputError where it can't be read, or no table has none."""
    problems = Problems(path)
    of: JudgmentFormat = registry.entry("judgments", form)  # type: ignore[assignment]
    tasks = list(of.read(path, problems))
    problems.raise_if_any()
    if not tasks and of.looks_like:  # a table may have its heading alone
        raise InputError(f"{path} has no task, expected {of.line}")
    return tasks


def read_judgments(path: str, form: str, kind: str, scale: JudgingScale, assessor: str | None) -> list[JudgedTask]:
    """The tasks of a file with what was said by the names of choices, and with those who said it: `assessor` where the
    file names nobody."""
    tasks, problems = read_judged(path, form), Problems(path)
    given = [one for task in tasks for one in task.judgments if one.said or one.skip]
    nameless = sum(not one.assessor for one in given)
    if nameless and not assessor:
        raise UsageError(f"whose answers are these? {path} doesn't say it of {nameless:,}: add --assessor NAME")
    if assessor and given and not nameless:
        raise UsageError(f"{path} says whose answers these are: leave --assessor out")
    if silent := sum(len(task.judgments) for task in tasks) - len(given):
        loss_warnings.say(f"{plural(silent, 'judgment')} without an answer left out of {path}")
    names = _names(kind, scale)
    checked = [
        task.but(judgments=[_checked(one, task, names, assessor or "", problems) for one in task.judgments
                            if one.said or one.skip])
        for task in tasks
    ]  # fmt: skip
    if not problems.total:
        _refuse_second(checked, kind, problems)
    problems.raise_if_any()
    return checked


def _names(kind: str, scale: JudgingScale) -> dict[str, str]:
    """Grades, of two also no and yes, and small letters -> the name of the choice."""
    choices = kind_of(kind).choices(kind_of(kind).most, scale)
    grades = {str(point.grade): point.name for point in scale.points} if kind_of(kind).uses_scale else {}
    if list(grades) == ["0", "1"]:
        grades |= {"no": grades["0"], "yes": grades["1"]}
    return grades | {choice.name.casefold(): choice.name for choice in choices}


def _checked(one: Judgment, task: JudgedTask, names: dict[str, str], assessor: str, problems: Problems) -> Judgment:
    said = names.get(one.said.casefold(), "")
    if one.said and not said:
        known = dict.fromkeys([*(key for key in names if key.lstrip("-").isdigit()), *names.values()])
        problems.add(task.place, f"the answer {cut(one.said)}, expected one of {', '.join(known)}")
    return one.but(said=said, assessor=one.assessor or assessor)


def _refuse_second(tasks: list[JudgedTask], kind: str, problems: Problems) -> None:
    """Note where one person says two things of a task; one thing said twice is one."""
    first: dict[tuple[str, str], str] = {}
    for task in tasks:
        key = Task(kind, task.query, task.docs).id if task.docs else task.task
        for one in task.judgments:
            best = kind_of(kind).choice(one.said) if kind_of(kind).own else None
            said = one.said if best is None or best.best is None else task.docs[best.best]
            if (before := first.setdefault((key, one.assessor), said or one.skip)) != (said or one.skip):
                pair = " ".join(map(cut, (task.query, *task.docs)))
                problems.add(task.place, f"a second answer to {pair}, expected one: {before} came before")


class CampaignLog:
    """The entries of a file, read again each time they are walked."""

    def __init__(self, source: str | os.PathLike[str]) -> None:
        self.source = os.fspath(source)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        problems = Problems(self.source)
        end: dict[str, Any] = {}
        n, sha256 = 0, ""
        for number, line in lines(self.source, problems):
            entry = _entry(line)
            if entry is None or end:
                expected = "expected a line that irassay labels --to log has written"
                problems.add(number, f"{cut(line)} is no entry of a log, {expected}")
            problems.raise_if_any()
            if entry is not None and "entries" in entry:
                end = entry
            elif entry is not None:
                n, sha256 = n + 1, entry["sha256"]
                yield entry
        problems.raise_if_any()
        if not n:
            raise InputError(f"{self.source} is empty, expected the log of a campaign")
        if (end.get("entries"), end.get("sha256")) != (n, sha256):
            expected = f"{_extent(**end)} by its last line" if end else "a last line after them that says how many"
            found = _extent(n, sha256)
            raise InputError(f"{self.source} is not whole: it has {found}, expected {expected}; nothing was changed")


def _extent(entries: int, sha256: str, **_: str) -> str:
    return f"{plural(entries, 'entry', 'entries')} up to the hash {cut(sha256[:_DIGITS])}"


def _entry(line: str) -> dict[str, Any] | None:
    """The columns of an entry, or of the last line; None where it is neither."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    required, optional = (_REQUIRED, _OPTIONAL) if isinstance(entry, dict) and "entry" in entry else (_END, ())
    if not isinstance(entry, dict) or set(entry) != {*required, *optional}:
        return None
    is_right = all(type(entry[name]) is kind for name, kind in required.items())
    is_right &= all(entry[name] is None or isinstance(entry[name], str) for name in optional)
    return entry if is_right else None


def read_scale(source: str | os.PathLike[str]) -> JudgingScale:
    """The scale that a file describes, lowest grade first."""
    path = os.fspath(source)
    problems = Problems(path)
    points = []
    for number, line in lines(path, problems):
        cells = line.split("\t")
        if len(cells) != _CELLS or not cells[0].strip().lstrip("-").isdecimal():
            problems.add(number, f"{cut(line)}, expected grade, name and sentence, parted by tabs")
            continue
        points.append(Point(int(cells[0]), cells[1].strip(), cells[2].strip()))
    problems.raise_if_any()
    return JudgingScale(os.path.basename(path), tuple(sorted(points, key=lambda point: point.grade)))
