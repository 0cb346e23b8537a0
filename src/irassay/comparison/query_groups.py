"""Two groups of queries, such as leaked and clean ones: how far apart their means lie, and whether by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import between, whole_number
from irassay.arrays import F64, Flags
from irassay.comparison.intervals import RESAMPLES
from irassay.comparison.significance.randomization import snap, tolerance
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.random_keys import Seed, key_of, stream

SHUFFLES = 10_000  # the standard error of a p of 0.05 is then 0.002
PURPOSE = 0x73706C74  # "splt": separates this random stream from others of the same key
BLOCK = 4_000_000  # memberships of a query in a subset that are in memory at once


@dataclass(frozen=True, slots=True)
class GroupGap:
    """The mean over one group of queries minus the mean over the others.

    Attributes
    ----------
    gap, low, high : float
        The difference of the two means, and its interval of 1 - alpha over queries.
    p : float
        Two-sided: how often queries that are grouped at random have a gap as large.
    n_in, n_out : int
        Queries of either group.
    n_shuffles : int
        Groupings behind p.
    enumerated : bool
        Whether these are all there are.
    """

    gap: float
    low: float
    high: float
    p: float
    n_in: int
    n_out: int
    n_shuffles: int
    enumerated: bool


def group_gap(
    values: ArrayLike,
    member: ArrayLike,
    *,
    alpha: float = 0.05,
    n_shuffles: int = SHUFFLES,
    n_bootstrap: int = RESAMPLES,
    seed: Seed = 0,
) -> GroupGap:
    """Compare the mean over some queries with the mean over the others.

    Parameters
    ----------
    values : array (query,)
        Without NaN, such as the difference of two systems. Then the gap is a difference of differences.
    member : array of bool (query,)
        Which queries are of the first group; either group has two at least.
    alpha : float, in (0, 1)
        The interval's level is 1 - alpha.
    n_shuffles : int
        Random groupings behind p; all are counted where there are no more.
    n_bootstrap : int
        Resamples behind the interval.
    seed : int or numpy.random.Generator

    Returns
    -------
    GroupGap

    Raises
    ------
    UsageError
        Arrays that don't match, NaN, or a group of fewer than two queries.

    Notes
    -----
    *Assumes* for the interval that the queries of each group are a sample of those like them; for p that under the null
    hypothesis any queries might have made up the group. *Guarantees* p in finite samples. The interval asymptotically:
    queries are drawn again within each group, and its ends are *expanded* percentiles, further out than alpha/2, by as
    much as makes percentiles of normal means as wide as Welch's t interval. Plain percentiles are too short: the
    variance over resamples of n queries is (n - 1)/n of what it should be, and they take it as known. They cover 86%
    with five queries in a group, expanded ones 93%; docs/simulations.md has the figures. *Source* Fisher, The Design
    of Experiments, 1935; Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician 69, 2015;
    Welch, Biometrika 34, 1947.

    Examples
    --------
    >>> of = group_gap([0.5, 0.6, 0.7, 0.1, 0.2, 0.3], [True, True, True, False, False, False])
    >>> round(of.gap, 3), of.p, of.enumerated
    (0.4, 0.1, True)
    """
    x, inside = np.asarray(values, dtype=np.float64), np.asarray(member, dtype=bool)
    if x.ndim != 1 or x.shape != inside.shape or np.isnan(x).any():
        raise UsageError(
            f"expected one value a query, none NaN, and whether it is a member, but got shapes {x.shape} and "
            f"{inside.shape}"
        )
    n_in = int(inside.sum())
    if min(n_in, len(x) - n_in) < 2:
        raise UsageError(f"expected two queries or more in each group, but got {n_in} and {len(x) - n_in}")
    n_shuffles, key = whole_number("n_shuffles", n_shuffles), key_of(seed)
    terms = gap_terms(x, inside)[:, None]
    low, high = gap_intervals(terms, inside, alpha=alpha, key=key, n_bootstrap=n_bootstrap)[0]
    p, n, enumerated = _shuffled(x, inside, n_shuffles, key)
    gap = float(x[inside].mean() - x[~inside].mean())
    return GroupGap(gap, float(low), float(high), p, n_in, len(x) - n_in, n, enumerated)


def gap_terms(x: F64, member: Flags) -> F64:
    """The values, weighted so that their mean over all queries is the gap."""
    n, n_in = len(x), int(member.sum())
    return np.where(member, x * (n / n_in), -x * (n / (n - n_in)))


def gap_intervals(terms: F64, member: Flags, *, alpha: float = 0.05, key: int = 0, n_bootstrap: int = RESAMPLES) -> F64:
    """Expanded percentile intervals, (column, 2), of means of `terms`, (query, column), redrawn within each group."""
    level = between("alpha", alpha)
    order = np.argsort(~member, kind="stable")
    x, _ = snap(np.ascontiguousarray(terms[order].T))  # sums are exact then, on any number of threads
    n, n_in = len(member), int(member.sum())
    means = _core.drawn_sums(x, key, 0, n_bootstrap, [0, n_in, n]) / n
    tails = _expanded((x[:, :n_in], x[:, n_in:]), level)
    return np.asarray([np.quantile(of, (tail, 1 - tail)) for of, tail in zip(means, tails, strict=True)])


def _expanded(groups: tuple[F64, F64], alpha: float) -> F64:
    """The levels, lower than alpha/2, whose percentiles are as far apart as Welch's t interval: array (column,)."""
    from scipy import special

    sizes = [x.shape[1] for x in groups]
    errors = [x.var(axis=1, ddof=1) * n for x, n in zip(groups, sizes)]  # n^2 / n: the terms are added, not averaged
    both = errors[0] + errors[1]
    vary = both > 0
    whole = np.where(vary, both, 1.0)
    freedom = whole**2 / np.where(vary, sum(e**2 / (n - 1) for e, n in zip(errors, sizes)), 1.0)
    drawn = np.where(vary, sum(e * (1 - 1 / n) for e, n in zip(errors, sizes)), 1.0)  # variance over resamples
    wide = np.sqrt(whole / drawn) * special.stdtrit(np.where(vary, freedom, 1.0), 1 - alpha / 2)
    return np.where(vary, special.ndtr(-wide), alpha / 2)


