"""Everything that was measured, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from irassay.provenance import Provenance
from irassay.studies.sensitivity.anchors import AnchorRow
from irassay.studies.sensitivity.by_depth import AtDepth
from irassay.studies.sensitivity.draws import Draws
from irassay.studies.sensitivity.kind_gains import KindP
from irassay.studies.sensitivity.precision import Precision


@dataclass(frozen=True, slots=True)
class SensitivityEvidence:
    """What was measured under extrapolated labels."""

    steps: Sequence[AtDepth]  # by list, measure and depth
    precisions: Sequence[Precision]  # by list and depth; empty without fuller labels
    anchors: Sequence[AnchorRow]  # by list and rank; empty without answers
    draws: Draws
    measures: Sequence[str]  # the first is the main one
    runs: int
    systems: int
    queries: int
    shared: int  # queries that the fuller labels have too, 0 without these
    left_out: Sequence[str]
    rel: int  # least grade of the fuller labels that confirms a deemed passage
    lower_is_better: Sequence[str]  # measures
    resamples: int  # of the queries, behind each interval
    provenance: Provenance
    kind_p: KindP = field(default_factory=dict)  # list, column and kind -> corrected p of its gain, main measure

    @property
    def of_pair(self) -> bool:
        """Whether two systems count."""
        return self.systems == 2

    @property
    def sets(self) -> Sequence[str]:
        """The lists; the last is the main one."""
        return self.draws.sets

    def curve(self, of_set: str, measure: str) -> list[AtDepth]:
        """By depth, from 0 on."""
        return [step for step in self.steps if step.set == of_set and step.measure == measure]

    @property
    def main(self) -> list[AtDepth]:
        """The main list by the main measure."""
        return self.curve(self.sets[-1], self.measures[0])
