"""Scores of runs outside the pool, raised by the loss of pooled runs left out, or by their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UsageError
from irassay.estimates.imputed.imputed import MIDDLE, PoolMembership, depth_of, plain_scores, pool_membership
from irassay.kernel import _core
from irassay.label_sets.pooled_labels import stack_without
from irassay.measures import Measure
from irassay.pooling.recorded_pools import finders_among
from irassay.scoring import evaluate

RERANKED = "P"  # the measure whose first k divide into three: relevant, judged not relevant, unjudged


@dataclass(frozen=True, slots=True)
class PoolAdjusted:
    """Scores adjusted for pooling bias.

    Attributes
    ----------
    systems : sequence of str
    measure : Measure
    plain, score : float64 array (system,)
        Mean score, plain and adjusted; equal for systems in the pool.
    low, high : float64 array (system,)
        The plain score plus the ends of the middle 95% of the effects: the range for one more run.
    newcomers : sequence of str
        The systems that are adjusted.
    effects : mapping of str to float
        System in the pool -> loss of score without the labels that only its group contributed.
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
    """Adjust the scores of runs outside the pool for the pooling bias.

    Each run in the pool is scored again without the labels of documents that only its group contributed. The mean loss
    is added to the scores of the newcomers.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        P@k or RBP: a missing label lowers them by an amount that is independent of the other labels.
    newcomers : sequence of str, optional
        Systems outside the pool. Default: those with an unjudged document to the measure's depth.
    groups : mapping of str to str, optional
        System -> group, as for `leave_one_group_out`: runs of a group retrieve similar documents.
    ties : {"float64", "float32"}
    threads : int

    Returns
    -------
    PoolAdjusted

    Raises
    ------
    UsageError
        A measure that can't be adjusted, or a newcomer that is not among the systems.

    Notes
    -----
    *Assumes* that the newcomer loses as much as the runs of the pool would if left out: that it is a run like them, and
    that the labels come from a pool of the others to the measure's depth. It fails for a run of a new kind, which loses
    more, and where labels are missing for another reason than pooling: then the runs of the pool lack labels too, and
    are not adjusted. If the default leaves fewer than two groups in the pool, effects are those of all systems.
    *Guarantees* effects exact for the labels at hand; the adjustment is the same for all newcomers and keeps their
    order. *Source* Webber and Park, Score adjustment for correction of pooling bias, SIGIR 2009. `pool_reranked`
    adjusts each run by the documents it retrieves.

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
    parsed = Measure.parse(measure)
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


def _effects(qrels: Qrels, runs: Runs, measure: Measure, members: PoolMembership, *, ties: Ties, threads: int) -> F64:
    """Loss of each pooled system without its group's unique labels; newcomers contribute none."""
    depth, names = depth_of(measure), list(dict.fromkeys(members.group))
    finder = finders_among(
        qrels, runs, members.group, [runs.systems[i] for i in members.pooled], depth=depth, ties=ties
    )
    stack = stack_without(qrels, names, finder, depth=depth)
    full = plain_scores(qrels, runs, measure, ties=ties, threads=threads)
    without = evaluate(stack, runs, [measure], ties=ties, keep="queries", threads=threads).values[0]
    # A query without a label left scores 0.
    return np.array(
        [(full[i] - np.nan_to_num(without[names.index(members.group[i]), i])).mean() for i in members.pooled]
    )


@dataclass(frozen=True, slots=True)
class PoolReranked:
    """Scores adjusted for pooling bias by anti-precision.

    Attributes
    ----------
    systems : sequence of str
    measure : Measure
    plain, score : float64 array (system,)
        Mean score, plain and adjusted; equal for systems in the pool.
    newcomers : sequence of str
        The systems that may be adjusted.
    shares : float64 array (newcomer, 3)
        Shares of a newcomer's first k: relevant documents, other judged ones, unjudged ones.
    mean_change : float64 array (newcomer, 3)
        Mean change of these three shares in the runs of the pool under the newcomer's order; they sum to 0.
    """

    systems: Sequence[str]
    measure: Measure
    plain: F64
    score: F64
    newcomers: Sequence[str]
    shares: F64
    mean_change: F64

    def __repr__(self) -> str:
        n_raised = int((self.score > self.plain).sum())
        return f"PoolReranked({self.measure}, {n_raised:,} of {len(self.systems):,} systems raised)"


