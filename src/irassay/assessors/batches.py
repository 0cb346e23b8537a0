"""Tasks given in batches, with tests among them that look like the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from irassay.assessors.entering import is_agreed
from irassay.assessors.orders import in_order
from irassay.record import Record
from irassay.store.batches import Batch
from irassay.store.campaign import Campaign
from irassay.store.holds import Held

TEST = "test"


class Part(Record):
    """What a person is given of a batch: tasks held now, and how many tasks the batch has."""

    held: list[Held]
    of: int
    is_waiting: bool  # nothing is left for a batch but what others hold


class Batches:
    """Gives people the tasks of a campaign in batches.

    A batch ends when all its answers are there. A test that was missed, or skipped, sets it aside: its tasks go to
    others, and its person gets no more (Arabzadeh et al. 2021, section 4.2).
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._entrance = campaign.entrance

    def next(self, who: str, n: int, having: Collection[str], candidates: Iterable[tuple[str, bool]]) -> Part | None:
        """Up to `n` tasks of a person's batch, begun where there is none. None where the person is barred now.

        Parameters
        ----------
        candidates : iterable of (str, bool)
            What a new batch may have: tasks that want an answer of this person, each with whether it is free.
        """
        batch = self._entrance.open_batch(who)
        if batch is not None:
            part = self._of(batch, who, n, having)
            if part is not None:
                return part
            self._end(batch, who)
            if self._entrance.why_barred(who):
                return None
        batch, is_waiting = self._begin(who, candidates)
        part = self._of(batch, who, n, having) if batch is not None else None
        return part or Part(held=[], of=0, is_waiting=is_waiting)

    def _of(self, batch: Batch, who: str, n: int, having: Collection[str]) -> Part | None:
        """What is left of a batch; None where it has ended."""
        given = self._entrance.given(who, batch.tasks)
        left = [task for task in batch.tasks if task not in given]
        # All of them: what others have taken meanwhile is left out.
        held = self._campaign.hold(who, left, 1 + len(given))
        new = [one for one in held if one.task not in having]
        if not held and not any(task in having for task in batch.tasks):
            return None
        return Part(held=new[:n], of=len(batch.tasks), is_waiting=False)

    def _begin(self, who: str, candidates: Iterable[tuple[str, bool]]) -> tuple[Batch | None, bool]:
        settings = self._campaign.settings
        taken: list[str] = []
        is_waiting = False
        for task, free in candidates:
            is_waiting |= not free
            if free and self._campaign.hold(who, [task]):
                taken.append(task)
            if len(taken) == settings.batch:
                break
        if not taken:
            return None, is_waiting
        number = 1 + self._entrance.n_batches(who)
        drawn = f"{who}\t{number}"
        tests = self._entrance.tasks_for(TEST)
        seen = self._entrance.given(who, tests)
        new = [task for task in in_order(tests, "shuffled", settings.seed, drawn) if task not in seen]
        return self._entrance.begin_batch(who, _among(taken, new[: settings.tests], settings.seed, drawn)), False

    def _end(self, batch: Batch, who: str) -> None:
        tests = [task for task in batch.tasks if task in set(self._entrance.tasks_for(TEST))]
        known, given = self._entrance.known_answers(tests), self._entrance.given(who, tests)
        missed = sum(not (task in given and is_agreed(known[task], given[task])) for task in tests)
        self._entrance.end_batch(who, batch, missed)


def _among(tasks: list[str], tests: list[str], seed: int, drawn: str) -> list[str]:
    """The tasks in their order, with the tests at places that are drawn."""
    places = set(in_order(map(str, range(len(tasks) + len(tests))), "shuffled", seed, drawn)[: len(tests)])
    rest, of_tests = iter(tasks), iter(tests)
    return [next(of_tests if str(i) in places else rest) for i in range(len(tasks) + len(tests))]
