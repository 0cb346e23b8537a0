"""Finders: the systems that have a document, and its rank in each, laid out one document after the other."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Index: TypeAlias = NDArray[np.int64]


def best_ranks(start: Index, rank: Index, depth: int) -> Index:
    """The best rank of each document, whose finders have these ranks; after the last where it has none."""
    has_rank = np.diff(start) > 0
    best = np.full(len(has_rank), depth + 1, dtype=np.int64)
    if has_rank.any():
        best[has_rank] = np.minimum.reduceat(rank, start[:-1][has_rank])
    return best


def finders_of(start: Index, places: Index) -> tuple[Index, Index]:
    """Where the finders of some documents begin when only theirs are kept, and the indices of these."""
    lengths = np.diff(start)[places]
    ends = np.cumsum(lengths)
    finders = np.arange(lengths.sum()) + np.repeat(start[places] - (ends - lengths), lengths)
    return np.concatenate([[0], ends]).astype(np.int64), finders
