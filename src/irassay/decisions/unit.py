"""What is drawn and bet on: a batch of items, documents or queries, and what is known of each before it is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

import numpy as np

from irassay.arrays import F64, I64, Flags
from irassay.record import Record

Pair: TypeAlias = tuple[str, str]  # query, document


class Batch(Record):
    """Items drawn together, and what their bets need of what was known before the draw; (2 x pair,) where not said."""

    number: int
    items: I64  # (item,), in the order of the draws
    chance: F64  # (item,): of being drawn first
    predicted: F64  # (item,) gains, or (item, 2 x pair) differences
    squares: F64  # the same of spread^2 / chance
    predictions: F64  # sum over open items of their predicted values
    reach: F64  # largest fall of an open item below its prediction, over its chance
    variance: F64  # sum over open items of spread^2 / chance
    mass: F64  # chance that a draw is of the pair's own items
    left: F64  # own items that are open
    betting: Flags
    own: Flags = np.ones((0, 0), dtype=bool)  # (item, 2 x pair), where it has to be kept


class Shown(Record):
    """Items of a batch before they are judged, (item, 2 x pair): a pair's own, what is predicted, spread^2 / chance."""

    own: Flags
    predicted: F64
    squares: F64


class Unit(Protocol):
    """Documents or queries, and the labels of documents that say what they are worth. By pair is (2 x pair,)."""

    n: int
    typical: float  # standard deviation of TREC's differences, had items differed at random: before the first draw
    answered: Flags  # (item,)

    @property
    def documents(self) -> Sequence[Sequence[Pair]]:
        """The documents of each item, those to ask for first in front."""

    @property
    def item_of(self) -> Mapping[Pair, int]:
        """The item of each document."""

    @property
    def least(self) -> F64:
        """The least difference that missing labels allow."""

    def name(self, item: int) -> list[str]:
        """An item, as a batch in the log has it."""

    def update(self, labels: Mapping[Pair, int | None]) -> list[int]:
        """Take grades of documents, None where nobody can say; the items that have become known."""

    def learn(self, labels: Mapping[Pair, int]) -> None:
        """Take a model's grades of documents, for predictions alone."""

    def values(self, items: I64) -> F64:
        """What known items add to each difference, at its worst where nobody can say: (item, 2 x pair)."""

    def known(self, known: Flags) -> F64:
        """Sum of the values of known items."""

    def means(self) -> F64:
        """By what systems are ordered while labels miss: (system,)."""

    def differences(self) -> F64:
        """What is expected of each difference."""

    def by_query(self) -> tuple[F64, F64]:
        """What is expected of each difference on each query, (2 x pair, query), and the mean over queries of the
        variance that missing labels leave there, (2 x pair,)."""

    def of_errors(self) -> F64:
        """The variance of each difference if every label that is there were off by one grade; NaN where not known."""

    def overturned_by(self, pair: int) -> int | None:
        """The fewest labels that void the proof of a pair, in its order, if they are wrong; None where not counted."""

    def effects(self, open_pairs: Flags) -> tuple[F64, F64]:
        """What an item is expected to add to the least lead of the likely winners of the open pairs, together, and the
        most that it can add: (item,) each."""

    def draw(self, n: int, open_items: Flags, open_pairs: Flags, *, seed: int, number: int) -> Batch | None:
        """A batch of n documents or so, for the open pairs; None where nothing is left."""

    def outlook(self, open_items: Flags, open_pairs: Flags) -> tuple[F64, F64, F64] | None:
        """Of a batch as it would be drawn now: `variance`, `mass` and `left`."""

    def shown(self, batch: Batch, draws: slice) -> Shown:
        """What is known of drawn items before they are judged."""
