"""Everything the sections read: one comparison with its bounds, coverage and resampled places, in the league's order.

Data only. `gather.py` fills it from the rooms below; tests fill it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.bootstrap import Places

if TYPE_CHECKING:
    from irassay.comparison.disagreement import Disagreement
    from irassay.estimates import Coverage as PoolCoverage
    from irassay.estimates import Figures, LabelSensitivity
    from irassay.result import Table
    from irassay.studies.left_out import LeftOutOfPool

F64: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Order:
    """The league of one measure, one row a distinct system, best first.

    Attributes
    ----------
    measure : str
        Canonical name.
    depth : int or None
        How far it reads.
    rel : int
        The least grade that counts as relevant.
    systems, queries : sequence of str
    same : mapping
        System -> others that are the same system for this measure.
    values : array (system, query)
    mean, low, high, low50, high50 : array (system,)
        The score and its 95% and 50% intervals over queries.
    difference, difference_low, difference_high, p, p_corrected : array (system, system)
        Row minus column; the interval over queries is 95%, unadjusted.
    significant : array of bool (system, system)
        Decided by the corrected test, in favour of the better mean.
    leaders, letters : sequence of str
    rank_intervals : sequence of (int, int)
        Empty with a baseline or one query.
    rank_intervals_bootstrap : sequence of (int, int)
        The same by the bootstrap of all differences at once; empty unless asked for.
    baseline : sequence of str
    family : int
        Pairs that the correction is over (of one baseline, where there is one).
    chance : (int, int) or None
        The range that chance leaves the count of settled pairs; None where exact.
    n_resamples : int
        Sign flips behind a p-value.
    n_bootstrap : int
        Resamples behind an interval.
    citation : str
        Where the measure comes from.
    enumerated : bool
        Every sign vector was tried.
    brackets : sequence of (str, int, int)
        A letter with its first and last row.
    open_without_letter : int
        Pairs that can't be told apart and share no letter.
    too_few : int
        Open pairs that differ on too few queries to be settled by them.
    unranked : sequence of str
        Runs left out: without a score on some query that others have.
    t_low, t_high : array (system,) or None
        Student's 95% interval, below 30 queries.
    difference_t : array (system, system, 2) or None
        Student's 95% interval of the difference, below 30 queries.
    n_joint : int
        Sign flips or shuffles behind a correction that tests the family at once.
    interval : str
        How intervals over queries were made.
    cautions : sequence of str
        What the test, the correction or the intervals do not promise for these systems.
    against_means : array of int8 (system, system) or None
        1 or -1 where the corrected test favours the row or the column whose mean is not better.
    """

    measure: str
    depth: int | None
    rel: int
    lower_is_better: bool
    systems: Sequence[str]
    queries: Sequence[str]
    same: Mapping[str, Sequence[str]]
    values: F64
    mean: F64
    low: F64
    high: F64
    low50: F64
    high50: F64
    difference: F64
    difference_low: F64
    difference_high: F64
    p: F64
    p_corrected: F64
    significant: NDArray[np.bool_]
    leaders: Sequence[str]
    letters: Sequence[str]
    rank_intervals: Sequence[tuple[int, int]]
    alpha: float = 0.05
    baseline: Sequence[str] = ()
    family: int = 0
    chance: tuple[int, int] | None = None
    at_the_edge: Sequence[tuple[str, str]] = ()
    n_resamples: int = 0
    n_bootstrap: int = 0
    test: str = "randomization"
    correction: str = "holm"
    citation: str = ""
    enumerated: bool = False
    brackets: Sequence[tuple[str, int, int]] = ()
    open_without_letter: int = 0
    too_few: int = 0
    unranked: Sequence[str] = ()
    t_low: F64 | None = None
    t_high: F64 | None = None
    difference_t: F64 | None = None
    n_joint: int = 0
    interval: str = "percentile"
    rank_intervals_bootstrap: Sequence[tuple[int, int]] = ()
    cautions: Sequence[str] = ()
    against_means: NDArray[np.int8] | None = None

    @property
    def n(self) -> int:
        """How many distinct systems there are."""
        return len(self.systems)


@dataclass(frozen=True, slots=True)
class Holes:
    """What missing labels can do, in the league's order.

    Attributes
    ----------
    lower, estimate, upper : array (system,)
        Means over queries.
    difference_lower, difference_upper : array (system, system)
    state : sequence of sequence of str
        By pair: "settled", "open", "not known", "exactly tied".
    exact : bool
        Whether every bound of a difference is exact.
    unseen : int
        Documents a query that nobody retrieved, allowed for in the bounds.
    judging : Figures or None
        How many labels would settle the open pairs with a leader, or with a baseline.
    """

    lower: F64
    estimate: F64
    upper: F64
    difference_lower: F64
    difference_upper: F64
    state: Sequence[Sequence[str]]
    exact: bool = True
    unseen: int = 0
    judging: Figures | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the labels reach into the runs.

    Attributes
    ----------
    grades : mapping
        Grade -> labels of that grade, over the counted queries.
    labels_per_query : sequence of int
        Labels of each query.
    relevant_per_query : sequence of int
        Labels of each query at or above the measure's least relevant grade.
    judged : array (system,)
        Share of retrieved documents down to `depth` that have a label.
    depth : int
        Where `judged` and `unjudged` stop: the measure's depth, or the longest list.
    unique_depth : int
        Where `unique` stops: the measure's depth, or 100.
    unjudged : int
        Distinct (query, document) pairs down to `depth` without a label.
    by_rank : sequence of (first rank, last rank, array (system,))
        Share of the documents in those ranks that have no label; NaN where a system returns none.
    unique : mapping
        Group -> (its runs, relevant documents that only it found, those of a higher grade).
    unique_by : str
        What a group is: the metadata column, or "run".
    retrieved_labels : int
        Labels whose document some run returns at any rank.
    """

    grades: Mapping[int, int]
    labels_per_query: Sequence[int]
    relevant_per_query: Sequence[int]
    judged: F64
    depth: int
    unjudged: int
    by_rank: Sequence[tuple[int, int, F64]]
    unique: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    unique_by: str = ""
    retrieved_labels: int = 0
    unique_depth: int = 0

    @property
    def n_labels(self) -> int:
        """All labels of the counted queries."""
        return sum(self.grades.values())


