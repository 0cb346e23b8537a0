"""Sentences about queries on which two systems differ most: how much lies there, and what their documents leave out."""

from __future__ import annotations

from irassay.comparison.disagreement import Disagreement
from irassay.studies.overview.words import OVERVIEW

NOTHING = 5e-4  # below it a sum of documents rounds to 0


def title(a: str, b: str, *, shown: int, n_queries: int, share: float, better: int) -> str:
    """How much of all differences lies in the queries shown, and in whose favour."""
    return OVERVIEW(
        "differences.title" if shown else "differences.same",
        a=a, b=b, shown=shown, n=n_queries, share=share, better=better, all=better in (0, shown),
    )  # fmt: skip


def note(one: Disagreement, a: str, b: str, depth: int | None) -> str:
    """What is not in the table of a query's documents, and how many of those read are unjudged."""
    adds = 0 if abs(one.others_add) < NOTHING else one.others_add
    others = OVERVIEW("differences.others", n=one.others, is_sum=one.is_sum, adds=adds) if one.others else ""
    of_a, of_b = one.unjudged
    unjudged = OVERVIEW("differences.unjudged", depth=depth, a=a, b=b, of_a=of_a, of_b=of_b) if of_a or of_b else ""
    return f"{others} {unjudged}".strip()
