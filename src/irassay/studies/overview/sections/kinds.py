"""Kinds of systems, one against another."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.comparison import MeanGap, mean_gap
from irassay.estimates import kinds_in
from irassay.messages import capital, count
from irassay.result import Column, Forest, Section, Table
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import plain_section
from irassay.verdict.label_reach import groups_of

NAMED = 3  # pairs of kinds that a gaps_title names


def kinds_section(evidence: OverviewEvidence) -> Section | None:
    """One chart with a row a pair of kinds; None without kinds, with one query, or for a summary that is no mean."""
    league = evidence.verdict.league
    if league.aggregate != "mean" or len(league.queries) < 2:
        return None
    gaps = gaps_of(evidence)
    if not gaps:
        return None
    interval = OVERVIEW("kinds.interval")
    columns = [
        Column("pair", [pair_name(column, gap) for column, gap in gaps]),
        Column("systems", [gap.n_a for _, gap in gaps], "systems", "of the first kind", 0),
        Column("others", [gap.n_b for _, gap in gaps], "systems", "of the second kind", 0),
        Column("difference", [gap.difference for _, gap in gaps], league.measure, "of the means of their systems", 4),
        Column("low", [gap.low for _, gap in gaps], league.measure, interval, 4),
        Column("high", [gap.high for _, gap in gaps], league.measure, interval, 4),
    ]
    title = gaps_title(gaps, league.measure)
    how, axis = (OVERVIEW(f"kinds.{form}", measure=league.measure) for form in ("how", "axis"))
    return Section("kinds", "Kinds of systems", [Forest("kinds", title, how, Table("kinds", title, columns), axis)])


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
    """What the rows say: the only one in full, several by how many intervals exclude 0."""
    apart = [OVERVIEW("kinds.above", column=column, first=gap.a, second=gap.b) for column, gap in gaps if gap.low > 0]
    if len(gaps) == 1:
        ((column, gap),) = gaps
        return OVERVIEW(
            "kinds.one",
            column=column, first=gap.a, second=gap.b, gap=gap.difference, measure=measure, apart=apart,
        )  # fmt: skip
    more = len(apart) - NAMED
    names = capital("; ".join([*apart[:NAMED], *([f"{count(more)} more"] if more > 0 else [])]))
    return OVERVIEW("kinds.title", names=names, gaps=len(gaps), more=len(gaps) - len(apart))


SECTION = plain_section("kinds", "Kinds", kinds_section)
