"""Two systems of a Verdict: what the queries say of them beside what the labels say, and whether one is better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from irassay.errors import UsageError
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.pair_draws import LIKELY
from irassay.upward import ask

if TYPE_CHECKING:
    from irassay.comparison.league.pair import Pair
    from irassay.estimates import Figures
    from irassay.verdict.doubts import Doubts, Unlikely

Require: TypeAlias = Literal["proved", "likely", "taken"]
REQUIRE: tuple[Require, ...] = ("proved", "likely", "taken")
Strength: TypeAlias = Literal["proved", "likely", "open", "not known", "exactly tied", ""]
Answer: TypeAlias = Literal["better", "worse", "undecided", "tied"]


def carries(strength: Strength, require: Require) -> bool:
    """Whether labels of this strength are enough for a claim.

    Examples
    --------
    >>> carries("likely", "likely"), carries("likely", "proved"), carries("open", "taken")
    (True, False, True)
    """
    return require == "taken" or strength == "proved" or (strength == "likely" and require == "likely")


@dataclass(frozen=True, slots=True)
class LabelsOfPair:
    """What missing labels can do to the difference of two systems on the queries at hand.

    Attributes
    ----------
    state : str
        ``"settled"``, ``"open"``, ``"not known"``, ``"exactly tied"``; see `Bounds`. "" where not asked for.
    low, high : float
        Least and greatest difference over all completions.
    agreeing, n_draws : int
        Of the completions drawn from the estimate, those that keep the sign and, where the pair has it, the
        significance; 0 of 0 where none can be drawn.
    unseen : int
        Documents a query that nobody retrieved, allowed for in `low` and `high`.
    """

    state: str
    low: float
    high: float
    agreeing: int = 0
    n_draws: int = 0
    unseen: int = 0

    @property
    def strength(self) -> Strength:
        """How far the labels carry the order: the state, with *likely* between *proved* and *open*."""
        if self.state == "settled":
            return "proved"
        if self.state in UNDECIDED and self.n_draws and self.agreeing >= LIKELY * self.n_draws:
            return "likely"
        return self.state  # type: ignore[return-value]

    def turned(self) -> LabelsOfPair:
        """The same from the other side."""
        return replace(self, low=0.0 - self.high, high=0.0 - self.low)


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """All there is about two systems; differences are the first minus the second.

    Attributes
    ----------
    queries : Pair
        What the queries say.
    labels : LabelsOfPair or None
        What missing labels can do; None where that was not computed.
    judged : (float, float) or None
        Share of each system's documents, down to the measure's depth, that have a label.
    estimate : (float, float) or None
        Expected score of each, if unjudged documents are like judged ones of their rank.
    needed : Figures or None
        How many labels settle the pair, where that was asked and it is open.
    unlikely : str
        Why the labels can't be *likely*: "scores alone", "no bounds" or "positive only"; "" where they could be.
    n_queries : int
    depth : int or None
        How far the measure reads.
    """

    queries: Pair
    labels: LabelsOfPair | None = None
    judged: tuple[float, float] | None = None
    estimate: tuple[float, float] | None = None
    needed: Figures | None = None
    unlikely: Unlikely = ""
    n_queries: int = 0
    depth: int | None = None

    def turned(self) -> PairVerdict:
        """The same from the other side: the second minus the first."""
        return replace(
            self,
            queries=self.queries.turned(),
            labels=None if self.labels is None else self.labels.turned(),
            judged=None if self.judged is None else self.judged[::-1],
            estimate=None if self.estimate is None else self.estimate[::-1],
        )

    def sentence(self, require: Require = "likely") -> str:
        """All of it in words: whether one is better, the numbers over queries, and what missing labels can do.

        The system that is ahead stands first, and differences are its score minus the other's.

        Parameters
        ----------
        require : {"likely", "proved", "taken"}
            What the labels must do for *better*; see `better`.
        """
        text: str = ask("pair_verdict_sentence")(self, require=require)
        return text

    @property
    def strength(self) -> Strength:
        """How far the labels carry the order; "" where that was not computed."""
        return "" if self.labels is None else self.labels.strength

    @property
    def ahead(self) -> str:
        """The system that the queries favour; "" where they can't tell the two apart."""
        return self.queries.ahead

    @property
    def other(self) -> str:
        """The system that is not `ahead`; "" where neither is."""
        return self.queries.other

    def ahead_first(self) -> PairVerdict:
        """The same with the system that is ahead in the first place, as a sentence says it."""
        return self.turned() if self.ahead and self.ahead == self.queries.b else self

    def carried(self, require: Require = "likely") -> bool:
        """Whether the labels carry the order as far as required; without labels nothing is required of them."""
        return self.unlikely == "scores alone" or carries(self.strength, require)

    def better(self, require: Require = "likely") -> str:
        """The system that is better: by the queries, and by the labels as far as required; "" where that is open.

        Parameters
        ----------
        require : {"likely", "proved", "taken"}
            What the labels must do: keep the order in nearly all draws from the estimate, keep it under every
            completion, or be taken as they are, with unjudged documents as not relevant.

        Raises
        ------
        UsageError
            Another word.
        """
        if require not in REQUIRE:
            raise UsageError(f'expected require="proved", "likely" or "taken", but got require={require!r}')
        return self.ahead if self.carried(require) else ""

    def answer(self, require: Require = "likely") -> Answer:
        """Whether the first is better than the second, worse, exactly tied with it, or neither is decided."""
        if self.queries.same or self.queries.tied:
            return "tied"
        better = self.better(require)
        return "undecided" if not better else "better" if better == self.queries.a else "worse"


def pair_of(verdict: Doubts, queries: Pair, i: int, j: int) -> PairVerdict:
    """Two places of a verdict, with what the queries say of them."""
    names, estimate = (verdict.systems[i], verdict.systems[j]), verdict.estimate
    return PairVerdict(
        queries,
        labels_of(verdict, i, j),
        None if verdict.reach is None else (verdict.judged[names[0]], verdict.judged[names[1]]),
        None if estimate is None else (float(estimate[i]), float(estimate[j])),
        verdict.judging_pairs.get(names) or verdict.judging_pairs.get(names[::-1]),
        verdict.unlikely,
        verdict.n_queries,
        verdict.depth,
    )


def labels_of(verdict: Doubts, i: int, j: int) -> LabelsOfPair | None:
    """What missing labels can do to two places of a verdict; None where that was not computed."""
    bounds, draws = verdict.bounds, verdict.draws
    if bounds is None or i == j:
        return None
    return LabelsOfPair(
        verdict.state(i, j),
        float(bounds.difference_lower[i, j]),
        float(bounds.difference_upper[i, j]),
        verdict.agreeing(i, j),
        0 if draws is None else draws.n_draws,
        bounds.universe.unseen,
    )
