"""The track, and the evidence that sections of its overview share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from irassay.comparison import BestGap, League, TypeSummary, best_gap, type_summaries
from irassay.result import Finding, Table
from irassay.studies.sections.left_out import LeftOutOfPool
from irassay.studies.track.other_labels import Other
from irassay.studies.track.track_data import Track


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


@dataclass(frozen=True, slots=True)
class Kinds:
    """What is known of the kinds of runs: (column, measure, what) in the order of columns, then measures."""

    summaries: Sequence[tuple[str, str, TypeSummary]]
    gaps: Sequence[tuple[str, str, BestGap]]  # of a column and measure the two best kinds first

    def widest(self, measure: str) -> tuple[str, BestGap] | None:
        """The column whose two best kinds are furthest apart in percent, of which headline, duel and strata speak; None
        without kinds."""
        gaps = self.by_column(measure).items()
        return max(gaps, key=lambda pair: (pair[1].percent == pair[1].percent, pair[1].percent), default=None)

    def by_column(self, measure: str) -> dict[str, BestGap]:
        """Each column's gap between its two best kinds."""
        first: dict[str, BestGap] = {}
        for column, of, gap in self.gaps:
            if of == measure:
                first.setdefault(column, gap)
        return first


def kinds_in_track(track: Track) -> Kinds:
    """Every kind in numbers, and each column's best against each other best, on every measure."""
    summaries: list[tuple[str, str, TypeSummary]] = []
    gaps: list[tuple[str, str, BestGap]] = []
    for column in track.kinds():
        types = track.of(column)
        for measure in track.measures:
            x = track.scores(measure)
            of_column = type_summaries(x, track.systems, types, seed=track.settings.seed)
            summaries += [(column, measure, kind) for kind in of_column]
            for a, b in combinations([kind.name for kind in of_column], 2):
                gaps.append((column, measure, best_gap(x, track.systems, types, a, b, seed=track.settings.seed)))
    return Kinds(summaries, gaps)
