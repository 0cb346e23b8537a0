"""The orders in which the documents of a pool are listed to be judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.random_keys import stream

Order: TypeAlias = Literal["rank", "rounds", "shuffled", "random"]
Index: TypeAlias = NDArray[np.int64]

ORDERS: tuple[Order, ...] = ("rank", "rounds", "shuffled", "random")
PURPOSE = 0x706F6F6C  # "pool": separates this random stream from others of the same key


def _chances(n: int, key: int) -> NDArray[np.uint64]:
    return stream(key, PURPOSE).random_raw(n)


def _in_turn(query: Index, best: Index, n_runs: Index) -> NDArray[np.intp]:
    """The order by best rank; of each rank one document a query, again and again, those of more runs first."""
    places = np.lexsort((-n_runs, query, best))
    begins = np.ones(len(places), dtype=bool)
    begins[1:] = (np.diff(query[places]) != 0) | (np.diff(best[places]) != 0)
    first = np.flatnonzero(begins)
    turn = np.arange(len(places)) - np.repeat(first, np.diff(np.append(first, len(places))))
    return places[np.lexsort((query[places], turn, best[places]))]


Placer: TypeAlias = Callable[[Index, Index, Index, int], NDArray[np.intp]]

PLACERS: Mapping[Order, Placer] = {
    "rank": lambda query, best, n_runs, key: np.lexsort((-n_runs, best, query)),
    "rounds": lambda query, best, n_runs, key: _in_turn(query, best, n_runs),
    "shuffled": lambda query, best, n_runs, key: np.lexsort((_chances(len(query), key), query)),
    "random": lambda query, best, n_runs, key: np.argsort(_chances(len(query), key), kind="stable"),
}
