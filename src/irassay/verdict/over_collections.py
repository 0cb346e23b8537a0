"""The verdict on systems over several collections, each of which counts the same: the mean of the collections' means.

Tests and intervals resample and flip within each collection (`comparison`); here is the labels' part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from irassay.estimates import Bounds
from irassay.estimates.bounds.bounds import pair_states
from irassay.estimates.bounds.pair_draws import draw_pairs_over
from irassay.estimates.universe import Universe
from irassay.random_keys import stream
from irassay.verdict.label_reach import Reach, pooled_shares, reach_of
from irassay.verdict.settle import counted_labels, levels_of
from irassay.verdict.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.measures import Measure

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
        sources = [
            (counted_labels(part.league, part.qrels, measure), part.runs, _with_own_seed(part.bounds, number))
            for number, part in enumerate(parts)
            if part.bounds is not None
        ]
        draws = draw_pairs_over(sources, league.systems, levels_of(league, league.systems), threads=threads)
    n_runs = len(set(chain.from_iterable(part.runs.systems for part in parts)))
    return Verdict(league, measure, bounds, draws, _reach(league, parts, measure), n_runs=n_runs)


def _with_own_seed(bounds: Bounds, number: int) -> Bounds:
    """Bounds under a key of the collection's own: draws of queries at the same place are independent then."""
    from dataclasses import replace

    return replace(bounds, seed=int(stream(bounds.seed, _PURPOSE, number).random_raw()))


def _bounds(league: League, parts: Sequence[OneCollection]) -> Bounds | None:
    """Bounds of the mean over collections; None where one collection has none."""
    of = [part.bounds.sel(league.systems) for part in parts if part.bounds is not None]
    if len(of) < len(parts):
        return None
    n_queries = sum(len(one.queries) for one in of)
    weights = [n_queries / len(of) / len(one.queries) for one in of]  # so that a mean over all queries is that of means

    def per_query(name: str) -> NDArray[np.float64]:
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
    of = [
        reach_of(
            counted_labels(part.league, part.qrels, measure),
            part.runs,
            order=league.systems,
            depth=measure.cutoff,
            rel=int(measure.params.get("rel", 1)),
            metadata={},
            ties=part.ties,
        )
        for part in parts
    ]
    grades: dict[int, int] = {}
    for one in of:
        for grade, n in one.grades.items():
            grades[grade] = grades.get(grade, 0) + n
    judged, by_rank = pooled_shares(of)
    return Reach(
        grades,
        tuple(chain.from_iterable(one.labels_per_query for one in of)),
        tuple(chain.from_iterable(one.relevant_per_query for one in of)),
        judged,
        max(one.depth for one in of),
        sum(one.unjudged for one in of),
        by_rank,
        retrieved_labels=sum(one.retrieved_labels for one in of),
    )
