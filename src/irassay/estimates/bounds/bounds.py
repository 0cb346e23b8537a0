"""Bounds of scores and differences over all completions of missing labels; present ones are taken as correct."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice, names_given, number_of_threads, places_of
from irassay.arrays import F64, Flags
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import TIES, Ties
from irassay.comparison.equality import rounding
from irassay.estimates.universe import (
    SMOOTHING,
    Universe,
    bounding_of,
    expected_scores,
    kernel_task,
    make_universe,
    n_draws,
    on_scale,
)
from irassay.formats.nouns import qrels_given, runs_given
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.progress import Progress
from irassay.random_keys import key_of
from irassay.result import Result
from irassay.upward import ask

PairState: TypeAlias = Literal["settled", "open", "not known", "exactly tied"]
UNDECIDED = ("open", "not known")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Scores and differences over all completions of the labels.

    Attributes
    ----------
    systems, queries : sequence of str
    lower, estimate, upper : float64, (system, query)
        Least, expected and greatest score. The estimate is NaN where it can't be computed.
    exact : bool, (system, query)
        Whether some completion attains `lower` and `upper`.
    difference_lower, difference_upper : float64, (system, system)
        Least and greatest difference of the two means, row minus column, over completions shared by both.
    difference_exact : bool, (system, system)
        Whether some completion attains these; otherwise they are valid outer bounds.
    state : sequence of sequence of str
        ``"settled"``: every completion keeps the strict order of the two means. ``"open"``: a known completion makes
        them equal or reverses them. ``"not known"``: the outer bound crosses 0 and no such completion was found.
        ``"exactly tied"``: the means are equal under the present labels. "" on the diagonal.
    plain : float64, (system, query)
        The score with unjudged documents as not relevant.
    measure : Measure
        The measure of all scores here. Gains relative to the largest grade (graded RBP, INSQ) are relative to the top
        of the scale, which ``max_rel`` states where it exceeds the grades of the labels.
    universe : Universe
        Scale and number of unseen documents that the bounds allow.
    baseline : sequence of str
        If not empty, only differences to these systems are bounded: other pairs have NaN and the state "".
    n_labels : int
        Number of labels, which are taken as correct.
    ties, seed
        Arguments of `bound`; the seed as the 64-bit key of the draws.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"d1": 1, "d2": 0}})
    >>> bounds = bound(qrels, Runs.from_dict({"new": {"q": {"d1": 1}}, "old": {"q": {"d3": 1}}}), "P@1")
    >>> bounds.lower.tolist(), bounds.upper.tolist(), bounds.state[0][1]
    ([[1.0], [0.0]], [[1.0], [1.0]], 'open')
    """

    systems: Sequence[str]
    queries: Sequence[str]
    lower: F64
    estimate: F64
    upper: F64
    exact: Flags
    difference_lower: F64
    difference_upper: F64
    difference_exact: Flags
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
        """The largest difference at which two means, or two bounds, are still equal."""
        return rounding(self.upper, least=1.0)

    def sel(self, systems: Sequence[str]) -> Bounds:
        """The same of some systems, in their order.

        Parameters
        ----------
        systems : sequence of str

        Returns
        -------
        Bounds

        Raises
        ------
        KeyError
            A system that is not there.

        Examples
        --------
        >>> from irassay import Qrels, Runs
        >>> runs = Runs.from_dict({"new": {"q": {"d1": 1}}, "old": {"q": {"d2": 1}}})
        >>> bound(Qrels.from_dict({"q": {"d1": 1}}), runs, "P@1").sel(["old"]).upper.tolist()
        [[1.0]]
        """
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
        """The bounds as a Result: the verdict over labels, a table of scores and the provenance.

        Returns
        -------
        Result

        Examples
        --------
        >>> from irassay import Qrels, Runs
        >>> qrels = Qrels.from_dict({"q": {"d1": 1, "d2": 0}})
        >>> runs = Runs.from_dict({"new": {"q": {"d1": 1}}, "old": {"q": {"d2": 1}}})
        >>> bound(qrels, runs, "P@1").result().title
        'No missing label reverses the order of new and old: difference 1.000 to 1.000'
        """
        result: Result = ask("bounds_result")(self)
        return result

    def _repr_html_(self) -> str | None:
        return self.result()._repr_html_()

    def __repr__(self) -> str:
        states = ", ".join(f"{n:,} {state}" for state, n in state_counts(self.state).items() if n)
        shape = f"{len(self.systems):,} systems, {len(self.queries):,} queries"
        return f"Bounds({self.measure}, {shape}: pairs by the labels: {states or 'none'})"


