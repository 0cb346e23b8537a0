"""p-values of every family of pairs by the test that was asked for, corrected, and what they decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.corrections import STEPWISE, Correction, correct, rejected
from irassay.comparison.joint import Joint, max_t, tukey
from irassay.comparison.matched import Matched
from irassay.comparison.randomization import Randomized, randomize
from irassay.comparison.rank_tests import sign_test, wilcoxon
from irassay.comparison.shift import shift_test
from irassay.comparison.t_test import paired_t

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]
Flags: TypeAlias = NDArray[np.bool_]
Test: TypeAlias = Literal["randomization", "t", "wilcoxon", "sign", "bootstrap"]


@dataclass(frozen=True, slots=True)
class Tested:
    """Square matrices over systems, with the counts that go with them."""

    p: F64
    p_corrected: F64
    significant: Flags
    resamples: NDArray[np.int64]
    edges: list[tuple[int, int]]
    n_settled: int
    chance: tuple[int, int] | None
    n_resamples: int
    n_joint: int
    enumerated: bool


@dataclass(frozen=True, slots=True)
class _Family:
    """One family decided: raw results, corrected p, the pairs that are rejected and those that chance could reject."""

    raw: Randomized
    corrected: F64
    sure: Flags
    possible: Flags
    joint: Joint | None


def decide(
    matched: Matched,
    families: Sequence[tuple[U32, U32]],
    *,
    test: Test,
    correction: Correction,
    alpha: float,
    n_resamples: int | None,
    key: int,
    threads: int,
) -> Tested:
    """Test and correct each family.

    Parameters
    ----------
    matched : Matched
    families : sequence of (array (pair,), array (pair,))
        First and second system of each pair.
    test, correction : str
        ``"max-t"`` and ``"tukey"`` go with ``"randomization"`` only; raw p-values are the randomization test's then.
    """
    raw = _raw(matched, families, test, correction, alpha, n_resamples, key, threads)
    decided = []
    for (a, b), result in zip(families, raw, strict=True):
        if correction in STEPWISE:
            sure = rejected(result.high, alpha=alpha, correction=correction)
            possible = rejected(result.low, alpha=alpha, correction=correction)
            decided.append(_Family(result, correct(result.p, correction=correction), sure, possible, None))
            continue
        at_once = max_t if correction == "max-t" else tukey
        joint = at_once(matched.x, a, b, alpha=alpha, n_resamples=n_resamples, key=key, threads=threads)
        decided.append(_Family(result, joint.p, joint.high <= alpha, joint.low <= alpha, joint))
    return _square(len(matched.systems), families, decided)


def _raw(
    matched: Matched,
    families: Sequence[tuple[U32, U32]],
    test: Test,
    correction: Correction,
    alpha: float,
    n_resamples: int | None,
    key: int,
    threads: int,
) -> Sequence[Randomized]:
    """p-values of each family, not corrected."""
    if test == "randomization":
        return randomize(
            matched.x,
            families,
            alpha=alpha,
            correction=correction,
            n_resamples=n_resamples,
            key=key,
            threads=threads,
            family=None if correction in STEPWISE else 1,
        )
    if test == "bootstrap":
        return shift_test(
            matched.x, matched.bounds, families, alpha=alpha, n_resamples=n_resamples, key=key, threads=threads
        )
    found = []
    for a, b in families:
        if test == "t":
            p = paired_t(matched.x, a, b)
        else:
            p = wilcoxon(matched.x, a, b, threads=threads) if test == "wilcoxon" else sign_test(matched.x, a, b)
        found.append(Randomized(p, p, p, np.zeros(len(a), dtype=np.int64), 0, False))
    return found


def _square(n: int, families: Sequence[tuple[U32, U32]], decided: Sequence[_Family]) -> Tested:
    """Families put into matrices over systems."""
    p, corrected = np.full((n, n), np.nan), np.full((n, n), np.nan)
    np.fill_diagonal(p, 1.0)
    np.fill_diagonal(corrected, 1.0)
    significant, resamples = np.zeros((n, n), dtype=bool), np.zeros((n, n), dtype=np.int64)
    edges: list[tuple[int, int]] = []
    least = most = 0
    # A pair of two baselines is in both families: each keeps its own p, at [other, baseline].
    own = np.zeros((n, n), dtype=bool)
    for a, b in families:
        own[a, b] = True
    for (a, b), family in zip(families, decided, strict=True):
        least, most = least + int(family.sure.sum()), most + int(family.possible.sum())
        edges += [(int(a[i]), int(b[i])) for i in np.flatnonzero(family.possible & ~family.sure)]
        for matrix, values in (
            (p, family.raw.p),
            (corrected, family.corrected),
            (significant, family.sure),
            (resamples, family.raw.n_resamples),
        ):
            mirrored = ~own[b, a]
            matrix[a, b] = values
            matrix[b[mirrored], a[mirrored]] = values[mirrored]
    return Tested(
        p,
        corrected,
        significant,
        resamples,
        edges,
        least,
        (least, most) if least != most else None,
        max((family.raw.drawn for family in decided), default=0),
        max((family.joint.drawn for family in decided if family.joint is not None), default=0),
        any(family.raw.enumerated for family in decided),
    )
