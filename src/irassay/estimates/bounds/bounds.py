"""How far missing labels could move scores and differences: `bound` and what it returns.

Present labels are taken as right; the doubt is about those that nobody gave.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from irassay.comparison.equality import rounding
from irassay.errors import UsageError, cut
from irassay.estimates.bounds.expected import SMOOTHING, expected_scores, n_draws
from irassay.estimates.universe import Universe, bounding_of, kernel_task, largest_grade, make_universe, on_scale
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.progress import Progress
from irassay.random_keys import key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.result import Result

    F64: TypeAlias = NDArray[np.float64]

PairState: TypeAlias = Literal["settled", "open", "not known", "exactly tied"]
UNDECIDED = ("open", "not known")


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
        What all scores here are of. Gains that are relative to the largest grade (graded RBP, INSQ) are so to the top
        of the scale, which ``max_rel`` says where it lies above the labels.
    universe : Universe
        Scale and number of unseen documents that the bounds allow.
    baseline : sequence of str
        Where not empty, only differences to these were asked for: other pairs' are NaN, their state "".
    n_labels : int
        Labels taken as right.
    ties, seed
        As given; the seed as the 64-bit key that the draws came from.
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
    state: Sequence[Sequence[PairState | Literal[""]]]
    plain: F64
    measure: Measure
    universe: Universe
    baseline: Sequence[str] = ()
    n_labels: int = 0
    ties: str = "float64"
    seed: int = 0

    @property
    def rounding(self) -> float:
        """How far apart two means, or two bounds of one, may be and still be equal."""
        return rounding(self.upper, least=1.0)

    def sel(self, systems: Sequence[str]) -> Bounds:
        """The same of some systems, in their order."""
        place = {system: i for i, system in enumerate(self.systems)}
        rows = [place[system] for system in systems]
        square = np.ix_(rows, rows)
        return replace(
            self,
            systems=tuple(systems),
            lower=self.lower[rows],
            estimate=self.estimate[rows],
            upper=self.upper[rows],
            exact=self.exact[rows],
            difference_lower=self.difference_lower[square],
            difference_upper=self.difference_upper[square],
            difference_exact=self.difference_exact[square],
            state=[[self.state[i][j] for j in rows] for i in rows],
            plain=self.plain[rows],
        )

    def result(self) -> Result:
        """The bounds as a Result: the verdict over labels, a table of scores, and how it was made."""
        from irassay.estimates.bounds.words import bounds_result

        return bounds_result(self)

    def _repr_html_(self) -> str | None:
        return self.result()._repr_html_()

    def __repr__(self) -> str:
        from irassay.estimates.bounds.words import counts

        states = ", ".join(f"{n:,} {state}" for state, n in counts(self).items() if n)
        shape = f"{len(self.systems):,} systems, {len(self.queries):,} queries"
        return f"Bounds({self.measure}, {shape}: pairs by the labels: {states or 'none'})"


def bound(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    ties: Literal["float64", "float32"] = "float64",
    baseline: Sequence[str] = (),
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Bounds:
    """Least, expected and greatest scores and differences over everything that missing labels could say.

    Answers: on these queries, could the labels that nobody gave change a score, or the order of two systems, and how
    far?

    Parameters
    ----------
    qrels : Qrels
        Taken as right; in a sample of strata labels below 0 count as not judged. The mean is over its queries, whatever
        the completion.
    runs : Runs
    measure : str or Measure
        nDCG, DCG, NCG, P, R, SetR, Success, RR, AP, Rprec, RBP or INSQ, without ``judged_only``; see `has_bounds`.
    unseen : int, optional
        Documents a query that nobody judged or retrieved, at least 0. Default: the cutoff for nDCG@k and NCG@k, which
        stands for any number; 0 for the others, so that theirs are bounds among retrieved documents.
    scale : sequence of int, optional
        Grades that an unjudged document may have, 0 among them. Default: 0 to the largest grade of the labels, at least
        1 and at least the measure's ``rel``.
    ties : {"float64", "float32"}
        The order of equal scores.
    baseline : sequence of str
        Systems that all others are compared with: only differences to these are bounded, which takes far less time
        where there are many systems. None: all pairs.
    seed : int or numpy.random.Generator
        Of the draws behind the estimate.
    threads : int
        0: as many as the machine has. Never changes a number.

    Returns
    -------
    Bounds

    Raises
    ------
    UsageError
        The measure has no bounds, or an argument can't be.

    Notes
    -----
    *Assumes* that present labels are right, and that an unjudged document's grade may be anything on the scale; the
    estimate assumes more (`ASSUMPTION`).
    *Guarantees* over labels: every completion's score and difference lies within; scores are exact, and so are
    differences of all measures but AP, whose outer bound is safe. A completion may differ from query to query, so
    the worst difference of means is the mean of the queries' worst ones. Nothing is said about other queries. A list
    ends where it ends: RBP's bounds leave out the tail p^n that trec_eval counts into its residual.
    *Source*: for nDCG, Dinkelbach, On nonlinear fractional programming, Management Science 13(7), 1967, applied to
    each grade threshold; the idea of residuals is Moffat and Zobel's, ACM TOIS 27(1), 2008.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"d1": 1, "d2": 0}})
    >>> runs = Runs.from_dict({"new": {"q": {"d1": 2, "d3": 1}}, "old": {"q": {"d2": 2, "d1": 1}}})
    >>> bounds = bound(qrels, runs, "P@2")
    >>> bounds.lower[:, 0].tolist(), bounds.upper[:, 0].tolist()
    ([0.5, 0.5], [1.0, 0.5])
    >>> bounds.state[0][1], bound(qrels, runs, "RR").state[0][1]
    ('exactly tied', 'settled')
    """
    measure = Measure.parse(measure) if isinstance(measure, str) else measure
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 0:
        raise UsageError(f"threads must be a whole number of at least 0, but got threads={threads!r}")
    if ties not in ("float64", "float32"):
        raise UsageError(f'ties must be "float64" or "float32", but got ties={ties!r}')
    qrels = qrels.judged()
    universe = make_universe(qrels, measure, unseen, scale)
    on_its_scale = on_scale(measure, qrels, universe.scale)
    if on_its_scale != measure.pinned(largest_grade(qrels)):
        measure = on_its_scale
    key = key_of(seed)
    task = kernel_task(qrels, measure, universe, ties)
    bounder = _core.Bounder(qrels.core, runs.core, task)
    n_queries = bounder.n_queries
    places = _places(runs.systems, baseline)
    if places:
        bounder.ask_for(places)

    def in_blocks(title: str, work: Callable[[int, int, int], None]) -> None:
        _in_blocks(title, work, n_queries, threads)

    in_blocks("Bounding missing labels", bounder.run)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, n_draws(measure), key)
    expected = expected_scores(expecter, n_queries, in_blocks)
    plain, lower, upper = bounder.plain(), bounder.lower(), bounder.upper()
    greatest = bounder.greatest() / max(1, n_queries)
    n_systems = len(plain)
    if places:
        greatest[~_to_any(places, n_systems)] = np.nan
    np.fill_diagonal(greatest, 0.0)
    mean = plain.sum(axis=1) / max(1, n_queries)
    within, outer = rounding(upper, least=1.0), bounding_of(measure).outer
    reached = _reached(bounder, mean, greatest, within, threads) if outer else greatest
    return Bounds(
        systems=runs.systems,
        queries=qrels.queries,
        lower=lower,
        estimate=np.clip(expected, lower, upper),
        upper=upper,
        exact=np.ones(plain.shape, dtype=bool),
        difference_lower=0.0 - greatest.T,
        difference_upper=greatest,
        difference_exact=np.full((n_systems, n_systems), not outer),
        state=pair_states(mean, greatest, reached, within=within),
        plain=plain,
        measure=measure,
        universe=universe,
        baseline=tuple(dict.fromkeys(baseline)),
        n_labels=qrels.n_labels,
        ties=ties,
        seed=key,
    )


def pair_states(mean: F64, greatest: F64, reached: F64, *, within: float) -> list[list[PairState | Literal[""]]]:
    """The state of each pair of systems.

    Parameters
    ----------
    mean : float64, (system,)
        Plain means.
    greatest : float64, (system, system)
        A difference of means, row minus column, that no completion exceeds; NaN where not asked for.
    reached : float64, (system, system)
        One that some completion reaches; equal to `greatest` where that is exact.
    within : float
        Means, and bounds of their difference, that are no further apart are equal.

    Returns
    -------
    list of list of str
        Symmetric; "" where `greatest` is NaN.
    """
    ahead = mean[:, None] > mean[None, :]
    # How far the one behind can come against the one ahead: row ahead, column behind.
    against, in_hand = np.where(ahead, greatest.T, greatest), np.where(ahead, reached.T, reached)
    codes = np.where(against < -within, 0, np.where(in_hand >= -within, 1, 2))
    codes = np.where(np.abs(mean[:, None] - mean[None, :]) <= within, 3, codes)
    words: tuple[PairState | Literal[""], ...] = ("settled", "open", "not known", "exactly tied", "")
    codes = np.where(np.isnan(greatest) | np.eye(len(mean), dtype=bool), words.index(""), codes)
    return [[words[code] for code in row] for row in codes.tolist()]


def _places(systems: Sequence[str], names: Sequence[str]) -> list[int]:
    for name in names:
        if name not in systems:
            raise UsageError(f"baseline names {cut(name)}, which is not among the {len(systems)} systems")
    return [systems.index(name) for name in dict.fromkeys(names)]


def _to_any(places: Sequence[int], n_systems: int) -> NDArray[np.bool_]:
    """Which pairs hold one of these systems."""
    pairs = np.zeros((n_systems, n_systems), dtype=bool)
    pairs[places, :] = pairs[:, places] = True
    return pairs


def _reached(bounder: _core.Bounder, mean: F64, greatest: F64, within: float, threads: int) -> F64:
    """Differences of means that some completion reaches, for the pairs that an outer bound leaves open.

    Elsewhere the plain difference. The search for a pair stops as soon as the one behind has caught up.
    """
    reached: F64 = mean[:, None] - mean[None, :]
    behind, ahead = np.nonzero((reached < -within) & (greatest >= -within))
    if len(behind) == 0:
        return reached
    n_queries = bounder.n_queries
    bounder.look_for(behind.tolist(), ahead.tolist(), [0.0] * len(behind))
    _in_blocks("Looking for labels that reverse a pair", bounder.seek, n_queries, threads)
    reached[behind, ahead] = np.asarray(bounder.sought()) / n_queries
    return reached


def _in_blocks(title: str, work: Callable[[int, int, int], None], n_queries: int, threads: int) -> None:
    """Call work(first, last, threads) for blocks of queries, so that progress is shown."""
    block = _core.Bounder.chunk * (threads or os.cpu_count() or 1)
    with Progress(title, n_queries) as progress:
        for first in range(0, n_queries, block):
            last = min(n_queries, first + block)
            work(first, last, threads)
            progress.step(last - first)
