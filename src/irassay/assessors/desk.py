"""What each person is asked next: a query's documents together, in an order of the person's own."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from irassay.assessors.orders import in_order
from irassay.record import Record
from irassay.store.campaign import Campaign
from irassay.store.holds import Held
from irassay.store.people import Person


class Turn(Record):
    """What a person is given. `state` is working, waiting (others hold the rest), paused or done."""

    state: Literal["working", "waiting", "paused", "done"]
    held: list[Held]
    of: int  # tasks of this person in all


class Desk:
    """Gives out the tasks of a campaign. Threads may share one.

    It remembers each person's order of queries and how far the person is in it; all of it can be made again.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._orders: dict[str, tuple[int, list[str]]] = {}
        self._passed: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(self, person: Person, n: int, having: Collection[str] = ()) -> Turn:
        """Up to `n` tasks for a person beside those of `having`; what the person holds of these is renewed."""
        who = person.pseudonym
        if person.state == "paused":
            return Turn(state="paused", held=[], of=0)
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
        state: Literal["working", "waiting", "done"] = (
            "working" if held or having else "waiting" if is_waiting else "done"
        )
        return Turn(state=state, held=held, of=counts.tasks)

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
