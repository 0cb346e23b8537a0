"""Runs in the pool, and newcomers, whose scores pool_adjusted and pool_reranked raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.collection.places import places_of
from irassay.estimates.imputed.imputed import Ties
from irassay.estimates.pools.completeness import completeness
from irassay.label_sets.groups import groups_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

FEWEST = 2  # groups in the pool that a mean effect needs


@dataclass(frozen=True, slots=True)
class PoolMembership:
    """Systems in the pool and newcomers, by position; `group` has each system's group."""

    group: list[str]
    new: list[int]
    pooled: list[int]


def pool_membership(
    qrels: Qrels,
    runs: Runs,
    *,
    depth: int,
    newcomers: Sequence[str] | None,
    groups: Mapping[str, str] | None,
    ties: Ties,
) -> PoolMembership:
    """Newcomers, by default systems with an unjudged document to the depth; the other systems are in the pool. If the
    default leaves fewer than two groups in the pool, all systems are in the pool."""
    group = groups_of(runs.systems, groups or {})
    if newcomers is None:
        share = completeness(qrels, runs, cutoffs=[depth], ties=ties).unjudged[:, 0]
        new = np.flatnonzero(np.nan_to_num(share) > 0).tolist()
    else:
        new = sorted(set(places_of(runs.systems, newcomers, argument="newcomers")))
    pooled = [i for i in range(len(group)) if i not in new]
    if newcomers is None and len({group[i] for i in pooled}) < FEWEST:
        pooled = list(range(len(group)))
    return PoolMembership(group, new, pooled)
