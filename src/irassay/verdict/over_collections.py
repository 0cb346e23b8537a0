"""The verdict on systems over several collections, each of which counts the same: the mean of the collections' means.

Tests and intervals resample and flip within each collection (`comparison`); here is the labels' part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

import numpy as np

from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.renaming import systems_in
from irassay.collection.runs import Runs
from irassay.comparison import League, league_of
from irassay.comparison.paired_scores import absent
from irassay.comparison.testing import Correction, Interval, Ranks, Test
from irassay.errors import UsageError, cut
from irassay.estimates import Bounds
from irassay.estimates.bounds.bounds import pair_states
from irassay.estimates.bounds.pair_draws import draw_pairs_over
from irassay.estimates.universe import Missing, Universe
from irassay.formats.inputs import in_memory
from irassay.formats.loss_warnings import say
from irassay.measures import Measure
from irassay.messages import listed
from irassay.random_keys import Seed, stream
from irassay.scoring import Scores
from irassay.scoring.over_collections import check_measures, counted_twice
from irassay.scoring.score_table import table_over
from irassay.upward import ask
from irassay.verdict.label_reach import Reach, pooled_shares, reach_of
from irassay.verdict.settle import Asked, Scored, counted_labels, levels_of, scored, settled
from irassay.verdict.verdict import Verdict

_PURPOSE = 0x636F6C6C  # of the keys of the collections' draws


@dataclass(frozen=True, slots=True)
class OneCollection:
    """One collection: its labels and runs, its league, and the bounds of all its runs on the league's queries.

    Attributes
    ----------
    name : str
    qrels, runs : Qrels, Runs
    league : League
    bounds : Bounds or None
        None where the labels are sparse, or the measure has no bounds.
    ties : str
        The order of equal scores.
    """

    name: str
    qrels: Qrels
    runs: Runs
    league: League
    bounds: Bounds | None
    ties: str = "float64"


def verdict_over(league: League, parts: Sequence[OneCollection], measure: Measure, *, threads: int = 0) -> Verdict:
    """The verdict on a league of the mean over collections.

    Parameters
    ----------
    league : League
        Of scores with a collection for each query.
    parts : sequence of Part
        The collections, in the league's order.
    measure : Measure
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    Verdict
        Without numbers of labels or queries needed: these are told for each collection by itself.

    Notes
    -----
    *Assumes* that the given labels are correct; *likely* assumes that unjudged documents are like judged ones of their
    rank in each collection.
    *Guarantees* over labels: completions of the collections are independent, so that the least difference of the means
    is the mean of the least differences; exact where these are. *Likely* rests on draws from the estimate of each.
    *Source* see `bound` and `draw_pairs`.

    Examples
    --------
    >>> import numpy as np
    >>> from irassay import Qrels, Runs, bound, compare, evaluate
    >>> from irassay.measures import Measure
    >>> from irassay.scoring.score_table import ScoreTable
    >>> runs = Runs.from_dict({"new": {"q": {"a": 2, "b": 1}}, "old": {"q": {"b": 2, "a": 1}}})
    >>> parts, blocks = [], []
    >>> for name, grades in (("books", {"a": 1, "b": 0}), ("films", {"a": 1})):
    ...     qrels = Qrels.from_dict({"q": grades})
    ...     scores = evaluate(qrels, runs, ["P@1"])
    ...     parts.append(OneCollection(name, qrels, runs, compare(scores), bound(qrels, runs, "P@1")))
    ...     blocks.append(scores.values)
    >>> measure, values = Measure.parse("P@1"), np.concatenate(blocks, axis=3)
    >>> names = [part.name for part in parts]  # one query each
    >>> table = ScoreTable([measure], ["new", "old"], ["q", "q"], names, values, values[..., 0], {}, ())
    >>> verdict = verdict_over(compare(table), parts, measure)
    >>> verdict.bounds.difference_lower[0, 1], verdict.strength(0, 1)  # 1 on books, 0 to 1 on films
    (np.float64(0.5), 'proved')
    """
    bounds = _bounds(league, parts)
    draws = None
    if bounds is not None and league.n > 1:
        sources = []
        for number, part in enumerate(parts):
            if part.bounds is not None:  # under a key of its own: draws of queries at one place are independent then
                bounds_here = replace(part.bounds, seed=int(stream(part.bounds.seed, _PURPOSE, number).random_raw()))
                sources.append((counted_labels(part.league, part.qrels, measure), part.runs, bounds_here))
        draws = draw_pairs_over(sources, league.systems, levels_of(league, league.systems), threads=threads)
    n_runs = len(set(chain.from_iterable(part.runs.systems for part in parts)))
    return Verdict(league, measure, bounds, draws, _reach(league, parts, measure), n_runs=n_runs)


def _bounds(league: League, parts: Sequence[OneCollection]) -> Bounds | None:
    """Bounds of the mean over collections; None where one collection has none."""
    of = [part.bounds.sel(league.systems) for part in parts if part.bounds is not None]
    if len(of) < len(parts):
        return None
    n_queries = sum(len(one.queries) for one in of)
    weights = [n_queries / len(of) / len(one.queries) for one in of]  # so that a mean over all queries is that of means

    def per_query(name: str) -> F64:
        return np.concatenate([getattr(one, name) * weight for one, weight in zip(of, weights)], axis=1)

    greatest = np.mean([one.difference_upper for one in of], axis=0)
    exact = np.all([one.difference_exact for one in of], axis=0)
    plain, upper = per_query("plain"), per_query("upper")
    means = plain.mean(axis=1)
    within = max(one.rounding for one in of)
    # Of an outer bound no completion that reverses a pair is in hand: then the present difference is.
    reached = np.where(exact, greatest, means[:, None] - means[None, :])
    scale = sorted(set(chain.from_iterable(one.universe.scale for one in of)))
    return Bounds(
        systems=tuple(league.systems),
        queries=tuple(chain.from_iterable(one.queries for one in of)),
        lower=per_query("lower"),
        estimate=per_query("estimate"),
        upper=upper,
        exact=np.concatenate([one.exact for one in of], axis=1),
        difference_lower=0.0 - greatest.T,
        difference_upper=greatest,
        difference_exact=exact,
        state=pair_states(means, greatest, reached, within=within),
        plain=plain,
        measure=of[0].measure,
        universe=Universe(tuple(scale), max(one.universe.unseen for one in of)),
        baseline=of[0].baseline,
        n_labels=sum(one.n_labels for one in of),
        ties=of[0].ties,
        seed=of[0].seed,
    )


def _reach(league: League, parts: Sequence[OneCollection], measure: Measure) -> Reach:
    """Coverage by labels: shares are of the documents of all collections, counts are sums."""
    labels = [counted_labels(part.league, part.qrels, measure) for part in parts]
    of = [reach_of(known, part.runs, measure, league.systems, part.ties) for known, part in zip(labels, parts)]
    grades: Counter[int] = Counter()
    for one in of:
        grades.update(one.grades)
    judged, by_rank = pooled_shares(of)
    return Reach(
        dict(grades),
        tuple(chain.from_iterable(one.labels_per_query for one in of)),
        tuple(chain.from_iterable(one.relevant_per_query for one in of)),
        judged,
        max(one.depth for one in of),
        sum(one.unjudged for one in of),
        by_rank,
        retrieved_labels=sum(one.retrieved_labels for one in of),
    )


@dataclass(frozen=True, slots=True)
class CollectionVerdicts:
    """What is decided on several collections under one measure.

    Attributes
    ----------
    mean : Verdict
        On the mean over the collections, in which each counts the same.
    each : mapping of str to Verdict
        On each collection by itself, by its name.
    scores : mapping of str to Scores
        Of each collection.
    """

    mean: Verdict
    each: Mapping[str, Verdict]
    scores: Mapping[str, Scores]

    def _repr_html_(self) -> str | None:
        html: str | None = ask("collection_verdicts_view")(self)._repr_html_()
        return html


def settle_over(
    collections: Mapping[str, tuple[Qrels, Runs]],
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
) -> CollectionVerdicts:
    """Decide which systems are better over several collections, as ``irassay compare --collection`` prints it.

    Parameters
    ----------
    collections : mapping of str to (Qrels, Runs)
        At least two. A system has the same name everywhere: ``runs.renamed`` gives it one. One that a collection lacks
        is in no mean.
    measure : str or Measure
    baseline, test, correction, interval, ranks, alpha, n_resamples, seed, queries, ties, compat : optional
    identical_ids, unseen, scale : optional
        As for `settle`. Tests that take all queries for one sample are refused.
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    CollectionVerdicts

    Raises
    ------
    UsageError
        An invalid argument, no system that is in all collections, or a measure that is another on another collection.

    Warns
    -----
    UserWarning
        Two collections have the same queries with the same scores of every run.

    Notes
    -----
    *Assumes* what `settle` does, on each collection. The collections themselves are no sample.
    *Guarantees* over queries the family-wise error of the correction for the mean of the collections' means; over
    labels what `verdict_over` states.
    *Source* see `compare` and `verdict_over`.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> verdicts = settle_over({"books": (qrels, runs), "films": (qrels, runs)}, "P@1")
    >>> verdicts.mean.pair("new", "old").better(), list(verdicts.each)
    ('new', ['books', 'films'])
    """
    asked = Asked.of(locals())
    of = {name: in_memory(qrels, runs, identical_ids) for name, (qrels, runs) in collections_given(collections).items()}
    return verdicts_on(of, measure, asked)


def verdicts_on(
    collections: Mapping[str, tuple[Qrels, Runs]], measure: str | Measure, asked: Asked
) -> CollectionVerdicts:
    """The verdicts on collections: `settle_over` with all that is asked in one value."""
    of = {name: scored(*both, measure, asked) for name, both in collections.items()}
    check_measures({name: ([one.measure], one.qrels.largest_grade) for name, one in of.items()})
    table = table_over({name: one.scores for name, one in of.items()})

    def league(scores: Scores) -> League:
        return league_of(scores, asked.testing, threads=asked.threads)

    if len(absent(table, None)) == len(table.systems):
        names = listed([cut(name)[1:-1] for name in of], 10)
        raise UsageError(
            f"no system is in all collections ({names}); systems are matched by name, and runs.renamed gives them one; "
            + systems_in({name: one.scores.systems for name, one in of.items()})
        )
    for text in counted_twice({name: one.scores for name, one in of.items()}):
        say(text, UserWarning)
    mean = league(table)  # type: ignore[arg-type]
    return verdicts_over(of, mean, league, asked.missing, threads=asked.threads)


def collections_given(collections: Mapping[str, tuple[Qrels, Runs]]) -> Mapping[str, tuple[Qrels, Runs]]:
    """The collections; raises where this is no mapping of names to labels and runs, or of less than two."""
    if not isinstance(collections, Mapping) or not all(
        isinstance(name, str) and isinstance(both, tuple | list) and len(both) == 2
        for name, both in collections.items()
    ):
        raise UsageError("expected collections as {name: (qrels, runs)}")
    if len(collections) < 2:
        raise UsageError(f"expected two collections or more, but got {len(collections)}; irassay.settle takes one")
    return collections


def verdicts_over(
    of: Mapping[str, Scored],
    mean: League,
    league: Callable[[Scores], League],
    missing: Missing,
    *,
    pairs_of: Callable[[League], Sequence[tuple[str, str]]] = lambda league: (),
    threads: int = 0,
) -> CollectionVerdicts:
    """The verdicts on scored collections. `mean` is the league of all their scores by `table_over`, `league` makes that
    of one collection, `pairs_of` its pairs for `settled`."""
    parts: dict[str, OneCollection] = {}
    each: dict[str, Verdict] = {}
    for name, one in of.items():
        mine = league(one.scores.sel(measure=one.measure))
        each[name], bounds = settled(one, mine, missing, pairs=pairs_of(mine), threads=threads)
        parts[name] = OneCollection(name, one.qrels, one.runs, mine, bounds, one.scores.policy.ties)
    first = next(iter(of.values())).measure
    over = verdict_over(mean, [parts[name] for name in mean.collections], first, threads=threads)
    return CollectionVerdicts(over, each, {name: one.scores for name, one in of.items()})
