"""The evidence from the queries on two systems: a Pair of a League."""

from __future__ import annotations

from dataclasses import dataclass, replace

from irassay.upward import ask


@dataclass(frozen=True, slots=True)
class Pair:
    """The evidence from the queries on two systems; every difference is `a` minus `b`."""

    a: str
    b: str
    same: bool  # one system for this measure; then p is 1, in no family
    mean_a: float
    mean_b: float
    difference: float
    low: float  # 95% over queries, unadjusted
    high: float
    p: float  # NaN without a test (a baseline is named, neither is it)
    p_corrected: float
    family: int  # pairs that the correction counts
    significant: bool
    at_the_edge: bool
    n_resamples: int  # sign flips behind p; 0 where it was computed without draws
    better: int  # queries on which `a` is better, in the measure's direction
    worse: int
    equal: int
    lower_is_better: bool
    measure: str
    alpha: float
    t_low: float = float("nan")  # the interval by Student's t below 30 queries; else NaN
    t_high: float = float("nan")
    effect_size: float = float("nan")  # Cohen's d for pairs; NaN where all differences are equal
    against_means: int = 0  # 1 or -1 where the test favours the worse mean: open; else 0
    tied: bool = False  # the two means are equal
    interval: str = "percentile"  # how `low` and `high` were made, as in `compare`

    @property
    def tested(self) -> bool:
        """Whether the pair was tested: not where baselines are named and neither of the two is one."""
        return self.same or self.p == self.p

    @property
    def ahead(self) -> str:
        """The system that the queries favour; "" where they can't tell the two apart."""
        if self.same or not self.significant:
            return ""
        return self.a if (self.difference > 0) != self.lower_is_better else self.b

    @property
    def other(self) -> str:
        """The system that is not `ahead`; "" where neither is."""
        return "" if not self.ahead else self.b if self.ahead == self.a else self.a

    @property
    def equal_everywhere(self) -> bool:
        """Whether the two score the same on every query, though they are not one system."""
        return not self.same and self.equal > 0 and self.better == self.worse == 0

    def ahead_first(self) -> Pair:
        """The same with the system that is ahead in the first place, as a sentence says it."""
        return self.turned() if self.ahead and self.ahead == self.b else self

    def turned(self) -> Pair:
        """The same from the other side: `b` minus `a`."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            mean_a=self.mean_b,
            mean_b=self.mean_a,
            difference=0.0 - self.difference,
            low=0.0 - self.high,
            high=0.0 - self.low,
            t_low=0.0 - self.t_high,
            t_high=0.0 - self.t_low,
            better=self.worse,
            worse=self.better,
            against_means=-self.against_means,
            effect_size=0.0 - self.effect_size,
        )

    def sentence(self) -> str:
        """The evidence in words."""
        text: str = ask("pair_sentence")(self)
        return text
