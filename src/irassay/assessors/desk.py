"""What each person is asked next: a query's documents together, in an order of the person's own."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from irassay.assessors.adaptive_orders import ADAPTIVE
from irassay.assessors.orders import OVER_ALL, in_order, over_all
from irassay.label_sets.combined_answers import majority
from irassay.record import Record
from irassay.store.campaign import Campaign
from irassay.store.holds import Held
from irassay.store.people import Person

BLOCK = 100  # tasks that are asked for at once where all tasks have one order
RELEVANT = 1  # the least grade after which an order stays with a run


class Turn(Record):
    """What a person is given. `state` is working, waiting (others hold the rest), paused or done."""

    state: Literal["working", "waiting", "paused", "done"]
    held: list[Held]
    place: int  # of the first, among all tasks of this person
    of: int


class Desk:
    """Gives out the tasks of a campaign. Threads may share one.

    It remembers the orders, and how far each person is in them; all of it can be made again.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._orders: dict[str, tuple[int, Sequence[str | Sequence[str]]]] = {}
        self._passed: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(self, person: Person, n: int, having: Collection[str] = ()) -> Turn:
        """Up to `n` tasks for a person beside those of `having`; what the person holds of these is renewed."""
        who = person.pseudonym
        if person.state == "paused":
            return Turn(state="paused", held=[], place=0, of=0)
        mine = self._campaign.held(who)
        self._campaign.hold(who, [task for task in mine if task in having])
        held: list[Held] = []
        is_waiting = False
        for task, free in self._candidates(who, [task for task in mine if task not in having], having):
            is_waiting |= not free
            if free:
                held += self._campaign.hold(who, [task])
            if len(held) == n:
                break
        counts = self._campaign.of_person(who)
        state: Literal["working", "waiting", "done"] = (
            "working" if held or having else "waiting" if is_waiting else "done"
        )
        return Turn(state=state, held=held, place=counts.answered + len(having) + 1, of=counts.tasks)

    def _candidates(self, who: str, mine: Sequence[str], having: Collection[str]) -> Iterator[tuple[str, bool]]:
        """What the person holds (`mine`), then all tasks that want an answer of this person, query by query."""
        yield from ((task, True) for task in mine)
        aside = {*mine, *having}
        blocks = self._blocks(who)
        passed = self._passed.get(who, 0)
        for i in [*range(passed, len(blocks)), *range(passed)]:
            free, ordered = self._free(who, blocks[i])
            if not free and i == self._passed.get(who, 0):
                self._passed[who] = i + 1  # until an answer in it is taken back; then the next round finds it
            for task in ordered:
                if task not in aside:
                    yield task, free[task]

    def _free(self, who: str, block: str | Sequence[str]) -> tuple[dict[str, bool], list[str]]:
        """The tasks of a block that want an answer of this person, each with whether it is free; and their order."""
        settings = self._campaign.settings
        if not isinstance(block, str):
            free = dict(self._campaign.wanting_among(block, who))
            return free, [task for task in block if task in free]
        free = dict(self._campaign.wanting(block, who))
        if settings.order not in ADAPTIVE or not free:
            return free, in_order(free, settings.order, settings.seed, who)
        return free, self._adapted(block, free)

    def _adapted(self, query: str, free: Mapping[str, bool]) -> list[str]:
        """The free tasks of a query in the order that follows the answers; those that no run has come last."""
        order = ADAPTIVE[self._campaign.settings.order]
        judged = self._campaign.grades(query)
        relevant = {doc: majority(grades) >= RELEVANT for doc, grades in judged.items()}
        docs = self._campaign.docs_of(query)
        place = {doc: i for i, doc in enumerate(order(list(self._campaign.rankings(query).values()), relevant))}
        return sorted(free, key=lambda task: place.get(docs[task], len(place)))

    def _blocks(self, who: str) -> Sequence[str | Sequence[str]]:
        """Queries in this person's order; or groups of tasks, where all tasks have one order."""
        newest = self._campaign.newest
        settings = self._campaign.settings
        is_over_all = settings.order in OVER_ALL
        whose = "" if is_over_all else who
        with self._lock:
            if self._orders.get(whose, (-1, []))[0] != newest:
                self._orders[whose] = newest, self._in_blocks(who)
                for one in list(self._passed) if is_over_all else [who]:
                    self._passed[one] = 0
            return self._orders[whose][1]

    def _in_blocks(self, who: str) -> Sequence[str | Sequence[str]]:
        settings = self._campaign.settings
        if settings.order not in OVER_ALL:
            return in_order(self._campaign.queries(), settings.order, settings.seed, who)
        every = over_all(self._campaign.queries_of_tasks(), settings.order, settings.seed)
        return [every[i : i + BLOCK] for i in range(0, len(every), BLOCK)]
