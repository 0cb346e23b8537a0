"""Checks of the grades and of their treatment by the measures."""

from __future__ import annotations

import math
from collections.abc import Iterable

from irassay.measures import Measure
from irassay.preflight.inputs import Material, least_relevant
from irassay.preflight.words import grades as words
from irassay.result import Finding

FEWEST = 5  # queries a part, of which a scale can be told
CHANCE = 1e-6  # below which grades above 1 are not absent by chance
# Collections of 0 to 2, such as TREC Robust 2004, are known to add queries on three grades to older ones on two.
TOP = 3  # the largest grade from which two scales are not meant


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


def two_scales(material: Material) -> Iterable[Finding]:
    """Queries whose grades end at 1, where the least rate above 1 of the other queries would leave that a probability
    of less than `CHANCE`."""
    if material.qrels.largest_grade < TOP:
        return
    relevant, above = (material.qrels.core.labels_from(grade) for grade in (1, 2))
    binary = [n for n, high in zip(relevant, above, strict=True) if n and not high]
    rates = [high / n for n, high in zip(relevant, above, strict=True) if high]
    if min(len(binary), len(rates)) < FEWEST:
        return
    least = min(rates)
    if least == 1 or sum(binary) * math.log1p(-least) < math.log(CHANCE):
        yield words.two_scales(material, len(binary), sum(binary), len(rates))
