"""Wealth of bets against "the first system is at most m better": an e-process a hypothesis, valid at every look.

The caller says what each draw showed; here stand the bets alone. A hypothesis is a pair in one of its two orders and a
level m. Wealth above 1 / alpha is evidence at level alpha (Ville's inequality).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]

RATES = np.array([0.8, 1.4, 2.2, 3.3, 5.0, 8.0, 12.0])
PRIOR = 8.0  # draws that the running ratio of squared residuals is shrunk by, as the kernel has it


class Bets:
    """Wealth of hypotheses, (level, pair in an order), whose `levels` are the largest differences under each.

    >>> bets = Bets(np.zeros((1, 1)))
    >>> one = np.ones((1, 1))
    >>> bool(bets.place(np.array([0]), mean=0 * one, z=one, variance=one, least=-one, left=4 * one[0])[0, 0, 0] > 0)
    True
    """

    def __init__(self, levels: F64) -> None:
        self._wealth = _core.Bets(np.ascontiguousarray(levels), RATES)
        self.log_best: F64 = self._wealth.log_best  # the largest log wealth so far

    @property
    def log_wealth(self) -> F64:
        """Log wealth now."""
        return self._wealth.log_wealth

    @property
    def ratio(self) -> F64:
        """Squared over predicted squared residuals of draws so far, shrunk to 1: (pair in an order,)."""
        return (PRIOR + self._wealth.squares) / (PRIOR + self._wealth.expected)

    def shown(self) -> tuple[F64, F64]:
        """The precision-weighted mean of what draws have shown of each pair, and its precision, 0 before the first."""
        precision = self._wealth.precision
        return self._wealth.weighted / np.maximum(precision, 1e-300), precision

    def place(self, at: I64, *, mean: F64, z: F64, variance: F64, least: F64, left: F64) -> F64:
        """Bet in the hypotheses of the pairs `at` on draws that showed `z`, whose expectation is the difference; the
        log wealth after each: (draw, level, len(at)).

        Known before each draw, (draw, len(at)): `mean` (M), the `variance` expected of z, infinite where the draw is
        not of the pair, and the `least` z can be; `left` (len(at),) items at the beginning.
        """
        return self._wealth.place(at, mean=mean, z=z, variance=variance, least=least, left=left)


def running(start: F64, steps: F64) -> F64:
    """Sums before the first step and after each, in the order of the steps whoever groups them: (step + 1, ...)."""
    return np.asarray(np.add.accumulate(np.concatenate([start[None], steps])))
