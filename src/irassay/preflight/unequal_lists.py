"""Runs with shorter lists than other runs, which may leave an order to missing labels.

Of documents below its end a run can gain nothing, while others can. Runs whose lists were cut at one rank, half as deep
as those of others, are found by `cut_lists`.
"""

from __future__ import annotations

from irassay.measures import Measure
from irassay.preflight.inputs import Material
from irassay.preflight.words import files as words
from irassay.result import Finding
from irassay.scoring.list_ends import EMPTY


def unequal_lists(material: Material, measure: Measure) -> Finding | None:
    """The runs whose median list, to the measure's depth, has a tenth fewer documents or more than the longest run's,
    where the measure reads on; None where there are none."""
    if not _reads_deep(measure):
        return None
    lengths = {s: min(c.median, measure.cutoff or c.median) for s, c in enumerate(material.coverage) if c.answered}
    longest = max(lengths.values(), default=0)
    shorter = {s: length for s, length in lengths.items() if longest - length >= max(EMPTY * longest, 1)}
    names = material.runs.systems
    order = sorted(shorter, key=lambda s: shorter[s])
    return words.unequal({names[s]: shorter[s] for s in order}, longest, measure) if shorter else None


def _reads_deep(measure: Measure) -> bool:
    """Whether a document deep in a list can count, and missing labels are bounded."""
    bounds = measure.definition.traits.bounds
    if bounds is None or bounds.form == "first" or bounds.weight == "geometric":
        return False  # the first ranks decide
    return measure.cutoff is not None or measure.definition.cutoff == "optional"
