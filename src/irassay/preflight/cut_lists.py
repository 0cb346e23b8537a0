"""Runs whose lists were cut at one rank, while the measure, and mostly other runs too, go on below it.

A run whose lists differ in length, since filters leave few hits of some queries, was not cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.measures import Measure
from irassay.preflight.words import files as words
from irassay.result import Finding
from irassay.scoring.list_ends import cut_systems

if TYPE_CHECKING:
    from irassay.preflight.inputs import Material
    from irassay.scoring.list_ends import ScoredLists


@dataclass(frozen=True, slots=True)
class CutLists:
    """Runs whose lists end at one rank, before the depth of a measure."""

    finding: Finding  # what `check` says of it
    ends: Mapping[str, int]  # system -> rank at which its lists end
    apart: bool  # others go on below: the cut alone can make a difference


def cut_lists(lists: Material | ScoredLists, measure: Measure) -> CutLists | None:
    """The runs whose lists were cut before the depth of a measure, by `cut_systems`; None where there are none."""
    systems, reach = cut_systems(lists.coverage, measure)
    if not systems:
        return None
    ends = {lists.systems[s]: lists.coverage[s].longest for s in systems}
    if measure.cutoff is None:
        finding = words.shallow(lists, systems, max(c.median for c in lists.coverage), measure)
    else:
        finding = words.short_lists(lists, systems, measure.cutoff)
    where = f"no list goes on after rank {max(ends.values()):,}"
    if reach:
        where = words.ending(ends, f"other runs go on to rank {reach:,}")
    return CutLists(words.located_in(finding, where), ends, apart=bool(reach))
