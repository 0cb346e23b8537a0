"""Titles, captions and sentences on the labels: what they cover and leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.messages import conjugate, count, listed, nth_part, number, percent, plural, share
from irassay.studies.sections.captions import HOW
from irassay.verdict.words.phrases import depth_of, top_of

if TYPE_CHECKING:
    from irassay.verdict import Reach, Verdict


def grades_title(reach: Reach, rel: int) -> str:
    """How many labels there are and how many are relevant."""
    total = reach.n_labels
    relevant = sum(n for grade, n in reach.grades.items() if grade >= rel)
    return f"{plural(total, 'label')}, {nth_part(relevant, total)} of them relevant"


def grades_how(reach: Reach, rel: int) -> str:
    """How to read the bar of grades."""
    per_query = list(reach.labels_per_query) or [0]
    low, high = min(per_query), max(per_query)
    mean = reach.n_labels / max(len(per_query), 1)
    typical = number(mean, 1) if mean < 10 else count(round(mean))
    spread = f"from {count(low)} to {count(high)}" if low != high else "the same for each"
    return (
        f"{HOW}The bar is all labels by grade; grade {rel} or more is relevant. On average {typical} labels a query, "
        f"{spread}."
    )


def holes_title(reach: Reach) -> str:
    """Where the labels stop."""
    depth = reach.depth
    within = [float(np.nanmean(share)) for first, last, share in reach.by_rank if last <= depth and not _empty(share)]
    below = [float(np.nanmean(share)) for first, last, share in reach.by_rank if first > depth and not _empty(share)]
    inside = float(np.mean(within)) if within else 0.0
    if inside < 0.02:
        head = f"{'Almost no' if inside else 'No'} holes down to rank {depth}"
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
    note = f", from rank {binned} on over several ranks" if binned else ""
    marker = (
        f"The dotted line is rank {verdict.depth}, the cutoff of {measure}."
        if verdict.depth is not None
        else f"{measure} reads {depth_of(None)}."
    )
    thick = "the panel's mean" if len(panels) > 1 else "the mean"
    return (
        f"{HOW}A thin line is the unjudged share of one system's documents at each rank{note}; the thick line is "
        f"{thick}. {marker}"
    )


def unique_title(reach: Reach) -> str:
    """Whether groups found relevant documents of their own."""
    n_with = sum(n > 0 for _, n, _ in reach.unique.values())
    total, noun, top = len(reach.unique), reach.unique_by, _top(reach)
    if total and not n_with:
        return f"No {noun} found a relevant document that no other {noun} had in its {top}"
    who = f"Every {noun}" if n_with == total else f"{count(n_with)} of {plural(total, noun)}"
    return f"{who} found relevant documents that no other {noun} had in its {top}"


def _top(reach: Reach) -> str:
    return top_of(reach.unique_depth or reach.depth)


def unique_how(reach: Reach, rel: int) -> str:
    """How to read the bars of unique documents."""
    noun = reach.unique_by
    dark = "; the dark part is of higher grades" if any(high for _, _, high in reach.unique.values()) else ""
    return (
        f"{HOW}The bar counts relevant documents (grade {rel} or more) in the {_top(reach)} of one {noun} only{dark}. "
        f"Without that {noun} they might have stayed unjudged."
    )


def unjudged(reach: Reach) -> str:
    """How many retrieved documents have no label, down to the depth that the measure reads."""
    if reach.unjudged == 0:
        return f"Every document that a run returns down to rank {count(reach.depth)} has a label."
    has = conjugate(reach.unjudged, "has")
    return (
        f"{plural(reach.unjudged, 'document')} that some run returns down to rank {count(reach.depth)} {has} no label."
    )


def still_open(verdict: Verdict) -> str:
    """What those and never retrieved documents could do."""
    undecided = verdict.labels_undecided
    if verdict.sparse is not None:
        return "almost any of them might be relevant, so that no bounds on scores would say much"
    if verdict.labels_settled is None:
        return f"how far they could move scores is not computed for {verdict.league.measure}"
    if verdict.n < 2 or (undecided == 0 and verdict.unjudged == 0):
        return ""
    if undecided == 0:
        return "none of them could change the order of any pair"
    retrieved = "" if verdict.unjudged else "; documents that nobody retrieved could raise the ideal ranking"
    return f"{plural(undecided, 'pair')} could change order{retrieved}"


def least_judged(systems: Sequence[tuple[str, float]], reach: Reach) -> str:
    """The runs with the fewest labels among their documents."""
    examples = listed([f"{system} ({percent(value)})" for system, value in systems])
    return f"Fewest labels down to rank {count(reach.depth)}: {examples}."


def unretrieved(labels: int, total: int) -> str:
    """Labels whose documents no run returns."""
    return (
        f"{count(labels)} of {plural(total, 'label')} ({share(labels, total)}) {conjugate(labels, 'is')} for "
        "documents that no run returns."
    )
