"""The way to judging: consent, practice with the agreed answer told, an exam."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from irassay.judging.assessors.orders import in_order
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.steps import Given, Known
from irassay.record import Record

Stage = Literal["consent", "practice", "exam", "judging"]
CONSENT: Stage = "consent"
PRACTICE: Stage = "practice"
EXAM: Stage = "exam"
PRACTISED = 0.95  # share of agreed answers that ends the practice
EXAM_FAILED = "exam"  # the reason of an exclusion


@dataclass(frozen=True)
class Outcome:
    """One question of an exam that has ended: what was answered, what is the agreed answer, and why."""

    query: str
    answer: str | None
    agreed: str
    reason: str


class EntryStep(Record):
    """Where a person is: the stage, the tasks of it that want an answer, and how many it has."""

    stage: Stage
    left: list[str]
    of: int
    is_barred: bool  # by the exam that has just ended


class Entering:
    """Leads people to a campaign's tasks."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._entrance = campaign.entrance
        self._known: tuple[int, dict[Stage, list[str]]] = (-1, {})

    def step(self, who: str, having: Collection[str]) -> EntryStep:
        """The step that a person is at; one whose answers are all there, and none of `having` on its way, is ended
        first."""
        steps = self._entrance.steps(who)
        if self._campaign.settings.consent and CONSENT not in steps:
            return EntryStep(stage=CONSENT, left=[], of=0, is_barred=False)
        for stage, tasks in self._tasks().items():
            attempt, state = steps.get(stage, (1, "open"))
            if not tasks or state != "open":
                continue
            given = self._entrance.given(who, tasks)
            if len(given) == len(tasks) and not any(task in having for task in tasks):
                self._end(who, stage, tasks, given)
                return self.step(who, having)
            settings = self._campaign.settings
            order = in_order(tasks, "shuffled", settings.seed, f"{who}\t{attempt}")
            left = [task for task in order if task not in given]
            return EntryStep(stage=stage, left=left, of=len(tasks), is_barred=False)
        return EntryStep(stage="judging", left=[], of=0, is_barred=steps.get(EXAM, (1, ""))[1] == "failed")

    def _tasks(self) -> dict[Stage, list[str]]:
        """The tasks of practice and exam; they are read again where tasks were added."""
        newest = self._campaign.newest
        if self._known[0] != newest:
            self._known = newest, {stage: list(self._entrance.tasks_for(stage)) for stage in (PRACTICE, EXAM)}
        return self._known[1]

    def agree(self, who: str) -> None:
        """Keep that a person consents to the text of the campaign, where it has one."""
        if not self._campaign.settings.consent:
            return
        self._entrance.end_step(who, CONSENT, "passed", {"text": self._campaign.settings.consent})

    def agreed(self, who: str, task: str) -> str | None:
        """The known answer of a task of practice, once this person has answered it; None of any other."""
        known = self._entrance.known_answers([task]).get(task)
        if known is None or known.purpose != PRACTICE:
            return None
        given = self._entrance.given(who, [task]).get(task)
        return None if given is None else known.agreed(given.shown)

    def outcomes(self, who: str) -> list[Outcome]:
        """What a person answered in the exam where that is not the agreed answer; empty as long as it goes on."""
        if self._entrance.steps(who).get(EXAM, (1, "open"))[1] == "open":
            return []
        tasks = list(self._entrance.tasks_for(EXAM))
        known, given = self._entrance.known_answers(tasks), self._entrance.given(who, tasks)
        missed = [task for task in tasks if task in given and not is_agreed(known[task], given[task])]
        return [
            Outcome(
                query=known[task].query_text,
                answer=given[task].answer,
                agreed=known[task].agreed(given[task].shown),
                reason=known[task].reason,
            )
            for task in missed
        ]

    def _end(self, who: str, stage: Stage, tasks: list[str], given: dict[str, Given]) -> None:
        known = self._entrance.known_answers(tasks)
        # Of practice the first answer counts: the agreed one was told after it.
        right = [
            task for task in tasks if is_agreed(known[task], given[task]) and (stage == EXAM or given[task].is_first)
        ]
        share = len(right) / len(tasks)
        body = {"agreed": len(right), "of": len(tasks)}
        if stage == PRACTICE:
            self._entrance.end_step(who, stage, "passed" if share >= PRACTISED else "open", body)
            return
        self._entrance.end_step(who, stage, "passed" if share == 1 else "failed", body)
        if share < 1:
            self._entrance.bar(who, EXAM_FAILED)


def is_agreed(known: Known, given: Given) -> bool:
    """Whether an answer is the known one; a skip is not."""
    return given.answer is not None and given.answer == known.agreed(given.shown)
