"""Order and difference: correlation, tests, corrections, intervals, tie groups."""

from __future__ import annotations

from irassay.comparison.compare import compare
from irassay.comparison.league import League, Pair

__all__ = ["League", "Pair", "compare"]
