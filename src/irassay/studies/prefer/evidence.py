"""Everything that was counted, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.collection.preferences import Preferences
from irassay.comparison.win_ratios import WinRatios
from irassay.provenance import Provenance
from irassay.studies.prefer.agreement import Orders
from irassay.studies.prefer.answers import Answers
from irassay.studies.prefer.known_answers import KnownAnswers
from irassay.studies.prefer.leaderboards import Leaderboards


@dataclass(frozen=True, slots=True)
class NotCounted:
    """What doesn't count."""

    kind: str  # "query", "system", "pair" or "document"
    name: str
    reason: str
    n: int = 1  # how many it stands for


@dataclass(frozen=True, slots=True)
class PreferEvidence:
    """What was counted of preferences and runs."""

    preferences: Preferences
    ratios: WinRatios
    n_runs: int
    has_perfect: bool  # whether the perfect ranking is among the systems
    not_counted: Sequence[NotCounted]
    provenance: Provenance
    answers: Answers  # the best of each query
    newcomers: int  # first documents of runs, on judged queries that count, that nobody has judged
    known: KnownAnswers | None = None  # where the labels are known answers alone
    orders: Orders | None = None  # of documents, by judgments and by runs
    boards: Leaderboards | None = None  # where there are labels and best answers
