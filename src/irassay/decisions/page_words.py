"""What the page of a question says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import percent, plural, signed, span

if TYPE_CHECKING:
    from irassay.decisions.decision import Decision, PairDecision

MISLEADS = (
    "Where it misleads: a new seed or another question spends the probability of a wrong verdict anew.",
    "Assessors err, and documents that nobody retrieved have no label: a verdict knows neither.",
)
HOW_EVIDENCE = (
    "The line is the difference that the labels of drawn documents show, the band what they leave possible. "
    "The band holds at every look."
)
LEVERS = {"labels": "more labels", "queries": "more queries", "assessor": "a second assessor"}
CHEAPEST = "Judgments that each would take; none where it would change nothing"
HELP = "what may help"
SYSTEMS = "How far systems are expected behind the first"
MODEL = "The model's labels shape predictions alone: no verdict rests on them."
BATCHES = "Batches, in the order of their draws"
CHANCE = "of the first draw of a batch"


def facts(n_systems: int, n_queries: int, decision: Decision, measure: str) -> list[str]:
    """The line above the headline."""
    of = plural(n_systems, "system"), plural(n_queries, "query"), plural(decision.labels["known"], "label")
    return [*of, measure]


def answer(decision: Decision) -> str:
    """How many pairs are settled, and how."""
    pairs = decision.pairs
    if len(pairs) == 1:
        return difference(pairs[0])
    proved = sum(pair.by == "proof" for pair in pairs)
    closed = sum(pair.verdict != "undecided" for pair in pairs)
    return f"Closed: {closed:,} of {plural(len(pairs), 'pair')}, {proved:,} by proof."


def difference(pair: PairDecision) -> str:
    """The difference of a pair, and what it can be."""
    by = {"proof": "no missing label changes that", "sample": "however often one looks", "": "however often one looks"}
    return f"{difference_of(pair)} is {signed(pair.difference)}: {span(pair.low, pair.high)}, {by[pair.by]}."


def difference_of(pair: PairDecision) -> str:
    """The name of a difference."""
    return f"{pair.a} minus {pair.b}"


def evidence(decision: Decision) -> str:
    """What labels leave of the first difference."""
    pair = decision.pairs[0]
    after = f"After {plural(decision.labels['known'], 'label')}"
    return f"{after}, {difference_of(pair)} lies in {span(pair.low, pair.high)}"


def forecast(decision: Decision) -> str:
    """How many labels are still to be expected."""
    of = decision.forecast
    if decision.verdict != "undecided":
        return "Labels have nothing left to settle."
    return f"Expect {of.low:,} to {of.high:,} more labels until it is settled (80%)."


def systems(first: str, second: str, behind: float) -> str:
    """Who is ahead."""
    if not behind:
        return "Nobody is expected to be ahead so far."
    return f"{first} is expected first, then {second}."


def model(ratio: float, saved: int) -> str:
    """What a model's labels have saved, roughly."""
    errors = f"Its squared errors are {percent(ratio, 0)} of those that ranks alone would make"
    if saved > 0:
        return f"{errors}: it saved roughly {plural(saved, 'label')}."
    return f"{errors}: it saved no label."


def queries(whole: int, n: int, most: str) -> str:
    """How far queries are labelled, and where systems differ most."""
    return f"{whole:,} of {plural(n, 'query')} have all their labels; {most} is expected to differ most."


def by_query(pair: PairDecision) -> str:
    """The title of the table of queries."""
    return f"Expected {difference_of(pair)} by query, largest first"


def log(n_batches: int, corrected: int, skipped: int) -> str:
    """What was drawn, and what became of it."""
    said = [f"{plural(n_batches, 'batch', 'batches')} drawn"]
    said += [f"{plural(corrected, 'answer')} corrected"] * bool(corrected)
    said += [f"nobody could label {plural(skipped, 'document')}"] * bool(skipped)
    return f"{'; '.join(said)}."
