"""How far missing labels could move scores and differences: `bound` and what it returns.

Present labels are taken as right; the doubt is about those that nobody gave.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from irassay.comparison.chance import key_of
from irassay.errors import UsageError
from irassay.estimates.completion import OUTER_DIFFERENCE, Universe, kernel_task, make_universe
from irassay.estimates.expected import SMOOTHING, expected_scores, n_draws
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

    F64: TypeAlias = NDArray[np.float64]

Settled: TypeAlias = Literal["settled", "open", "not known", "exactly tied"]

EQUAL = 1e-12  # two means no further apart than this are equal


@dataclass(frozen=True, slots=True)
class Bounds:
    """Scores and differences over all completions of the labels.

    Attributes
    ----------
    systems, queries : sequence of str
    lower, estimate, upper : float64, (system, query)
        Least, expected and greatest score. The estimate is NaN where it can't be made.
    exact : bool, (system, query)
        Whether `lower` and `upper` are reached by some completion.
    difference_lower, difference_upper : float64, (system, system)
        Least and greatest difference of the two means, row minus column, over completions shared by both.
    difference_exact : bool, (system, system)
        Whether these are reached; otherwise they are a safe outer bound.
    state : sequence of sequence of str
        ``"settled"``: the order of the two means is kept strictly under every completion. ``"open"``: a
        completion that makes them equal or reverses them is in hand. ``"not known"``: the outer bound crosses 0
        and no such completion was found. ``"exactly tied"``: equal with the labels there are. "" on the diagonal.
    plain : float64, (system, query)
        The score with unjudged documents as non-relevant.
    measure : Measure
    universe : Universe
        Scale and number of unseen documents that the bounds allow.
    """

    systems: Sequence[str]
    queries: Sequence[str]
    lower: F64
    estimate: F64
    upper: F64
    exact: NDArray[np.bool_]
    difference_lower: F64
    difference_upper: F64
    difference_exact: NDArray[np.bool_]
    state: Sequence[Sequence[Settled | Literal[""]]]
    plain: F64
    measure: Measure
    universe: Universe
    ties: str = "float64"
    seed: int = field(default=0)


def bound(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    ties: Literal["float64", "float32"] = "float64",
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Bounds:
    """Least, expected and greatest scores and differences over everything that missing labels could say."""
    measure = Measure.parse(measure) if isinstance(measure, str) else measure
    if ties not in ("float64", "float32"):
        raise UsageError(f'ties must be "float64" or "float32", but got ties={ties!r}')
    universe = make_universe(qrels, measure, unseen, scale)
    key = key_of(seed)
    task = kernel_task(qrels, measure, universe, ties)
    bounder = _core.Bounder(qrels.core, runs.core, task)
    n_queries = bounder.n_queries

    def in_blocks(title: str, work: Callable[[int, int, int], None]) -> None:
        _in_blocks(title, work, n_queries, threads)

    in_blocks("Bounding missing labels", bounder.run)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, n_draws(measure), key)
    expected = expected_scores(expecter, n_queries, in_blocks)
    plain, lower, upper = bounder.plain(), bounder.lower(), bounder.upper()
    greatest = bounder.greatest() / max(1, n_queries)
    np.fill_diagonal(greatest, 0.0)
    n_systems = len(plain)
    mean = plain.sum(axis=1) / max(1, n_queries)
    reached = _reached(bounder, mean, greatest, threads) if measure.name in OUTER_DIFFERENCE else greatest
    return Bounds(
        systems=runs.systems,
        queries=qrels.queries,
        lower=lower,
        estimate=np.clip(expected, lower, upper),
        upper=upper,
        exact=np.ones(plain.shape, dtype=bool),
        difference_lower=0.0 - greatest.T,
        difference_upper=greatest,
        difference_exact=np.full((n_systems, n_systems), measure.name not in OUTER_DIFFERENCE),
        state=pair_states(mean, greatest, reached),
        plain=plain,
        measure=measure,
        universe=universe,
        ties=ties,
        seed=key,
    )


def pair_states(mean: F64, greatest: F64, reached: F64) -> list[list[Settled | Literal[""]]]:
    """The state of each pair of systems.

    Parameters
    ----------
    mean : float64, (system,)
        Plain means.
    greatest : float64, (system, system)
        A difference of means, row minus column, that no completion exceeds.
    reached : float64, (system, system)
        One that some completion reaches; equal to `greatest` where that is exact.

    Returns
    -------
    list of list of str
        Symmetric.
    """
    ahead = mean[:, None] > mean[None, :]
    # How far the one behind can come against the one ahead: row ahead, column behind.
    against, in_hand = np.where(ahead, greatest.T, greatest), np.where(ahead, reached.T, reached)
    codes = np.where(against < -EQUAL, 0, np.where(in_hand >= -EQUAL, 1, 2))
    codes = np.where(np.abs(mean[:, None] - mean[None, :]) <= EQUAL, 3, codes)
    words: tuple[Settled, ...] = ("settled", "open", "not known", "exactly tied")
    return [["" if i == j else words[code] for j, code in enumerate(row)] for i, row in enumerate(codes.tolist())]


def _reached(bounder: _core.Bounder, mean: F64, greatest: F64, threads: int) -> F64:
    """Differences of means that some completion reaches, for the pairs that an outer bound leaves open.

    Elsewhere the plain difference. The search for a pair stops as soon as the one behind has caught up.
    """
    reached: F64 = mean[:, None] - mean[None, :]
    behind, ahead = np.nonzero((reached < -EQUAL) & (greatest >= -EQUAL))
    if len(behind) == 0:
        return reached
    n_queries = bounder.n_queries
    bounder.look_for(behind.tolist(), ahead.tolist(), [0.0] * len(behind))
    _in_blocks("Looking for labels that reverse a pair", bounder.seek, n_queries, threads)
    reached[behind, ahead] = np.asarray(bounder.sought()) / n_queries
    return reached


def _in_blocks(title: str, work: Callable[[int, int, int], None], n_queries: int, threads: int) -> None:
    """Call work(first, last, threads) for blocks of queries, so that progress is shown and Ctrl-C is heard."""
    block = 2 * _core.Bounder.chunk * (threads or os.cpu_count() or 1)
    with Progress(title, n_queries) as progress:
        for first in range(0, n_queries, block):
            last = min(n_queries, first + block)
            work(first, last, threads)
            progress.step(last - first)