def bound(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    ties: Ties = "float64",
    baseline: Sequence[str] = (),
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Bounds:
    """Least, expected and greatest scores and differences over all completions of missing labels.

    Answers: on these queries, how far could missing labels change a score, or the difference of two systems?

    Parameters
    ----------
    qrels : Qrels
        Taken as correct; in a stratified sample, labels below 0 count as unjudged. The mean is over these queries under
        every completion.
    runs : Runs
    measure : str or Measure
        One that has bounds: see `has_bounds`.
    unseen : int, optional
        Number of documents per query that are neither judged nor retrieved, at least 0. Default: the cutoff for nDCG@k
        and NCG@k, which is equivalent to any larger number; 0 for other measures, whose bounds are then among retrieved
        documents.
    scale : sequence of int, optional
        Grades that an unjudged document may have, 0 among them. Default: 0 to the largest grade of the labels, at least
        1 and at least the measure's ``rel``.
    ties : {"float64", "float32"}
        The order of equal scores.
    baseline : sequence of str
        Systems that all others are compared with: only differences to these are bounded, which is much faster with many
        systems. Default: all pairs.
    seed : int or numpy.random.Generator
        Seed of the draws of the estimate.
    threads : int
        0: one per core. Results do not depend on it.

    Returns
    -------
    Bounds

    Raises
    ------
    UsageError
        The measure has no bounds, or an argument is invalid.

    Notes
    -----
    *Assumes* that present labels are correct, and that an unjudged document may have any grade of the scale; the
    estimate assumes more (`ASSUMPTION`).
    *Guarantees* over labels: the bounds contain every completion's score and difference. Bounds of scores are exact,
    and so are those of differences except for AP, which has valid outer bounds. Completions of queries are independent,
    so the worst difference of means is the mean of the worst differences per query. Nothing is claimed about other
    queries. Rankings end at their last document: RBP's bounds exclude the tail p^n that trec_eval includes in its
    residual.
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
    qrels, runs = qrels_given(qrels), runs_given(runs)
    measure = Measure.parse(measure)
    threads = number_of_threads(threads)
    check_choice("ties", ties, TIES)
    qrels = qrels.judged()
    universe = make_universe(qrels, measure, unseen, scale)
    on_its_scale = on_scale(measure, qrels, universe.scale)
    if on_its_scale != measure.pinned(qrels.largest_grade):
        measure = on_its_scale
    key = key_of(seed)
    task = kernel_task(qrels, measure, universe, ties)
    bounder = _core.Bounder(qrels.core, runs.core, task)
    n_queries = bounder.n_queries
    places = places_of(runs.systems, names_given("baseline", baseline), argument="baseline")
    if places:
        bounder.ask_for(places)
    in_blocks = partial(_in_blocks, n_queries=n_queries, threads=threads)
    in_blocks("Bounding missing labels", bounder.run)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, n_draws(measure), key)
    expected = expected_scores(qrels, expecter, n_queries, in_blocks)
    plain, lower, upper = bounder.plain(), bounder.lower(), bounder.upper()
    greatest = _greatest_differences(bounder, places, len(plain))
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
        difference_exact=np.full(greatest.shape, not outer),
        state=pair_states(mean, greatest, reached, within=within),
        plain=plain,
        measure=measure,
        universe=universe,
        baseline=names_given("baseline", baseline),
        n_labels=qrels.n_labels,
        ties=ties,
        seed=key,
    )


def state_counts(state: Sequence[Sequence[str]]) -> Counter[str]:
    """The number of pairs in each state; pairs that are not bounded are in none."""
    return Counter(one for i, row in enumerate(state) for one in row[:i] if one)


def pair_states(mean: F64, greatest: F64, reached: F64, *, within: float) -> list[list[PairState | Literal[""]]]:
    """The state of each pair, (system, system), symmetric; "" where `greatest` is NaN. `greatest` bounds the difference
    row minus column, some completion attains `reached`; numbers at most `within` apart are equal."""
    ahead = mean[:, None] > mean[None, :]
    # Greatest difference of the system behind minus the system ahead.
    against, in_hand = np.where(ahead, greatest.T, greatest), np.where(ahead, reached.T, reached)
    codes = np.where(against < -within, 0, np.where(in_hand >= -within, 1, 2))
    codes = np.where(np.abs(mean[:, None] - mean[None, :]) <= within, 3, codes)
    words: tuple[PairState | Literal[""], ...] = ("settled", "open", "not known", "exactly tied", "")
    codes = np.where(np.isnan(greatest) | np.eye(len(mean), dtype=bool), words.index(""), codes)
    return [[words[code] for code in row] for row in codes.tolist()]


def _greatest_differences(bounder: _core.Bounder, places: Sequence[int], n_systems: int) -> F64:
    """Greatest difference of means, row minus column; with baselines NaN for pairs without one of these places."""
    greatest: F64 = bounder.greatest() / max(1, bounder.n_queries)
    if places:
        others = np.setdiff1d(np.arange(n_systems), places)
        greatest[np.ix_(others, others)] = np.nan
    np.fill_diagonal(greatest, 0.0)
    return greatest


def _reached(bounder: _core.Bounder, mean: F64, greatest: F64, within: float, threads: int) -> F64:
    """Differences of means that some completion attains, for pairs that an outer bound leaves open; for other pairs the
    plain difference. The search stops once the system behind has caught up."""
    reached: F64 = mean[:, None] - mean[None, :]
    behind, ahead = np.nonzero((reached < -within) & (greatest >= -within))
    if len(behind) == 0:
        return reached
    n_queries = bounder.n_queries
    bounder.look_for(behind.tolist(), ahead.tolist(), [0.0] * len(behind))
    _in_blocks("Looking for labels that reverse a pair", bounder.seek, n_queries=n_queries, threads=threads)
    reached[behind, ahead] = np.asarray(bounder.sought()) / n_queries
    return reached


def _in_blocks(title: str, work: Callable[[int, int, int], None], *, n_queries: int, threads: int) -> None:
    """Call work(first, last, threads) for blocks of queries, and report progress."""
    block = _core.Bounder.chunk * (threads or os.cpu_count() or 1)
    with Progress(title, n_queries) as progress:
        for first in range(0, n_queries, block):
            last = min(n_queries, first + block)
            work(first, last, threads)
            progress.step(last - first)
