"""What is drawn and bet on: a batch of items, documents or queries, and what is known of each before it is judged."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.record import Record

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


class Batch(Record):
    """Items drawn together, and what their bets need of what was known before the draw; (2 x pair,) where not said."""

    number: int
    items: I64  # (item,), in the order of the draws
    chance: F64  # (item,): of being drawn first
    predicted: F64  # (item,) or (item, system)
    squares: F64  # (item,) or (item, system): spread^2 / chance
    predictions: F64  # sum over open items of their predicted values
    reach: F64  # largest fall of an open item below its prediction, over its chance
    variance: F64  # sum over open items of spread^2 / chance
    mass: F64  # chance that a draw is of the pair's own items
    left: F64  # own items that are open
    betting: Flags


class Shown(Record):
    """An item of a batch before it is judged, (2 x pair,): is it the pair's own, its prediction, spread^2 / chance."""

    own: Flags
    predicted: F64
    squares: F64


class Unit(Protocol):
    """Documents or queries."""

    n: int

    def value(self, item: int) -> F64:
        """What a known item adds to each difference, at its worst where nobody can say."""

    def known(self, known: Flags) -> F64:
        """Sum of the values of known items."""

    def least(self) -> F64:
        """The least sum of the values of all items, before any is known."""

    def least_of(self, item: int) -> F64:
        """The least value of an item that is not known."""

    def draw(self, n: int, open_items: Flags, open_pairs: Flags, *, seed: int, number: int) -> Batch | None:
        """A batch for the open pairs; None where nothing is left."""

    def shown(self, batch: Batch, place: int) -> Shown:
        """What is known of a drawn item before it is judged."""
