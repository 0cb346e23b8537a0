"""Descriptions of the estimates under missing labels: what each is, what it assumes, when it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.messages import listed


@dataclass(frozen=True, slots=True)
class EstimateDescription:
    """The description of one estimate: what it is, what it assumes, when it fails."""

    what: str
    assumes: str
    fails: str

    @property
    def whole(self) -> str:
        """The whole description, as the definition of a column."""
        return f"{self.what}. Assumes {self.assumes}. Fails {self.fails}."


PLAIN = EstimateDescription(
    "Unjudged documents as not relevant", "that these are not relevant", "for runs outside the pool: too low for them"
)
_OF_BOUNDS = ("that the given labels are correct", "never, but it can be far from the truth")
LOWER = EstimateDescription("The least score that missing labels allow", *_OF_BOUNDS)
UPPER = EstimateDescription("The greatest score that missing labels allow", *_OF_BOUNDS)
EXPECTED = EstimateDescription(
    "The expected score",
    "that unjudged documents are like judged ones of their ranks",
    "in pools, which hold what seemed best",
)
BOOTSTRAPPED = EstimateDescription(
    "The mean score under labels drawn to the measure's depth",
    "that unjudged documents are like the run's judged ones for the query",
    "in pools, and for measures that count all relevant documents",
)
CONDENSED = EstimateDescription(
    "The score of the list without its unjudged documents",
    "that these are spread over the list like the others",
    "for runs with many of them, which are scored on what other runs found",
)
ADJUSTED = EstimateDescription(
    "The plain score; for runs with unjudged documents, plus what a pooled run loses when it is left out of the pool",
    "that such a run is like the pooled runs",
    "for a new kind of run, and where labels are missing for another reason than pooling",
)
RERANKED = EstimateDescription(
    "The plain score; for runs with unjudged documents, plus a share of these: as much as the run's order "
    "moves such documents up in the pooled runs",
    "that an order which moves known relevant documents up also moves unjudged relevant ones up",
    "where the pool's runs lack labels too, and for runs that rank worse or share few documents with them: too low",
)
ONE_SHOT = EstimateDescription(
    "The mean score where unjudged documents are relevant by their similarity to known relevant ones",
    "that documents similar to a relevant one are relevant",
    "for a run that ranks by that similarity, and where relevant documents are of several kinds",
)
BPREF = EstimateDescription(
    "Another measure: judged non-relevant documents above relevant ones",
    "that labels are a random sample of a pool",
    "where labels are missing with a bias, or few are not relevant",
)
INF_AP = EstimateDescription(
    "Another measure: AP inferred from a random sample of a pool",
    "that a label of -1 marks what was pooled and not sampled",
    "without such marks: then it is AP",
)
SAMPLED = EstimateDescription(
    "The measure estimated from a stratified sample",
    "that the judged documents of a stratum are a random sample of it",
    "where a stratum has few judged documents, and for relevant documents outside the pool",
)


def note(others: Sequence[str], orders: Sequence[tuple[str, float]], *, assumption: str = "") -> str:
    """The note of the table: agreement of rankings (`orders`: Kendall's tau-a with the ranking by plain scores),
    columns of `others`, which are other measures, and cautions. `assumption` is that of expected scores, "" without
    them."""
    sentences = []
    if orders:
        sentences.append(
            f"Order against the plain scores (tau-a): {', '.join(f'{name} {tau:.3f}' for name, tau in orders)}."
        )
    sentences.append("None replaces the score.")
    if others:
        sentences.append(f"Of {listed(others)} only the order can be compared.")
    return " ".join(filter(None, [*sentences, assumption]))
