"""Kinds of runs in numbers: how each kind scores, and the best of one against the best of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from irassay.comparison import BestGap, TypeSummary, best_gap, type_summaries
from irassay.studies.track.track_data import Track


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


def kinds_of(track: Track) -> Kinds:
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
