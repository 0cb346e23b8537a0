"""Sentences about the queries that systems find hardest."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.messages import count, listed, number, plural
from irassay.studies.sections.captions import query_name

HARDEST = 3  # queries that a sentence names


def hardest(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that systems find hardest, each with its text and its median.

    >>> hardest([("7", "radio free europe", 0.24), ("9", "", 0.27)], 53, 61, "nDCG@10")
    'Of 53 queries the hardest for these systems are 7 "radio free europe" (median nDCG@10 0.24) and 9 (0.27).'
    """
    noun, these = _of(n_systems, measure)
    examples = [
        f"{query_name(query, text)} ({'' if at else noun + ' '}{number(middle, 2)})"
        for at, (query, text, middle) in enumerate(queries)
    ]
    return f"Of {plural(n_queries, 'query')} the hardest for {these} are {listed(examples)}."


def equally_hard(queries: Sequence[tuple[str, str, float]], n_queries: int, n_systems: int, measure: str) -> str:
    """The queries that are hardest by the same score, where these are more than are named one by one.

    >>> equally_hard([("1", "", 0.0), ("2", "", 0.0), ("3", "", 0.0), ("4", "", 0.0)], 53, 61, "RR")
    'Of 53 queries 4 are the hardest for these systems, with a median RR of 0: 1, 2 and 2 more.'
    """
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
