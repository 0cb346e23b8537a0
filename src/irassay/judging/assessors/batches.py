"""Tasks given in batches, with tests among them that look like the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from irassay.judging.assessors.entering import is_agreed
from irassay.judging.assessors.orders import in_order
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entrance import Batch
from irassay.judging.store.holds import Held
from irassay.judging.store.settings import Settings
from irassay.record import Record

TEST = "test"


class BatchPart(Record):
    """What a person is given of a batch: tasks held now, and how many tasks the batch has."""

    held: list[Held]
    of: int
    is_waiting: bool  # nothing is left for a batch but what others hold


class Batches:
    """Gives people the tasks of a campaign in batches, each ended when all its answers are there. A missed or skipped
    test sets it aside: its tasks go to others, and its person gets no more (Arabzadeh et al. 2021)."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._entrance = campaign.entrance

    def next(self, who: str, n: int, having: Collection[str], offered: Iterable[tuple[str, bool]]) -> BatchPart | None:
        """Up to `n` tasks of a person's batch, None where barred; a new one draws on `offered`, with who is free."""
        batch = self._entrance.open_batch(who)
        if batch is not None:
            part = self._of(batch, who, n, having)
            if part is not None:
                return part
            self._end(batch, who)
            if self._entrance.why_barred(who):
                return None
        batch, is_waiting = self._begin(who, offered)
        part = self._of(batch, who, n, having) if batch is not None else None
        return part or BatchPart(held=[], of=0, is_waiting=is_waiting)

    def _of(self, batch: Batch, who: str, n: int, having: Collection[str]) -> BatchPart | None:
        """What is left of a batch; None where it has ended."""
        given = self._entrance.given(who, batch.tasks)
        left = [task for task in batch.tasks if task not in given]
        # All of them: what others have taken meanwhile is left out.
        held = self._campaign.hold(who, left, 1 + len(given))
        new = [one for one in held if one.task not in having]
        if not held and not any(task in having for task in batch.tasks):
            return None
        return BatchPart(held=new[:n], of=len(batch.tasks), is_waiting=False)

    def _begin(self, who: str, candidates: Iterable[tuple[str, bool]]) -> tuple[Batch | None, bool]:
        settings = self._campaign.settings
        tests = self._entrance.tasks_for(TEST)
        given = self._entrance.given(who, list(tests))
        new = {test: query for test, query in tests.items() if test not in given}
        taken: dict[str, str] = {}  # task -> query
        is_waiting = False
        for task, free in candidates:
            is_waiting |= not free
            if free:
                taken |= {held.task: held.query for held in self._campaign.hold(who, [task])}
            if len(taken) == settings.batch + min(settings.tests, len(new)):
                break
        if not taken:
            return None, is_waiting
        drawn = f"{who}\t{1 + self._entrance.n_batches(who)}"
        return self._entrance.begin_batch(who, with_tests(taken, new, settings, drawn)), False

    def _end(self, batch: Batch, who: str) -> None:
        of_tests = self._entrance.tasks_for(TEST)
        tests = [task for task in batch.tasks if task in of_tests]
        known, given = self._entrance.known_answers(tests), self._entrance.given(who, tests)
        missed = sum(not (task in given and is_agreed(known[task], given[task])) for task in tests)
        self._entrance.end_batch(who, batch, missed)


def with_tests(tasks: Mapping[str, str], tests: Mapping[str, str], settings: Settings, drawn: str) -> list[str]:
    """The tasks (task -> query), with tests in the stead of some, of the same query where there is one, so that no
    query tells a test; `drawn` and the seed choose. Where few are left, the replaced ones come at the end."""
    batch, left = {task: task for task in tasks}, in_order(tests, "shuffled", settings.seed, drawn)
    places = in_order(tasks, "shuffled", settings.seed, drawn)
    given_way: list[str] = []
    for same_query in (True, False):
        for task in places:
            test = next((one for one in left if not same_query or tests[one] == tasks[task]), None)
            if test is not None and batch[task] == task and len(given_way) < settings.tests:
                left.remove(test)
                batch[task] = test
                given_way.append(task)
    n_lacking = min(settings.batch, len(tasks)) - (len(tasks) - len(given_way))
    return [*batch.values(), *given_way[: max(n_lacking, 0)]]
