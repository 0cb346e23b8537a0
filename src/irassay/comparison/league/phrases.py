"""Phrases about two systems over the queries, with placeholders for names and numbers.

Sentences fill them in Python; the page's script gets the same phrases and fills in the pair that the reader selects.
"""

from __future__ import annotations

CANT_TELL = "can't be told apart"
NO_DIFFERENCE = "no query differs"
DIFFER = "they differ significantly"
AT_THE_EDGE = "at the edge of significance, within Monte Carlo error"

# Whether the two systems differ.
SAME_LISTS = "the same documents in the same order"
SAME = "{a} and {b} are one system for {measure}: {what} on every query."
OPEN = "{a} and {b} can't be told apart."
UNTESTED = (
    "{a} and {b} are not tested against each other: compare without a baseline, or with one of the two as a baseline."
)
EQUAL = "{a} and {b} score the same on every query."
AGAINST = "{a} and {b} can't be told apart: {disagreement}."
DIFFERS = "{ahead} scores {more} with these labels than {other}."
DISAGREES = "the test favours {favoured} significantly, but the means don't"

# The difference, its interval and its p-value.
SCORES = "{measure} is {mean_a} for {a} and {mean_b} for {b}."
DIFFERENCE = "Difference {difference}, better on {better}, worse on {worse}, equal on {equal}."
OTHER_QUERIES = "difference on other queries: {low} to {high} ({kind})"
STUDENT = "; Student's t: {low} to {high}"  # after the kind
ONE_QUERY = "one query has no interval"
NOT_TESTED = "{around}; not tested, as neither is a baseline"
CHANCE = "{around}; p {p}, for this pair alone"
ADJUSTED = "{around}; p {p}, adjusted over {family} {p_corrected}"
LEAVES_OUT = "The interval excludes 0, but the test is not significant."
CONTAINS = "The interval contains 0, but the test is significant, and the test decides."
EFFECT = "the difference is {effect} standard deviations of the per-query differences"
