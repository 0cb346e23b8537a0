"""Titles of the label, stability and query figures, each a finding that its table confirms, and how to read them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.equality import rounding
from irassay.comparison.halves import DRAWS
from irassay.comparison.intervals.bootstrap import Places
from irassay.studies.sections.captions import HOW
from irassay.verdict.words.families import depth_of, top_of
from irassay.wording import count, nth_part, number, percent, plural, span, spelled

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict import Reach, Verdict

# docs/simulations.md has the figures of both.
EQUALS = "of ten equal systems one comes first in 42% of its resamples, and in 10% of other samples"


def grades_title(reach: Reach, rel: int) -> str:
    """How many labels there are and how many are relevant."""
    total = reach.n_labels
    relevant = sum(n for grade, n in reach.grades.items() if grade >= rel)
    part = nth_part(relevant, total)
    if part == "none":
        return f"{plural(total, 'label')}, none of them relevant"
    return f"{plural(total, 'label')}, {part} of them relevant"


def grades_how(reach: Reach, rel: int) -> str:
    """How to read the bar of grades."""
    per_query = list(reach.labels_per_query) or [0]
    low, high = min(per_query), max(per_query)
    mean = reach.n_labels / max(len(per_query), 1)
    typical = number(mean, 1) if mean < 10 else count(round(mean))
    spread = f"from {count(low)} to {count(high)}" if low != high else "the same for each"
    return (
        f"{HOW}The bar is all labels, split by grade. Grade {rel} or more is relevant here. On average {typical} "
        f"labels a query, {spread}."
    )


def holes_title(reach: Reach) -> str:
    """Where the labels stop."""
    depth = reach.depth
    within = [float(np.nanmean(share)) for first, last, share in reach.by_rank if last <= depth and not _empty(share)]
    below = [float(np.nanmean(share)) for first, last, share in reach.by_rank if first > depth and not _empty(share)]
    inside = float(np.mean(within)) if within else 0.0
    if inside == 0:
        head = f"No holes down to rank {depth}"
    elif inside < 0.02:
        head = f"Almost no holes down to rank {depth}"
    else:
        head = f"{percent(inside, 0)} of the documents down to rank {depth} have no label"
    if not below:
        return head
    last = below[-1]
    return f"{head}; at the end of the runs {percent(last, 0)} are unjudged"


def _empty(values: object) -> bool:
    return bool(np.all(np.isnan(np.asarray(values, dtype=float))))


def holes_how(reach: Reach, verdict: Verdict, panels: Mapping[str, int]) -> str:
    """How to read the lines of unjudged shares."""
    measure = verdict.league.measure
    binned = next((first for first, last, _ in reach.by_rank if last > first), None)
    note = f" (from rank {binned} on, averaged over several ranks)" if binned else ""
    marker = (
        f" The dotted line is rank {verdict.depth}, where {measure} stops looking; a measure that looks deeper "
        "leans on unjudged documents."
        if verdict.depth is not None
        else f" {measure} reads {depth_of(None)}."
    )
    thick = "The thick line is the mean of the panel." if len(panels) > 1 else "The thick line is the mean."
    return (
        f"{HOW}One thin line is one system: the share of its documents at that rank that nobody judged{note}. "
        f"{thick}{marker}"
    )


def unique_title(reach: Reach) -> str:
    """Whether groups found relevant documents of their own."""
    found = [group for group, (_, n, _) in reach.unique.items() if n]
    total = len(reach.unique)
    noun = "run" if reach.unique_by == "run" else reach.unique_by
    top = _top(reach)
    if len(found) == total:
        return f"Every {noun} found relevant documents that no other {noun} had in its {top}"
    if not found:
        return f"No {noun} found a relevant document that no other {noun} had in its {top}"
    return (
        f"{count(len(found))} of {plural(total, noun)} found relevant documents that no other {noun} had in its {top}"
    )


def _top(reach: Reach) -> str:
    return top_of(reach.unique_depth or reach.depth)


def unique_how(reach: Reach, rel: int) -> str:
    """How to read the bars of unique documents."""
    noun = reach.unique_by
    dark = " The dark part is of higher grades." if any(high for _, _, high in reach.unique.values()) else ""
    return (
        f"{HOW}The bar counts relevant documents (grade {rel} or more) in the {_top(reach)} of one {noun} "
        f"only.{dark} Had that {noun} not taken part, these documents might have stayed unjudged."
    )


def places_title(league: League, places: Places) -> str:
    """How firmly the first comes first in resamples, how far the others move, and what halves say of the first."""
    moved = math.ceil(float(np.median(places.high - places.low)) / 2)
    keep = "half of the systems keep their place" + (f" within {plural(moved, 'place')} either way" if moved else "")
    return (
        f"In resamples of these queries {league.systems[0]} comes first {often(float(places.first[0]))}, and {keep}; "
        f"random halves of them agree on who comes first {often(places.same_first)}"
    )


def often(value: float) -> str:
    """A share of draws in everyday words.

    >>> often(0.81), often(1.0), often(0.33), often(0.5), often(0.02), often(0.0)
    ('four times in five', 'every time', 'one time in three', 'half of the time', 'in 2.0% of them', 'in none of them')
    """
    if value >= 0.9995:
        return "every time"
    if value < 0.045:
        return f"in {percent(value) if value else 'none'} of them"
    options = [(a, b) for b in (2, 3, 4, 5, 10, 20) for a in range(1, b)]
    a, b = min(options, key=lambda ab: (round(abs(value - ab[0] / ab[1]), 2), ab[1]))
    if (a, b) == (1, 2):
        return "half of the time"
    return f"{spelled(a)} {'time' if a == 1 else 'times'} in {spelled(b)}"


def places_how(league: League, places: Places) -> str:
    """How to read the places, and why the share of first places is no promise for other queries."""
    return (
        f"{HOW}The queries were drawn again with replacement {count(places.n_bootstrap)} times. The thin line holds "
        "the place in 95% of the resamples, the thick line in half of them, the dot is the median; to the right stands "
        "the share of resamples in first place. Identical systems share one row. Half of all resampled orders agree "
        f"with this one at a Kendall tau-a of {number(places.tau, 2)} or more. Resamples are made of the very queries "
        f"that put {league.systems[0]} first, so its share of {percent(float(places.first[0]), 0)} is no promise for "
        f"others: {EQUALS}. Two random halves share no query. The same system comes first on both in "
        f"{percent(places.same_first, 0)} of {count(DRAWS)} halvings; with twice as many queries, as all of these "
        "are, it is firmer as a rule. This says how the order moves, not which differences are significant."
    )


def too_few_to_redraw(n_queries: int, least: int) -> str:
    """Why nothing is said of how stable the order is."""
    return (
        f"Nothing is said here: drawing {plural(n_queries, 'query', 'queries')} again and again makes the order look "
        f"much firmer than it is. It takes {spelled(least)} queries or more."
    )


def duel_title(league: League, wins: tuple[int, int, int]) -> str:
    """The first two, query by query."""
    a, b = league.systems[0], league.systems[1]
    better, worse, equal = wins
    tail = f"{a} wins {plural(better, 'query', 'queries')}, {b} wins {count(worse)}"
    if league.n == 2:
        return tail + (f", {count(equal)} {'is' if equal == 1 else 'are'} equal" if equal else "")
    if equal:
        tail += f", {count(equal)} {'is' if equal == 1 else 'are'} equal"
    if league.significant[0, 1]:
        return f"How the first two differ: {tail}"
    return f"Why the first two can't be split: {tail}"


def duel_how(league: League, mean: float, deviation: float) -> str:
    """How to read the histogram of differences."""
    return (
        f"{HOW}One bar counts the queries whose difference in {league.measure}, {league.systems[0]} minus "
        f"{league.systems[1]}, lies in that range. The mean difference is {number(mean, 4)}, the standard deviation "
        f"over queries {number(deviation, 3)}."
    )


def queries_title(league: League) -> str:
    """How much queries differ, set against how much systems do."""
    medians = np.median(league.values, axis=0)
    by_query = float(medians.max() - medians.min())
    by_system = float(league.mean.max() - league.mean.min())
    noun = {1: "scores", 2: "means of the two"}.get(league.n, "medians")
    reach = f"{noun} run from {number(float(medians.min()), 2)} to {number(float(medians.max()), 2)}"
    if league.n > 1 and by_query > by_system:
        return f"Queries differ more than systems do: {reach}"
    return f"From the hardest query to the easiest, {reach}"


def queries_how(league: League, *, largest: int = 0) -> str:
    """How to read the rows of queries."""
    if league.n == 1:
        return f"{HOW}One row is one query; the dot is the score."
    if league.n == 2:
        rows = f"The {largest} queries on which the two differ most, " if largest else "One row is one query, "
        a, b = league.systems
        return f"{HOW}{rows}sorted by the mean of the two. The filled dot is {a}, the ring {b}."
    which = f"The {largest} queries on which systems differ most, " if largest else "One row is one query, "
    focus = f"The filled dot is {league.systems[0]}, the line joins the lowest and the highest score"
    return (
        f"{HOW}{which}sorted by the median of all systems. {focus} of all {count(league.n)} systems, the pale bar is "
        "their middle half."
    )


def spread_title(league: League) -> str:
    """A histogram of queries by median score."""
    medians = np.median(league.values, axis=0)
    zero = int((medians <= rounding(league.values)).sum())
    if zero:
        who = "both systems score" if league.n == 2 else "the median system scores"
        return f"On {count(zero)} of {count(len(medians))} queries {who} 0"
    who = "The two systems' mean runs" if league.n == 2 else "The median system scores"
    return f"{who} from {span(float(medians.min()), float(medians.max()), 2)} over {count(len(medians))} queries"


def spread_how(league: League) -> str:
    """How to read the histogram of queries."""
    return (
        f"{HOW}One bar counts the queries whose median {league.measure} over the {count(league.n)} systems lies in "
        "that range."
    )


def largest_title(league: League, at: Sequence[int]) -> str:
    """What part of the systems' spread lies in a few queries."""
    variance = league.values.var(axis=0)
    part = float(variance[list(at)].sum() / variance.sum()) if variance.sum() > 0 else 0.0
    of = f"{count(len(at))} of {count(len(league.queries))}"
    return f"{of} queries hold {percent(part, 0)} of the spread between systems"
