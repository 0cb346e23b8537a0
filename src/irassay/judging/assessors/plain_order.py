"""Tasks in the order of each person's own, or as they came: the next one at once, however many there are."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from itertools import islice

from irassay.judging.assessors.orders import in_order
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.counts import Offer
from irassay.judging.store.holds import Held

PLAIN = ("shuffled", "rank")


class PlainOrder:
    """Gives out tasks query by query, where no answer changes the order, to several threads too; each person's place in
    it can be made again."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._queries: tuple[int, list[str]] = (-1, [])
        self._orders: dict[str, tuple[int, list[str]]] = {}
        self._passed: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(self, who: str, n: int, having: Collection[str]) -> tuple[list[Held], Offer]:
        """Up to `n` tasks for a person beside those of `having`, which are renewed; and what there is in all."""
        offer = self._campaign.offer(who, having)
        first = offer.done + len(having) + 1
        held: list[Held] = []
        candidates = self._candidates(who, offer, having)
        self._campaign.renew(who, having)
        while len(held) < n and (some := list(islice(candidates, n - len(held)))):
            held += self._campaign.hold(who, some, first + len(held))
        return held, offer

    def _candidates(self, who: str, offer: Offer, having: Collection[str]) -> Iterator[str]:
        """What the person holds, then what is free."""
        yield from offer.held
        yield from islice(self._free(who, {*offer.held, *having, *offer.blocked}), max(offer.free, 0))

    def _free(self, who: str, aside: Collection[str]) -> Iterator[str]:
        """All tasks that want an answer of this person, without those of `aside`, query by query."""
        settings = self._campaign.settings
        queries = self._order(who)
        passed = self._passed.get(who, 0)
        for i in [*range(passed, len(queries)), *range(passed)]:
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
