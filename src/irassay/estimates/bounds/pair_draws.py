"""Pairs of systems under sampled completions of the labels: the sign of each difference, and its significance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import between, number_of_threads, whole_number
from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.comparison.equality import rounding
from irassay.estimates.bounds.bounds import Bounds
from irassay.estimates.universe import SMOOTHING, kernel_task, tells_rates
from irassay.kernel import _core
from irassay.progress import Progress

N_DRAWS = 100
LIKELY = 0.95  # the share of draws that must agree
_SCORES_AT_ONCE = 4_000_000  # of scores, and of products of two systems
_QUERIES_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class PairDraws:
    """Pairs of systems under completions drawn from the estimate, the same for all pairs."""

    systems: Sequence[str]
    means: F64  # (draw, system)
    ahead_by_test: I64  # (system, system): draws in which row beats column (less margin), significant by t-test

    @property
    def n_draws(self) -> int:
        """Completions drawn."""
        return len(self.means)

    @property
    def ahead(self) -> I64:
        """Draws in which the row's mean is higher than the column's: int, (system, system)."""
        ahead = np.zeros(self.ahead_by_test.shape, dtype=np.int64)
        within = rounding(self.means, least=1.0)
        for mean in self.means:
            ahead += mean[:, None] - mean[None, :] > within
        return ahead

    def sel(self, systems: Sequence[str]) -> PairDraws:
        """The draws of some systems, in the given order."""
        place = {system: i for i, system in enumerate(self.systems)}
        rows = [place[system] for system in systems]
        return PairDraws(tuple(systems), self.means[:, rows], self.ahead_by_test[np.ix_(rows, rows)])


def draw_pairs(
    qrels: Qrels,
    runs: Runs,
    bounds: Bounds,
    *,
    level: float | F64 = 0.05,
    margin: float = 0.0,
    n_draws: int = N_DRAWS,
    threads: int = 0,
) -> PairDraws | None:
    """Sample completions of the labels and count in how many each difference keeps its sign and its significance.

    Answers: if missing labels follow the estimate, would the order of two systems still be decided?

    Parameters
    ----------
    qrels, runs : Qrels, Runs
        The labels and runs of `bounds`; other queries are left out.
    bounds : Bounds
        Measure, universe, order of ties and seed are taken from it.
    level : float or float64 array (system, system)
        The p-value that a pair must reach in each completion, in the order of the runs: alpha for a single pair, the
        corrected level for one of many.
    margin : float
        Tested is whether the row's mean plus this exceeds the column's. Default: 0, whether it is higher.
    n_draws : int, at least 1
    threads : int
        0: as many as the machine has. Never changes a number.

    Returns
    -------
    PairDraws or None
        None where the labels have too few non-relevant documents (`tells_rates`): then nothing can be sampled.

    Raises
    ------
    UsageError
        No draws.

    Notes
    -----
    *Assumes* that unjudged documents are like judged ones of their rank, independently of each other (`ASSUMPTION`),
    and that the rates of relevance are those observed. It fails where one system's pool determined what was judged.
    *Guarantees* heuristic: over labels by the draws, over queries by the t-test in each.
    *Source* completions as in Carterette, Allan and Sitaraman, Minimal test collections for retrieval evaluation, SIGIR
    2006, whose confidence is about the sign of the difference on the queries at hand.

    Examples
    --------
    >>> from irassay import Qrels, Runs, bound
    >>> queries = ("q1", "q2", "q3")
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0, "c": 0} for q in queries})
    >>> lists = {"new": {"a": 2, "c": 1}, "old": {"b": 2, "c": 1}}
    >>> runs = Runs.from_dict({system: dict.fromkeys(queries, docs) for system, docs in lists.items()})
    >>> draws = draw_pairs(qrels, runs, bound(qrels, runs, "P@2"))
    >>> draws.systems, int(draws.ahead[0, 1]), draws.n_draws
    (('new', 'old'), 100, 100)
    """
    return draw_pairs_over(
        [(qrels, runs, bounds)], runs.systems, level, margin=margin, n_draws=n_draws, threads=threads
    )


def draw_pairs_over(
    parts: Sequence[tuple[Qrels, Runs, Bounds]],
    systems: Sequence[str],
    level: float | F64 = 0.05,
    *,
    margin: float = 0.0,
    n_draws: int = N_DRAWS,
    threads: int = 0,
) -> PairDraws | None:
    """As `draw_pairs`, over collections that count the same and whose seeds must differ, lest their draws be the same;
    None where one tells no rates. t adds the variances, with Welch's degrees of freedom: heuristic."""
    n_draws, threads = whole_number("n_draws", n_draws), number_of_threads(threads)
    if np.ndim(level) == 0:
        between("level", level)
    sources = [_Source.of(qrels, runs, bounds, systems, n_draws) for qrels, runs, bounds in parts]
    if not all(source.possible for source in sources):
        return None
    n, n_parts = len(systems), len(sources)
    critical = _critical(level, sources[0].n_queries)
    within = max(source.rounding for source in sources)
    means, by_test = np.zeros((n_draws, n)), np.zeros((n, n), dtype=np.int64)
    widest = max(source.n_runs for source in sources)
    step = max(1, min(n_draws, _SCORES_AT_ONCE // max(1, widest * max(widest, _QUERIES_AT_ONCE))))
    with Progress("Drawing missing labels", n_draws) as progress:
        for begin in range(0, n_draws, step):
            end = min(n_draws, begin + step)
            variances, squares = np.zeros((end - begin, n, n)), np.zeros((end - begin, n, n))
            for source in sources:
                part, variance = source.moments(begin, end, threads)
                means[begin:end] += part / n_parts
                variances += variance / n_parts**2
                squares += (variance / n_parts**2) ** 2 / max(1, source.n_queries - 1)
            for mean, variance, square in zip(means[begin:end], variances, squares):
                difference, t = _differences(mean, variance, margin)
                if n_parts > 1:
                    critical = _welch(level, variance, square, [source.n_queries for source in sources])
                by_test += (difference > within) & (t >= critical)
            progress.step(end - begin)
    return PairDraws(tuple(systems), means, by_test)


@dataclass(frozen=True, slots=True)
class _Source:
    """What one collection's completions are drawn from; `rows` are the systems' places among its runs."""

    expecter: _core.Expecter
    possible: bool
    n_queries: int
    n_runs: int
    rows: Sequence[int]
    rounding: float

    @classmethod
    def of(cls, qrels: Qrels, runs: Runs, bounds: Bounds, systems: Sequence[str], n_draws: int) -> _Source:
        qrels = qrels.judged().sel(queries=bounds.queries)
        task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
        expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, n_draws, bounds.seed)
        expecter.count(0, len(bounds.queries))
        possible = bool(expecter.possible and tells_rates(qrels))
        place = {system: i for i, system in enumerate(runs.systems)}
        rows = [place[system] for system in systems]
        return cls(expecter, possible, len(bounds.queries), len(runs.systems), rows, bounds.rounding)

    def moments(self, begin: int, end: int, threads: int) -> tuple[F64, F64]:
        """Each draw's means, and the variances of their differences: (draw, system), (draw, system, system)."""
        means, products = _moments(self.expecter, self.n_runs, self.n_queries, begin, end, threads)
        means, products = means[:, self.rows], products[:, self.rows][:, :, self.rows]
        covariance = products - means[:, :, None] * means[:, None, :]
        own = np.diagonal(covariance, axis1=1, axis2=2)
        variance = own[:, :, None] + own[:, None, :] - covariance - covariance.transpose(0, 2, 1)
        return means, np.maximum(variance, 0.0) / max(1, self.n_queries - 1)


def _critical(level: float | F64, n_queries: int) -> F64:
    """The critical t of a difference; NaN, which no t reaches, for one query."""
    if n_queries < 2:
        return np.asarray(np.nan)
    from scipy import special

    return np.asarray(-special.stdtrit(n_queries - 1, np.asarray(level, dtype=np.float64) / 2))


def _welch(level: float | F64, variance: F64, squares: F64, n_queries: Sequence[int]) -> F64:
    """The critical t of differences with Welch's degrees of freedom; NaN where a collection has a single query."""
    if min(n_queries) < 2:
        return np.asarray(np.nan)
    from scipy import special

    freedom = np.divide(variance**2, squares, out=np.ones_like(variance), where=squares > 0)
    return np.asarray(-special.stdtrit(freedom, np.asarray(level, dtype=np.float64) / 2))


def _moments(expecter: _core.Expecter, n: int, n_queries: int, begin: int, end: int, threads: int) -> tuple[F64, F64]:
    """Over each draw's queries: mean scores, (draw, system), and means of products, (draw, system, system)."""
    sums, products = np.zeros((end - begin, n)), np.zeros((end - begin, n, n))
    for first in range(0, n_queries, _QUERIES_AT_ONCE):
        last = min(n_queries, first + _QUERIES_AT_ONCE)
        scores = np.asarray(expecter.drawn_scores(first, last, begin, end, threads)).reshape(end - begin, n, -1)
        sums += scores.sum(axis=2)
        products += scores @ scores.transpose(0, 2, 1)
    return sums / n_queries, products / n_queries


def _differences(mean: F64, variance: F64, margin: float) -> tuple[F64, F64]:
    """Differences of the means, row plus margin minus column, and the t of each, infinite where queries don't vary;
    `variance` is the squared standard error."""
    difference = mean[:, None] - mean[None, :] + margin
    with np.errstate(divide="ignore", invalid="ignore"):
        t = difference / np.sqrt(variance)
    return difference, np.where(variance > 0, t, np.where(difference > 0, np.inf, 0.0))
