"""Everything that was counted, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.comparison.win_ratios import WinRatios
    from irassay.provenance import Provenance


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What doesn't count.

    Attributes
    ----------
    kind : {"query", "system", "pair"}
    name : str
    reason : str
    n : int
        How many it stands for.
    """

    kind: str
    name: str
    reason: str
    n: int = 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was counted of preferences and runs.

    Attributes
    ----------
    preferences : Preferences
    ratios : WinRatios
    n_runs : int
    has_perfect : bool
        Whether the perfect ranking is among the systems.
    left_out : sequence of LeftOut
    provenance : Provenance
    """

    preferences: Preferences
    ratios: WinRatios
    n_runs: int
    has_perfect: bool
    left_out: Sequence[LeftOut]
    provenance: Provenance
