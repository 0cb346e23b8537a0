"""Queries by what all systems make of them: those that say nothing of the order, and those on which they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from irassay.comparison.equality import rounding
from irassay.messages import Name
from irassay.result import Finding
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.overview.sections.queries import words_of_all as words

LOUDEST = 3  # queries named as those on which all systems differ most


def on_all_systems(evidence: OverviewEvidence) -> list[Finding]:
    """Queries on which all systems score the same, and those on which they differ most."""
    league = evidence.verdict.league
    if league.n < 2 or len(league.queries) < 2:
        return []
    low, high = league.values.min(axis=0), league.values.max(axis=0)
    equal = rounding(league.values)
    flat = high - low <= equal
    findings = []
    for code, value in (("queries-zero", 0.0), ("queries-perfect", 1.0), ("queries-alike", None)):
        there = flat if value is None else flat & (np.abs(low - value) <= equal)
        flat = flat & ~there
        if there.any():
            names = [league.queries[q] for q in np.flatnonzero(there).tolist()]
            text = words.alike([*map(Name, names)], value, len(league.queries), league.measure)
            findings.append(Finding(code, "note", "queries", text, {"queries": len(names)}, tuple(names)))
    if league.n > 2:
        findings += _spread(evidence, np.flatnonzero(high - low > equal).tolist())
    return findings


def _spread(evidence: OverviewEvidence, rows: Sequence[int]) -> list[Finding]:
    """Those of `rows` on which all systems differ most, by the standard deviation over systems."""
    league = evidence.verdict.league
    values = league.values
    deviation = values.std(axis=0, ddof=1)
    loudest = [
        words.Spread(
            league.queries[q],
            evidence.texts.get(league.queries[q], ""),
            float(deviation[q]),
            float(values[:, q].min()),
            float(values[:, q].max()),
        )
        for q in sorted(rows, key=lambda q: -deviation[q])[:LOUDEST]
    ]
    if not loudest:
        return []
    text = words.spread([replace(one, query=Name(one.query)) for one in loudest], len(league.queries), league.measure)
    numbers = {
        f"{name} {one.query}": x
        for one in loudest
        for name, x in (("deviation", one.deviation), ("low", one.low), ("high", one.high))
    }
    return [Finding("queries-spread", "note", "queries", text, numbers, tuple(one.query for one in loudest))]