@dataclass(frozen=True, slots=True)
class Resolution:
    """How small a difference these queries show: an estimate.

    Attributes
    ----------
    typical : float
        The least difference that they show with 80% power, the median over open pairs.
    never : int
        Open pairs whose difference no labels would bring there.
    """

    typical: float
    never: int


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

    `others` are the orders of further measures; `metadata` is column -> system -> value; `files` are the preflight's
    findings, `flags` its table of runs that are not comparable as they are; `texts` are queries' texts where given;
    `resolution` is None where no pair is open; `between` are the pairs that matter, with documents; `thinned` is the
    order with fewer labels; `pools` what pools of the systems find, `left_out` each run, group and kind left out of
    the pool; `sensitivity` how far ranks move under a second judge's noise; `estimated` are the scores by every
    estimate under missing labels, and what each assumes.
    """

    order: Order
    holes: Holes | None
    coverage: Coverage
    places: Places | None
    n_runs: int
    matched: bool = True
    others: Sequence[Order] = ()
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    files: Sequence[Any] = ()
    flags: Table | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    resolution: Resolution | None = None
    between: Sequence[Between] = ()
    thinned: Thinned | None = None
    pools: PoolCoverage | None = None
    left_out: LeftOutOfPool | None = None
    sensitivity: LabelSensitivity | None = None
    estimated: Sequence[Table] = ()
    command: str = "QRELS RUNS"
