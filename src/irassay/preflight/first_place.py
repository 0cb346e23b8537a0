"""Whether another reading of the files would put another system first by the first measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from irassay.preflight.inputs import Material

STAYS = "first_stays"  # among a finding's numbers: 1 or 0, absent where it is not known


def first_stays(material: Material, low: Sequence[float], high: Sequence[float]) -> bool | None:
    """Whether the system with the best mean keeps it while the means lie anywhere between `low` and `high`.

    None for one system, and where a mean isn't a number. Systems with the same lists as the first stand with it.

    >>> import irassay
    >>> from irassay.measures import Measure
    >>> from irassay.preflight.inputs import Material
    >>> qrels = irassay.Qrels.from_dict({"q": {"a": 1, "b": 0}})
    >>> runs = irassay.Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"a": 1.0, "b": 2.0}}})
    >>> material = Material(qrels, runs, [Measure.parse("RR")])
    >>> first_stays(material, [0.7, 0.5], [1.0, 0.6]), first_stays(material, [0.5, 0.5], [1.0, 0.6])
    (True, False)
    """
    sign = material.measure.direction
    means = sign * np.asarray(material.means())
    ends = sign * np.asarray([low, high])
    least, most = ends.min(axis=0), ends.max(axis=0)
    if len(means) < 2 or not np.isfinite(ends).all() or not np.isfinite(means).all():
        return None
    first = int(means.argmax())
    twins = np.asarray(material.twins_to_depth)
    others = twins != twins[first]
    return bool((least[first] >= most[others]).all())


def sentence(material: Material, stays: bool | None) -> str:
    """The end of an effect: whether another system could come first; "" where that is not known."""
    if stays is None:
        return ""
    best = "highest" if material.measure.direction > 0 else "lowest"
    return f"; who scores {best} stays the same" if stays else f"; another system could score {best}"


def in_numbers(stays: bool | None) -> dict[str, int]:
    """For a finding's numbers."""
    return {} if stays is None else {STAYS: int(stays)}
