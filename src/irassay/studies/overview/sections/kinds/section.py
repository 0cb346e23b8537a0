"""Kinds of systems: of each column of the metadata the kind with the highest mean against each other kind."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.comparison import MeanGap, mean_gap
from irassay.estimates import kinds_in
from irassay.messages import conjugate, count, number, plural
from irassay.result import Column, Forest, Section, Table
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import HOW
from irassay.verdict.label_reach import groups_of

INTERVAL = "Student's 95% interval over queries, not corrected for the number of rows"
NAMED = 3  # pairs of kinds that a gaps_title names


def kinds_section(evidence: OverviewEvidence) -> Section | None:
    """One chart with a row a pair of kinds; None without kinds, with one query, or for a summary that is no mean."""
    league = evidence.verdict.league
    if league.aggregate != "mean" or len(league.queries) < 2:
        return None
    gaps = gaps_of(evidence)
    if not gaps:
        return None
    columns = [
        Column("pair", [pair_name(column, gap) for column, gap in gaps]),
        Column("systems", [gap.n_a for _, gap in gaps], "systems", "of the first kind", 0),
        Column("others", [gap.n_b for _, gap in gaps], "systems", "of the second kind", 0),
        Column("difference", [gap.difference for _, gap in gaps], league.measure, "of the means of their systems", 4),
        Column("low", [gap.low for _, gap in gaps], league.measure, INTERVAL, 4),
        Column("high", [gap.high for _, gap in gaps], league.measure, INTERVAL, 4),
    ]
    title = gaps_title(gaps, league.measure)
    table, axis = Table("kinds", title, columns), gaps_axis(league.measure)
    return Section("kinds", "Kinds of systems", [Forest("kinds", title, gaps_how(league.measure), table, axis)])


def gaps_of(evidence: OverviewEvidence) -> Sequence[tuple[str, MeanGap]]:
    """Column and gap: of each column the kind with the highest mean against each other, the largest gap first."""
    league = evidence.verdict.league
    gaps = []
    for column, types in kinds_in(evidence.metadata, league.systems, groups_of(evidence.metadata)).items():
        first, *others = _by_mean(league.systems, league.mean.tolist(), types)
        of = [mean_gap(league.values, league.systems, types, first, other) for other in others]
        gaps += [(column, gap) for gap in reversed(of)]
    return gaps


def _by_mean(systems: Sequence[str], means: Sequence[float], types: dict[str, str]) -> list[str]:
    """Kinds, those with the highest mean of their systems first."""
    of: dict[str, list[float]] = {}
    for system, mean in zip(systems, means):
        if system in types:
            of.setdefault(types[system], []).append(mean)
    return sorted(of, key=lambda kind: (-sum(of[kind]) / len(of[kind]), kind))


def pair_name(column: str, gap: MeanGap) -> str:
    """The name of a row."""
    return f"{column}: {gap.a} ({count(gap.n_a)}) – {gap.b} ({count(gap.n_b)})"


def gaps_title(gaps: Sequence[tuple[str, MeanGap]], measure: str) -> str:
    """What the rows say: the only one in full, several by gaps_how many intervals exclude 0."""
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


def gaps_how(measure: str) -> str:
    """How to read the chart, and what it does not say."""
    return (
        f"{HOW}One row is two kinds of systems of a metadata column: the dot is the difference of their mean "
        f"{measure}, the line its 95% interval over queries (Student's t, not corrected). Systems of two kinds differ "
        "in more than their kind."
    )


def gaps_axis(measure: str) -> str:
    """The name of the gaps_axis."""
    return f"difference in mean {measure}"


SECTION = plain_section("kinds", "Kinds", kinds_section)
