"""The track, and the evidence that sections of its overview share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.studies.track.kinds import Kinds
from irassay.studies.track.other_labels import Other
from irassay.studies.track.track_data import Track

if TYPE_CHECKING:
    from irassay.comparison import BestGap, League
    from irassay.result import Finding, Table
    from irassay.studies.sections.left_out import LeftOutOfPool


@dataclass(frozen=True, slots=True)
class Analysis:
    """A track, and what several sections speak of."""

    track: Track
    league: League  # by the main measure
    kinds: Kinds  # of runs
    other: Other | None = None  # a second set of labels
    left_out: LeftOutOfPool | None = None  # what runs, groups and kinds lose when left out of the pool
    files: Sequence[Finding] = ()  # what the checks of the files found
    flags: Table | None = None  # runs that can't be compared as they are

    @property
    def leading(self) -> list[str]:
        """Runs that share the lead, best first; of those that are the same for the main measure each by its name."""
        leaders = set(self.league.leaders)
        leaders.update(other for name in self.league.leaders for other in self.league.same.get(name, ()))
        return [system for system in self.track.systems if system in leaders]

    @property
    def widest(self) -> tuple[str, BestGap] | None:
        """The column whose two best kinds are furthest apart by the main measure, and their gap."""
        return self.kinds.widest(self.track.main)
