"""Preferences: which of two or more documents an assessor prefers for a query. Reading is in formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import isfinite
from typing import SupportsFloat

from irassay.errors import UsageError, cut
from irassay.upward import notebook_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.preference_arrays import PairOutcomes, PreferenceArrays
    from irassay.collection.reading import Reading

WINNER, LOSER, EQUAL = 2.0, 1.0, 1.0  # levels of a pair that was judged as a pair


class Comparison:
    """Documents that one assessor put in order: document -> level, two or more, equal levels a tie; 0 is not relevant,
    as in trec_eval. `judge` and `group` are "" where not stated."""

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

    Attributes
    ----------
    arrays : PreferenceArrays
        All judgments, with judge, round, source and time; what computations read.
    queries : sequence of str
        In byte order.
    readings : sequence of Reading

    Examples
    --------
    >>> prefs = Preferences([Comparison("q1", {"d1": 2.0, "d2": 1.0}), Comparison("q1", {"d1": 1.0, "d3": 1.0})])
    >>> list(prefs.pairs("q1"))
    [('d1', 'd2', 'd1'), ('d1', 'd3', None)]
    """

    def __init__(self, comparisons: Sequence[Comparison] = (), readings: Sequence[Reading] = ()) -> None:
        from irassay.collection.preference_arrays import of_levels

        of = [(one.query, one.judge, one.group) for one in comparisons]
        self.arrays = of_levels(of, [one.levels for one in comparisons])
        self.readings = tuple(readings)
        self.comparisons = tuple(comparisons)

    @classmethod
    def of_arrays(cls, arrays: PreferenceArrays, readings: Sequence[Reading] = ()) -> Preferences:
        """Preferences out of arrays.

        Parameters
        ----------
        arrays : PreferenceArrays
        readings : sequence of Reading

        Returns
        -------
        Preferences
        """
        made = cls.__new__(cls)
        made.arrays, made.readings = arrays, tuple(readings)
        return made

    @cached_property
    def queries(self) -> Sequence[str]:
        """Queries with a judgment, in byte order."""
        names = self.arrays.names.queries
        return sorted((names[i] for i in self.arrays.queries_there()), key=str.encode)

    @cached_property
    def comparisons(self) -> Sequence[Comparison]:
        """The judgments, one by one: made of the arrays when it is first asked for."""
        return tuple(self._walk())

    def _walk(self) -> Iterator[Comparison]:
        arrays = self.arrays
        docs, levels, start = arrays.doc.tolist(), arrays.level.tolist(), arrays.start.tolist()
        names = arrays.names
        rows = zip(arrays.query.tolist(), arrays.judge.tolist(), arrays.group.tolist(), start, start[1:], strict=False)
        for query, judge, group, begin, end in rows:
            of = {names.docs[docs[i]]: float(levels[i]) for i in range(begin, end)}
            yield Comparison(names.queries[query], of, judge=names.judges[judge], group=names.groups[group])

    def pairs(self, query: str) -> Iterator[tuple[str, str, str | None]]:
        """All judged pairs of a query: two documents, and the preferred one or None for a tie."""
        for comparison in self.comparisons:
            if comparison.query == query:
                yield from comparison.pairs()

    @cached_property
    def outcomes(self) -> PairOutcomes:
        """What became of each pair over all its judgments: counted when it is first asked for."""
        from irassay.collection.preference_arrays import PairOutcomes

        return PairOutcomes.of(self.arrays.pairs(), len(self.arrays.names.docs))

    @property
    def n_pairs(self) -> int:
        """Judged pairs, each as often as it was judged."""
        return self.arrays.n_pairs

    @property
    def n_unjudged(self) -> int:
        """Pairs that were asked and not judged."""
        return self.arrays.n_unjudged

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Preferences) and self.comparisons == other.comparisons

    __hash__ = None  # type: ignore[assignment]

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Preferences({len(self.queries):,} queries, {self.n_pairs:,} pairs)"
