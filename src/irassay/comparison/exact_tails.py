"""p-values of sign flips without drawing signs: by convolution, by meeting in the middle, or by inversion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]

LATTICES = (*range(1, 101), 1000, 2520)  # scores that are whole multiples of 1/n: P@k, Success, RR@10
CELLS = 4e8  # a convolution's work beyond which inversion is cheaper, about half a second
STEP = 1e-5  # of the largest difference: rounding before a convolution
NOISE = (1e-3, 1e-4, 1e-5)  # standard deviations of the sum: smoothing before an inversion, finer and finer
BATCH = 64  # pairs between two chances to stop


class Sharpener:
    """Narrows the p-values of chosen pairs, more at each level.

    A level gives lower and upper p of a pair, or None where it can't. Level 0 convolves whole multiples of a lattice,
    or differences rounded to 1e-5 of the largest, or inverts the characteristic function where there are too many
    queries to convolve. Later levels count every sign vector by meeting in the middle (up to 54 differing queries),
    or invert with less smoothing.

    Parameters
    ----------
    x : array (query, system)
    a, b : array (pair,)
    threshold : array (pair,)
        On |sum of differences|.
    threads : int
    """

    levels = len(NOISE)

    def __init__(self, x: F64, a: U32, b: U32, threshold: F64, *, threads: int) -> None:
        self._x, self._a, self._b = x, a, b
        self._threshold = threshold
        self._threads = threads
        self._lattice: float | None = None
        self._looked = False

    def tails(self, pairs: NDArray[np.intp], level: int) -> Sequence[tuple[float, float] | None]:
        """Lower and upper p of each pair at one level."""
        found: list[tuple[float, float] | None] = []
        for start in range(0, len(pairs), BATCH):
            batch = pairs[start : start + BATCH]
            magnitudes = np.abs(self._x[:, self._a[batch]] - self._x[:, self._b[batch]]).T
            found += self._batch(np.ascontiguousarray(magnitudes), self._threshold[batch], level)
        return found

    def _batch(self, magnitudes: F64, threshold: F64, level: int) -> list[tuple[float, float] | None]:
        found: list[tuple[float, float] | None] = [None] * len(magnitudes)
        # Snapping leaves specks where two scores are equal in exact arithmetic: they are no difference.
        magnitudes[magnitudes <= 1e-12 * np.abs(self._x).max()] = 0.0
        step = self.lattice() or np.maximum(magnitudes.max(axis=1) * STEP, 1e-300)
        steps = np.broadcast_to(np.asarray(step, dtype=np.float64), (len(magnitudes),))
        differing = (magnitudes > 0).sum(axis=1)
        cells = (magnitudes.sum(axis=1) - threshold) / 2 / steps * differing
        by_lattice = cells <= CELLS
        by_meeting = by_lattice & (differing <= _core.MEET_AT_MOST) & (self.lattice() is None)
        if level == 0:
            self._fill(found, by_lattice, _core.lattice_tails, magnitudes, threshold, steps)
        elif level == 1:
            for row in np.flatnonzero(by_meeting):
                p = _core.met_tail(magnitudes[row], float(threshold[row]))
                found[row] = (p, p)
        rest = ~by_lattice if level == 0 else ~by_meeting
        if self.lattice() is not None:
            rest &= ~by_lattice
        noise = NOISE[level] * np.sqrt((magnitudes**2).sum(axis=1))
        self._fill(found, rest & (noise > 0), _core.inverted_tails, magnitudes, threshold, noise)
        return found

    def _fill(
        self,
        found: list[tuple[float, float] | None],
        rows: NDArray[np.bool_],
        how: object,
        magnitudes: F64,
        threshold: F64,
        by: F64,
    ) -> None:
        chosen = np.flatnonzero(rows)
        if not len(chosen):
            return
        tails = how(  # type: ignore[operator]
            np.ascontiguousarray(magnitudes[chosen]),
            np.ascontiguousarray(threshold[chosen]),
            np.ascontiguousarray(by[chosen]),
            threads=self._threads,
        )
        for row, (low, high) in zip(chosen, tails.tolist(), strict=True):
            found[row] = (low, high)

    def lattice(self) -> float | None:
        """The step of which all scores are whole multiples, None where there is none."""
        if not self._looked:
            self._lattice = lattice_step(self._x)
            self._looked = True
        return self._lattice


def lattice_step(x: F64) -> float | None:
    """1/n for the first n of 1..100, 1000, 2520 with all values multiples of it (within 1e-9); None for no such n.

    Examples
    --------
    >>> lattice_step(np.array([[0.1, 0.3], [0.7, 1.0]]))
    0.1
    """
    largest = float(np.abs(x).max(initial=0.0))
    if largest == 0.0 or largest > 1e6:
        return None
    for n in LATTICES:
        multiples = x * n
        if np.abs(multiples - np.rint(multiples)).max() < 1e-9 * max(1.0, largest):
            return float(1.0 / n)
    return None
