"""From labels and runs to a Verdict: score, compare, bound, draw completions, count judged documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import of_keywords
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.comparison import League, Testing, league_of
from irassay.comparison.power import rejection_level
from irassay.comparison.testing import Correction, Interval, Ranks, Test
from irassay.estimates import (
    Bounds,
    Figures,
    WrongLabels,
    bound,
    default_scale,
    has_bounds,
    labels_for_leaders,
    labels_needed,
)
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.labels_needed import takes_long
from irassay.estimates.bounds.pair_draws import PairDraws, draw_pairs
from irassay.estimates.bounds.wrong_labels import can_count, wrong_labels
from irassay.estimates.universe import Missing, make_universe, on_scale
from irassay.formats.inputs import in_memory
from irassay.measures import Measure
from irassay.random_keys import Seed
from irassay.scoring import Scores
from irassay.scoring.evaluate import evaluate_by
from irassay.scoring.policy import Policy
from irassay.verdict.label_reach import has_sparse_labels, reach_of
from irassay.verdict.verdict import Verdict

MOST_QUERIES = 1_000  # on which wrong labels are counted: a second
Ties: TypeAlias = Literal["float64", "float32"]


def settle(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure = "nDCG@10",
    *,
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    interval: Interval = "percentile",
    ranks: Ranks = "significance",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    threads: int = 0,
) -> Verdict:
    """Decide which systems are better, by the queries and by the labels, as ``irassay compare`` prints it.

    Parameters
    ----------
    qrels : Qrels
    runs : Runs
    measure : str or Measure
    baseline, test, correction, interval, ranks, alpha, n_resamples, seed
        As for `compare`.
    queries, ties, compat : str, optional
        Which queries count and how equal scores are ordered, as for `evaluate`.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed as by BEIR; see
        `Runs.without_identical_ids`.
    unseen, scale : int, sequence of int, optional
        The grades that missing labels may have, and the number of unseen documents, as for `bound`. Either asks for
        bounds where labels are sparse too: without, these have none.
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    Verdict

    Raises
    ------
    UsageError
        An invalid argument.

    Notes
    -----
    *Assumes* that the given labels are correct, and that the queries are a sample of those the collection represents;
    *likely* assumes that unjudged documents are like judged ones of their rank.
    *Guarantees* over queries the family-wise error of the correction; over labels, of *proved* pairs, every completion.
    *Source* see `compare`, `bound` and `draw_pairs`.

    Examples
    --------
    >>> import irassay
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = irassay.Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = irassay.Runs.from_dict(
    ...     {"new": {q: {"a": 2, "b": 1} for q in queries}, "old": {q: {"b": 2, "a": 1} for q in queries}}
    ... )
    >>> verdict = settle(qrels, runs, "RR")
    >>> verdict.pair("new", "old").better(), verdict.pair("new", "old").strength
    ('new', 'proved')
    """
    asked = Asked.of(locals())
    return verdict_on(*in_memory(qrels, runs, identical_ids), measure, asked)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of labels and runs: how they are scored and compared, and what missing labels may be."""

    policy: Policy
    testing: Testing
    missing: Missing
    threads: int

    @classmethod
    def of(cls, keywords: Mapping[str, Any]) -> Asked:
        """The values that the keywords of a function state; UsageError where they exclude each other."""
        testing, policy = of_keywords(Testing, keywords), of_keywords(Policy.of, keywords)
        return cls(policy, testing, of_keywords(Missing, keywords), keywords["threads"])


@dataclass(frozen=True, slots=True)
class Scored:
    """Labels, runs and their scores under one measure, whose parameters may be the collection's own."""

    qrels: Qrels
    runs: Runs
    scores: Scores
    measure: Measure


def scored(qrels: Qrels, runs: Runs, measure: str | Measure, asked: Asked) -> Scored:
    """Labels and runs as a measure counts them, with their scores."""
    parsed = Measure.parse(measure)
    labels = qrels if parsed.of_sample else qrels.judged()
    parsed = on_scale(parsed, labels, asked.missing.scale)
    return Scored(labels, runs, evaluate_by(labels, runs, [parsed], asked.policy, threads=asked.threads), parsed)


def verdict_on(qrels: Qrels, runs: Runs, measure: str | Measure, asked: Asked) -> Verdict:
    """The verdict on runs under labels: `settle` with all that is asked in one value."""
    of = scored(qrels, runs, measure, asked)
    league = league_of(of.scores, asked.testing, threads=asked.threads)
    return settled(of, league, asked.missing, threads=asked.threads)[0]


