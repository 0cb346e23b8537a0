"""Qrels: relevance labels, (query, document) -> grade."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property

from irassay.collection.from_dicts import grades_of_subtopics, labels_core
from irassay.collection.reading import Reading
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.upward import notebook_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    BySubtopic = Mapping[str, Mapping[str, Mapping[str, int]]]


class Qrels:
    """Relevance labels. Immutable; ids are opaque text, compared byte by byte.

    Attributes
    ----------
    queries : sequence of str
        In byte order.
    scale : tuple of int
        The grades that occur, ascending.
    largest_grade : int
        0 where there is no label.
    n_labels : int
        Judged (query, document) pairs.
    readings : sequence of Reading
        What was read from which file; empty for labels made in memory.
    strata : mapping of str to mapping of str to str
        Query -> document -> the stratum it was sampled from; empty where the labels name none.
    subtopics : mapping
        Query -> subtopic -> document -> grade, where the labels were given by subtopic; else empty.

    Examples
    --------
    >>> qrels = Qrels.from_dict({"q1": {"d1": 2, "d2": 0}})
    >>> qrels.scale, qrels.grades("q1")["d1"]
    ((0, 2), 2)
    """

    queries: Sequence[str]
    readings: tuple[Reading, ...]

    def __init__(
        self,
        core: _core.Qrels,
        readings: Sequence[Reading] = (),
        *,
        strata: Mapping[str, Mapping[str, str]] | None = None,
        subtopics: BySubtopic | None = None,
    ) -> None:
        self.core = core
        self.subtopics: BySubtopic = subtopics or {}
        self.queries = tuple(core.queries)
        self.readings = tuple(readings)
        self.strata: Mapping[str, Mapping[str, str]] = strata or {}

    @classmethod
    def from_dict(
        cls,
        labels: Mapping[str, Mapping[str, int]],
        readings: Sequence[Reading] = (),
        *,
        strata: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Qrels:
        """Labels from ``{query: {document: grade}}``.

        Parameters
        ----------
        labels : mapping of str to mapping of str to int
            Grades from -127 to 127; below 0 is judged and not relevant.
        readings : sequence of Reading
            What was read from which file, where it was.
        strata : mapping, optional
            Query -> document -> the stratum that it was sampled from.

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            Where a grade is not a whole number from -127 to 127 (1 and 1.0 are, 1.9, NaN, None and "1" are not), or an
            id is not text; with its query and document.
        UsageError
            Where `labels` is no mapping of mappings.

        Examples
        --------
        >>> Qrels.from_dict({"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 1}})
        Qrels(2 queries, 3 labels, grades (0, 1, 2))
        """
        return cls(labels_core(labels), readings, strata=strata)

    @classmethod
    def from_subtopics(cls, labels: BySubtopic, readings: Sequence[Reading] = ()) -> Qrels:
        """Labels by subtopic from ``{query: {subtopic: {document: grade}}}``.

        A document's own grade is the largest that it has for a subtopic.

        Parameters
        ----------
        labels : mapping
            Query -> subtopic -> document -> grade, from -127 to 127.
        readings : sequence of Reading
            What was read from which file, where it was.

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            Where a grade is not a whole number from -127 to 127 (1 and 1.0 are, 1.9, NaN, None and "1" are not), or an
            id is not text; with its query and document.
        UsageError
            Where `labels` is no mapping of mappings.

        Examples
        --------
        >>> qrels = Qrels.from_subtopics({"q1": {"price": {"d1": 1, "d2": 0}, "size": {"d2": 2}}})
        >>> dict(qrels.grades("q1"))
        {'d1': 1, 'd2': 2}
        """
        return cls(cls.from_dict(grades_of_subtopics(labels)).core, readings, subtopics=labels)

    def __copy__(self) -> Qrels:
        return self

    def __deepcopy__(self, memo: object) -> Qrels:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        docs = [self.grades(query) for query in self.queries]
        lists = list(self.queries), list(map(list, docs)), [list(of.values()) for of in docs]
        strata = {query: dict(of) for query, of in self.strata.items()}
        subtopics = {query: {topic: dict(docs) for topic, docs in of.items()} for query, of in self.subtopics.items()}
        return _again, (lists, self.readings, strata, subtopics)

    @cached_property
    def subtopics_core(self) -> _core.Subtopics | None:
        """The kernel's object of the labels by subtopic; None where there are none."""
        if not self.subtopics:
            return None
        return _core.Subtopics(self.core, [self._entries(query) for query in self.queries])

    def _entries(self, query: str) -> list[tuple[int, int, int]]:
        column = {doc: i for i, doc in enumerate(self.grades(query))}
        subtopics = self.subtopics.get(query, {})
        return [(column[doc], s, int(g)) for s, of in enumerate(subtopics.values()) for doc, g in of.items()]

    @cached_property
    def strata_core(self) -> _core.Subtopics:
        """The kernel's object of the labels by stratum; labels of a query that name none are one stratum of it."""
        return _core.Subtopics(self.core, [self._strata_entries(query) for query in self.queries])

    def _strata_entries(self, query: str) -> list[tuple[int, int, int]]:
        strata = self.strata.get(query, {})
        numbers: dict[str, int] = {}
        return [
            (column, numbers.setdefault(strata.get(doc, ""), len(numbers)), grade)
            for column, (doc, grade) in enumerate(self.grades(query).items())
        ]

    @cached_property
    def grade_counts(self) -> Mapping[int, int]:
        """Grade -> number of labels."""
        return dict(self.core.grade_counts())

    @property
    def unrateable(self) -> Mapping[str, frozenset[str]]:
        """Query -> documents that assessors could not rate, as files mark them; none of them has a label."""
        marked: dict[str, set[str]] = {}
        for reading in self.readings:
            for query, docs in reading.unrateable.items():
                marked.setdefault(query, set()).update(docs)
        known = set(self.queries) if marked else set()
        left = {q: frozenset(docs - set(self.grades(q)) if q in known else docs) for q, docs in marked.items()}
        return {query: docs for query, docs in left.items() if docs}

    @property
    def queries_unrateable(self) -> list[str]:
        """Queries that have no label, although documents were shown: assessors could rate none; in byte order."""
        return self._without_label(query for reading in self.readings for query in reading.unrateable_queries)

    @property
    def queries_unrated(self) -> list[str]:
        """Queries that have no label, although files list them: nobody has rated a document; in byte order."""
        unrated = {query for reading in self.readings for query in reading.unrated_queries}
        return self._without_label(unrated.difference(self.queries_unrateable))

    def _without_label(self, queries: Iterable[str]) -> list[str]:
        listed = set(queries)
        return sorted(listed.difference(self.queries), key=str.encode) if listed else []

    @property
    def scale(self) -> tuple[int, ...]:
        """The grades that occur, ascending."""
        return tuple(sorted(self.grade_counts))

    @property
    def largest_grade(self) -> int:
        """The largest grade that occurs; 0 where there is no label."""
        return max(self.scale, default=0)

    @property
    def n_labels(self) -> int:
        """Judged (query, document) pairs."""
        return self.core.n_labels

    def grades(self, query: str) -> Mapping[str, int]:
        """The labels of one query.

        Parameters
        ----------
        query : str

        Returns
        -------
        mapping of str to int
            Document -> grade.

        Raises
        ------
        KeyError
            Where the query has no labels.

        Examples
        --------
        >>> dict(Qrels.from_dict({"q1": {"d1": 2, "d2": 0}}).grades("q1"))
        {'d1': 2, 'd2': 0}
        """
        return self.core.grades(query)

    def sel(self, *, queries: Iterable[str]) -> Qrels:
        """The labels of some queries; itself where these are all, in their order.

        Parameters
        ----------
        queries : iterable of str

        Returns
        -------
        Qrels

        Raises
        ------
        UsageError
            Where a query has no labels.

        Examples
        --------
        >>> Qrels.from_dict({"q1": {"d1": 2}, "q2": {"d3": 1}}).sel(queries=["q2"]).queries
        ('q2',)
        """
        names = tuple(queries)
        if names == self.queries:
            return self
        known = set(self.queries)
        missing = [name for name in names if name not in known]
        if missing:
            raise UsageError(f"no labels for query {missing[0]!r}; there are {len(known):,} queries")
        strata = {name: self.strata[name] for name in names if name in self.strata}
        subtopics = {name: self.subtopics[name] for name in names if name in self.subtopics}
        return Qrels(self.core.select(names), self.readings, strata=strata, subtopics=subtopics)

    def of_docs(self, docs: Container[str]) -> Qrels:
        """The labels of a part of the corpus; a query that has none of `docs` is left out.

        `Runs.of_docs` does the same to rankings.

        Parameters
        ----------
        docs : container of str

        Returns
        -------
        Qrels

        Examples
        --------
        >>> old = Qrels.from_dict({"q1": {"d1": 1, "d2": 0}, "q2": {"d2": 1}}).of_docs({"d1"})
        >>> old.queries, dict(old.grades("q1"))
        (('q1',), {'d1': 1})
        """
        return self._where(lambda _, doc: doc in docs)

    def judged(self) -> Qrels:
        """The labels without those by which a sample of strata says that nobody judged: grades below 0.

        A query that has no others keeps them, so that it counts. Labels without strata stay as they are.

        Returns
        -------
        Qrels

        Examples
        --------
        >>> grades = {"q1": {"d1": 1, "d2": -1}}
        >>> dict(Qrels.from_dict(grades).judged().grades("q1"))
        {'d1': 1, 'd2': -1}
        >>> strata = {"q1": {"d1": "top", "d2": "rest"}}
        >>> dict(Qrels(Qrels.from_dict(grades).core, strata=strata).judged().grades("q1"))
        {'d1': 1}
        """
        if not self.strata or min(self.scale, default=0) >= 0:
            return self
        judged = {query: {d for d, g in self.grades(query).items() if g >= 0} for query in self.queries}
        return self._where(lambda query, doc: doc in judged[query] or not judged[query])

    def residual(self, earlier: Qrels) -> Qrels:
        """The labels without the documents judged in `earlier`, as for a residual collection.

        A query whose every document was judged before is left out. `Runs.residual` does the same to rankings.

        Parameters
        ----------
        earlier : Qrels

        Returns
        -------
        Qrels

        Examples
        --------
        >>> now = Qrels.from_dict({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}})
        >>> rest = now.residual(Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d1": 0}}))
        >>> rest.queries, dict(rest.grades("q1"))
        (('q1',), {'d2': 0})
        """
        labels = {query: earlier.grades(query) for query in earlier.queries}
        return self._where(lambda query, doc: doc not in labels.get(query, ()))

    def _where(self, keep: Callable[[str, str], bool]) -> Qrels:
        """The labels of the documents that `keep` says, query and document; queries without any are left out."""

        def rest(query: str, docs: Mapping[str, int]) -> dict[str, int]:
            return {doc: grade for doc, grade in docs.items() if keep(query, doc)}

        if self.subtopics:
            of = {
                q: {s: grades for s, docs in topics.items() if (grades := rest(q, docs))}
                for q, topics in self.subtopics.items()
            }
            return Qrels.from_subtopics({q: topics for q, topics in of.items() if topics}, self.readings)
        labels = {query: grades for query in self.queries if (grades := rest(query, self.grades(query)))}
        strata = {query: self.strata[query] for query in labels if query in self.strata}
        return Qrels(Qrels.from_dict(labels).core, self.readings, strata=strata)

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Qrels({len(self.queries):,} queries, {self.n_labels:,} labels, grades {self.scale})"


def _again(
    lists: tuple[list[str], list[list[str]], list[list[int]]],
    readings: Sequence[Reading],
    strata: Mapping[str, Mapping[str, str]],
    subtopics: BySubtopic,
) -> Qrels:
    """Labels out of what `Qrels.__reduce__` says of them."""
    return Qrels(_core.qrels_from_lists(*lists), readings, strata=strata, subtopics=subtopics)
