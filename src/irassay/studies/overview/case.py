"""What the verdict's sentences need to know, and nothing else: names, means and counts of one comparison.

A `Case` is small enough to be written by hand in a test. `gather.py` fills it from a League and Bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from irassay.estimates import Figures

Kind: TypeAlias = Literal["unmatched", "one", "same", "tied", "two", "few", "many", "baseline"]

FEW = 7  # up to so many systems get counts, never percentages
HIGH = 0.9  # a share of settled pairs from which a doubt asks for no work


@dataclass(frozen=True, slots=True)
class Needed:
    """How many queries a pair would take: `of`, the first or a baseline, against `other`.

    `low` to `high` is the 80% range over what the true difference may be; inf where no number is enough.
    """

    other: str
    low: float
    high: float
    of: str = ""


@dataclass(frozen=True, slots=True)
class Against:
    """One baseline: who scores significantly better, worse, and who can't be told from it, each best first."""

    baseline: str
    above: Sequence[str] = ()
    below: Sequence[str] = ()
    apart: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """The numbers of one pair's sentence; `a` scores higher or the same.

    Attributes
    ----------
    a, b : str
        The two systems.
    difference : float
        Mean of `a` minus mean of `b`.
    wins : (int, int, int)
        Queries on which `a` is better, worse, equal.
    low, high : float
        95% interval of the difference over queries, unadjusted.
    p, p_corrected : float
        Of the randomization test, before and after the correction over the family.
    significant : bool
        Decided by the corrected test.
    state : str
        By the labels: "settled", "open", "not known", "exactly tied"; "" where not computed.
    labels_low, labels_high : float
        Least and greatest difference over completions; NaN where not computed.
    alpha : float
        The level the pair must reach alone.
    t_low, t_high : float
        The interval over queries by Student's t, where queries are few; else NaN.
    effect : float
        The difference in standard deviations of the per-query differences; NaN where these are all equal.
    against_means : int
        1 or -1 where the corrected test favours `a` or `b` whose mean is not better; the pair counts as open then.
    """

    a: str
    b: str
    difference: float
    wins: tuple[int, int, int]
    low: float
    high: float
    p: float
    p_corrected: float
    significant: bool
    state: str = ""
    labels_low: float = float("nan")
    labels_high: float = float("nan")
    alpha: float = 0.05
    t_low: float = float("nan")
    t_high: float = float("nan")
    effect: float = float("nan")
    against_means: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """One main comparison as the verdict sees it.

    Attributes
    ----------
    measure : str
        Canonical name.
    depth : int or None
        How far the measure reads; None: to the end of each run.
    n_runs : int
        Runs given, identical ones included.
    systems : sequence of str
        Distinct systems, best first.
    same : mapping
        System -> names that are the same system for this measure.
    means : sequence of float
        By system.
    n_queries, n_labels : int
        Counted queries and labels.
    leaders : sequence of str
        Systems to which no system is significantly superior, best first.
    pairs, tied : int
        Pairs of distinct systems; those whose means are exactly equal.
    queries_settled : int
        Pairs that differ significantly.
    chance : (int, int) or None
        The range that chance leaves `queries_settled`; None where it is exact.
    labels_settled, labels_open, labels_unknown : int or None
        Pairs by their state under completions of the labels; None where not computed.
    open_at_top : int
        Pairs with a leader in them whose order is open or not known.
    unjudged : int
        Distinct retrieved documents without a label, down to `depth`.
    matched : bool
        Whether any labelled document is in any run.
    behind : int
        Systems significantly worse than the first.
    needed : sequence of Needed
        Queries to separate the first from the other leaders, or each baseline from what can't be told from it;
        fewest first.
    pair : Pair or None
        The first two, where there are two.
    baselines : sequence of str
        Where a baseline was asked for.
    family : int
        Pairs that a correction is over: those of one baseline, where there are several.
    against : sequence of Against
        What the queries say of each baseline, in the order asked for.
    touched : sequence of str
        Runs that a file error is about, leaders first.
    command : str
        What the reader types again: ``QRELS RUNS -m nDCG@10``.
    lower_is_better : bool
        The measure's direction.
    at_the_edge, too_few : int
        Open pairs that chance in the resampling leaves undecided; those that differ on too few queries to be settled.
    interval, bounds : (float, float) or None
        Of the first system: 95% over queries, and over completions of the labels.
    among_retrieved : bool
        Whether completions are of retrieved documents alone.
    judging : Figures or None
        How many labels would settle the open pairs with a leader, or with a baseline; None where not computed.
    """

    measure: str
    depth: int | None
    n_runs: int
    systems: Sequence[str]
    means: Sequence[float]
    n_queries: int
    n_labels: int
    same: Mapping[str, Sequence[str]] = field(default_factory=dict)
    leaders: Sequence[str] = ()
    pairs: int = 0
    tied: int = 0
    queries_settled: int = 0
    chance: tuple[int, int] | None = None
    labels_settled: int | None = None
    labels_open: int = 0
    labels_unknown: int = 0
    open_at_top: int = 0
    unjudged: int = 0
    matched: bool = True
    behind: int = 0
    needed: Sequence[Needed] = ()
    pair: Pair | None = None
    baselines: Sequence[str] = ()
    family: int = 0
    against: Sequence[Against] = ()
    touched: Sequence[str] = ()
    command: str = "QRELS RUNS"
    lower_is_better: bool = False
    at_the_edge: int = 0
    too_few: int = 0
    interval: tuple[float, float] | None = None
    bounds: tuple[float, float] | None = None
    among_retrieved: bool = False
    judging: Figures | None = None

    @property
    def n(self) -> int:
        """How many distinct systems there are."""
        return len(self.systems)

    @property
    def kind(self) -> Kind:
        """Which of the verdict's forms this case takes."""
        if not self.matched or self.n_queries == 0:
            return "unmatched"
        if self.n_runs == 1:
            return "one"
        if self.n == 1:
            return "same"
        if max(self.means) - min(self.means) <= 1e-12:
            return "tied"
        if self.baselines:
            return "baseline"
        if self.n == 2:
            return "two"
        return "few" if self.n <= FEW else "many"

    @property
    def labels_pairs(self) -> int:
        """Pairs that the labels' share counts: all but the exactly tied."""
        return self.pairs - self.tied

    @property
    def labels_high(self) -> bool | None:
        """Whether the labels settle enough pairs to ask for no more; None where not computed."""
        if self.labels_settled is None:
            return None
        return self.labels_settled >= HIGH * self.labels_pairs

    @property
    def queries_high(self) -> bool:
        """Whether the queries settle enough pairs to ask for no more."""
        return self.queries_settled >= HIGH * self.pairs
