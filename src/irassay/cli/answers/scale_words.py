"""Sentences on labels of several files with different scales."""

from __future__ import annotations

from irassay.formats.labels.rating_scale import rating_scale, ratings_of, shown
from irassay.messages import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.qrels import Qrels

LEAST_LABELS = 10  # of a file, from which its largest grade says something of its scale
APART = 2  # times another's largest grade, from which two files have hardly one scale
REMEDY = (
    "a grade counts the same whichever file it is from. Bring them to one scale first: "
    "irassay convert FILE --grade-scale N --to csv"
)


def differing(sets: Sequence[Qrels], *, factor: float | None) -> str:
    """A warning that two of the label sets have hardly one scale, the first two of them; "" where none has.

    Two scales differ where both are named and unlike, where one has ratings that the other, which is named, lacks, and
    where the largest rating of one is twice that of the other or more.

    >>> from irassay import Qrels
    >>> a = Qrels.from_dict({"q": {f"a{i}": i % 4 for i in range(12)}})
    >>> b = Qrels.from_dict({"q": {f"b{i}": i % 11 for i in range(12)}})
    >>> differing([a, b], factor=None)[:71]
    'The scales seem to differ, 0 to 3 in set 1 and 0 to 10 in set 2, but a '
    >>> differing([a, a], factor=None)
    ''
    """
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
                verb = "differ" if by_names else "seem to differ"
                of = " and ".join(f"{shown(scales[k].ratings)} in {set_name(sets[k], k)}" for k in (i, j))
                return f"The scales {verb}, {of}, but {REMEDY}"
    return ""


def set_name(labels: Qrels, number: int) -> str:
    """A label set by its file; without one, by its number."""
    return visible(labels.readings[0].source) if labels.readings else f"set {number + 1}"
