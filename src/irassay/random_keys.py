"""The 64-bit key that determines every random draw, and streams of random numbers under it."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from irassay.errors import UsageError

Seed: TypeAlias = int | np.random.Generator


def stream(key: int, purpose: int, index: int = 0) -> np.random.Philox:
    """The stream of one draw, by a key of `key_of`: independent of the streams of another key, purpose or index (each
    below 2^32)."""
    return np.random.Philox(key=np.array([key, (purpose << 32) + index], dtype=np.uint64))


def key_of(seed: Seed) -> int:
    """The key of a seed: the integer itself, or one 64-bit word drawn from a NumPy generator; UsageError where it is
    neither, or outside 0 to 2^64 - 1."""
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**64, dtype=np.uint64))
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and 0 <= seed < 2**64:
        return int(seed)
    raise UsageError(f"expected a seed from 0 to 2^64 - 1 or a numpy Generator, but got seed={seed!r}")
