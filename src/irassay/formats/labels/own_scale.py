"""Ratings off the scale that their own file names: a book's or a scorer's. They are kept, and counted."""

from __future__ import annotations

from irassay.errors import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.formats.row_checks import LabelRows

OFF_SCALE = "rating off the file's own scale"


def scale_in(value: Any) -> tuple[float, ...]:
    """The grades of a scale, least first; () where it names none."""
    grades = value.split(",") if isinstance(value, str) else value
    if not isinstance(grades, list):
        return ()
    try:
        return tuple(sorted(float(grade) for grade in grades))
    except (TypeError, ValueError, OverflowError):
        return ()


def is_off(rating: Any, scale: tuple[float, ...]) -> bool:
    """Whether a number lies beyond the scale, or is a whole one that it leaves out: means lie between grades."""
    try:
        value = float(rating)
    except (TypeError, ValueError, OverflowError):
        return False
    if not scale or value != value:
        return False
    return not scale[0] <= value <= scale[-1] or (value.is_integer() and value not in scale)


def count_off(rows: LabelRows, place: int | str, pair: tuple[str, str], rating: Any, scale: tuple[float, ...]) -> None:
    """Count a rating that is off the scale; `pair` is its query and document."""
    if is_off(rating, scale):
        grades = ", ".join(f"{grade:g}" for grade in scale)
        query, doc = map(cut, pair)
        rows.leave_out_at(
            place, OFF_SCALE, f"document {doc} in query {query}: rating {float(rating):g}, scale {grades}"
        )
