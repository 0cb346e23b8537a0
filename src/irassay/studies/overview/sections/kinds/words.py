"""Sentences on kinds of systems against one another, and their limits."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.comparison import MeanGap
from irassay.messages import conjugate, count, number, plural
from irassay.studies.sections.captions import HOW

INTERVAL = "Student's 95% interval over queries, not corrected for the number of rows"
NAMED = 3  # pairs of kinds that a title names


def pair(column: str, gap: MeanGap) -> str:
    """The name of a row."""
    return f"{column}: {gap.a} ({count(gap.n_a)}) – {gap.b} ({count(gap.n_b)})"


def title(gaps: Sequence[tuple[str, MeanGap]], measure: str) -> str:
    """What the rows say: the only one in full, several by how many intervals exclude 0."""
    apart = sum(gap.low > 0 for _, gap in gaps)
    if len(gaps) == 1:
        ((column, gap),) = gaps
        scores = f"{gap.a} systems ({column}) score {number(gap.difference, 3)} more {measure} than {gap.b} on average"
        return scores if apart else f"{scores}, which other queries could reverse"
    n_gaps = plural(len(gaps), "difference")
    if not apart:
        return f"None of {n_gaps} between kinds is larger than the choice of queries explains"
    of = f"{count(apart)} of {n_gaps}" if apart < len(gaps) else f"all {count(apart)} differences"
    names = [f"{column}: {gap.a} above {gap.b}" for column, gap in gaps if gap.low > 0]
    rest = [f"{count(apart - NAMED)} more"] if apart > NAMED else []
    which = "; ".join([*names[:NAMED], *rest])
    return f"{which}: {of} between kinds {conjugate(apart, 'is')} larger than the choice of queries explains"


def how(measure: str) -> str:
    """How to read the chart, and what it does not say."""
    return (
        f"{HOW}One row is two kinds of systems of a metadata column: the dot is the difference of their mean "
        f"{measure}, the line its 95% interval over queries (Student's t, not corrected). Systems of two kinds differ "
        "in more than their kind."
    )


def axis(measure: str) -> str:
    """The name of the axis."""
    return f"difference in mean {measure}"
