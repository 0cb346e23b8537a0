"""Where lists end, and what scores tell of it: which runs were cut before the depth of a measure."""

from __future__ import annotations

from irassay.measures import Measure
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from irassay.kernel import _core
    from irassay.scoring.scores import Scores

    Lengths: TypeAlias = "_core.Coverage | ListCounts"  # of one system's lists

DEPTH = 10  # to which judged documents are counted where a measure has no cutoff
EMPTY = 0.1  # share of empty ranks to the cutoff from which short lists are a warning
TIMES = 2  # ratio to the lists of other runs from which a run is cut for a measure without a cutoff
LEAST = 10  # documents a list from which lists that all runs cut alike are told from those of a small collection
# Ratio of judged documents among the lowest scores to those among the highest from which a run may be of distances.
TWICE = 2.0
LENGTH, JUDGED = Measure("NumRet"), Measure("Judged")  # what `ScoredLists` reads


class ListCounts(Record):
    """Counts of one system's lists for the labelled queries, under the names of the kernel's."""

    answered: int  # queries with a document
    median: int  # documents a list, as longest
    longest: int
    top: int  # documents to the depth
    short_lists: int  # lists that end before it


class ScoredLists:
    """The lengths of lists that were scored and not kept. `scores` has `LENGTH`; for `less_judged_first` also `JUDGED`,
    and both to that depth."""

    __slots__ = ("_lengths", "_scores", "coverage", "systems")

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self.systems = scores.systems
        self._lengths = [self._of(LENGTH, s) for s in range(len(scores.systems))]
        self.coverage = self.coverage_to(0)  # of whole lists: no depth is asked for

    def coverage_to(self, depth: int) -> list[ListCounts]:
        """Counts of each system's lists, to a depth."""
        counts = []
        for of_system in self._lengths:
            lengths = sorted(int(n) for n in of_system if n > 0)  # no number where a query does not count
            counts.append(
                ListCounts(
                    answered=len(lengths),
                    median=lengths[len(lengths) // 2] if lengths else 0,
                    longest=lengths[-1] if lengths else 0,
                    top=sum(min(n, depth) for n in lengths),
                    short_lists=sum(n < depth for n in lengths),
                )
            )
        return counts

    def less_judged_first(self, depth: int) -> list[str]:
        """The few systems that may have twice as many judged documents last as first: their scores may be distances."""
        systems = []
        for s, lengths in enumerate(self._lengths):
            tops = [min(n, depth) if n > 0 else 0.0 for n in lengths]
            first = sum(n * share for n, share in zip(tops, self._of(Measure("Judged", cutoff=depth), s)) if n)
            judged = sum(n * share for n, share in zip(lengths, self._of(JUDGED, s)) if n > 0)
            if judged >= TWICE * first and first * sum(n for n in lengths if n > 0) < judged * sum(tops):
                systems.append(self.systems[s])
        return systems

    def _of(self, measure: Measure, system: int) -> list[float]:
        values, m = self._scores.values_view, list(self._scores.measures).index(measure)
        return [values[m, 0, system, q] for q in range(len(self._scores.queries))]


def cut_systems(coverage: Sequence[Lengths], measure: Measure) -> tuple[list[int], int]:
    """The systems that were cut, half of whose lists end at one rank, and none goes on, while a tenth of the places
    (half without a cutoff) to the measure's depth, or to other runs', is empty; and how far others go on, 0 where all
    are cut alike."""
    if measure.cutoff is None and measure.definition.cutoff != "optional":
        return [], 0  # the set that was retrieved is what is scored
    cut = [s for s, c in enumerate(coverage) if c.answered > 1 and c.longest == c.median]
    before = {s: depth for s in cut if _is_short(coverage[s].longest, depth := _reach(coverage, s, measure), measure)}
    if before:
        return list(before), max(before.values())
    longest = max((c.longest for c in coverage), default=0)
    alike = [s for s in cut if coverage[s].longest == longest]
    is_cut = measure.cutoff and alike and longest >= LEAST and _is_short(longest, measure.cutoff, measure)
    return (alike if is_cut else []), 0


def _reach(coverage: Sequence[Lengths], system: int, measure: Measure) -> int:
    """The depth that a run could be scored to: that of the measure, or of the other runs where they end before."""
    deepest = max((c.median for s, c in enumerate(coverage) if s != system and c.answered), default=0)
    return deepest if measure.cutoff is None else min(measure.cutoff, deepest)


def _is_short(end: int, depth: int, measure: Measure) -> bool:
    return end * TIMES <= depth if measure.cutoff is None else depth - end >= EMPTY * depth and end < depth
