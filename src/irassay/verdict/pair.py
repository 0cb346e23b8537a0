"""Two systems of a Verdict: evidence from the queries, evidence from the labels, and whether one system is better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from irassay.arguments import check_choice
from irassay.comparison.league.pair import Pair
from irassay.estimates import Figures, WrongLabels
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.pair_draws import LIKELY
from irassay.upward import ask
from irassay.verdict.doubts import Doubts, Unlikely

Require: TypeAlias = Literal["proved", "likely", "taken"]
REQUIRE: tuple[Require, ...] = ("proved", "likely", "taken")
Strength: TypeAlias = Literal["proved", "likely", "open", "not known", "exactly tied", ""]
Answer: TypeAlias = Literal["better", "worse", "undecided", "tied", "not tested"]


def carries(strength: Strength, require: Require) -> bool:
    """Whether labels of this strength suffice for a claim."""
    return require == "taken" or strength == "proved" or (strength == "likely" and require == "likely")


@dataclass(frozen=True, slots=True)
class LabelsOfPair:
    """The effect of missing labels on the difference of two systems, on the queries at hand.

    Attributes
    ----------
    state : str
        ``"settled"``, ``"open"``, ``"not known"`` or ``"exactly tied"``; see `Bounds`. "" where not computed.
    low, high : float
        Least and greatest difference over all completions.
    agreeing, n_draws : int
        Number of completions drawn from the estimate that keep the sign and, for a significant pair, the significance,
        and number of draws; 0 and 0 where none can be drawn.
    unseen : int
        Documents per query that no run retrieved, for which `low` and `high` allow.
    """

    state: str
    low: float
    high: float
    agreeing: int = 0
    n_draws: int = 0
    unseen: int = 0

    @property
    def strength(self) -> Strength:
        """How strongly the labels support the order: the state, with *likely* between *proved* and *open*."""
        if self.state == "settled":
            return "proved"
        if self.state in UNDECIDED and self.n_draws and self.agreeing >= LIKELY * self.n_draws:
            return "likely"
        return self.state  # type: ignore[return-value]

    def turned(self) -> LabelsOfPair:
        """The same for the opposite difference."""
        return replace(self, low=0.0 - self.high, high=0.0 - self.low)


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """The verdict on two systems; differences are the first system minus the second.

    Attributes
    ----------
    queries : Pair
        The evidence from the queries.
    labels : LabelsOfPair or None
        The effect of missing labels; None where it was not computed.
    judged : (float, float) or None
        Share of each system's documents, down to the measure's depth, that have a label.
    estimate : (float, float) or None
        Expected score of each system, if unjudged documents are like judged documents at their rank.
    needed : Figures or None
        Number of labels that settle the pair, where it was requested and the pair is open.
    overturned_by : WrongLabels or None
        The fewest labels that end the order if they are wrong; None where that was not counted.
    unlikely : str
        Why the labels can't be *likely*: "scores alone", "no bounds", "sparse", "sparse in part" (of a mean over
        collections) or "positive only"; "" where they could be.
    n_queries : int
    depth : int or None
        The measure's depth; None for whole lists.
    """

    queries: Pair
    labels: LabelsOfPair | None = None
    judged: tuple[float, float] | None = None
    estimate: tuple[float, float] | None = None
    needed: Figures | None = None
    overturned_by: WrongLabels | None = None
    unlikely: Unlikely = ""
    n_queries: int = 0
    depth: int | None = None

    def turned(self) -> PairVerdict:
        """The same for the opposite difference: the second system minus the first."""
        return replace(
            self,
            queries=self.queries.turned(),
            labels=None if self.labels is None else self.labels.turned(),
            judged=None if self.judged is None else self.judged[::-1],
            estimate=None if self.estimate is None else self.estimate[::-1],
        )

    def sentence(self, require: Require = "likely") -> str:
        """The verdict in words: whether one system is better, the numbers over queries, the effect of missing labels.

        The system that is ahead comes first, and differences are its score minus the other's.

        Parameters
        ----------
        require : {"likely", "proved", "taken"}
            The support that *better* requires of the labels; see `better`.
        """
        text: str = ask("pair_verdict_sentence")(self, require=require)
        return text

    @property
    def strength(self) -> Strength:
        """How strongly the labels support the order; "" where that was not computed."""
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
        """The same with the system that is ahead in first place, the order used in sentences."""
        return self.turned() if self.ahead and self.ahead == self.queries.b else self

    def better(self, require: Require = "likely") -> str:
        """The system that is better by the queries, with labels that support it as required; "" where that is open.

        Parameters
        ----------
        require : {"likely", "proved", "taken"}
            The requirement for the labels. *likely*: the order holds in nearly all draws from the estimate. *proved*:
            it holds under every completion. *taken*: the labels are taken as complete, and unjudged documents count as
            not relevant.

        Raises
        ------
        UsageError
            `require` is another word.
        """
        check_choice("require", require, REQUIRE)
        return self.ahead if self.unlikely == "scores alone" or carries(self.strength, require) else ""

    def answer(self, require: Require = "likely") -> Answer:
        """Whether the first system is better than the second, worse, exactly tied, or undecided.

        "not tested" where baselines are named and neither of the two is one.
        """
        if not self.queries.tested:
            return "not tested"
        if self.queries.same or self.queries.tied:
            return "tied"
        better = self.better(require)
        return "undecided" if not better else "better" if better == self.queries.a else "worse"

    def _repr_html_(self) -> str | None:
        html: str | None = ask("pair_verdict_view")(self)._repr_html_()
        return html


def pair_of(verdict: Doubts, queries: Pair, i: int, j: int) -> PairVerdict:
    """The verdict on two rows of the league, from the evidence of the queries."""
    names, estimate = (verdict.systems[i], verdict.systems[j]), verdict.estimate
    return PairVerdict(
        queries,
        labels_of(verdict, i, j),
        None if verdict.reach is None else (verdict.judged[names[0]], verdict.judged[names[1]]),
        None if estimate is None else (float(estimate[i]), float(estimate[j])),
        verdict.judging_pairs.get(names) or verdict.judging_pairs.get(names[::-1]),
        verdict.wrong.get(names) or verdict.wrong.get(names[::-1]),
        verdict.unlikely,
        verdict.n_queries,
        verdict.depth,
    )


def labels_of(verdict: Doubts, i: int, j: int) -> LabelsOfPair | None:
    """The effect of missing labels on two rows of the league; None where it was not computed."""
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
