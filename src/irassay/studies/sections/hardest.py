"""The queries that systems find hardest: those with the worst median score, or all that share it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.messages import Name
from irassay.result import Finding
from irassay.studies.sections import words


def hardest(league: League, texts: Mapping[str, str], *, beside: str = "") -> list[Finding]:
    """The queries with the worst median, in one sentence; [] where queries are few or alike. `beside` is a sentence
    that follows."""
    medians, equal = np.median(league.values, axis=0), rounding(league.values)
    if len(medians) <= 2 * words.HARDEST or float(np.ptp(medians)) <= equal:
        return []
    order = np.argsort(-medians if league.lower_is_better else medians, kind="stable").tolist()
    level = [q for q in order if abs(medians[q] - medians[order[0]]) <= equal]
    chosen, sentence = (level, words.equally_hard) if len(level) > words.HARDEST else (order, words.hardest)
    named = [
        (Name(league.queries[q]), texts.get(league.queries[q], ""), float(medians[q]))
        for q in (chosen if chosen is level else chosen[: words.HARDEST])
    ]
    text = " ".join(filter(None, [sentence(named, len(medians), league.n, league.measure), beside]))
    numbers = {f"median {query!s}": middle for query, _, middle in named[: words.HARDEST]}
    return [Finding("queries-hardest", "note", "queries", text, numbers, tuple(str(query) for query, _, _ in named))]
