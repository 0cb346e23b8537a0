"""Titles, captions and sentences on the labels: what they cover and leave open."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from irassay.messages import count, nth_part, number, plural
from irassay.studies.overview.words import OVERVIEW
from irassay.verdict.words.phrases import top_of

if TYPE_CHECKING:
    from irassay.verdict import Reach, Verdict

FEW = 0.02  # share of documents without a label, below which there are almost no holes


def grades_title(reach: Reach, rel: int) -> str:
    """How many labels there are and how many are relevant."""
    relevant = sum(n for grade, n in reach.grades.items() if grade >= rel)
    return OVERVIEW("grades.title", labels=reach.n_labels, relevant=nth_part(relevant, reach.n_labels))


def grades_how(reach: Reach, rel: int) -> str:
    """How to read the bar of grades."""
    per_query = list(reach.labels_per_query) or [0]
    low, high, mean = min(per_query), max(per_query), reach.n_labels / len(per_query)
    typical = number(mean, 1) if mean < 10 else count(round(mean))
    return OVERVIEW("grades.how", rel=rel, typical=typical, differ=low != high, low=low, high=high)


def holes_title(reach: Reach) -> str:
    """Where the labels stop."""
    there = [(first, last, float(np.nanmean(share))) for first, last, share in reach.by_rank if not _empty(share)]
    within = [share for _, last, share in there if last <= reach.depth]
    below = [share for first, _, share in there if first > reach.depth]
    inside = float(np.mean(within)) if within else 0.0
    return OVERVIEW(
        "holes.title", inside=inside, few=inside < FEW, depth=str(reach.depth), below=below, last=[0, *below][-1]
    )


def _empty(values: object) -> bool:
    return bool(np.all(np.isnan(np.asarray(values, dtype=float))))


def holes_how(reach: Reach, verdict: Verdict, panels: Collection[str]) -> str:
    """How to read the lines of unjudged shares."""
    binned = next((first for first, last, _ in reach.by_rank if last > first), None)
    depth = None if verdict.depth is None else str(verdict.depth)
    return OVERVIEW("holes.how", binned=binned, panels=len(panels), depth=depth, measure=verdict.league.measure)


def unique_title(reach: Reach) -> str:
    """Whether groups found relevant documents of their own."""
    n_with, total, noun = sum(n > 0 for _, n, _ in reach.unique.values()), len(reach.unique), reach.unique_by
    form = "unique.none" if total and not n_with else "unique.title"
    return OVERVIEW(form, all=n_with == total, some=n_with, groups=plural(total, noun), noun=noun, top=_top(reach))


def _top(reach: Reach) -> str:
    return top_of(reach.unique_depth or reach.depth)


def unique_how(reach: Reach, rel: int) -> str:
    """How to read the bars of unique documents."""
    high = any(high for _, _, high in reach.unique.values())
    return OVERVIEW("unique.how", rel=rel, top=_top(reach), noun=reach.unique_by, high=high)


def still_open(verdict: Verdict) -> str:
    """What those without a label and never retrieved documents could do."""
    undecided, measure = verdict.labels_undecided, verdict.league.measure
    if verdict.sparse is not None:
        return OVERVIEW("still-open.sparse")
    if verdict.labels_settled is None:
        return OVERVIEW("still-open.not-computed", measure=measure)
    if verdict.n < 2 or (undecided == 0 and verdict.unjudged == 0):
        return ""
    form = "still-open" if undecided else "still-open.none"
    return OVERVIEW(form, pairs=undecided, unjudged=verdict.unjudged)
