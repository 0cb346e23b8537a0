"""The scale on which documents are to be rated, so that new ratings are read as those before them were."""

from __future__ import annotations

import math

from irassay.formats.labels.quepid_book import SCALE
from irassay.formats.labels.quepid_source import facts_by_file
from irassay.messages import listed
from irassay.record import Record

LISTED = 3  # whole ratings without a gap, beyond which the least and the largest are named
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Literal

    from irassay.collection.qrels import Qrels


class RatingScale(Record):
    """Ratings that assessors choose from."""

    ratings: tuple[float, ...]  # least first, in the unit of the file: before ``--grade-scale``
    names: Mapping[str, Any] | None  # rating -> its name
    origin: str  # "grades" (caller), "file", "labels" (grades that occur), "" (nobody)


def rating_scale(
    labels: Qrels | None, *, factor: float | None = None, grades: Sequence[int] | None = None
) -> RatingScale:
    """The scale of `grades` that the caller gives, else that which the labels' files name, else that of the labels.
    `factor` is what the files' ratings were multiplied by to make these grades."""
    if grades is not None:
        return RatingScale(ratings=ratings_of(grades, factor), names=None, origin="grades")
    if labels is None:
        return RatingScale(ratings=SCALE, names=None, origin="")
    facts = [one for one in facts_by_file(reading.source for reading in labels.readings) if one.scale]
    if facts:
        ratings = sorted({_plain(rating) for one in facts for rating in one.scale})
        same = all(one.scale_labels == facts[0].scale_labels for one in facts)
        return RatingScale(ratings=tuple(ratings), names=facts[0].scale_labels if same else None, origin="file")
    return RatingScale(ratings=ratings_of(labels.scale, factor), names=None, origin="labels")


def shown(ratings: Sequence[float], *, last: Literal["and", "or"] = "and") -> str:
    """Ratings in a sentence: one by one, or the least and the largest where there are many without a gap."""
    if len(ratings) > LISTED and ratings[-1] - ratings[0] == len(ratings) - 1:
        return f"{ratings[0]:g} to {ratings[-1]:g}"
    return listed([f"{one:g}" for one in ratings], len(ratings), last=last)


def ratings_of(grades: Iterable[int], factor: float | None) -> tuple[float, ...]:
    """Whole ratings that become these grades, from 0 to one that reaches the largest: Quepid's scales are whole."""
    by = factor or 1.0
    known = {grade for grade in grades if grade > 0} or {1}
    ratings = {rating for grade in known if _grade(rating := round(grade / by), by) == grade}
    if max(known) not in {_grade(rating, by) for rating in ratings}:
        ratings.add(math.ceil(max(known) / by))
    return tuple(sorted({0, *ratings}))


def _grade(rating: float, factor: float) -> int:
    """What a reader makes of a rating."""
    return math.floor(rating * factor + 0.5)


def _plain(rating: float) -> float:
    return int(rating) if rating == int(rating) else rating
