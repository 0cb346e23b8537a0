"""Whether another reading of the files would put another system first by the first measure."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from irassay.preflight.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.preflight.inputs import Material

STAYS = "first_stays"  # among a finding's numbers: 1 or 0, absent where it is not known


def first_stays(material: Material, low: Sequence[float], high: Sequence[float]) -> bool | None:
    """Whether the system with the best mean, with its twins, keeps it while means lie anywhere between `low` and
    `high`; None for one system or a mean that is no number."""
    sign = material.measure.direction
    means = [sign * mean for mean in material.means()]
    least, most = ([sign * pick(ends) for ends in zip(low, high)] for pick in ((min, max) if sign > 0 else (max, min)))
    if len(means) < 2 or not all(map(isfinite, (*least, *most, *means))):
        return None
    first = max(range(len(means)), key=means.__getitem__)
    twins = material.twins_to_depth
    return all(least[first] >= most[s] for s in range(len(means)) if twins[s] != twins[first])


def sentence(material: Material, stays: bool | None) -> str:
    """The end of an effect: whether another system could come first; "" where that is not known."""
    if stays is None:
        return ""
    return f"; {SAID('first-place', best=_best(material)) if stays else another(material)}"


def another(material: Material) -> str:
    """That another system could come first."""
    return SAID("first-place.another", best=_best(material))


def _best(material: Material) -> str:
    return "highest" if material.measure.direction > 0 else "lowest"


def in_numbers(stays: bool | None) -> dict[str, int]:
    """For a finding's numbers."""
    return {} if stays is None else {STAYS: int(stays)}
