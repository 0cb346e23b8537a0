"""Checks of the grades and of their treatment by the measures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from irassay.measures import Measure
from irassay.messages import EVERY_0, capital, count, no_label_from
from irassay.preflight.inputs import Material, least_relevant
from irassay.preflight.phrases import finding
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
    if not plain:
        return
    stricter = [Measure(m.name, {**m.params, "rel": 2}, cutoff=m.cutoff) for m in plain]
    counts = material.qrels.grade_counts
    ones, relevant = counts.get(1, 0), sum(n for grade, n in counts.items() if grade >= 1)
    now, then = ([of[0][1] for of in material.ranges([m])] for m in (plain[0], stricter[0]))
    n = len(now)
    before, after = (sum(now) / n, sum(then) / n) if n else (0.0, 0.0)
    yield finding(
        "grade-1-counts-as-relevant",
        "note",
        size=abs(before - after),
        numbers={"top": top, "grade_1": ones, "relevant": relevant},
        measures=[str(m) for m in plain],
        effect=("", "one", "means")[min(n, 2)],
        share=ones / relevant,
        measure=plain[0],
        before=before,
        stricter=stricter[0],
        after=after,
        runs=n,
    )


def negative(material: Material) -> Iterable[Finding]:
    """Grades below 0."""
    n = sum(many for grade, many in material.qrels.grade_counts.items() if grade < 0)
    if n:
        form = "sample" if material.qrels.strata else ""  # where such grades mark documents that were not judged
        yield finding("negative-grades", "note", numbers={"labels": n}, text=form, effect=form)


def one_sided(material: Material) -> Iterable[Finding]:
    """Labels that are all relevant, or none of which is relevant for some measure."""
    for rel in dict.fromkeys((material.rel, *map(least_relevant, material.measures))):
        if material.qrels.largest_grade < rel:
            yield _none_relevant(material, rel, [m for m in material.measures if least_relevant(m) == rel])
    if material.n_relevant and material.n_relevant == material.qrels.n_labels:
        yield finding("only-relevant", "note", numbers={"labels": material.n_relevant})


def _none_relevant(material: Material, rel: int, measures: Sequence[Measure]) -> Finding:
    """No label is relevant for some measures: an error where the main one is among them."""
    counts = material.qrels.grade_counts
    top = max(counts, default=0)
    lower = [str(Measure(m.name, {**m.params, "rel": top}, cutoff=m.cutoff)) for m in measures] if top > 0 else []
    return finding(
        "nothing-relevant",
        "error" if rel == material.rel else "warning",
        size=1.0,
        numbers={"rel": rel, "top": top},
        where=(", ".join(f"grade {grade}: {count(n)}" for grade, n in sorted(counts.items())),),
        effect="" if len(measures) == len(material.measures) else "some",
        action="lower" if lower else "",
        nothing=capital(no_label_from(rel)),
        every_0=EVERY_0,
        measures=[str(m) for m in measures],
        lower=lower,
    )


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
        numbers = {"binary": len(binary), "labels": sum(binary), "graded": len(rates)}
        yield finding("two-scales", "warning", numbers={**numbers, "top": material.qrels.largest_grade})
