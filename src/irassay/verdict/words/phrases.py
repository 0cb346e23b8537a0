"""Phrases about two systems that depend on the labels; phrases about the queries alone are in `comparison`.

`pairs` fills them in Python. The page's script gets the same phrases and fills in the pair that the reader chose.
"""

from __future__ import annotations

from irassay.estimates.bounds.expected import POOLED
from irassay.messages import conjugate, count, plural
from irassay.messages.said import Room

SAID = Room("verdict")

LIKE_JUDGED = "if unjudged documents are like judged ones of their rank"
ALMOST_ANY = "almost any retrieved document might be relevant"  # where labels are sparse
AS_TAKEN = "treating unjudged documents as not relevant"  # after a claim that requires nothing of the labels
WITH_THESE_LABELS = " with these labels"  # after a claim that holds by the queries but not by the labels
COULD_CHANGE = "missing labels could change that"
ESTIMATED_FIRST = "{name} would be first " + LIKE_JUDGED

# Whether one of the two is better.
BETTER = {
    "proved": "{ahead} is better than {other}: the queries decide it, and no missing label reverses the order.",
    "likely": "{ahead} is better than {other}: the queries decide it, and missing labels are unlikely to change that.",
    "scores alone": "{ahead} is better than {other} by the queries; scores say nothing about missing labels.",
    "taken": "{ahead} is better than {other}, treating unjudged documents as not relevant: the queries decide it.",
}
MORE = "{ahead} scores {more} with these labels than {other}; whether it is better is open."
MORE_BY_LISTS = "{ahead} scores {more} with these lists than {other}; whether it is better is open: {why}."

# Where labels are sparse: what nobody can tell comes before any number over queries.
CANT_TELL = "Which of {a} and {b} is better can't be told: {unlabelled}."
UNLABELLED = "{share} of their documents{to} have no label"

# The effect of missing labels. `here` is "on these 53 queries".
LABELS = {
    "settled": "{here} no label reverses the sign, difference {low} to {high}",
    "open": "{here} they could make the two equal or reverse the sign, difference {low} to {high}",
    "not known": "{here} whether they could reverse the sign is not known; outer bounds {low} to {high}",
    "exactly tied": "the two are exactly tied {here}; with other labels {low} to {high}",
    "": "not computed for this measure",
}
NOT_OF_PAIR = "not computed, as neither is a baseline"
DRAWS_AGREE = {
    "sign": "; {agreeing} of {draws} draws from the estimate keep the sign, " + LIKE_JUDGED,
    "significance": "; {agreeing} of {draws} draws from the estimate keep the sign and its significance, "
    + LIKE_JUDGED,
}
MISSING_LABELS = "Missing labels: {text}."
WHY_NOT = {
    "scores alone": "scores per query say nothing about labels",
    "no bounds": "{measure} has no bounds over missing labels",
    "sparse": f"labels are sparse, so {ALMOST_ANY}",
    "sparse in part": f"labels are sparse in some of these collections, where {ALMOST_ANY}",
    "positive only": "most queries have no non-relevant label, so missing labels can't be estimated",
}
UNJUDGED = "Unjudged{to}: {share_a} of the documents of {a}, {share_b} of {b}."
# The sentence before states the assumption.
ESTIMATED = f"The estimated scores are {{score_a}} for {{a}} and {{score_b}} for {{b}}. {POOLED}."


def family_each(family: int) -> str:
    """The families of tests with several baselines."""
    are = conjugate(family, "is")
    return f"each baseline's {plural(family, 'comparison')} {are} a family, and a pair of two baselines counts in both"


def top_of(depth: int) -> str:
    """The top of a list down to a depth, as a noun."""
    return {5: "top five", 10: "top ten", 20: "top twenty"}.get(depth, f"top {count(depth)}")


def depth_of(depth: int | None) -> str:
    """The depth of a measure, for a sentence on scope."""
    return "down to the last document" if depth is None else f"to depth {count(depth)}"
