"""Agreement of system rankings on two strata of queries, compared with random splits of the same sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.agreement.many_orders import Orders
from irassay.arguments import without_nan
from irassay.comparison.equality import ROUNDING
from irassay.errors import UsageError
from irassay.random_keys import Seed, key_of

DRAWS = 2_000
LEVELS = (0.025, 0.5, 0.975)
_SPLITS = 11  # the stream of random splits


@dataclass(frozen=True, slots=True)
class StrataAgreement:
    """Agreement of the rankings of the same systems on two strata of the queries."""

    n_first: int  # queries
    n_second: int
    between: float  # tau-a of the two strata's rankings
    first_whole: float  # tau-a with the ranking on all queries
    second_whole: float
    by_chance_low: float  # 2.5%, 50% and 97.5% quantiles of `between` over random splits
    by_chance: float
    by_chance_high: float
    p: float  # share of splits that agree so little, (1 + count) / (draws + 1)


def strata_agreement(
    values: ArrayLike, in_first: Sequence[bool], *, n_draws: int = DRAWS, seed: Seed = 0
) -> StrataAgreement:
    """Agreement of the rankings on two strata, compared with random splits of the same sizes.

    The smaller the strata, the lower tau is expected to be, so tau is compared with that of random strata as small.

    Parameters
    ----------
    values : array (system, query)
        At least two systems; higher is better; no NaN.
    in_first : sequence of bool (query,)
        Whether each query is in the first stratum. Both strata need a query.
    n_draws : int
    seed : int or Generator

    Returns
    -------
    StrataAgreement

    Raises
    ------
    UsageError
        An empty stratum, shapes that don't match, or NaN.

    Notes
    -----
    *Assumes* nothing about scores: under the null hypothesis that strata don't matter, all splits of these sizes are
    equally likely. *Guarantees* an exact permutation test of that hypothesis, up to the sampling of splits; nothing
    about why strata differ. *Source* Kendall 1938; Fisher 1935 for the randomization.

    Examples
    --------
    >>> agreement = strata_agreement([[1, 1, 0, 0], [0, 0, 1, 1]], [True, True, False, False])
    >>> agreement.between, agreement.first_whole
    (-1.0, 0.0)
    """
    x, first = np.asarray(values, dtype=np.float64), np.asarray(in_first, dtype=bool)
    if x.ndim != 2 or len(x) < 2 or first.shape != (x.shape[1],):
        raise UsageError(f"expected scores (system, query) and a stratum for each query, but got shape {x.shape}")
    without_nan(x)
    n = int(first.sum())
    if n in (0, len(first)):
        raise UsageError(f"one stratum has all {len(first)} queries; both need one")
    whole = x.sum(axis=1)
    rng = np.random.default_rng([key_of(seed), _SPLITS])
    splits = rng.permuted(np.broadcast_to(first, (n_draws, len(first))), axis=1)
    sums = np.concatenate([first[None, :], splits]).astype(np.float64) @ x.T
    between = Orders(sums / n).against(Orders((whole - sums) / (len(first) - n))).tau
    low, middle, high = np.quantile(between[1:], LEVELS)
    on_all = Orders(whole[None, :])
    return StrataAgreement(
        n,
        len(first) - n,
        float(between[0]),
        float(Orders(sums[:1]).against(on_all).tau[0]),
        float(Orders(whole - sums[:1]).against(on_all).tau[0]),
        float(low),
        float(middle),
        float(high),
        (1 + int((between[1:] <= between[0] + ROUNDING).sum())) / (n_draws + 1),
    )
