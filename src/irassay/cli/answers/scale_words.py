"""Sentences on labels of several files with different scales."""

from __future__ import annotations

from irassay.cli.answers.said import CLI
from irassay.formats.labels.quepid_book import rating_scale, ratings_of, shown
from irassay.messages import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.qrels import Qrels

LEAST_LABELS = 10  # of a file, from which its largest grade says something of its scale
APART = 2  # times another's largest grade, from which two files have hardly one scale


def differing(sets: Sequence[Qrels], *, factor: float | None) -> str:
    """A warning of the first two label sets on different scales: two unlike names, ratings that the named one lacks, or
    a largest rating twice the other's."""
    scales = [rating_scale(one, factor=factor) for one in sets]
    rated = [ratings_of(one.scale, factor) for one in sets]
    for j in range(1, len(sets)):
        for i in range(j):
            enough = min(sets[i].n_labels, sets[j].n_labels) >= LEAST_LABELS
            tops = sorted((rated[i][-1], rated[j][-1]))
            named = [scales[k].ratings for k in (i, j) if scales[k].origin == "file"]
            lacking = len(named) == 1 and any(set(rated[k]) - set(named[0]) for k in (i, j))
            by_names = len(named) == 2 and named[0] != named[1]
            if by_names or lacking or (len(named) < 2 and enough and tops[1] >= APART * tops[0]):
                a, b = (f"{shown(scales[k].ratings)} in {set_name(sets[k], k)}" for k in (i, j))
                return CLI("scales", known=by_names, a=a, b=b)
    return ""


def set_name(labels: Qrels, number: int) -> str:
    """A label set by its file; without one, by its number."""
    return visible(labels.readings[0].source) if labels.readings else f"set {number + 1}"
