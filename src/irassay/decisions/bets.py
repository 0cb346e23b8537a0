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
_MOST = 1e300  # wealth that is a number
_PRIOR = 8.0  # draws that the running ratio of squared residuals is shrunk by


class Bets:
    """Wealth of hypotheses, (level, pair in an order), whose `levels` are the largest differences under each.

    >>> bets = Bets(np.zeros((1, 1)))
    >>> one = np.ones((1, 1))
    >>> bool(bets.place(np.array([0]), mean=0 * one, z=one, variance=one, least=-one, left=4 * one[0])[0, 0, 0] > 0)
    True
    """

    def __init__(self, levels: F64) -> None:
        n = levels.shape[1]
        self.levels = levels
        self._wealth = np.ones((len(RATES) + 1, n, len(levels)))  # of each rate
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

    def place(self, at: I64, *, mean: F64, z: F64, variance: F64, least: F64, left: F64) -> F64:
        """Bet in the hypotheses of the pairs `at` on draws that showed `z`, whose expectation is the difference; the
        log wealth after each: (draw, level, len(at)).

        Known before each draw, (draw, len(at)): `mean` (M), the `variance` expected of z, infinite where the draw is
        not of the pair, and the `least` z can be; `left` (len(at),) items at the beginning.
        """
        own = np.isfinite(variance)
        squares = running(self._squares[at], (z - mean) ** 2 / np.maximum(variance, 1e-300))
        expected = running(self._expected[at], own.astype(np.float64))
        predicted = np.maximum(variance * ((_PRIOR + squares[:-1]) / (_PRIOR + expected[:-1])), 1e-300)
        precision = running(self._precision[at], 1.0 / predicted)
        weighted = running(self._weighted[at], z / predicted)
        if not (scale := self._scale[at]).all():
            first = predicted[own.argmax(axis=0), np.arange(len(at))]
            scale = np.where((scale == 0) & own.any(axis=0), np.sqrt(first / np.maximum(left, 1.0)), scale)
        levels = self.levels[:, at].T
        fixed = scale * RATES[:, None]
        seen = precision[:-1, :, None]
        lead = np.where(seen > 0, weighted[:-1, :, None] / np.maximum(seen, 1e-300) - levels, 0.0)
        edge, predicted = np.maximum(lead, 0.0), predicted[..., None]
        above = levels - least[..., None]
        cap = np.where(above > 0, MOST_LOSS / np.maximum(above, 1e-300), np.inf)
        growth = np.empty((len(z), *self._wealth.shape[:1], *levels.shape))
        growth[:, :-1] = (fixed / (predicted[:, None, :, 0] + fixed * fixed))[..., None]
        growth[:, -1] = edge / (predicted + edge * edge)
        np.minimum(growth, cap[:, None], out=growth)
        growth *= (z[..., None] - levels)[:, None]
        np.maximum(growth, -MOST_LOSS, out=growth)  # a correction alone can have made z less than the least
        growth += 1.0
        wealth = self._wealth[:, at]
        with np.errstate(over="ignore"):
            for step in growth:  # a loop, since NumPy's accumulate takes ten times as long
                step *= wealth
                wealth = step
        logs = np.log(np.clip(growth.sum(axis=1) / len(wealth), 1 / _MOST, _MOST)).transpose(0, 2, 1)
        self._wealth[:, at], self.log_wealth[:, at] = wealth, logs[-1]
        self.log_best[:, at] = np.maximum(self.log_best[:, at], logs.max(axis=0))
        self._scale[at], self._squares[at], self._expected[at] = scale, squares[-1], expected[-1]
        self._precision[at], self._weighted[at] = precision[-1], weighted[-1]
        return np.asarray(logs)


def running(start: F64, steps: F64) -> F64:
    """Sums before the first step and after each, in the order of the steps whoever groups them: (step + 1, ...)."""
    return np.asarray(np.add.accumulate(np.concatenate([start[None], steps])))
