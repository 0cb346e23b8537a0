"""Everything that was counted, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.comparison.win_ratios import WinRatios
    from irassay.provenance import Provenance
    from irassay.studies.prefer.agreement import Orders
    from irassay.studies.prefer.answers import Answers
    from irassay.studies.prefer.known_answers import KnownAnswers
    from irassay.studies.prefer.leaderboards import Leaderboards


@dataclass(frozen=True, slots=True)
class NotCounted:
    """What doesn't count.

    Attributes
    ----------
    kind : {"query", "system", "pair", "document"}
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
    not_counted : sequence of NotCounted
    provenance : Provenance
    answers : Answers
        The best of each query.
    known : KnownAnswers or None
        Where the labels are known answers alone.
    orders : Orders or None
        Of documents, by judgments and by runs.
    boards : Leaderboards or None
        Where there are labels and best answers.
    """

    preferences: Preferences
    ratios: WinRatios
    n_runs: int
    has_perfect: bool
    not_counted: Sequence[NotCounted]
    provenance: Provenance
    answers: Answers
    known: KnownAnswers | None = None
    orders: Orders | None = None
    boards: Leaderboards | None = None
