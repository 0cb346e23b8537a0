"""The bootstrap test: per-query differences are shifted to a mean of zero and resampled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.significance.randomization import PValues, draw_rounds, pair_thresholds, resamples
from irassay.comparison.testing import Testing
from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]


def shift_test(
    x: F64,
    bounds: Sequence[int],
    families: Sequence[tuple[U32, U32]],
    testing: Testing,
    *,
    threads: int,
) -> Sequence[PValues]:
    """The bootstrap test of each family of pairs, on the resamples that the intervals use, from scores `(query,
    system)`.

    p = (1 + the number of resampled means at least as far from the observed mean as that is from 0) / (B + 1).
    Collections are resampled separately; pairs whose p can no longer fall to its level are dropped early.

    *Assumes* that other queries have differences distributed alike. *Guarantees* asymptotic: with ten queries its error
    rate is twice the nominal one (docs/simulations.md). *Source* Efron and Tibshirani 1993, 16.4; Smucker, Allan and
    Carterette, CIKM 2007.
    """
    total = resamples(max(len(a) for a, _ in families), testing.alpha, testing.n_resamples)
    count = partial(_core.count_shifts, key=testing.seed, bounds=list(bounds), threads=threads)
    pairs = pair_thresholds(x, families)
    return draw_rounds(count, *pairs, alpha=testing.alpha, total=total).by_family(families)
