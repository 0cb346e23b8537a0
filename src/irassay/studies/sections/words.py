"""Sentences of sections that pages share: hardest queries, other labels, and why another page has other numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.estimates import AssessorSensitivity
from irassay.messages import count, listed, number, plural
from irassay.studies.sections.captions import query_name

HARDEST = 3  # queries that a sentence names

TRACK_LEAVES_OUT = "leaves out runs whose scores are very low"
HARDEST_IN_REPORT = f"irassay track {TRACK_LEAVES_OUT}, and may name other queries."
HARDEST_IN_TRACK = "Runs that are left out have no part in these medians; in those of irassay report they have."


def hardest(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that systems find hardest, each with its text and its median."""
    noun, these = _of_systems(n_systems, measure)
    examples = [
        f"{query_name(query, text)} ({'' if at else noun + ' '}{number(middle, 2)})"
        for at, (query, text, middle) in enumerate(queries)
    ]
    return f"Of {plural(n_queries, 'query')} the hardest for {these} are {listed(examples)}."


def equally_hard(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that are hardest by the same score, where these are more than are named one by one."""
    noun, these = _of_systems(n_systems, measure)
    names = listed([query_name(query, text) for query, text, _ in queries], HARDEST)
    return (
        f"Of {plural(n_queries, 'query')} {count(len(queries))} are the hardest for {these}, with a {noun} of "
        f"{number(queries[0][2], 2)}: {names}."
    )


def _of_systems(n_systems: int, measure: str) -> tuple[str, str]:
    """What so many systems score on a query, and they themselves."""
    noun = {1: measure, 2: f"mean {measure} of the two"}.get(n_systems, f"median {measure}")
    return noun, "this system" if n_systems == 1 else "these systems"


def places_moved(noise: AssessorSensitivity, draws: int) -> str:
    """Who moves most, and whose rank is flagged."""
    widest = int(np.argmax(noise.high - noise.low))
    system = noise.systems[widest]
    head = (
        f"Every label was redrawn with the probabilities by which the other assessor departs from these labels, "
        f"{count(draws)} times: {system}, at rank {count(int(noise.rank[widest]))}, lies between "
        f"{count(int(noise.low[widest]))} and "
        f"{count(int(noise.high[widest]))} in nine draws of ten."
    )
    limit = plural(int(noise.limit), "rank")
    if not noise.flagged:
        return f"{head} No run's rank moves by more than {limit} in more than one draw of twenty."
    n = len(noise.flagged)
    return (
        f"{head} The rank of {count(n)} of {plural(len(noise.systems), 'run')} is sensitive to the assessor, such as "
        f"{listed(noise.flagged[:3])}: it moves by more than {limit} up or down in more than one draw of twenty. "
        "An assessor with correlated errors moves ranks further."
    )


def places_title(noise: AssessorSensitivity) -> str:
    """The table."""
    moves = float(noise.mean_shift.mean())
    return f"Under the second assessor's noise a run's rank moves by {number(moves, 1)} on average"


def relevant_in_report(rel: int, measure: str) -> str:
    """From which grade on a document is relevant in the report, and what a track's overview counts."""
    return f"{_here(rel)}, as in {measure}; irassay track counts from the grade of its task, and {TRACK_LEAVES_OUT}."


def relevant_in_track(rel: int, measure: str, of_measure: int, *, left_out: int) -> str:
    """The same in a track's overview; "" where the report counts as it does. `rel` is the overview's least relevant
    grade, `of_measure` the report's; `left_out` counts runs."""
    differs = [f"counts from grade {of_measure} by {measure}"] if rel != of_measure else []
    differs += ["leaves no run out"] if left_out else []
    if not differs:
        return ""
    why = ", as the task or the measures say"
    return f"{_here(rel)}{why}. irassay report {' and '.join(differs)}, so its numbers differ."


def _here(rel: int) -> str:
    return f"Relevant is grade {rel} or more here"
