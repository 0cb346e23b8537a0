"""Everything that was measured, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from irassay.provenance import Provenance
from irassay.random_keys import stream
from irassay.studies.sensitivity.by_depth import AtDepth, Kind
from irassay.studies.sensitivity.draws import Draws
from irassay.studies.sensitivity.precision import AnchorRow, Precision

KindP: TypeAlias = Mapping[tuple[str, "Kind"], float]

DRAWS = 9_999  # ways to give the systems' gains to one another
AT_ONCE = 500
_PURPOSE = 0x6B696E64  # of the draws of kinds


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

    @property
    def ends(self) -> Mapping[str, AtDepth]:
        """List -> its last depth by the main measure."""
        return {of_set: self.curve(of_set, self.measures[0])[-1] for of_set in self.sets}


def corrected_p(ends: Mapping[str, tuple[AtDepth, AtDepth]], kinds: Mapping[Kind, Sequence[str]], *, key: int) -> KindP:
    """P-value of each list and kind that the largest gain of any kind on any list (first against last of `ends`) is as
    large by chance, which permutes systems for all lists at once. A gain is a kind's mean in standard errors."""
    names = list(next(iter(ends.values()))[0].places)
    place = {name: i for i, name in enumerate(names)}
    gains = np.array([[zero.places[s] - last.places[s] for s in names] for zero, last in ends.values()])
    weights, of_kinds = [], []
    for kind, systems in kinds.items():
        mine = [place[name] for name in systems if name in place]
        if 0 < len(mine) < len(names):
            row = np.zeros(len(names))
            row[mine] = 1 / len(mine) / np.sqrt(1 / len(mine) - 1 / len(names))
            weights.append(row)
            of_kinds.append(kind)
    if not weights:
        return {}
    spread = gains.std(axis=1, ddof=1, keepdims=True)
    centred = gains - gains.mean(axis=1, keepdims=True)
    scaled = np.divide(centred, spread, out=np.zeros_like(gains), where=spread > 0)
    rows = np.array(weights)
    own = scaled @ rows.T
    rng = np.random.Generator(stream(key, _PURPOSE))
    most = np.concatenate(
        [
            (scaled[:, rng.permuted(np.tile(np.arange(len(names)), (n, 1)), axis=1)] @ rows.T).max(axis=(0, 2))
            for n in (min(AT_ONCE, DRAWS - first) for first in range(0, DRAWS, AT_ONCE))
        ]
    )
    p = (1 + (most[:, None, None] >= own - 1e-9).sum(axis=0)) / (1 + DRAWS)
    return {(of_set, kind): float(p[i, k]) for i, of_set in enumerate(ends) for k, kind in enumerate(of_kinds)}
