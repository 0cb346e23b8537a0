"""Scores of every system on every query, by measure and variant of the labels. Computes none."""

from __future__ import annotations

from irassay.errors import UsageError, cut
from irassay.messages import alike, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal

    import numpy as np
    from numpy.typing import NDArray

    from irassay.measures import Measure
    from irassay.result import Table
    from irassay.scoring.policy import Policy

    F64 = NDArray[np.float64]

ONE_VARIANT = ("labels",)  # the variants' names where there is one label set
_ARRAYS = ("summary", "values", "answered")
_FIELDS = ("measures", "variants", "systems", "queries", "policy", "collections", "largest_grade")


class Scores:
    """Scores of systems, measure by measure.

    Attributes
    ----------
    measures : tuple of Measure
    variants : tuple of str
        Names of the label sets; ``("labels",)`` where there is one.
    systems : tuple of str
        In the order of the runs.
    queries : tuple of str
        The queries that count, in byte order.
    policy : Policy
        Order, queries and cutoffs.
    collections : tuple of str
        The collection of each query, where scores of several are compared together; else empty.

    Examples
    --------
    >>> from irassay import Qrels, Runs, evaluate
    >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
    >>> scores = evaluate(Qrels.from_dict({"q": {"a": 1}}), runs, ["P@1", "RR"])
    >>> scores.values.shape, scores.summary[0, 0].tolist(), scores.signatures[1]
    ((2, 1, 2, 1), [1.0, 0.0], 'RR|rel=1|ties=float64|queries=qrels|v=0.1')
    """

    __slots__ = (
        "_answered",
        "_largest_grade",
        "_missing",
        "_same",
        "_same_lists",
        "_summary",
        "_values",
        "collections",
        "measures",
        "policy",
        "queries",
        "systems",
        "variants",
    )

    def __init__(
        self,
        *,
        measures: Sequence[Measure],
        systems: Sequence[str],
        queries: Sequence[str],
        summary: Any,
        values: Any = None,
        answered: Any = None,
        policy: Policy,
        largest_grade: int,
        variants: Sequence[str] = ONE_VARIANT,
        same_lists: Callable[[int], Sequence[int]] | None = None,
        collections: Sequence[str] = (),
    ) -> None:
        """`summary`, `values` and `answered` are arrays or memoryviews of the axes that the properties state.

        `same_lists` takes a depth (0: whole lists) and returns for each system the first one with the same lists.
        """
        self.measures = tuple(measures)
        self.variants = tuple(variants)
        self.systems = tuple(systems)
        self.queries = tuple(queries)
        self.policy = policy
        self.collections = tuple(collections)
        self._summary = summary
        self._values = values
        self._answered = answered
        self._largest_grade = largest_grade
        self._same_lists = same_lists
        self._same: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._missing: dict[str, tuple[str, ...]] | None = None

    @property
    def signatures(self) -> tuple[str, ...]:
        """One a measure: its name and what its scores depend on."""
        return tuple(self.policy.signature(m, largest_grade=self._largest_grade) for m in self.measures)

    @property
    def largest_grade(self) -> int:
        """The largest grade of the labels."""
        return self._largest_grade

    @property
    def values(self) -> F64:
        """Per-query scores, float64 (measure, variant, system, query); NaN where a query doesn't count for a system.

        Raises
        ------
        UsageError
            Only summaries were kept.
        """
        import numpy as np

        if self._values is None:
            raise UsageError('per-query scores were not kept; evaluate with keep="queries"')
        array: F64 = np.asarray(self._values)
        array.flags.writeable = False
        return array

    @property
    def summary(self) -> F64:
        """The summary over queries by each measure's aggregate, float64 (measure, variant, system)."""
        import numpy as np

        array: F64 = np.asarray(self._summary)
        array.flags.writeable = False
        return array

    @property
    def summary_view(self) -> Any:
        """`summary` as the kernel returns it: three indices read one number, without NumPy."""
        return self._summary

    @property
    def values_view(self) -> Any:
        """`values` as the kernel returns them, None where they were not kept."""
        return self._values

    @property
    def missing(self) -> Mapping[str, tuple[str, ...]]:
        """For each system the counted queries that its run leaves out."""
        if self._missing is None:
            n = len(self.queries)
            flags = b"\1" * (n * len(self.systems)) if self._answered is None else self._answered.tobytes()
            rows = [flags[i * n : (i + 1) * n] for i in range(len(self.systems))]
            self._missing = {
                system: tuple(q for q, flag in zip(self.queries, row) if not flag) if 0 in row else ()
                for system, row in zip(self.systems, rows)
            }
        return self._missing

    @property
    def same(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Measure -> groups of systems that are one system for it, each of at least two, in the systems' order.

        Their lists hold the same documents in the same order, to the measure's depth, on every counted query.
        """
        return {str(measure): self._groups(measure) for measure in self.measures}

    def _groups(self, measure: Measure) -> tuple[tuple[str, ...], ...]:
        name = str(measure)
        if name not in self._same:
            # A measure that drops unjudged documents looks further down than its cutoff.
            first = self._same_lists(measure.depth) if self._same_lists else range(len(self.systems))
            groups: dict[int, list[str]] = {}
            for system, of in zip(self.systems, first):
                groups.setdefault(of, []).append(system)
            self._same[name] = tuple(tuple(group) for group in groups.values() if len(group) > 1)
        return self._same[name]

    def measure(self, measure: str | Measure | None = None) -> Measure:
        """The measure of that name, in any of its spellings; None is the first.

        Parameters
        ----------
        measure : str or Measure, optional

        Returns
        -------
        Measure

        Raises
        ------
        UsageError
            It was not computed; the message names those that were.

        Examples
        --------
        >>> from irassay import Qrels, Runs, evaluate
        >>> evaluate(Qrels.from_dict({"q": {"a": 1}}), Runs.from_dict({"x": {"q": {"a": 1}}}), ["P@1"]).measure("P_1")
        P@1
        """
        from irassay.measures import Measure

        if measure is None:
            return self.measures[0]
        wanted = Measure.parse(measure)
        if wanted not in self.measures:
            there = ", ".join(map(str, self.measures))
            raise UsageError(f"measure {wanted} was not computed; there are {there}")
        return wanted

    def sel(
        self, *, measure: str | Measure | None = None, variant: str | None = None, systems: Sequence[str] | None = None
    ) -> Scores:
        """Only one measure, one variant or some systems; None keeps all.

        Parameters
        ----------
        measure : str or Measure, optional
        variant : str, optional
        systems : sequence of str, optional
            They come in this order.

        Returns
        -------
        Scores

        Raises
        ------
        UsageError
            A name that isn't there.

        Examples
        --------
        >>> from irassay import Qrels, Runs, evaluate
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> evaluate(Qrels.from_dict({"q": {"a": 1}}), runs, ["P@1"]).sel(systems=["old"]).summary.tolist()
        [[[0.0]]]
        """
        import numpy as np

        measures = self.measures if measure is None else (self.measure(measure),)
        m = [self.measures.index(one) for one in measures]
        v = list(range(len(self.variants))) if variant is None else [_place(self.variants, variant, "variant")]
        chosen = self.systems if systems is None else tuple(systems)
        s = [_place(self.systems, system, "system") for system in chosen]
        lists = self._same_lists

        def of_chosen(depth: int) -> list[int]:
            assert lists is not None
            first = lists(depth)
            return [first[i] for i in s]

        return Scores(
            measures=measures,
            variants=[self.variants[i] for i in v],
            systems=chosen,
            queries=self.queries,
            summary=self.summary[np.ix_(m, v, s)],
            values=None if self._values is None else self.values[np.ix_(m, v, s, range(len(self.queries)))],
            answered=None if self._answered is None else np.asarray(self._answered)[s],
            policy=self.policy,
            largest_grade=self._largest_grade,
            same_lists=None if lists is None else of_chosen,
            collections=self.collections,
        )

    def mean(self) -> Table:
        """A table of the summaries.

        Returns
        -------
        Table
            One row a system (and variant, where there are several), one column a measure.

        Examples
        --------
        >>> from irassay import Qrels, Runs, evaluate
        >>> scores = evaluate(Qrels.from_dict({"q": {"a": 1}}), Runs.from_dict({"x": {"q": {"a": 1}}}), ["P@1"])
        >>> scores.mean().column("P@1").values
        [1.0]
        """
        from irassay.scoring import frames

        return frames.summary_table(self)

    def to_pandas(self, *, keep: Literal["queries", "summary"] | None = None) -> Any:
        """A long pandas DataFrame, one row a value: measure, variant, system, query, value.

        Parameters
        ----------
        keep : {"queries", "summary"}, optional
            Scores of queries, or each system's summary over them, which has no column ``query``. Default: of queries
            where they were kept, else summaries.

        Returns
        -------
        pandas.DataFrame
            Rows in the order of `values` (or `summary`), numbers unchanged; NaN where a query doesn't count for a
            system. A column ``collection`` follows the query where scores of several collections are compared.
            ``attrs["holds"]`` says whether these are scores of queries or summaries.

        Raises
        ------
        MissingLibrary
            pandas is not installed: ``pip install "irassay[frames]"``.
        UsageError
            Scores of queries are asked for and were not kept.

        Examples
        --------
        >>> import irassay
        >>> qrels = irassay.Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d2": 1}})
        >>> runs = irassay.Runs.from_dict({"bm25": {"q1": {"d1": 1.0}}})
        >>> irassay.evaluate(qrels, runs, ["P@1"]).to_pandas()
          measure variant system query  value
        0     P@1  labels   bm25    q1    1.0
        1     P@1  labels   bm25    q2    0.0
        """
        from irassay.scoring import frames

        return frames.to_pandas(self, keep)

    def to_polars(self, *, keep: Literal["queries", "summary"] | None = None) -> Any:
        """The same as a polars DataFrame; see `to_pandas`.

        Parameters
        ----------
        keep : {"queries", "summary"}, optional
            As for `to_pandas`.

        Returns
        -------
        polars.DataFrame

        Examples
        --------
        >>> import irassay
        >>> qrels = irassay.Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d2": 1}})
        >>> runs = irassay.Runs.from_dict({"bm25": {"q1": {"d1": 1.0}}})
        >>> irassay.evaluate(qrels, runs, ["P@1"]).to_polars(keep="summary").rows()
        [('P@1', 'labels', 'bm25', 0.5)]
        """
        from irassay.scoring import frames

        return frames.to_polars(self, keep)

    def to_xarray(self, *, keep: Literal["queries", "summary"] | None = None) -> Any:
        """A labelled array of xarray with the axes measure, variant, system and query.

        Parameters
        ----------
        keep : {"queries", "summary"}, optional
            As for `to_pandas`; summaries have no axis ``query``.

        Returns
        -------
        xarray.DataArray
            Named ``value``; the signatures stand beside the measures, and ``attrs["holds"]`` says what it holds.

        Examples
        --------
        >>> import irassay
        >>> qrels = irassay.Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d2": 1}})
        >>> runs = irassay.Runs.from_dict({"bm25": {"q1": {"d1": 1.0}}})
        >>> array = irassay.evaluate(qrels, runs, ["P@1"]).to_xarray()
        >>> array.dims, float(array.sel(system="bm25").mean())
        (('measure', 'variant', 'system', 'query'), 0.5)
        """
        from irassay.scoring import frames

        return frames.to_xarray(self, keep)

    def __copy__(self) -> Scores:
        return self

    def __deepcopy__(self, memo: object) -> Scores:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Arrays as they are, and for each measure's depth which systems are one: a copy has no rankings to ask."""
        import numpy as np

        arrays = {name: getattr(self, f"_{name}") for name in _ARRAYS}
        fields = {name: None if array is None else np.asarray(array) for name, array in arrays.items()}
        lists = self._same_lists
        same = None if lists is None else {depth: list(lists(depth)) for depth in {m.depth for m in self.measures}}
        return _again, (type(self), {**fields, **{name: getattr(self, name) for name in _FIELDS}}, same)

    def _repr_html_(self) -> str | None:
        from irassay.result import View

        of = "scores of queries kept" if self._values is not None else "only summaries kept"
        facts = [f"{len(self.systems):,} systems", f"{len(self.queries):,} queries"]
        facts += [f"{len(self.variants):,} label sets"] if len(self.variants) > 1 else []
        return View("Scores", [*facts, of], table=self.mean())._repr_html_()

    def __repr__(self) -> str:
        shape = f"{len(self.measures)} measures, {len(self.variants)} variants, {len(self.systems)} systems"
        return f"Scores({shape}, {len(self.queries)} queries)"


def _again(kind: type[Scores], fields: dict[str, Any], same_lists: dict[int, list[int]] | None) -> Scores:
    """Scores out of their parts; arrays as views, as the kernel gives them."""
    views = {name: None if fields[name] is None else memoryview(fields[name]) for name in _ARRAYS}
    return kind(**{**fields, **views}, same_lists=None if same_lists is None else same_lists.__getitem__)


def _place(names: Sequence[str], name: str, what: str) -> int:
    try:
        return list(names).index(name)
    except ValueError:
        hint = did_you_mean(alike(name, names), instead=f"there are {len(names):,}, such as {cut(names[0])}")
        raise UsageError(f"no {what} {cut(name)}; {hint}") from None
