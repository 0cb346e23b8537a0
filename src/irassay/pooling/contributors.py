"""The group that contributed each labelled document to a pool of some of the runs, or to a recorded pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from irassay.arguments import LEAST_GRADE
from irassay.arrays import I32, Flags
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.label_sets.pooled_labels import DEPTH
from irassay.pooling.pools import Pool
from irassay.pooling.words import OF_POOL

NOBODY, SEVERAL = -1, -2


def finders_among(
    qrels: Qrels,
    runs: Runs,
    groups: Sequence[str],
    pooled: Sequence[str],
    *,
    depth: int = DEPTH,
    ties: Ties = "float64",
) -> I32:
    """The group that contributed each labelled document to a pool of the `pooled` systems, (label,), as the first of
    `places_of_labels`. UsageError where one of them has no run."""
    pooled_systems = set(pooled)
    if unknown := sorted(pooled_systems - set(runs.systems)):
        raise UsageError(OF_POOL("pooled.unknown", name=unknown[0], n=len(runs.systems)))
    place = {name: i for i, name in enumerate(dict.fromkeys(groups))}
    outside = len(place)
    _, ranks = _core.relevant_ranks(
        qrels.core, runs.core, runs.join(qrels), rel=LEAST_GRADE, depth=depth, n_groups=outside + 1,
        group=[place[g] if s in pooled_systems else outside for s, g in zip(runs.systems, groups)],
        ties=tie_rule(ties),
    )  # fmt: skip
    return _only(np.asarray(ranks)[:, :outside] > 0)


def finders_recorded(qrels: Qrels, pool: Pool, groups: Mapping[str, str]) -> I32:
    """The group that contributed each labelled document to a recorded pool, (label,), as `places_of_labels`, -1 where
    the pool lacks it; a system without a group is one. UsageError where no pool system has a group, InputError where
    the pool has no labelled document."""
    if pool.systems and not set(pool.systems) & set(groups):
        raise UsageError(
            OF_POOL("pooled.systems", names=_first(pool.systems), n=len(groups), those=_first(list(groups)))
        )
    place = {name: i for i, name in enumerate(dict.fromkeys(groups.values()))}
    absent = {system: len(place) + i for i, system in enumerate(s for s in pool.systems if s not in groups)}
    of = np.array([absent[s] if s in absent else place[groups[s]] for s in pool.systems], dtype=np.int64)
    has_document = np.zeros((len(pool), len(place) + len(absent)), dtype=bool)
    has_document[np.repeat(np.arange(len(pool)), pool.n_runs), of[pool.system]] = True
    only = dict(zip(zip(pool.queries, pool.docs), _only(has_document).tolist()))
    out = np.array([only.get((q, d), NOBODY) for q in qrels.queries for d in qrels.grades(q)], dtype=np.int32)
    if len(out) and (out == NOBODY).all():
        raise InputError(OF_POOL("pooled.none", n=len(out)))
    return out


def _first(names: Sequence[str]) -> str:
    """The first three names."""
    return ", ".join(map(cut, names[:3]))


def _only(has_document: Flags) -> I32:
    """The only true column of each row; -1 where no column is true, -2 where several are."""
    n = has_document.sum(axis=1)
    return np.where(n == 1, has_document.argmax(axis=1), np.where(n, SEVERAL, NOBODY)).astype(np.int32)
