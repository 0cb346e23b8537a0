"""Everything the sections read: the verdict of each measure, and what else is known of these labels and runs.

Data only. `gather.py` fills it from the rooms below; tests fill it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from irassay.comparison.disagreement import Disagreement
    from irassay.estimates import AssessorSensitivity
    from irassay.estimates import Coverage as PoolCoverage
    from irassay.result import Table
    from irassay.studies.sections.left_out import LeftOutOfPool
    from irassay.verdict import Reach, Verdict

F64: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Between:
    """Two rows of the league, and the queries on which they differ most.

    Attributes
    ----------
    a, b : int
    shown : sequence of Disagreement
        Largest difference first.
    texts : mapping
        Document -> the beginning of its text, where texts were given.
    """

    a: int
    b: int
    shown: Sequence[Disagreement]
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Within:
    """A mean over draws, and the range of nine draws in ten."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Thinned:
    """The order under labels thinned at random; sequences have one entry a fraction.

    Attributes
    ----------
    fractions : sequence of float
        Share of each query's labels that is kept.
    draws, all_labels : int
    labels : sequence of int
        Labels kept.
    tau, reversed : sequence of Within
        Kendall's tau-a with the order under all labels; share of pairs in the opposite order.
    first : sequence of float
        Share of draws in which the first scores highest.
    settled, leaders : sequence of Within
        Pairs told apart and systems in the lead, by a paired t-test with Holm's correction.
    lost, against : sequence of float
        Of the pairs that this test tells apart under all labels, how many it no longer does, and how many are reversed.
    settled_before, leaders_before, pairs : int
        The same under all labels; all pairs.
    by_distance : mapping of str to (int, sequence of Within)
        Bucket of pairs by how far apart the systems are -> pairs in it; tau of these with all labels (tied pairs keep
        it below 1), then by fraction.
    """

    fractions: Sequence[float]
    draws: int
    all_labels: int
    labels: Sequence[int]
    tau: Sequence[Within]
    reversed: Sequence[Within]
    first: Sequence[float]
    settled: Sequence[Within]
    leaders: Sequence[Within]
    lost: Sequence[float]
    against: Sequence[float]
    settled_before: int
    leaders_before: int
    pairs: int
    by_distance: Mapping[str, tuple[int, Sequence[Within]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one overview knows.

    `verdict` is the main measure's, `others` those of further measures; `metadata` is column -> system -> value;
    `files` are the preflight's findings, `flags` its table of runs that are not comparable as they are; `texts` are
    queries' texts where given; `between` are the pairs that matter, with documents; `thinned` is the order with fewer
    labels; `pools` what pools of the systems find, `left_out` each run, group and kind left out of the pool;
    `sensitivity` how far ranks move under a second judge's noise; `estimated` are the scores by every estimate under
    missing labels, and what each assumes.
    """

    verdict: Verdict
    others: Sequence[Verdict] = ()
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    files: Sequence[Any] = ()
    flags: Table | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    between: Sequence[Between] = ()
    thinned: Thinned | None = None
    pools: PoolCoverage | None = None
    left_out: LeftOutOfPool | None = None
    sensitivity: AssessorSensitivity | None = None
    estimated: Sequence[Table] = ()

    @property
    def reach(self) -> Reach:
        """How far the labels reach into the runs: an overview always knows."""
        assert self.verdict.reach is not None
        return self.verdict.reach
