"""The next task of each person: a query's documents together, in an order of the person's own."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Literal

from irassay.judging.assessors.batches import Batches
from irassay.judging.assessors.deciding import Deciding
from irassay.judging.assessors.entering import Entering, Stage
from irassay.judging.assessors.orders import ADAPTIVE, OVER_ALL, in_order, over_all
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.counting import Offer
from irassay.judging.store.holds import Held
from irassay.judging.store.people import Person
from irassay.label_sets.combined_answers import majority
from irassay.record import Record

PLAIN = ("shuffled", "rank")
MOST_HELD = 60  # tasks that one person has at a time: a sitting
BLOCK = 100  # tasks that are asked for at once where all tasks have one order
RELEVANT = 1  # the least grade after which an order stays with a run
State = Literal["working", "waiting", "paused", "done", "barred", "settled"]


class Within(Record):
    """Which query of a person's order a task is of, and which of the query's tasks it is: from 1, with how many."""

    query_place: int
    queries: int
    place_in_query: int
    of_query: int


class Turn(Record):
    """What a person is given; `state` is working, waiting for others' tasks, paused, done, barred, or settled."""

    state: State
    stage: Stage
    held: list[Held]
    of: int  # tasks of this person in all, of this stage, or of a batch
    within: Mapping[str, Within]  # of the held tasks, where a query's tasks come together
    left: int = 0  # tasks that the person could be given besides, where they are counted


class Desk:
    """Gives out a campaign's tasks, to threads too; it keeps orders and each person's place, and can be remade."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._entering = Entering(campaign)
        self._batches = Batches(campaign)
        self._plain = PlainOrder(campaign)
        self._deciding = Deciding(campaign)
        self._orders: dict[str, tuple[int, Sequence[str | Sequence[str]]]] = {}
        self._passed: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(self, person: Person, n: int, having: Collection[str] = ()) -> Turn:
        """Up to `n` tasks for a person beside those of `having`; what the person holds of these is renewed."""
        who = person.pseudonym
        if person.state != "working":
            return _empty("barred" if person.state == "barred" else "paused")
        step = self._entering.step(who, having)
        if step.stage != "judging":
            held = self._campaign.hold(who, step.left, 1 + step.of - len(step.left))
            new = [one for one in held if one.task not in having][:n]
            return Turn(state="working", stage=step.stage, held=new, of=step.of, within={})
        if step.is_barred:
            return _empty("barred")
        return self._in_batches(who, n, having) if self._campaign.settings.tests else self._one_by_one(who, n, having)

    def _in_batches(self, who: str, n: int, having: Collection[str]) -> Turn:
        part = self._batches.next(who, n, having, self._candidates(who, self._campaign.held(who), ()))
        if part is None:
            return _empty("barred")
        state: State = "working" if part.held or having else "waiting" if part.is_waiting else "done"
        return Turn(state=state, stage="judging", held=part.held, of=part.of, within={})

    def _one_by_one(self, who: str, n: int, having: Collection[str]) -> Turn:
        n = min(n, MOST_HELD - (len({*having}.intersection(self._campaign.held(who))) if having else 0))
        if n < 1:
            self._campaign.renew(who, having)
            return _empty("working").but(of=self._campaign.of_person(who).tasks)
        if not self._deciding.is_posed:
            return self._given(who, n, having)
        queries, drawn = self._deciding.queries(), self._deciding.n_drawn
        if queries is None:
            return _empty("settled")
        turn = self._given(who, n, having, queries)
        if turn.held or having:
            if turn.left < n:
                self._deciding.draw_ahead(drawn)
            return turn
        more = self._deciding.queries() if self._deciding.draw(drawn) else self._deciding.skipped
        turn = self._given(who, n, having, more or ())
        return turn if turn.held or self._deciding.queries() else turn.but(state="done")

    def _given(self, who: str, n: int, having: Collection[str], among: Collection[str] | None = None) -> Turn:
        """Tasks that are there, in the order of the campaign, of the queries `among` where few have some."""
        settings = self._campaign.settings
        if settings.order not in PLAIN or settings.share != "task":
            return self._in_any_order(who, n, having)
        held, offer, queries = self._plain.next(who, n, having, among)
        state: State = "working" if held or having else "waiting" if offer.left else "done"
        within, new = self._within(who, held, queries), len({one.task for one in held}.difference(offer.held))
        of, left = offer.done + offer.left, offer.free - new
        return Turn(state=state, stage="judging", held=held, of=of, within=within, left=left)

    def _within(self, who: str, held: Sequence[Held], queries: Sequence[str]) -> dict[str, Within]:
        """The place of each held task in its query, and of the query in this person's order."""
        places = self._campaign.within_queries({one.query for one in held}, who) if held else {}
        return {
            one.task: Within(queries.index(one.query) + 1, len(queries), *places[one.task])
            for one in held
            if one.task in places
        }

    def _in_any_order(self, who: str, n: int, having: Collection[str]) -> Turn:
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
        blocks = [block for block in self._blocks(who) if isinstance(block, str)]
        within = self._within(who, held, blocks) if blocks else {}
        return Turn(state=state, stage="judging", held=held, of=counts.tasks, within=within)

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
            free = dict(self._campaign.facts.wanting_among(block, who))
            return free, [task for task in block if task in free]
        free = dict(self._campaign.wanting(block, who))
        if settings.order not in ADAPTIVE or not free:
            return free, in_order(free, settings.order, settings.seed, who)
        return free, self._adapted(block, free)

    def _adapted(self, query: str, free: Mapping[str, bool]) -> list[str]:
        """The free tasks of a query in the order that follows the answers; those that no run has come last."""
        order = ADAPTIVE[self._campaign.settings.order]
        relevant = {doc: majority(grades) >= RELEVANT for doc, grades in self._campaign.facts.grades(query).items()}
        docs = self._campaign.facts.docs_of(query)
        place = {doc: i for i, doc in enumerate(order(list(self._campaign.facts.rankings(query).values()), relevant))}
        return sorted(free, key=lambda task: place.get(docs[task], len(place)))

    def _blocks(self, who: str) -> Sequence[str | Sequence[str]]:
        """Queries in this person's order; or groups of tasks, where all tasks have one order."""
        newest = self._campaign.newest
        is_over_all = self._campaign.settings.order in OVER_ALL
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
        every = over_all(self._campaign.facts.queries_of_tasks(), settings.order, settings.seed)
        return [every[i : i + BLOCK] for i in range(0, len(every), BLOCK)]


