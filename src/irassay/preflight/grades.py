"""Checks of the grades and of their treatment by the measures."""

from __future__ import annotations

from collections.abc import Iterable

from irassay.measures import Measure
from irassay.preflight.inputs import Material, least_relevant
from irassay.preflight.words import grades as words
from irassay.result import Finding


def binarised(material: Material) -> Iterable[Finding]:
    """Grades above 1 under a measure that binarises grades at 1."""
    top = material.qrels.largest_grade
    if top <= 1:
        return
    plain = [m for m in material.measures if m.binarises and m.params["rel"] == 1]
    if plain:
        stricter = [Measure(m.name, {**m.params, "rel": 2}, cutoff=m.cutoff) for m in plain]
        yield words.binarised(material, plain, stricter)


def negative(material: Material) -> Iterable[Finding]:
    """Grades below 0."""
    n = sum(count for grade, count in material.qrels.grade_counts.items() if grade < 0)
    if n:
        yield words.negative(material, n)


def one_sided(material: Material) -> Iterable[Finding]:
    """Labels that are all relevant, or none of which is relevant for some measure."""
    for rel in dict.fromkeys((material.rel, *map(least_relevant, material.measures))):
        if material.qrels.largest_grade < rel:
            yield words.none_relevant(material, rel, [m for m in material.measures if least_relevant(m) == rel])
    if material.n_relevant and material.n_relevant == material.qrels.n_labels:
        yield words.all_relevant(material)
