"""Scores of runs that the pool did not serve, raised by what leaving a run out of the pool costs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.errors import UsageError
from irassay.estimates.imputed.imputed import MIDDLE, Ties, depth_of, plain_scores
from irassay.estimates.imputed.newcomers import PoolMembership, pool_membership
from irassay.label_sets.groups import stack_without
from irassay.measures import Measure
from irassay.pooling.contributors import finders_among
from irassay.scoring import evaluate

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

F64: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PoolAdjusted:
    """`pool_adjusted`'s answer.

    Attributes
    ----------
    systems : sequence of str
    measure : Measure
    plain, score : float64 array (system,)
        Mean score as it is, and adjusted; the same for systems in the pool.
    low, high : float64 array (system,)
        The score as it is plus the middle 95% of the effects: what one more run might lack.
    newcomers : sequence of str
        The systems that are adjusted.
    effects : mapping of str to float
        System in the pool -> how much lower it scores without what its group alone brought.
    """

    systems: Sequence[str]
    measure: Measure
    plain: F64
    score: F64
    low: F64
    high: F64
    newcomers: Sequence[str]
    effects: Mapping[str, float]

    @property
    def adjustment(self) -> float:
        """The mean effect."""
        return float(np.mean(list(self.effects.values()))) if self.effects else 0.0

    def __repr__(self) -> str:
        return (
            f"PoolAdjusted({self.measure}, {len(self.newcomers):,} of {len(self.systems):,} systems raised by "
            f"{self.adjustment:.4f})"
        )


def pool_adjusted(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    newcomers: Sequence[str] | None = None,
    groups: Mapping[str, str] | None = None,
    ties: Ties = "float64",
    threads: int = 0,
) -> PoolAdjusted:
    """What would a run that took no part in the pool score, had it taken part?

    Each run in the pool is scored again without the labels of documents that its group alone brought; what it loses on
    average is added to the scores of the newcomers.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        P@k or RBP: a missing label lowers them by an amount that the other labels don't change.
    newcomers : sequence of str, optional
        Systems that the pool did not serve. Default: those with an unjudged document to the measure's depth.
    groups : mapping of str to str, optional
        System -> group, as for `leave_one_group_out`: runs of a group find the same documents.
    ties : {"float64", "float32"}
    threads : int

    Returns
    -------
    PoolAdjusted

    Raises
    ------
    UsageError
        A measure that can't be adjusted, or a newcomer that is no system.

    Notes
    -----
    *Assumes* that the newcomer lacks as much as the runs of the pool would have lacked: that it is a run like them,
    and that the labels came from a pool of the others to the measure's depth. It fails for a run of a new kind, which
    lacks more, and where labels are missing for another reason than pooling: then the runs of the pool lack labels too,
    and are not adjusted. Where fewer than two groups are in the pool by the default, effects are those of all systems.
    *Guarantees* effects exact for the labels at hand; one number for all newcomers, so that their order among
    themselves stays as it is. *Source* Webber and Park, Score adjustment for correction of pooling bias, SIGIR 2009.
    `pool_reranked` adjusts each run by what it retrieves.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 0, "d": 1}})
    >>> lists = {"one": "ac", "two": "bc", "three": "cd", "new": "xa"}
    >>> runs = Runs.from_dict({s: {"q": {d: -float(i) for i, d in enumerate(docs)}} for s, docs in lists.items()})
    >>> adjusted = pool_adjusted(qrels, runs, "P@2", newcomers=["new"])
    >>> adjusted.plain.tolist(), adjusted.effects
    ([0.5, 0.5, 0.5, 0.5], {'one': 0.5, 'two': 0.5, 'three': 0.5})
    >>> adjusted.score.tolist()
    [0.5, 0.5, 0.5, 1.0]
    """
    parsed = Measure.parse(measure) if isinstance(measure, str) else measure
    if not parsed.definition.traits.pool_adjusted or parsed.params.get("judged_only"):
        raise UsageError(f"{parsed} can't be adjusted for the pool; expected P@k or RBP")
    plain = plain_scores(qrels, runs, parsed, ties=ties, threads=threads).mean(axis=1)
    members = pool_membership(qrels, runs, depth=depth_of(parsed), newcomers=newcomers, groups=groups, ties=ties)
    effect = _effects(qrels, runs, parsed, members, ties=ties, threads=threads)
    score, low, high = plain.copy(), plain.copy(), plain.copy()
    if effect.size:
        score[members.new] += effect.mean()
        low[members.new] += np.quantile(effect, MIDDLE[0])
        high[members.new] += np.quantile(effect, MIDDLE[1])
    return PoolAdjusted(
        systems=runs.systems,
        measure=parsed,
        plain=plain,
        score=np.minimum(score, 1.0),
        low=np.minimum(low, 1.0),
        high=np.minimum(high, 1.0),
        newcomers=[runs.systems[i] for i in members.new],
        effects={runs.systems[i]: float(x) for i, x in zip(members.pooled, effect)},
    )


def _effects(
    qrels: Qrels,
    runs: Runs,
    measure: Measure,
    members: PoolMembership,
    *,
    ties: Ties,
    threads: int,
) -> F64:
    """How much each system of the pool loses with what its group alone brought; newcomers bring nothing."""
    depth, names = depth_of(measure), list(dict.fromkeys(members.group))
    finder = finders_among(
        qrels, runs, members.group, [runs.systems[i] for i in members.pooled], depth=depth, ties=ties
    )
    stack = stack_without(qrels, names, finder, depth=depth)
    full = plain_scores(qrels, runs, measure, ties=ties, threads=threads)
    without = evaluate(stack, runs, [measure], ties=ties, keep="queries", threads=threads).values[0]
    # A query that keeps no label scores nothing.
    return np.array(
        [(full[i] - np.nan_to_num(without[names.index(members.group[i]), i])).mean() for i in members.pooled]
    )
