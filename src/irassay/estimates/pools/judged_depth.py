"""Pool depth, estimated from the labels as the rank to which runs are fully judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from irassay.arguments import whole_number
from irassay.collection.ties import tie_rule
from irassay.errors import UsageError
from irassay.kernel import _core

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

DEEPEST = 1000
THROUGH = 0.99  # of the documents to a rank: a few lost files or withdrawn documents do not reduce the depth
ONE_OF = 20  # documents to a rank from which on a single one may lack a label: at rank 1 of 53 queries one is 1.9%


@dataclass(frozen=True, slots=True)
class JudgedDepth:
    """Depth to which runs are judged."""

    depth: int  # deepest rank to which half of the runs are judged, or 0
    by_system: Mapping[str, int]  # 0 where the first documents are not all judged

    def pooled(self, depth: int) -> list[str] | None:
        """Runs judged as deep as a pool of this depth, or where fewer than half are, as half of them are; None where
        the labels tell none apart. UsageError where the depth is no whole number from 1."""
        to = min(whole_number("depth", depth), self.depth)
        return [system for system, reached in self.by_system.items() if reached >= to] if to else None


def judged_depth(
    qrels: Qrels,
    runs: Runs,
    *,
    through: float = THROUGH,
    deepest: int = DEEPEST,
    ties: Literal["float64", "float32"] = "float64",
) -> JudgedDepth:
    """Estimate the depth of the pool behind the labels.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    through : float, above 0 and at most 1
        Least share of judged documents to a rank, over all queries of the labels. Below 1 a single document to a rank
        may lack a label from 20 documents on, since on few queries one is a large share of the first ranks.
    deepest : int, at least 1
        The deepest rank considered.
    ties : {"float64", "float32"}

    Returns
    -------
    JudgedDepth

    Raises
    ------
    UsageError
        Numbers outside the ranges above.

    Notes
    -----
    *Assumes* that at least half of the runs were pooled to one depth. Where the chosen runs of groups were pooled to
    different depths, the result is a depth that half of them reach. *Guarantees* counts exact; the depth is heuristic,
    since other runs' documents and later judging can extend it by chance.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1}})
    >>> runs = Runs.from_dict({"x": {"q": {"a": 3.0, "b": 2.0, "d": 1.0}}, "y": {"q": {"c": 2.0, "e": 1.0}}})
    >>> judged_depth(qrels, runs)
    JudgedDepth(depth=2, by_system={'x': 2, 'y': 1})
    """
    if not 0 < through <= 1:
        raise UsageError(f"through must be a share above 0 and at most 1, but got through={through!r}")
    deepest = whole_number("deepest", deepest)
    n = len(runs.systems)
    reach = _core.reach(
        qrels.core, runs.core, runs.join(qrels), ends=list(range(1, deepest + 1)), depth=1, group=[0] * n, n_groups=1,
        rel=1, high=128, ties=tie_rule(ties),
    )  # fmt: skip
    retrieved = np.array(reach.retrieved, dtype=np.float64).reshape(n, deepest)
    judged = np.cumsum(np.array(reach.judged, dtype=np.float64).reshape(n, deepest), axis=1)
    to_rank = np.cumsum(retrieved, axis=1)
    single = (to_rank - judged <= 1) & (to_rank >= ONE_OF) & (through < 1)
    reached = ((judged >= through * to_rank) | single) & (retrieved > 0)
    depths = np.where(reached.all(axis=1), deepest, reached.argmin(axis=1))
    middle = int(np.sort(depths)[::-1][(n - 1) // 2]) if n else 0
    return JudgedDepth(middle, dict(zip(runs.systems, depths.tolist())))
