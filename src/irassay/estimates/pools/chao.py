"""Chao2: the total number of documents, estimated from those that only one or two systems retrieve."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.errors import UsageError

Ints: TypeAlias = NDArray[np.int64]

Z = 1.959963984540054  # normal quantile of a 95% interval


@dataclass(frozen=True, slots=True)
class Chao2:
    """The Chao2 estimate of the total number of documents.

    Attributes
    ----------
    observed : int
        Documents that some system retrieves.
    once, twice : int
        Documents that exactly one system, and exactly two systems, retrieve.
    total : float
        Estimated total number, in the bias-corrected form: a lower bound in expectation.
    total_classic : float
        The classic form; NaN where no document is retrieved by exactly two systems.
    variance : float
        Variance of `total`; NaN where no document is retrieved.
    low, high : float
        95% interval of `total`, by a log-normal distribution of the number of unseen documents.
    """

    observed: int
    once: int
    twice: int
    total: float
    total_classic: float
    variance: float
    low: float
    high: float

    @property
    def unseen(self) -> float:
        """Estimated number of documents that no system retrieves."""
        return self.total - self.observed


def chao2(finders: Ints) -> Chao2:
    """Estimate the number of documents, seen and unseen, from the number of systems that retrieve each.

    Parameters
    ----------
    finders : array (n + 1,)
        Number of documents that exactly k = 0, 1 ... n systems retrieve; k = 0 has no effect.

    Returns
    -------
    Chao2

    Raises
    ------
    UsageError
        Fewer than one system.

    Notes
    -----
    *Assumes* that systems retrieve documents independently of each other. They don't: systems that share an index, a
    first stage or a model retrieve the same documents, fewer documents have a single finder, and the estimate is too
    low. *Guarantees* with independent systems, a lower bound in expectation for any detection probabilities. The
    variance also assumes independent documents, which those of one query are not. *Source* Chao, Biometrics 43, 1987;
    the bias-corrected form and variances: Chao, Encyclopedia of Statistical Sciences, Species estimation and
    applications, 2005; Colwell, EstimateS user's guide, appendix B.

    Examples
    --------
    >>> estimate = chao2(np.array([0, 4, 2, 1]))
    >>> estimate.observed, round(estimate.total, 3), round(estimate.total_classic, 3)
    (7, 8.333, 9.667)
    """
    n = len(finders) - 1
    if n < 1:
        raise UsageError("expected documents by the number of systems that have them, of one system or more")
    observed, once, twice = int(finders[1:].sum()), int(finders[1]), int(finders[2]) if n > 1 else 0
    part = (n - 1) / n
    total = observed + part * once * (once - 1) / (2 * (twice + 1))
    classic = observed + part * once**2 / (2 * twice) if twice else float("nan")
    variance = _variance(part, once, twice, total)
    low, high = _log_normal(observed, total - observed, variance)
    return Chao2(observed, once, twice, total, classic, variance, low, high)


def _variance(part: float, once: int, twice: int, total: float) -> float:
    if not total:
        return float("nan")
    first = part * once * (once - 1) / (2 * (twice + 1))
    if not twice:
        variance = first + part**2 * once * (2 * once - 1) ** 2 / 4 - part**2 * once**4 / (4 * total)
        return max(0.0, variance)
    second = part**2 * once * (2 * once - 1) ** 2 / (4 * (twice + 1) ** 2)
    third = part**2 * once**2 * twice * (once - 1) ** 2 / (4 * (twice + 1) ** 4)
    return first + second + third


def _log_normal(observed: int, unseen: float, variance: float) -> tuple[float, float]:
    """Ends at `observed` or above; both at `observed` where no document is estimated to be unseen."""
    if not unseen > 0:
        return float(observed), float(observed)
    spread = exp(Z * sqrt(log(1 + variance / unseen**2)))
    return observed + unseen / spread, observed + unseen * spread
