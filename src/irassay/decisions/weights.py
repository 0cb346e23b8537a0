"""Weights of documents in the scores of systems: (document, system), dense where small, else by rows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]

_DENSE = 2_000_000  # values of a matrix that is held whole


class Weights:
    """A matrix (document, system) of weights, 0 where a system doesn't have the document.

    >>> Weights(np.array([0, 1]), np.array([0, 1]), np.array([0.5, 0.2]), (2, 2)).gram(np.ones(2)).tolist()
    [[0.25, 0.0], [0.0, 0.04000000000000001]]
    """

    def __init__(self, rows: I64, systems: I64, values: F64, shape: tuple[int, int]) -> None:
        self.shape = shape
        self._by_row: Any = sparse.csr_array((values, (rows, systems)), shape=shape)
        self._by_row.sort_indices()
        self._whole: F64 | None = self._by_row.toarray() if shape[0] * shape[1] <= _DENSE else None
        self._by_system: Any = None if self._whole is not None else self._by_row.T.tocsr()
        by = self._by_row
        self._entries = by.indptr.astype(np.int64), by.indices.astype(np.uint32), by.data

    def rows(self, at: I64) -> F64:
        """The weights of some documents: (n, system)."""
        return self._whole[at] if self._whole is not None else self._by_row[at].toarray()

    def differences(self, first: int, second: int) -> F64:
        """Weights of one system minus those of another: (document,)."""
        if self._whole is not None:
            return self._whole[:, first] - self._whole[:, second]
        both = self._by_system[[first, second]].toarray()
        return np.asarray(both[0] - both[1])

    def sums(self, of: F64) -> F64:
        """Sum over documents of weight x `of` (document,): (system,)."""
        return np.asarray((self._whole if self._whole is not None else self._by_row).T @ of)

    def sums_by(self, group: I64, n: int, of: F64) -> F64:
        """The same over the documents of each of `n` groups: (group, system)."""
        by_group = sparse.csr_array((of, (group, np.arange(len(of)))), shape=(n, len(of)))
        return np.asarray((by_group @ self._by_row).toarray())

    def gram(self, of: F64) -> F64:
        """Sum over documents of `of`, none below 0, x weight x weight: (system, system)."""
        if self._whole is not None:
            half = self._whole * np.sqrt(of)[:, None]
            return np.asarray(half.T @ half)
        return np.asarray(_core.weight_gram(*self._entries, of, self.shape[1]))

    def largest(self, of: F64) -> F64:
        """Largest weight x `of` (document,) of each system: (system,)."""
        if self._whole is not None:
            return np.asarray((self._whole * of[:, None]).max(axis=0, initial=0.0))
        by = self._by_system
        products = by.data * of[by.indices]
        return np.array([products[a:b].max(initial=0.0) for a, b in pairwise(by.indptr.tolist())])

    def quadratic(self, form: F64) -> F64:
        """weights x a symmetric form (system, system) x weights of each document: (document,)."""
        if self._whole is not None:
            return np.asarray(((self._whole @ form) * self._whole).sum(axis=1))
        return np.asarray(_core.weight_quadratic(*self._entries, form))

    def falls(self) -> F64:
        """Sum over documents by which the column's weight exceeds the row's: (system, system)."""
        if self._whole is not None:
            held = [np.maximum(self._whole - self._whole[:, [s]], 0.0).sum(axis=0) for s in range(self.shape[1])]
            return np.asarray(held)
        shared = np.empty((self.shape[1], self.shape[1]))
        for s in range(self.shape[1]):
            mine = self._by_system[[s]]
            shared[s] = np.minimum(self._by_row[mine.indices].toarray(), mine.data[:, None]).sum(axis=0)
        return self.sums(np.ones(self.shape[0]))[None, :] - shared