def _shuffled(x: F64, member: Flags, n_shuffles: int, key: int) -> tuple[float, int, bool]:
    """p of the gap, the groupings behind it, and whether they are all. A gap follows from the sum over one group."""
    snapped, grid = snap(x)
    size, total = int(member.sum()), snapped.sum()
    centre = total * size / len(x)
    reach = abs(snapped[member].sum() - centre) - tolerance(x, grid)
    everything = comb(len(x), size) <= n_shuffles
    blocks: Iterator[F64] = (
        iter([all_subsets(len(x), size)]) if everything else random_subsets(len(x), size, n_shuffles, key=key)
    )
    count, n = 0, 0
    for block in blocks:
        count += int((np.abs(block @ snapped - centre) >= reach).sum())
        n += len(block)
    return (count / n if everything else (1 + count) / (1 + n)), n, everything


def random_subsets(n: int, size: int, n_draws: int, *, key: int) -> Iterator[F64]:
    """Subsets of n queries, each equally likely, in blocks `(draw, query)`: 1 for a member and 0 for the others."""
    rng = np.random.Generator(stream(key, PURPOSE))
    step = max(1, BLOCK // max(1, n))
    row = (np.arange(n) < size).astype(np.uint8)
    for start in range(0, n_draws, step):
        yield rng.permuted(np.broadcast_to(row, (min(step, n_draws - start), n)), axis=1).astype(np.float64)


def all_subsets(n: int, size: int) -> F64:
    """Every subset of that size, the first `size` queries among them: array (subset, query)."""
    members = np.array(list(combinations(range(n), size)), dtype=np.intp).reshape(-1, size)
    out = np.zeros((len(members), n))
    np.put_along_axis(out, members, 1.0, axis=1)
    return out
