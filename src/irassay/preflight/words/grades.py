"""Findings about the grades."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.measures import Measure
from irassay.messages import EVERY_0, capital, count, no_label_from
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding
from irassay.result import Finding


def binarised(material: Material, plain: Sequence[Measure], stricter: Sequence[Measure]) -> Finding:
    """Grades above 1 under measures that binarise grades at 1."""
    counts = material.qrels.grade_counts
    top = max(counts)
    ones, relevant = counts.get(1, 0), sum(n for grade, n in counts.items() if grade >= 1)
    now, then = ([of[0][1] for of in material.ranges([m])] for m in (plain[0], stricter[0]))
    n = len(now)
    before, after = (sum(now) / n, sum(then) / n) if n else (0.0, 0.0)
    return finding(
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


def negative(material: Material, n: int) -> Finding:
    """Grades below 0; in a stratified sample they mark documents that were not judged."""
    form = "sample" if material.qrels.strata else ""
    return finding("negative-grades", "note", numbers={"labels": n}, text=form, effect=form)


def none_relevant(material: Material, rel: int, measures: Sequence[Measure]) -> Finding:
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


def all_relevant(material: Material) -> Finding:
    """All labels are relevant."""
    return finding("only-relevant", "note", numbers={"labels": material.qrels.n_labels})


def two_scales(material: Material, n_binary: int, n_labels: int, n_graded: int) -> Finding:
    """Queries whose grades end at 1, among queries with higher grades."""
    top = material.qrels.largest_grade
    numbers = {"binary": n_binary, "labels": n_labels, "graded": n_graded, "top": top}
    return finding("two-scales", "warning", numbers=numbers)
