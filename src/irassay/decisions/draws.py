"""Documents drawn without replacement, each with a known chance, by numbers that a seed determines."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]
U64: TypeAlias = NDArray[np.uint64]

_MASK = (1 << 64) - 1


def words_of(queries: Sequence[str], docs: Sequence[str]) -> U64:
    """A 64-bit word of each query and document."""
    digests = (blake2b(f"{q}\0{d}".encode(), digest_size=8).digest() for q, d in zip(queries, docs, strict=True))
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


def uniform(words: U64, seed: int, batch: int) -> F64:
    """A number above 0 and below 1 of each word, another one for another seed or batch."""
    key = int.from_bytes(blake2b(f"{seed}\0{batch}".encode(), digest_size=8).digest(), "little")
    bits = _mixed(_mixed(words ^ np.uint64(key)) + np.uint64(key)) >> np.uint64(11)
    return bits.astype(np.float64) / 2.0**53 + 2.0**-54


def _mixed(x: U64) -> U64:
    """splitmix64's finaliser (Steele, Lea and Flood, OOPSLA 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def draw(words: U64, chance: F64, n: int, *, seed: int, batch: int) -> I64:
    """Places of up to `n` items with a `chance` above 0, in the order of the draws; each takes one of those left, in
    proportion to its chance.

    *Source*: Efraimidis and Spirakis, Weighted random sampling with a reservoir, Inf. Process. Lett. 97, 2006.
    """
    open_ = np.nonzero(chance > 0)[0]
    keys = -np.log(uniform(words[open_], seed, batch)) / chance[open_]
    first = np.argpartition(keys, n - 1)[:n] if n < len(keys) else np.arange(len(keys))
    return np.asarray(open_[first[np.argsort(keys[first], kind="stable")]])
