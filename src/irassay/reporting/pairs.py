"""What the page's script needs to say a pair in a sentence: integers, in the order (0,1), (0,2) ... (n-2,n-1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from irassay.result import PairMatrix, Result

SCALE = 10_000  # four decimals survive; null stands for a number that was not computed
_NUMBERS = ("difference", "low", "high", "p", "p_corrected", "labels_low", "labels_high")
_STATES = {"settled": 1, "open": 2, "not known": 3, "exactly tied": 4}


def pair_data(result: Result) -> dict[str, Any] | None:
    """The numbers of the first pair matrix, or None where there is none."""
    for figure in result.figures:
        if isinstance(figure, PairMatrix):
            return _packed(figure)
    return None


def _packed(figure: PairMatrix) -> dict[str, Any]:
    n = len(figure.systems)
    order = [(i, j) for i in range(n) for j in range(i + 1, n)]
    packed: dict[str, Any] = {
        "systems": list(figure.systems),
        "family": figure.family,
        "scale": SCALE,
        "queries": "".join(str(_STATES.get(figure.queries[j][i], 0)) for i, j in order),
        "labels": "".join(str(_STATES.get(figure.labels[i][j], 0)) for i, j in order),
        "wins": [count for pair in figure.wins for count in pair],
    }
    for name in _NUMBERS:
        packed[name] = _integers(getattr(figure, name))
    return packed


def _integers(values: Sequence[float]) -> list[int | None]:
    return [round(v * SCALE) if v is not None and isfinite(v) else None for v in values]