def settled(
    of: Scored,
    league: League,
    missing: Missing,
    *,
    pairs: Sequence[tuple[str, str]] = (),
    bounded: Sequence[tuple[str, str]] = (),
    metadata: Mapping[str, Mapping[str, str]] | None = None,
    threads: int = 0,
) -> tuple[Verdict, Bounds | None]:
    """The verdict on a league of these scores, and the bounds of all runs. Labels are counted for `pairs`, else for the
    pairs with a leader; with a baseline, bounds are of it and the systems of `pairs` and `bounded`."""
    measure, runs, ties = of.measure, of.runs, of.scores.policy.ties
    known = counted_labels(league, of.qrels, measure)
    bounds = _bounds(of, known, league, missing, [*pairs, *bounded], threads)
    judging, judging_pairs = (None, {}) if bounds is None else _judging(league, known, runs, bounds, pairs, threads)
    verdict = Verdict(
        league,
        measure,
        None if bounds is None else bounds.sel(league.systems),
        None if bounds is None else _draws(league, known, runs, bounds, threads),
        reach_of(known, runs, measure, league.systems, ties, metadata=metadata or {}),
        judging,
        judging_pairs,
        _wrong(of, known, league, pairs),
        n_runs=len(runs.systems),
    )
    return verdict, bounds


def counted_labels(league: League, qrels: Qrels, measure: Measure) -> Qrels:
    """The labels of the league's queries, without those that say "not judged" unless the measure reads a sample."""
    counted = qrels.sel(queries=league.queries)
    return counted if measure.of_sample else counted.judged()


def _bounds(
    of: Scored, known: Qrels, league: League, missing: Missing, pairs: Sequence[tuple[str, str]], threads: int
) -> Bounds | None:
    """Bounds of all runs on the league's queries; None without a statement on missing labels where these are sparse."""
    measure, unseen, scale, ties = of.measure, missing.unseen, missing.scale, of.scores.policy.ties
    if not has_bounds(measure):
        if missing != Missing():
            make_universe(known, measure, unseen, scale)  # raises
        return None
    if missing == Missing() and has_sparse_labels(known, of.runs, league, measure, ties):
        return None
    return bound(
        known,
        of.runs,
        measure,
        unseen=unseen,
        scale=default_scale(of.qrels, measure) if scale is None else scale,  # of all labels, not the counted
        ties=ties,
        baseline=[*league.baseline, *chain.from_iterable(pairs)] if league.baseline else [],
        seed=league.seed,
        threads=threads,
    )


def _draws(league: League, qrels: Qrels, runs: Runs, bounds: Bounds, threads: int) -> PairDraws | None:
    """Completions drawn at the level that the correction leaves each pair."""
    if len(league.systems) < 2:
        return None
    draws = draw_pairs(qrels, runs, bounds, level=levels_of(league, bounds.systems), threads=threads)
    return None if draws is None else draws.sel(league.systems)


def _wrong(
    of: Scored, known: Qrels, league: League, pairs: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], WrongLabels]:
    """Labels that end the order of each requested pair if they are wrong; without one, of the only two systems."""
    if not can_count(of.measure) or len(known.queries) > MOST_QUERIES:
        return {}
    scale, ties = default_scale(of.qrels, of.measure), of.scores.policy.ties
    only = [(league.systems[0], league.systems[1])] if len(league.systems) == 2 else []
    return {pair: wrong_labels(known, of.runs, of.measure, pair, scale=scale, ties=ties) for pair in pairs or only}


def levels_of(league: League, systems: Sequence[str]) -> F64:
    """The level of each pair, in the order of all runs; NaN for runs that are not in the league."""
    level = rejection_level(league)
    ranked = set(league.systems)
    rows = [i for i, system in enumerate(systems) if system in ranked]
    places = [league.systems.index(systems[i]) for i in rows]
    levels = np.full((len(systems), len(systems)), np.nan)
    levels[np.ix_(rows, rows)] = level[np.ix_(places, places)]
    return levels


def _judging(
    league: League, qrels: Qrels, runs: Runs, bounds: Bounds, pairs: Sequence[tuple[str, str]], threads: int
) -> tuple[Figures | None, dict[tuple[str, str], Figures]]:
    """The number of labels that settle each requested pair; without one, that for the open pairs with a leader."""
    if not pairs:
        leaders = league.baseline or league.leaders
        needed = labels_for_leaders(qrels, runs, bounds, leaders=leaders, among=league.systems, threads=threads)
        return None if needed is None else needed.figures, {}
    row = {system: i for i, system in enumerate(bounds.systems)}
    undecided = [(a, b) for a, b in pairs if bounds.state[row[a]][row[b]] in UNDECIDED]
    counted = [pair for pair in undecided if not takes_long(qrels, runs, bounds, [pair])]
    return None, {pair: labels_needed(qrels, runs, bounds, [pair], threads=threads).figures for pair in counted}
