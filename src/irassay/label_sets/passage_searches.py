"""Searches for passages in several indexes: each passage once, and what they will take is foreseen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.label_sets.passage_lists import PassageLists
    from irassay.search import Index

TIMED = 64  # the first passages, whose time says what the others will take
DOC_BYTES = 90  # of a list that is kept: a document's id, number and score, as measured


@dataclass(frozen=True, slots=True)
class Cost:
    """What the searches that are still to come will take, roughly."""

    n_passages: int  # still to be searched for, each once in every index
    exact: bool  # False: may be fewer
    n_indexes: int
    seconds: float  # by the time that the first passages took
    n_bytes: int  # of memory, for their lists


class PassageSearches:
    """Lists of at most `depth` passages in several indexes; `expect` is told the `Cost` of what is still to come."""

    __slots__ = ("_depth", "_each", "_expect", "_lists", "indexes")

    def __init__(
        self, indexes: Sequence[Index], lists: PassageLists, depth: int, expect: Callable[[Cost], None] | None
    ) -> None:
        self.indexes, self._lists, self._depth, self._expect = indexes, lists, depth, expect
        self._each = 0.0  # seconds of a passage, in all indexes

    def first(self, passages: set[str], *, most_after: int) -> dict[str, list[Runs]]:
        """The lists of the passages that are searched for first, by index, in pieces; the first are timed, and at most
        `most_after` come after them."""
        ids = sorted(passages)
        timed, rest = ids[:TIMED], ids[TIMED:]
        start = time.perf_counter()
        lists = self._search(timed)
        self._each = (time.perf_counter() - start) / max(1, len(timed))
        self._foresee(len(rest) + most_after, exact=not most_after)
        for name, more in self._search(rest).items():
            lists[name] += more
        return lists

    def further(self, passages: set[str]) -> dict[str, list[Runs]]:
        """The lists of other passages."""
        self._foresee(len(passages), exact=True)
        return self._search(sorted(passages))

    def _foresee(self, n: int, *, exact: bool) -> None:
        if self._expect is not None and n > 0:
            n_bytes = n * len(self.indexes) * self._depth * DOC_BYTES
            self._expect(Cost(n, exact, len(self.indexes), n * self._each, n_bytes))

    def _search(self, ids: Sequence[str]) -> dict[str, list[Runs]]:
        """By index the lists, each under its passage's id."""
        return {index.name: list(self._lists.of(index, set(ids))) if ids else [] for index in self.indexes}
