"""Scores of runs that the pool did not serve, raised by what their order does to the runs of the pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.errors import UsageError
from irassay.estimates.imputed.imputed import Ties, depth_of, plain_scores
from irassay.estimates.imputed.newcomers import PoolMembership, pool_membership
from irassay.kernel import _core
from irassay.measures import Measure

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

F64: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]

RERANKED = "P"  # the measure whose first k are parted in three: relevant, judged otherwise, not judged


@dataclass(frozen=True, slots=True)
class PoolReranked:
    """`pool_reranked`'s answer.

    Attributes
    ----------
    systems : sequence of str
    measure : Measure
    plain, score : float64 array (system,)
        Mean score as it is, and adjusted; the same for systems in the pool.
    newcomers : sequence of str
        The systems that may be adjusted.
    shares : float64 array (newcomer, 3)
        Of a newcomer's first k places: with a relevant document, with another judged one, with one that nobody judged.
    mean_change : float64 array (newcomer, 3)
        How much these three shares of the runs in the pool grow, on average, in the newcomer's order; they sum to 0.
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
    """What would a run that took no part in the pool score, going by what its order does to the runs of the pool?

    Each run in the pool is put in the newcomer's order: a document that both have goes to the newcomer's rank of it,
    the rest keep theirs; where two meet, one that was brought up stands first and one that was brought down last. Where
    that favours relevant documents over judged others more than the newcomer's own first k hold them, its score is
    raised: by the share of its first k that nobody judged, times what that share of the runs in the pool grew by.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        P@k: its first k places are relevant, judged and not relevant (anti-precision), or not judged.
    newcomers : sequence of str, optional
        Systems that the pool did not serve. Default: those with an unjudged document in their first k.
    groups : mapping of str to str, optional
        System -> group. A newcomer's order is not tried on itself, nor on runs of its group.
    ties : {"float64", "float32"}
    threads : int

    Returns
    -------
    PoolReranked

    Raises
    ------
    UsageError
        A measure that is not P@k, or a newcomer that is no system.

    Notes
    -----
    *Assumes* that an order which brings up what is known to be relevant has relevant documents where it brings up what
    nobody judged. It fails where the pool's runs lack labels too, such as at random: no order then brings up more of
    these, and the score stays too low. So it does for a run that shares few documents with the pool's, or whose order
    is worse than theirs. Where fewer than two groups are in the pool by the default, all systems are.
    *Guarantees* the formula on exact counts; never less than the plain score, never more than all unjudged documents in
    the first k would give; nothing about the error. *Source* Lipani, Lupu and Hanbury, Splitting water: precision and
    anti-precision to reduce pool bias, SIGIR 2015, and The curious incidence of bias corrections in the pool, ECIR
    2016, with means over queries before the product. Where two documents meet at a rank the rule is that of the
    authors' program, which also counts places that a short list leaves empty as unjudged, and rounds each mean to four
    digits; this does neither. Their forms query by query and for recall are not here.

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
    parsed = Measure.parse(measure) if isinstance(measure, str) else measure
    if parsed.name != RERANKED or parsed.params.get("judged_only"):
        raise UsageError(f"{parsed} can't be adjusted by anti-precision; expected P@k")
    plain = plain_scores(qrels, runs, parsed, ties=ties, threads=threads).mean(axis=1)
    members = pool_membership(qrels, runs, depth=depth_of(parsed), newcomers=newcomers, groups=groups, ties=ties)
    top, changed = _core.reranked(
        qrels.core, runs.core, runs.join(qrels), by=members.new, depth=depth_of(parsed), rel=int(parsed.params["rel"]),
        ties=getattr(_core.Ties, ties), threads=threads,
    )  # fmt: skip
    places = depth_of(parsed) * len(qrels.queries)
    change, n_pooled = _over_the_pool(changed, members)
    mean_change = change / np.maximum(1, n_pooled * places)[:, None]
    score = plain.copy()
    score[members.new] += np.where(
        _favours(top[members.new], change), top[members.new, 2] / places * np.maximum(0, mean_change[:, 2]), 0.0
    )
    return PoolReranked(
        systems=runs.systems,
        measure=parsed,
        plain=plain,
        score=np.minimum(score, 1.0),
        newcomers=[runs.systems[i] for i in members.new],
        shares=top[members.new] / places,
        mean_change=mean_change,
    )


def _over_the_pool(changed: Counts, members: PoolMembership) -> tuple[Counts, Counts]:
    """Sums over runs of the pool that are not of the newcomer's group, (newcomer, kind); how many these are."""
    other = np.array([[members.group[i] != members.group[j] for j in members.pooled] for i in members.new], dtype=bool)
    other = other.reshape(len(members.new), len(members.pooled))
    change = (changed[:, members.pooled] * other[:, :, None]).sum(axis=1)
    return change, other.sum(axis=1)


def _favours(own: Counts, change: Counts) -> NDArray[np.bool_]:
    """Whether relevant documents grow over judged others beyond the newcomer's own proportion: in whole numbers."""
    return change[:, 0] * own[:, 1] > change[:, 1] * own[:, 0]
