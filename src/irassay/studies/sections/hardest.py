"""The queries that systems find hardest: those with the worst median score, or all that share it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.messages import Name
from irassay.result import Finding
from irassay.studies.sections.captions import SHARED, query_name

HARDEST = 3  # queries that a sentence names


def one_by_one(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that systems find hardest, each with its text and its median."""
    of = {"systems": n_systems, "two": n_systems == 2, "measure": measure}
    examples = [
        SHARED("queries-hardest.example", query=query_name(query, text), first=not at, score=middle, **of)
        for at, (query, text, middle) in enumerate(queries)
    ]
    return SHARED("queries-hardest", n=n_queries, examples=examples, **of)


def equally_hard(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that are hardest by the same score, where these are more than are named one by one."""
    return SHARED(
        "queries-hardest.level",
        n=n_queries, level=len(queries), systems=n_systems, two=n_systems == 2, measure=measure, score=queries[0][2],
        names=[query_name(query, text) for query, text, _ in queries],
    )  # fmt: skip


def hardest(league: League, texts: Mapping[str, str], *, beside: str = "") -> list[Finding]:
    """The queries with the worst median, in one sentence, and `beside` after it; [] where queries are few or alike."""
    medians, equal = np.median(league.values, axis=0), rounding(league.values)
    if len(medians) <= 2 * HARDEST or float(np.ptp(medians)) <= equal:
        return []
    order = np.argsort(-medians if league.lower_is_better else medians, kind="stable").tolist()
    level = [q for q in order if abs(medians[q] - medians[order[0]]) <= equal]
    chosen = level if len(level) > HARDEST else order[:HARDEST]
    named = [(Name(league.queries[q]), texts.get(league.queries[q], ""), float(medians[q])) for q in chosen]
    sentence = equally_hard if chosen is level else one_by_one
    text = sentence(named, len(medians), league.n, league.measure)
    text = " ".join(filter(None, [text, beside]))
    numbers = {f"median {query!s}": middle for query, _, middle in named[:HARDEST]}
    return [Finding("queries-hardest", "note", "queries", text, numbers, tuple(str(query) for query, _, _ in named))]
