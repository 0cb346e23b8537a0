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
    """The runs with shorter lists than other runs where the measure reads on; None where there are none.

    A run is shorter where the middle one of its lists, by length, has a tenth fewer documents than that of the longest
    run, or more, to the depth of the measure: lists that are short for a few queries don't count.

    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({q: {"d0": 1} for q in "ab"})
    >>> lists = {k: {q: {f"d{i}": -i for i in range(k)} for q in "ab"} for k in (6, 8)}
    >>> material = Material(qrels, Runs.from_dict({"new": lists[6], "old": lists[8]}), [Measure("AP")])
    >>> unequal_lists(material, material.measure).where
    ('documents a query, in the median: new 6; other runs up to 8',)
    >>> unequal_lists(material, Measure("P", cutoff=5))
    """
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
