"""Judgments that were given elsewhere, checked: what was said is a choice, and each person said one thing of a task."""

from __future__ import annotations

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError, cut
from irassay.formats import loss_warnings, registry
from irassay.formats.detection import surest
from irassay.formats.format import Head
from irassay.formats.sources.opening import head_of
from irassay.formats.sources.problems import Problems
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.judging_scales import JudgingScale
    from irassay.formats.judgments import JudgedTask, Judgment, JudgmentFormat


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
    file names nobody. InputError where an answer is no choice, or a person gave two; UsageError where a name is missing
    or is one too many."""
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
