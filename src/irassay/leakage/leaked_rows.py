"""Which training rows the pairs of test queries and training texts are about."""

from __future__ import annotations

from collections.abc import Iterable

from irassay.collection.training import TrainingRow
from irassay.leakage.files import unbroken
from irassay.leakage.leaks import Leak


class LeakedRows:
    """Pairs by the training rows that they name, by id and text as far as a pair says them; pairs that say no are left
    out."""

    __slots__ = ("_by_id", "_by_text", "_missing")

    def __init__(self, pairs: Iterable[Leak]) -> None:
        self._by_id: dict[str, list[Leak]] = {}
        self._by_text: dict[str, list[Leak]] = {}
        self._missing = set()
        for pair in pairs:
            if pair.verdict == "no":
                continue
            if pair.verdict == "leak":
                self._missing.add(_name_of(pair))
            if pair.train:
                self._by_id.setdefault(pair.train, []).append(pair)
            elif pair.train_text:
                self._by_text.setdefault(unbroken(pair.train_text), []).append(pair)

    def of(self, row: TrainingRow, source: str) -> tuple[frozenset[str], frozenset[str]]:
        """The test queries that a row of a file leaks, and those of which that is to be reviewed."""
        pairs = self.pairs_of(row, source)
        if not pairs:
            return frozenset(), frozenset()
        leaked = frozenset(pair.query for pair in pairs if pair.verdict == "leak")
        self._missing.difference_update(_name_of(pair) for pair in pairs)
        return leaked, frozenset(pair.query for pair in pairs) - leaked

    def pairs_of(self, row: TrainingRow, source: str) -> list[Leak]:
        """The pairs that name a row of a file."""
        return [
            pair
            for pair in (
                *self._by_id.get(row.id, ()),
                *(self._by_text.get(unbroken(row.query), ()) if self._by_text else ()),
            )
            if (unbroken(pair.train_text) == unbroken(row.query) if pair.train_text else pair.source in ("", source))
        ]

    @property
    def n_missing(self) -> int:
        """Leaks of which no row came so far."""
        return len(self._missing)


def _name_of(pair: Leak) -> tuple[str, str, str]:
    return pair.query, pair.train, pair.train_text
