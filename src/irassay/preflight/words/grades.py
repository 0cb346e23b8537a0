"""Sentences about the grades."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.measures import Measure
from irassay.messages import EVERY_0, capital, conjugate, count, listed, no_label_from, number, percent, plural
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding


def binarised(material: Material, plain: Sequence[Measure], stricter: Sequence[Measure]) -> Finding:
    """Grades above 1 under measures that binarise grades at 1."""
    counts = material.qrels.grade_counts
    top = max(counts)
    ones, relevant = counts.get(1, 0), sum(n for grade, n in counts.items() if grade >= 1)
    now, then = ([of[0][1] for of in material.ranges([m])] for m in (plain[0], stricter[0]))
    n = len(now)
    verb = conjugate(len(plain), "counts")
    effect = f"{percent(ones / relevant)} of the relevant documents have grade 1"
    size = 0.0
    if n:
        before, after = sum(now) / n, sum(then) / n
        size = abs(before - after)
        over = "" if n == 1 else f", mean of {plural(n, 'run')}"
        effect += f"; {plain[0]} {number(before)}, {stricter[0]} {number(after)}{over}"
    return finding(
        "grade-1-counts-as-relevant",
        "note",
        f"Grades go to {top}, and {some([str(m) for m in plain])} {verb} grade 1 as relevant",
        size=size,
        numbers={"top": top, "grade_1": ones, "relevant": relevant},
        effect=effect,
        action=f"if grade 2 is the lowest relevant grade in this collection: {stricter[0]}",
    )


def negative(material: Material, n: int) -> Finding:
    """Grades below 0; in a stratified sample they mark documents that were not judged."""
    sample = bool(material.qrels.strata)
    takes = "infAP, xinfAP, infNDCG and bounds take them" if sample else "infAP, xinfAP and infNDCG take -1"
    return finding(
        "negative-grades",
        "note",
        f"{plural(n, 'label is', 'labels are')} below 0" + (", in a sample of strata" if sample else ""),
        size=0.0,
        numbers={"labels": n},
        effect=f"they count as judged, with gain 0; {takes} as pooled and not judged",
    )


def none_relevant(material: Material, rel: int, measures: Sequence[Measure]) -> Finding:
    """No label is relevant for some measures: an error where the main one is among them."""
    counts = material.qrels.grade_counts
    top = max(counts, default=0)
    are = conjugate(len(measures), "is")
    lower = [str(Measure(m.name, {**m.params, "rel": top}, cutoff=m.cutoff)) for m in measures] if top > 0 else []
    return finding(
        "nothing-relevant",
        "error" if rel == material.rel else "warning",
        capital(no_label_from(rel)),
        size=1.0,
        numbers={"rel": rel, "top": top},
        where=(", ".join(f"grade {grade}: {count(n)}" for grade, n in sorted(counts.items())),),
        effect=EVERY_0
        if len(measures) == len(material.measures)
        else f"{listed([str(m) for m in measures])} {are} 0 for every run",
        action=f"take {listed(lower)}, if the columns are query, iteration, document, grade"
        if lower
        else "make sure that the columns are query, iteration, document, grade",
    )


def all_relevant(material: Material) -> Finding:
    """All labels are relevant."""
    return finding(
        "only-relevant",
        "note",
        "Only relevant documents are labelled",
        size=0.0,
        numbers={"labels": material.qrels.n_labels},
        effect="none on plain scores; Judged, Bpref and bounds can't distinguish unjudged documents from non-relevant "
        "ones",
        action="nothing for scores; compare with --require taken, if all other documents are known not to be relevant",
    )


def two_scales(material: Material, n_binary: int, n_labels: int, n_graded: int) -> Finding:
    """Queries whose grades end at 1, among queries with higher grades."""
    top = material.qrels.largest_grade
    return finding(
        "two-scales",
        "warning",
        f"Labels may be of two scales: {plural(n_binary, 'query', 'queries')} have no grade above 1, "
        f"{count(n_graded)} have grades up to {top}",
        size=0.0,
        numbers={"binary": n_binary, "labels": n_labels, "graded": n_graded, "top": top},
        where=(
            f"{plural(n_labels, 'relevant label')} of theirs, none above 1; by the rates of the others that happens "
            "less than once in a million times",
        ),
        effect="a grade of 1 may mean different things in the two parts, and a mean takes them as the same",
        action="if the parts were judged on different scales, score each by itself, or write all labels on the shorter "
        "scale",
    )
