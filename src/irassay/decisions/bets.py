"""Wealth of bets against "the first system is at most m better": an e-process a hypothesis, valid at every look.

The caller says what each draw showed; here stand the bets alone. A hypothesis is a pair in one of its two orders and a
level m. Wealth above 1 / alpha is evidence at level alpha (Ville's inequality).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]

RATES = np.array([0.8, 1.4, 2.2, 3.3, 5.0, 8.0, 12.0])
MOST_LOSS = 0.95  # of the wealth, in one bet
_PRIOR = 8.0  # draws that the running ratio of squared residuals is shrunk by


class Bets:
    """Wealth of hypotheses, (level, pair in an order), whose `levels` are the largest differences under each.

    >>> bets = Bets(np.zeros((1, 1)))
    >>> one = np.ones(1)
    >>> bets.place(np.array([0]), mean=0 * one, z=one, variance=one, least=-one, left=4 * one)
    >>> bool(bets.log_wealth[0, 0] > 0)
    True
    """

    def __init__(self, levels: F64) -> None:
        n = levels.shape[1]
        self.levels = levels
        self._logs = np.zeros((*levels.shape, len(RATES) + 1))
        self.log_wealth = np.zeros(levels.shape)  # now
        self.log_best = np.zeros(levels.shape)  # the largest so far
        self._scale = np.zeros(n)  # root(V / N) at the first bet
        self._squares, self._expected = np.zeros(n), np.zeros(n)
        self._precision, self._weighted = np.zeros(n), np.zeros(n)

    @property
    def ratio(self) -> F64:
        """Squared over predicted squared residuals of draws so far, shrunk to 1: (pair in an order,)."""
        return (_PRIOR + self._squares) / (_PRIOR + self._expected)

    def shown(self, at: I64) -> tuple[F64, F64]:
        """The precision-weighted mean of what draws have shown of some pairs, and its precision, 0 before the first."""
        precision = self._precision[at]
        return self._weighted[at] / np.maximum(precision, 1e-300), precision

    def place(self, at: I64, *, mean: F64, z: F64, variance: F64, least: F64, left: F64) -> None:
        """Bet in the hypotheses of the pairs `at` on a draw that showed `z`, whose expectation is the difference.

        Known before the draw: `mean` (M), the `variance` expected of z, the `least` z can be, and how many items were
        `left` at the beginning; each (len(at),).
        """
        predicted = np.maximum(variance * self.ratio[at], 1e-300)
        fresh = self._scale[at] == 0
        self._scale[at] = np.where(fresh, np.sqrt(predicted / np.maximum(left, 1.0)), self._scale[at])
        levels = self.levels[:, at]
        mean_shown, precision = self.shown(at)
        learnt = np.where(precision > 0, mean_shown, levels)
        edge = np.empty((*levels.shape, len(RATES) + 1))
        edge[..., :-1] = self._scale[at][None, :, None] * RATES
        edge[..., -1] = np.maximum(learnt - levels, 0.0)
        cap = np.where(levels > least, MOST_LOSS / np.maximum(levels - least, 1e-300), np.inf)
        stake = np.minimum(edge / (predicted[None, :, None] + edge * edge), cap[:, :, None])
        gain = stake * (z - levels)[:, :, None]  # a correction alone can have made z less than the least
        self._logs[:, at] += np.log1p(np.maximum(gain, -MOST_LOSS))
        self.log_wealth[:, at] = _log_mean(self._logs[:, at])
        self.log_best[:, at] = np.maximum(self.log_best[:, at], self.log_wealth[:, at])
        self._squares[at] += (z - mean) ** 2 / np.maximum(variance, 1e-300)
        self._expected[at] += 1.0
        self._precision[at] += 1.0 / predicted
        self._weighted[at] += z / predicted


def _log_mean(logs: F64) -> F64:
    """The logarithm of the mean of exp(logs) over the last axis."""
    top = logs.max(axis=-1)
    return np.asarray(top + np.log(np.exp(logs - top[..., None]).mean(axis=-1)))
