"""How systems are tested against each other: the test, its correction, intervals, ranks, level, draws and seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from irassay.arguments import between, names_given, whole_number
from irassay.errors import UsageError
from irassay.messages import TESTS
from irassay.random_keys import key_of

Test: TypeAlias = Literal["randomization", "t", "wilcoxon", "sign", "bootstrap"]  # for types; `TESTS` has the rows
Correction: TypeAlias = Literal["holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"]
Interval: TypeAlias = Literal["percentile", "bca", "bootstrap-t", "simultaneous", "wilson"]
Ranks: TypeAlias = Literal["significance", "bootstrap"]

STEPWISE = ("holm", "bonferroni", "benjamini-hochberg")  # functions of single p-values; others test the family jointly
FALSE_DISCOVERIES = ("benjamini-hochberg",)  # bound the expected share of wrong claims, not the probability of any


@dataclass(frozen=True, slots=True)
class Testing:
    """How systems are compared; `baseline` may be given as one name, `seed` as a generator."""

    test: Test = "randomization"
    correction: Correction = "holm"
    interval: Interval = "percentile"
    ranks: Ranks = "significance"
    alpha: float = 0.05
    n_resamples: int | None = None  # None: enough for the family
    seed: int = 0  # the key of every random draw
    baseline: tuple[str, ...] = ()  # each system is compared with these only; () for all pairs

    def __post_init__(self) -> None:
        for name, word, choices in (
            ("test", self.test, tuple(TESTS)),
            ("correction", self.correction, get_args(Correction)),
            ("interval", self.interval, get_args(Interval)),
            ("ranks", self.ranks, get_args(Ranks)),
        ):
            if word not in choices:
                *most, last = (f'"{choice}"' for choice in choices)
                raise UsageError(f"expected {name}={', '.join(most)} or {last}, but got {name}={word!r}")
        if self.correction not in STEPWISE and self.test != "randomization":
            raise UsageError(
                f'correction="{self.correction}" is computed from the randomization test\'s signs or shuffles, but got '
                f'test="{self.test}"; use test="randomization", or correction="holm"'
            )
        between("alpha", self.alpha)
        if self.n_resamples is not None:
            whole_number("n_resamples", self.n_resamples, 1, 2**32 - 1)
        object.__setattr__(self, "seed", key_of(self.seed))
        object.__setattr__(self, "baseline", names_given("baseline", self.baseline))
        if self.ranks == "bootstrap" and self.baseline:
            raise UsageError('ranks="bootstrap" ranks all systems; with a baseline there are no ranks')
        if self.correction == "tukey" and self.baseline:
            raise UsageError('correction="tukey" is for all pairs; with a baseline use correction="max-t" or "holm"')

    @property
    def counts_signs(self) -> bool:
        """Whether no p of a pair that differs on d queries can be below 2^(1 - d), and single p-values decide."""
        return TESTS[self.test].counts_signs and self.correction in ("holm", "bonferroni")

    def check_collections(self, n: int) -> None:
        """Raise UsageError for a test that takes the queries of `n` collections for one sample: the largest decides."""
        if n > 1 and TESTS[self.test].of_one_sample:
            raise UsageError(
                f'test="{self.test}" takes the queries of {n:,} collections for one sample, and the mean gives each '
                'collection the same weight; use test="randomization" or "bootstrap", or test each collection by itself'
            )
