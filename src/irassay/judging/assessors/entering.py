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
        """The step a person is at; one whose answers are all there, and none of `having` on its way, is ended first."""
        steps = self._entrance.steps(who)
        if self._campaign.settings.consent and CONSENT not in steps:
            return EntryStep(stage=CONSENT, left=[], of=0, is_barred=False)
        newest = self._campaign.newest
        if self._known[0] != newest:  # where tasks were added
            self._known = newest, {stage: list(self._entrance.tasks_for(stage)) for stage in (PRACTICE, EXAM)}
        for stage, tasks in self._known[1].items():
            attempt, state = steps.get(stage, (1, "open"))
            if not tasks or state != "open":
                continue
            given = self._entrance.given(who, tasks)
            if len(given) == len(tasks) and not any(task in having for task in tasks):
                self._end(who, stage, tasks, given)
                return self.step(who, having)
            order = in_order(tasks, "shuffled", self._campaign.settings.seed, f"{who}\t{attempt}")
            left = [task for task in order if task not in given]
            return EntryStep(stage=stage, left=left, of=len(tasks), is_barred=False)
        return EntryStep(stage="judging", left=[], of=0, is_barred=steps.get(EXAM, (1, ""))[1] == "failed")

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
        both = [(known[task], given[task]) for task in tasks if task in given]
        return [
            Outcome(query=of.query_text, answer=own.answer, agreed=of.agreed(own.shown), reason=of.reason)
            for of, own in both
            if not is_agreed(of, own)
        ]

    def _end(self, who: str, stage: Stage, tasks: list[str], given: dict[str, Given]) -> None:
        known = self._entrance.known_answers(tasks)
        # Of practice the first answer counts: the agreed one was told after it.
        own = [task for task in tasks if stage == EXAM or given[task].is_first]
        n_right = sum(is_agreed(known[task], given[task]) for task in own)
        share, body = n_right / len(tasks), {"agreed": n_right, "of": len(tasks)}
        if stage == PRACTICE:
            self._entrance.end_step(who, stage, "passed" if share >= PRACTISED else "open", body)
            return
        self._entrance.end_step(who, stage, "passed" if share == 1 else "failed", body)
        if share < 1:
            self._entrance.bar(who, EXAM_FAILED)


def is_agreed(known: Known, given: Given) -> bool:
    """Whether an answer is the known one; a skip is not."""
    return given.answer is not None and given.answer == known.agreed(given.shown)
