"""p-values of sign flips without random draws: by convolution, meeting in the middle, or inversion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]

LATTICES = (*range(1, 101), 1000, 2520)  # scores that are whole multiples of 1/n: P@k, Success, RR@10
QUICK = 3e7  # work of a convolution that is tried at level 0, about 30 ms
SLOW = 4e8  # beyond it inversion is cheaper
STEP = 1e-5  # of the largest difference: rounding before a convolution
NOISE = (1e-3, 1e-4, 1e-5)  # standard deviations of the sum: smoothing before an inversion, by level
BATCH = 64  # pairs between two checks for an interrupt

Tail: TypeAlias = tuple[float, float] | None


class Sharpener:
    """Narrows the p-value ranges of selected pairs, further at each level, to a lower and an upper p, or None where it
    does not apply; `threshold` is on |sum of differences|. The first level convolves, exactly on a lattice, else with
    differences rounded to 1e-5 of the largest, or inverts the smoothed characteristic function. The second meets in the
    middle (up to 54 differing queries), else convolves longer or smooths less; the third smooths still less."""

    levels = len(NOISE)

    def __init__(self, x: F64, a: U32, b: U32, threshold: F64, *, threads: int) -> None:
        self._x, self._a, self._b = x, a, b
        self._threshold = threshold
        self._threads = threads
        self._lattice: float | None = None
        self._looked = False

    def tails(self, pairs: NDArray[np.intp], level: int) -> Sequence[Tail]:
        """Lower and upper p of each pair at one level."""
        tails: list[Tail] = []
        for start in range(0, len(pairs), BATCH):
            batch = pairs[start : start + BATCH]
            magnitudes = np.abs(self._x[:, self._a[batch]] - self._x[:, self._b[batch]]).T
            # Snapping leaves tiny residues where two scores are equal in exact arithmetic; these are not differences.
            magnitudes[magnitudes <= rounding(self._x)] = 0.0
            tails += self._batch(np.ascontiguousarray(magnitudes), self._threshold[batch], level)
        return tails

    def _batch(self, magnitudes: F64, threshold: F64, level: int) -> list[Tail]:
        exact = self.lattice()
        steps = np.maximum(magnitudes.max(axis=1) * STEP, 1e-300) if exact is None else np.full(len(magnitudes), exact)
        differing = (magnitudes > 0).sum(axis=1)
        work = (magnitudes.sum(axis=1) - threshold) / 2 / steps * differing
        meeting = np.zeros(len(magnitudes), dtype=bool)
        if exact is not None:
            convolved = work <= SLOW
        elif level == 0:
            convolved = work <= QUICK
        else:
            meeting = differing <= _core.MEET_AT_MOST
            convolved = ~meeting & (work <= SLOW)
        noise = NOISE[level] * np.sqrt((magnitudes**2).sum(axis=1))
        inverted = ~meeting & ~convolved & (noise > 0)
        ends: list[Tail] = [None] * len(magnitudes)
        for rows, how, by in ((convolved, _core.lattice_tails, steps), (inverted, _core.inverted_tails, noise)):
            if rows.any():
                tails = how(magnitudes[rows], threshold[rows], by[rows], threads=self._threads)
                for row, (low, high) in zip(np.flatnonzero(rows), tails.tolist(), strict=True):
                    ends[row] = (low, high)
        for row in np.flatnonzero(meeting):
            p = _core.met_tail(magnitudes[row], float(threshold[row]))
            ends[row] = (p, p)
        return ends

    def lattice(self) -> float | None:
        """The lattice step of which all scores are multiples; None where there is none."""
        if not self._looked:
            self._lattice = lattice_step(self._x)
            self._looked = True
        return self._lattice


def lattice_step(x: F64) -> float | None:
    """1/n for the first n of 1..100, 1000, 2520 with all values multiples of it (within 1e-9); None for no such n."""
    largest = float(np.abs(x).max(initial=0.0))
    if largest == 0.0 or largest > 1e6:
        return None
    for n in LATTICES:
        multiples = x * n
        if np.abs(multiples - np.rint(multiples)).max() < 1e-9 * max(1.0, largest):
            return float(1.0 / n)
    return None
