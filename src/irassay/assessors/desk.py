"""What each person is asked next: a query's documents together, in an order of the person's own."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from irassay.assessors.batches import Batches
from irassay.assessors.entering import Entering, Stage, Step
from irassay.assessors.orders import in_order
from irassay.record import Record
from irassay.store.campaign import Campaign
from irassay.store.holds import Held
from irassay.store.people import Person

State = Literal["working", "waiting", "paused", "done", "barred"]


class Turn(Record):
    """What a person is given. `state` is working, waiting (others hold the rest), paused, done or barred."""

    state: State
    stage: Stage
    held: list[Held]
    of: int  # tasks of this person in all, of this stage, or of a batch


class Desk:
    """Gives out the tasks of a campaign. Threads may share one.

    It remembers each person's order of queries and how far the person is in it; all of it can be made again.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._entering = Entering(campaign)
        self._batches = Batches(campaign)
        self._orders: dict[str, tuple[int, list[str]]] = {}
        self._passed: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(self, person: Person, n: int, having: Collection[str] = ()) -> Turn:
        """Up to `n` tasks for a person beside those of `having`; what the person holds of these is renewed."""
        who = person.pseudonym
        if person.state != "working":
            return _empty("barred" if person.state == "barred" else "paused")
        step = self._entering.step(who, having)
        if step.stage != "judging":
            return self._on_the_way(who, n, having, step)
        if step.is_barred:
            return _empty("barred")
        return self._in_batches(who, n, having) if self._campaign.settings.tests else self._one_by_one(who, n, having)

    def _on_the_way(self, who: str, n: int, having: Collection[str], step: Step) -> Turn:
        """Tasks of practice or of the exam, or none before consent."""
        held = self._campaign.hold(who, step.left, 1 + step.of - len(step.left))
        new = [one for one in held if one.task not in having][:n]
        return Turn(state="working", stage=step.stage, held=new, of=step.of)

    def _in_batches(self, who: str, n: int, having: Collection[str]) -> Turn:
        part = self._batches.next(who, n, having, self._candidates(who, self._campaign.held(who), ()))
        if part is None:
            return _empty("barred")
        state: State = "working" if part.held or having else "waiting" if part.is_waiting else "done"
        return Turn(state=state, stage="judging", held=part.held, of=part.of)

    def _one_by_one(self, who: str, n: int, having: Collection[str]) -> Turn:
        mine = self._campaign.held(who)
        self._campaign.hold(who, [task for task in mine if task in having])
        counts = self._campaign.of_person(who)
        first = counts.answered + len(having) + 1
        held: list[Held] = []
        is_waiting = False
        for task, free in self._candidates(who, [task for task in mine if task not in having], having):
            is_waiting |= not free
            if free:
                held += self._campaign.hold(who, [task], first + len(held))
            if len(held) == n:
                break
        state: State = "working" if held or having else "waiting" if is_waiting else "done"
        return Turn(state=state, stage="judging", held=held, of=counts.tasks)

    def _candidates(self, who: str, mine: Sequence[str], having: Collection[str]) -> Iterator[tuple[str, bool]]:
        """What the person holds (`mine`), then all tasks that want an answer of this person, query by query."""
        yield from ((task, True) for task in mine)
        aside = {*mine, *having}
        settings = self._campaign.settings
        queries = self._queries(who)
        passed = self._passed.get(who, 0)
        for i in [*range(passed, len(queries)), *range(passed)]:
            free = dict(self._campaign.wanting(queries[i], who))
            if not free and i == self._passed.get(who, 0):
                self._passed[who] = i + 1  # until an answer in it is taken back; then the next round finds it
            for task in in_order(free, settings.order, settings.seed, who):
                if task not in aside:
                    yield task, free[task]

    def _queries(self, who: str) -> list[str]:
        newest = self._campaign.newest
        with self._lock:
            if self._orders.get(who, (-1, []))[0] != newest:
                settings = self._campaign.settings
                order = in_order(self._campaign.queries(), settings.order, settings.seed, who)
                self._orders[who] = newest, order
                self._passed[who] = 0
            return self._orders[who][1]


def _empty(state: State) -> Turn:
    """A turn that gives nothing."""
    return Turn(state=state, stage="judging", held=[], of=0)
