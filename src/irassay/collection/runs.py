"""Runs: systems x queries -> ranking; under other names, so that one system has one name on every collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from irassay.arguments import MOST, check_choice, whole_number
from irassay.collection.from_dicts import runs_core
from irassay.collection.qrels import Qrels
from irassay.collection.reading import Reading
from irassay.collection.renaming import Renaming
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UnknownSystem
from irassay.kernel import _core
from irassay.upward import notebook_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from irassay.collection.metadata import Metadata


class Runs:
    """Rankings of systems. Keeps the order of each list, the float32 order where it differs, and where ties are.

    Attributes
    ----------
    systems : sequence of str
        In the order given.
    queries : sequence of str
        All queries that some system answers, in byte order.
    readings : sequence of Reading
        One a system, in the same order; empty for runs made in memory.
    without_hits : mapping of str to sequence of str
        System -> queries that its file answers with no document; empty where files can't say so, as TREC's can't.
    own_removed : sequence of str
        Queries whose own document `without_identical_ids` removed from some list.
    left_out : sequence of str
        Systems of the files that were left out by name as these were read.

    Examples
    --------
    >>> runs = Runs.from_dict({"bm25": {"q1": {"d1": 2.0, "d2": 2.0, "d3": 1.0}}})
    >>> runs.ranking("bm25", "q1")
    ['d2', 'd1', 'd3']
    """

    systems: Sequence[str]
    readings: tuple[Reading, ...]

    def __init__(
        self,
        core: _core.Runs,
        readings: Sequence[Reading] = (),
        *,
        metadata: Metadata | None = None,
        without_hits: Mapping[str, Sequence[str]] | None = None,
        own_removed: Sequence[str] = (),
        left_out: Sequence[str] = (),
    ) -> None:
        self.core = core
        self.systems = tuple(core.systems)
        self.queries: Sequence[str] = tuple(core.queries)
        self.readings = tuple(readings)
        self.without_hits: Mapping[str, Sequence[str]] = without_hits or {}
        self.own_removed = tuple(own_removed)
        self.left_out = tuple(left_out)
        self._metadata = metadata
        self._joins: WeakKeyDictionary[Qrels, _core.Join] = WeakKeyDictionary()

    @classmethod
    def from_dict(
        cls, runs: Mapping[str, Mapping[str, Mapping[str, float]]], *, keep: Literal["order", "scores"] = "order"
    ) -> Runs:
        """Runs from ``{system: {query: {document: score}}}``.

        Parameters
        ----------
        runs : mapping
            System -> query -> document -> score; the highest score comes first, equal ones by document, highest first.
        keep : {"order", "scores"}
            Whether the scores themselves are kept, as `write_runs` needs them.

        Returns
        -------
        Runs

        Raises
        ------
        InputError
            Where a score is not a number, or an id is not text; with its system, query and document.
        UsageError
            Where `runs` is no mapping of mappings of mappings.

        Examples
        --------
        >>> Runs.from_dict({"bm25": {"q1": {"d1": 2.0, "d2": 1.0}}})
        Runs(1 systems, 1 queries, 2 documents)
        """
        check_choice("keep", keep, ("order", "scores"))
        return cls(runs_core(runs, keep=keep))

    @property
    def metadata(self) -> Metadata:
        """System -> columns; empty where none was given."""
        if self._metadata is None:
            from irassay.collection.metadata import Metadata

            self._metadata = Metadata({})
        return self._metadata

    def with_metadata(self, metadata: Metadata) -> Runs:
        """The same runs with other metadata.

        Parameters
        ----------
        metadata : Metadata

        Returns
        -------
        Runs

        Examples
        --------
        >>> from irassay import Metadata
        >>> runs = Runs.from_dict({"bm25": {"q1": {"d1": 2.0}}})
        >>> runs.with_metadata(Metadata({"group": {"bm25": "IR lab"}})).metadata.of("bm25")
        {'group': 'IR lab'}
        """
        return self.of_core(self.core, metadata=metadata)

    def renamed(self, names: Mapping[str, str]) -> Runs:
        """The same lists, some under other names; where they were read from is not kept.

        Metadata goes with the systems.

        Parameters
        ----------
        names : mapping of str to str
            Old name -> new name; a system that none of them names keeps its own. One ``*`` in both is the same text, as
            for ``--rename``, and of two that name a system the first holds.

        Returns
        -------
        Runs

        Raises
        ------
        UsageError
            Where a name is no system's, or two systems would have one name.

        Examples
        --------
        >>> runs = Runs.from_dict({"bm25-nf": {"q1": {"d1": 1.0}}, "e5-nf": {"q1": {"d1": 1.0}}})
        >>> runs.renamed({"bm25-nf": "BM25", "*-nf": "*"}).systems
        ('BM25', 'e5')
        """
        renaming = Renaming.of_names(names)
        new_names = renaming.names(self.systems)
        renaming.check()
        return called(self, new_names)

    @property
    def n_documents(self) -> int:
        """Retrieved documents, over all systems and queries."""
        return self.core.n_documents

    def ranking(self, system: str, query: str, *, ties: Ties = "float64") -> Sequence[str]:
        """Documents of one list, best first; empty where the system does not answer the query.

        Parameters
        ----------
        system, query : str
        ties : {"float64", "float32"}
            The precision in which two scores are equal; equal ones are ordered by document, highest first.

        Returns
        -------
        sequence of str

        Raises
        ------
        UsageError
            Where there is no such system.

        Examples
        --------
        >>> Runs.from_dict({"bm25": {"q1": {"d1": 1.0, "d2": 2.0}}}).ranking("bm25", "q1")
        ['d2', 'd1']
        """
        if system not in self.systems:
            raise UnknownSystem(f"no system {system!r}; there are {', '.join(self.systems[:5])} ...", system)
        return self.core.ranking(system, query, tie_rule(ties)) if query in self._query_set else []

    @cached_property
    def _query_set(self) -> frozenset[str]:
        return frozenset(self.queries)

    def residual(self, earlier: Qrels) -> Runs:
        """The runs without the documents judged in `earlier`, as for a residual collection.

        Parameters
        ----------
        earlier : Qrels

        Returns
        -------
        Runs

        Examples
        --------
        >>> from irassay import Qrels
        >>> runs = Runs.from_dict({"bm25": {"q1": {"d1": 3.0, "d2": 2.0}}})
        >>> runs.residual(Qrels.from_dict({"q1": {"d1": 0}})).ranking("bm25", "q1")
        ['d2']
        """
        return self.of_core(_core.residual(self.core, earlier.core))

    def without_identical_ids(self) -> Runs:
        """The runs without each query's own document, as BEIR scores them (its ``ignore_identical_ids``).

        Where queries are documents of the corpus, as in ArguAna and Quora, a query finds itself; an id is the same byte
        by byte. Labels stay as they are.

        Returns
        -------
        Runs

        Examples
        --------
        >>> runs = Runs.from_dict({"bm25": {"d1": {"d1": 3.0, "d2": 2.0}}})
        >>> runs.without_identical_ids().ranking("bm25", "d1")
        ['d2']
        >>> runs.without_identical_ids().own_removed
        ('d1',)
        """
        without = self.of_core(_core.without_identical_ids(self.core))
        removed = {query for query, _ in _core.identical_ids(self.core)}
        without.own_removed = tuple(sorted({*self.own_removed, *removed}))
        return without

    def of_docs(self, docs: Iterable[str]) -> Runs:
        """The runs over a part of the corpus: every list without the documents that are not in `docs`.

        The others keep their order; `Qrels.of_docs` does the same to labels.

        Parameters
        ----------
        docs : iterable of str

        Returns
        -------
        Runs

        Examples
        --------
        >>> runs = Runs.from_dict({"bm25": {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}}})
        >>> runs.of_docs({"d1", "d3"}).ranking("bm25", "q1")
        ['d1', 'd3']
        """
        return self.of_core(_core.runs_of_docs(self.core, list(docs)))

    def first(self, depth: int) -> Runs:
        """The runs with the first documents of each list alone, in float64's and in float32's order, as trec_eval's -M.

        Parameters
        ----------
        depth : int, at least 1

        Returns
        -------
        Runs

        Raises
        ------
        UsageError
            `depth` is no whole number of at least 1.

        Examples
        --------
        >>> runs = Runs.from_dict({"bm25": {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}}})
        >>> runs.first(2).ranking("bm25", "q1")
        ['d1', 'd2']
        """
        return self.of_core(_core.first_docs(self.core, whole_number("depth", depth)))

    def of_core(self, core: _core.Runs, readings: Sequence[Reading] | None = None, **beside: Any) -> Runs:
        """The same systems with other lists; what is known beside them stays, but for what is given."""
        return Runs(core, self.readings if readings is None else readings, **{**self._beside, **beside})

    @property
    def _beside(self) -> dict[str, Any]:
        """What is known beside lists and readings, as keywords."""
        return {
            "metadata": self._metadata, "without_hits": self.without_hits, "own_removed": self.own_removed,
            "left_out": self.left_out,
        }  # fmt: skip

    def join(self, qrels: Qrels) -> _core.Join:
        """Which query and label belongs to which document: made once for each Qrels, and kept as long as that is."""
        known = self._joins.get(qrels)
        if known is None:
            known = self._joins[qrels] = _core.join(qrels.core, self.core)
        return known

    def __copy__(self) -> Runs:
        return self

    def __deepcopy__(self, memo: object) -> Runs:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.core.save(), self.readings, self._beside)

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Runs({len(self.systems):,} systems, {len(self.queries):,} queries, {self.n_documents:,} documents)"


def called(runs: Runs, names: Mapping[str, str], readings: Sequence[Reading] = ()) -> Runs:
    """The runs under the names that a mapping of systems gives them; no name in it stands for others."""
    core = _core.renamed(runs.core, [names.get(system, system) for system in runs.systems])
    empty = {names.get(system, system): queries for system, queries in runs.without_hits.items()}
    return runs.of_core(core, readings, metadata=runs.metadata.renamed(names), without_hits=empty)


def renamed(runs: Runs, renaming: Renaming) -> Runs:
    """The runs under their new names, with what was read of their files."""
    return called(runs, renaming.names(runs.systems), runs.readings) if renaming.texts else runs


def run_groups(runs: Runs) -> dict[str, str]:
    """The group of each run that has one, by the metadata; else that of the runs with the same lists, if it is one."""
    from irassay.collection.metadata import group_column

    columns = runs.metadata.columns
    of = columns.get(group_column(columns), {})
    stated = {system: of[system] for system in runs.systems if of.get(system)}
    with_row = set(runs.metadata.systems)
    if not stated or with_row.issuperset(runs.systems):
        return stated
    first = same_lists(runs)
    groups_of_lists: dict[int, set[str]] = {}
    for system, lists in zip(runs.systems, first):
        groups_of_lists.setdefault(lists, set()).update({stated[system]} if system in stated else ())
    found = dict(stated)
    for system, lists in zip(runs.systems, first):
        if system not in with_row and len(groups_of_lists[lists]) == 1:
            found[system] = next(iter(groups_of_lists[lists]))
    return found


def same_lists(runs: Runs) -> list[int]:
    """For each system, the place of the first one with the same documents in the same order on every query."""
    return _core.same_lists(runs.core, None, MOST, _core.Ties.float64)


def _again(saved: bytes, readings: Sequence[Reading], beside: Mapping[str, Any]) -> Runs:
    """Runs out of what `Runs.__reduce__` says of them."""
    return Runs(_core.load_runs(saved), readings, **beside)