def _empty(state: State) -> Turn:
    """A turn that gives nothing."""
    return Turn(state=state, stage="judging", held=[], of=0, within={})


class PlainOrder:
    """Gives out tasks query by query, whatever is answered, to threads too; each person's place can be made again."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._queries: tuple[int, list[str]] = (-1, [])
        self._orders: dict[str, tuple[int, list[str]]] = {}
        self._passed: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(
        self, who: str, n: int, having: Collection[str], among: Collection[str] | None = None
    ) -> tuple[list[Held], Offer, list[str]]:
        """Up to `n` tasks for a person beside those of `having`, which are renewed; what there is in all; the queries
        in this person's order."""
        queries = self._order(who)
        offer = self._campaign.offer(who, having)
        first = offer.done + len(having) + 1
        held: list[Held] = []
        free = islice(self._free(who, queries, {*offer.held, *having, *offer.blocked}, among), max(offer.free, 0))
        candidates = chain(offer.held, free)
        self._campaign.renew(who, having)
        while len(held) < n and (some := list(islice(candidates, n - len(held)))):
            held += self._campaign.hold(who, some, first + len(held))
        return held, offer, queries

    def _free(
        self, who: str, queries: Sequence[str], aside: Collection[str], among: Collection[str] | None
    ) -> Iterator[str]:
        """All tasks that want an answer of this person, without those of `aside`, query by query."""
        settings = self._campaign.settings
        passed = self._passed.get(who, 0)
        for i in [*range(passed, len(queries)), *range(passed)]:
            if among is not None and queries[i] not in among:
                continue
            wanting = self._campaign.wanting_ids(queries[i], who)
            if not wanting and i == self._passed.get(who, 0):
                self._passed[who] = i + 1  # until an answer in it is taken back; then the next round finds it
            for task in in_order(wanting, settings.order, settings.seed, who):
                if task not in aside:
                    yield task

    def _order(self, who: str) -> list[str]:
        """The queries in this person's order; the person is where the newest answer was given."""
        newest = self._campaign.newest
        with self._lock:
            if self._queries[0] != newest:
                self._queries = newest, self._campaign.queries()
            if self._orders.get(who, (-1, []))[0] != newest:
                settings = self._campaign.settings
                order = in_order(self._queries[1], settings.order, settings.seed, who)
                last = self._campaign.last_query(who)
                self._orders[who] = newest, order
                self._passed[who] = order.index(last) if last in order else 0
            return self._orders[who][1]
