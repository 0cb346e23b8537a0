"""Which systems of a scatter plot are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]

MOVED = 4  # systems named because their place changes most


def few(systems: Sequence[str], x: F64, y: F64) -> list[str]:
    """The systems to name: the first by either number, and those whose place changes most, as many each way."""
    moves = np.argsort(np.argsort(-x, kind="stable")) - np.argsort(np.argsort(-y, kind="stable"))
    order = np.argsort(moves, kind="stable")
    ends = [int(i) for k in range(MOVED // 2) for i in (order[k], order[-1 - k]) if moves[i]] if len(x) > MOVED else []
    rows = [int(np.argmax(x)), int(np.argmax(y)), *ends] if len(x) > MOVED else [int(i) for i in np.argsort(-x)]
    return list(dict.fromkeys(systems[i] for i in rows))
