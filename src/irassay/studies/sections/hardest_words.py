"""Sentences about the queries that systems find hardest."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.messages import count, listed, number, plural
from irassay.studies.sections.captions import query_name

HARDEST = 3  # queries that a sentence names


def hardest(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that systems find hardest, each with its text and its median."""
    noun, these = _of(n_systems, measure)
    examples = [
        f"{query_name(query, text)} ({'' if at else noun + ' '}{number(middle, 2)})"
        for at, (query, text, middle) in enumerate(queries)
    ]
    return f"Of {plural(n_queries, 'query')} the hardest for {these} are {listed(examples)}."


def equally_hard(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that are hardest by the same score, where these are more than are named one by one."""
    noun, these = _of(n_systems, measure)
    names = listed([query_name(query, text) for query, text, _ in queries], HARDEST)
    return (
        f"Of {plural(n_queries, 'query')} {count(len(queries))} are the hardest for {these}, with a {noun} of "
        f"{number(queries[0][2], 2)}: {names}."
    )


def _of(n_systems: int, measure: str) -> tuple[str, str]:
    """What so many systems score on a query, and they themselves."""
    noun = {1: measure, 2: f"mean {measure} of the two"}.get(n_systems, f"median {measure}")
    return noun, "this system" if n_systems == 1 else "these systems"
