"""Preferences: which of two or more documents an assessor prefers for a query. Reading is in formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import SupportsFloat

from irassay.errors import UsageError, cut
from irassay.upward import notebook_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.reading import Reading

WINNER, LOSER, EQUAL = 2.0, 1.0, 1.0  # levels of a pair that was judged as a pair


class Comparison:
    """Documents that one assessor put in order together.

    Attributes
    ----------
    query : str
    levels : mapping of str to float
        Document -> level, two documents or more: the higher is preferred, equal levels are a tie. Only their order
        counts, but that 0 means not relevant, as in trec_eval.
    judge, group : str
        The assessor, and a name for what was judged together; "" where none is stated.
    """

    __slots__ = ("group", "judge", "levels", "query")

    def __init__(self, query: str, levels: Mapping[str, float], *, judge: str = "", group: str = "") -> None:
        if len(levels) < 2:
            raise UsageError(f"a comparison of {len(levels)} documents in query {query!r}, expected two or more")
        for doc, level in levels.items():
            if isinstance(level, str) or not isinstance(level, SupportsFloat) or not isfinite(level):
                raise UsageError(f"query {cut(query)}, document {cut(doc)}: level is {level!r}, expected a number")
        self.query = query
        self.levels = dict(levels)
        self.judge = judge
        self.group = group

    def pairs(self) -> Iterator[tuple[str, str, str | None]]:
        """(document, document, the preferred one or None for a tie), each pair once, in the order given."""
        docs = list(self.levels.items())
        for i, (a, of_a) in enumerate(docs):
            for b, of_b in docs[i + 1 :]:
                yield a, b, None if of_a == of_b else a if of_a > of_b else b

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparison) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.query, self.judge, self.group))

    def _key(self) -> tuple[object, ...]:
        return self.query, self.judge, self.group, list(self.levels.items())

    def __repr__(self) -> str:
        return f"Comparison({self.query!r}, {self.levels!r}, judge={self.judge!r}, group={self.group!r})"


class Preferences:
    """Preferences of one or more assessors over documents of queries.

    Parameters
    ----------
    comparisons : sequence of Comparison
    readings : sequence of Reading
        What was read from which file; empty for preferences made in memory.

    Examples
    --------
    >>> prefs = Preferences([Comparison("q1", {"d1": 2.0, "d2": 1.0}), Comparison("q1", {"d1": 1.0, "d3": 1.0})])
    >>> list(prefs.pairs("q1"))
    [('d1', 'd2', 'd1'), ('d1', 'd3', None)]
    """

    __slots__ = ("comparisons", "queries", "readings")

    def __init__(self, comparisons: Sequence[Comparison], readings: Sequence[Reading] = ()) -> None:
        self.comparisons = tuple(comparisons)
        self.queries: Sequence[str] = sorted({c.query for c in self.comparisons}, key=str.encode)
        self.readings = tuple(readings)

    def pairs(self, query: str) -> Iterator[tuple[str, str, str | None]]:
        """All judged pairs of a query: two documents, and the preferred one or None for a tie."""
        for comparison in self.comparisons:
            if comparison.query == query:
                yield from comparison.pairs()

    @property
    def n_pairs(self) -> int:
        """Judged pairs, each as often as it was judged."""
        return sum(len(c.levels) * (len(c.levels) - 1) // 2 for c in self.comparisons)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Preferences) and self.comparisons == other.comparisons

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Preferences({len(self.queries):,} queries, {self.n_pairs:,} pairs)"
