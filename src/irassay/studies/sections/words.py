"""Sentences of sections that pages share: hardest queries, other labels, and why another page has other numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.estimates import AssessorSensitivity
from irassay.studies.sections.captions import SHARED, query_name

HARDEST = 3  # queries that a sentence names


def hardest(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
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


def places_moved(noise: AssessorSensitivity, draws: int) -> str:
    """Who moves most, and whose rank is flagged."""
    widest = int(np.argmax(noise.high - noise.low))
    rank, low, high = (int(of[widest]) for of in (noise.rank, noise.low, noise.high))
    return SHARED(
        "label-sensitivity" if noise.flagged else "label-sensitivity.none",
        draws=draws, system=noise.systems[widest], rank=rank, low=low, high=high, limit=int(noise.limit),
        n=len(noise.flagged), runs=len(noise.systems), names=list(noise.flagged[:3]),
    )  # fmt: skip


def places_title(noise: AssessorSensitivity) -> str:
    """The table."""
    return SHARED("label-sensitivity.title", moves=float(noise.mean_shift.mean()))


def relevant_in_track(rel: int, measure: str, of_measure: int, *, left_out: int) -> str:
    """The same in a track's overview; "" where the report counts as it does. `rel` is the overview's least relevant
    grade, `of_measure` the report's; `left_out` counts runs."""
    grade = of_measure if rel != of_measure else 0
    if not (grade or left_out):
        return ""
    both = grade and left_out
    return SHARED("relevant.in-track", rel=rel, grade=grade, measure=measure, both=both, left_out=left_out)
