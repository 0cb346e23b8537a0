"""Judgments to the files of other tools. Checked, then written whole or not at all; what is lost is said."""

from __future__ import annotations

from irassay.collection.task_kinds import EQUAL
from irassay.errors import UsageError
from irassay.files import WholeFiles
from irassay.formats import id_rules, loss_warnings, registry
from irassay.messages import listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.judgments import JudgedSheet, Judgment, JudgmentFormat

PLAIN = ("unrateable", "judge_later")  # what every form says that has skips


def write_judgments(sheet: JudgedSheet, to: str, form: str) -> None:
    """Write what was said to a file, ``-`` for standard output, in the form of a tool. UsageError where it has no such
    tasks, InputError where an id can't stand in it; LossWarning of what it has no place for."""
    of: JudgmentFormat = registry.entry("judgments", form)  # type: ignore[assignment]
    assert of.write is not None
    if sheet.kind not in of.kinds:
        raise UsageError(f"{form} has no place for answers to tasks of kind {sheet.kind}, only for {listed(of.kinds)}")
    id_rules.check_queries(dict.fromkeys(task.query for task in sheet.tasks), form, of.ids, to)
    id_rules.check_docs(((task.query, task.docs) for task in sheet.tasks), form, of.ids, to)
    if lost := _lost(sheet, of):
        loss_warnings.say(f"{form} has no place for {listed(lost)}: left out")

    def stays(one: Judgment) -> bool:
        return ("skips" in of.carries or not one.skip) and ("ties" in of.carries or one.said != EQUAL)

    kept = [task.but(judgments=[*filter(stays, task.judgments)]) for task in sheet.tasks]
    with WholeFiles() as files:
        files.write(to, of.write(sheet.but(tasks=kept)))


def _lost(sheet: JudgedSheet, of: JudgmentFormat) -> list[str]:
    """What the form has no place for, counted."""
    given = [one for task in sheet.tasks for one in task.judgments]
    skips = sum(bool(one.skip) for one in given)
    counts = {
        "assessors": (len({one.assessor for one in given}), "assessor"),
        "skips": (skips, "skip"),
        "reasons": (sum(one.skip not in ("", *PLAIN) for one in given) * ("skips" in of.carries), "skip reason"),
        "notes": (sum(bool(one.note) for one in given), "note"),
        "ties": (sum(one.said == EQUAL for one in given), "tie"),
        "open": (sum(not task.judgments for task in sheet.tasks), "open task"),
    }
    return [plural(n, what) for trait, (n, what) in counts.items() if n and trait not in of.carries]
