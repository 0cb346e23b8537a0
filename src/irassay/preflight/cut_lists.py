"""Runs whose lists were cut at one rank, while the measure, and mostly other runs too, go on below it.

A run whose lists differ in length, since filters leave few hits of some queries, was not cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from irassay.kernel import _core
from irassay.measures import Measure
from irassay.preflight.inputs import Material
from irassay.preflight.words import files as words
from irassay.result import Finding

TIMES = 2  # ratio to the lists of other runs from which a run is cut for a measure without a cutoff
LEAST = 10  # documents a list from which lists that all runs cut alike are told from those of a small collection


@dataclass(frozen=True, slots=True)
class CutLists:
    """Runs whose lists end at one rank, before the depth of a measure.

    Attributes
    ----------
    finding : Finding
        What `check` says of it.
    ends : mapping of str to int
        System -> the rank at which its lists end.
    apart : bool
        Whether other runs go on below it: then the cut alone can make a difference between systems.
    """

    finding: Finding
    ends: Mapping[str, int]
    apart: bool


def cut_lists(material: Material, measure: Measure) -> CutLists | None:
    """The runs whose lists were cut before the depth of a measure; None where there are none.

    A run is cut where half of its lists or more end at one rank, no list goes on, and a tenth or more of the places
    that are left to that depth, or to that of other runs, is empty; without a cutoff half of them.

    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({q: {"d0": 1} for q in "ab"})
    >>> lists = {k: {q: {f"d{i}": -i for i in range(k)} for q in "ab"} for k in (2, 8)}
    >>> material = Material(qrels, Runs.from_dict({"new": lists[2], "old": lists[8]}), [Measure("P", cutoff=5)])
    >>> found = cut_lists(material, material.measure)
    >>> found.finding.text, found.ends, found.apart
    ('new: lists that end before rank 5', {'new': 2}, True)
    """
    if measure.cutoff is None and measure.definition.cutoff != "optional":
        return None  # the set that was retrieved is what is scored
    coverage, names = material.coverage, material.runs.systems
    cut = [s for s, c in enumerate(coverage) if c.answered > 1 and c.longest == c.median]
    before = {s: depth for s in cut if _is_short(coverage[s].longest, depth := _reach(coverage, s, measure), measure)}
    if before:
        deepest = max(before.values())
        others = words.ending({names[s]: coverage[s].longest for s in before}, f"other runs go on to rank {deepest:,}")
        return _found(material, measure, list(before), others, apart=True)
    longest = max((c.longest for c in coverage), default=0)
    alike = [s for s in cut if coverage[s].longest == longest]
    if measure.cutoff and alike and longest >= LEAST and _is_short(longest, measure.cutoff, measure):
        return _found(material, measure, alike, f"no list goes on after rank {longest:,}", apart=False)
    return None


def _reach(coverage: Sequence[_core.Coverage], system: int, measure: Measure) -> int:
    """The depth that a run could be scored to: that of the measure, or of the other runs where they end before."""
    deepest = max((c.median for s, c in enumerate(coverage) if s != system and c.answered), default=0)
    return deepest if measure.cutoff is None else min(measure.cutoff, deepest)


def _is_short(end: int, depth: int, measure: Measure) -> bool:
    return end * TIMES <= depth if measure.cutoff is None else depth - end >= words.EMPTY * depth and end < depth


def _found(material: Material, measure: Measure, systems: Sequence[int], where: str, *, apart: bool) -> CutLists:
    if measure.cutoff is None:
        longest = max(c.median for c in material.coverage)
        finding = words.shallow(material, systems, longest, measure)
    else:
        finding = words.short_lists(material, systems, measure.cutoff)
    ends = {material.runs.systems[s]: material.coverage[s].longest for s in systems}
    return CutLists(words.located_in(finding, where), ends, apart)