def pool_reranked(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    newcomers: Sequence[str] | None = None,
    groups: Mapping[str, str] | None = None,
    ties: Ties = "float64",
    threads: int = 0,
) -> PoolReranked:
    """Adjust the scores of runs outside the pool by the effect of their order on the runs of the pool.

    Each run in the pool is reordered by the newcomer: documents that both have move to the newcomer's rank, the rest
    keep theirs; where two documents meet at a rank, a promoted one comes first and a demoted one last. If this raises
    relevant documents relative to other judged ones by more than their proportion in the newcomer's own first k, the
    newcomer's score is raised: by the unjudged share of its first k, times the mean growth of that share in the runs of
    the pool.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        P@k: the first k are relevant, judged not relevant (anti-precision), or unjudged.
    newcomers : sequence of str, optional
        Systems outside the pool. Default: those with an unjudged document in their first k.
    groups : mapping of str to str, optional
        System -> group. A newcomer's order is not applied to itself, nor to runs of its group.
    ties : {"float64", "float32"}
    threads : int

    Returns
    -------
    PoolReranked

    Raises
    ------
    UsageError
        A measure that is not P@k, or a newcomer that is not among the systems.

    Notes
    -----
    *Assumes* that an order which promotes known relevant documents also has relevant documents among the unjudged ones
    that it promotes. It fails where the pool's runs lack labels too, such as at random: no order then promotes more
    unjudged documents, and the score stays too low. The score also stays too low for a run that shares few documents
    with the pool's runs, or whose order is worse than theirs. If the default leaves fewer than two groups in the pool,
    all systems are in the pool.
    *Guarantees* the formula on exact counts; at least the plain score, and at most the score with all unjudged
    documents in the first k relevant; nothing about the error. *Source* Lipani, Lupu and Hanbury, Splitting water:
    precision and anti-precision to reduce pool bias, SIGIR 2015, and The curious incidence of bias corrections in the
    pool, ECIR 2016, with means over queries before the product. Where two documents meet at a rank, the rule is that of
    the authors' program. That program also counts empty ranks of a short list as unjudged, and rounds each mean to four
    digits; this implementation does neither. The authors' variants per query and for recall are not implemented.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1}})
    >>> lists = {"one": "bcaxy", "two": "cbyxa", "new": "axcb"}
    >>> runs = Runs.from_dict({s: {"q": {d: -float(i) for i, d in enumerate(docs)}} for s, docs in lists.items()})
    >>> reranked = pool_reranked(qrels, runs, "P@3", newcomers=["new"])
    >>> reranked.shares.round(2).tolist(), reranked.mean_change.round(2).tolist()
    ([[0.67, 0.0, 0.33]], [[0.0, -0.33, 0.33]])
    >>> reranked.plain.round(2).tolist(), reranked.score.round(2).tolist()
    ([0.67, 0.33, 0.67], [0.67, 0.33, 0.78])
    """
    parsed = Measure.parse(measure)
    if parsed.name != RERANKED or parsed.params.get("judged_only"):
        raise UsageError(f"{parsed} can't be adjusted by anti-precision; expected P@k")
    plain = plain_scores(qrels, runs, parsed, ties=ties, threads=threads).mean(axis=1)
    members = pool_membership(qrels, runs, depth=depth_of(parsed), newcomers=newcomers, groups=groups, ties=ties)
    top, changed = _core.reranked(
        qrels.core, runs.core, runs.join(qrels), by=members.new, depth=depth_of(parsed), rel=int(parsed.params["rel"]),
        ties=tie_rule(ties), threads=threads,
    )  # fmt: skip
    places = depth_of(parsed) * len(qrels.queries)
    change, n_pooled = _over_the_pool(changed, members)
    mean_change = change / np.maximum(1, n_pooled * places)[:, None]
    score, own = plain.copy(), top[members.new]
    favours = change[:, 0] * own[:, 1] > change[:, 1] * own[:, 0]  # beyond the newcomer's proportion; in integers
    score[members.new] += np.where(favours, own[:, 2] / places * np.maximum(0, mean_change[:, 2]), 0.0)
    return PoolReranked(
        systems=runs.systems,
        measure=parsed,
        plain=plain,
        score=np.minimum(score, 1.0),
        newcomers=[runs.systems[i] for i in members.new],
        shares=own / places,
        mean_change=mean_change,
    )


def _over_the_pool(changed: I64, members: PoolMembership) -> tuple[I64, I64]:
    """Sums over pooled runs outside the newcomer's group, (newcomer, kind), and the number of these runs."""
    other = np.array([[members.group[i] != members.group[j] for j in members.pooled] for i in members.new], dtype=bool)
    other = other.reshape(len(members.new), len(members.pooled))
    change = (changed[:, members.pooled] * other[:, :, None]).sum(axis=1)
    return change, other.sum(axis=1)
