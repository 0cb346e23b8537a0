"""Labels and runs with the counts that checks use, each computed once. Thresholds and sentences are elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cached_property

from irassay.arguments import LEAST_GRADE
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs, same_lists
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.measures.specification import kernel_specs
from irassay.record import Record
from irassay.scoring.evaluate import evaluate, parts_of
from irassay.scoring.list_ends import DEPTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.collection.ties import Ties

DIGITS = 15  # that a spreadsheet keeps of a number
LARGEST = 307  # the exponent from which it takes text for no number
_WRITTEN = re.compile(r"(?:0|[1-9][0-9]*)|([0-9])(?:[.,]([0-9]+))?E[+-][0-9]{1,3}")
_NUMBER = re.compile(r"[0-9]+(?:[eE][+-]?[0-9]{1,3})?")
WHOLE = 0xFFFFFFFF  # depth beyond any list
MIN_SORTED = 10  # least length of a list that is unlikely to be in id order by chance


def rewritten(labelled: Collection[str], retrieved: Collection[str]) -> dict[str, str]:
    """Labelled ids that are not retrieved -> the first retrieved id without a label of which a spreadsheet makes them:
    without leading zeros, with 15 digits, or rounded as in ``1.56E+06``, in some countries ``1,56E+06``."""
    written = {label: found for label in labelled if (found := _WRITTEN.fullmatch(label))}
    if not written:
        return {}
    here, there = set(labelled), set(retrieved)
    # label -> with how many decimals its power of ten is written; -1 for a number without an E
    lost = {of: -1 if e[1] is None else len(e[2] or "") for of, e in written.items() if of not in there}
    ids = [doc for doc in there if changes(doc) and doc not in here] if lost else []
    forms: dict[tuple[int, str], str] = {}
    for decimals in set(lost.values()) if ids else ():
        for doc in sorted(ids, key=str.encode):
            forms.setdefault((decimals, _form(Decimal(doc), decimals)), doc)
    keys = {label: (decimals, _form(Decimal(label.replace(",", ".")), decimals)) for label, decimals in lost.items()}
    return {label: forms[keys[label]] for label in sorted(lost, key=str.encode) if keys[label] in forms}


def changes(doc: str) -> bool:
    """Whether a spreadsheet takes this for a number that it writes in another way."""
    if doc[:1] not in "0123456789" or not _NUMBER.fullmatch(doc) or Decimal(doc).adjusted() > LARGEST:
        return False
    return doc.startswith("0") or len(doc) > 11 or not doc.isdecimal()  # 12 digits are the first to be rounded


def _form(value: Decimal, decimals: int) -> str:
    """A number as a spreadsheet writes it: with so many decimals before the E, or, for -1, without one."""
    with localcontext() as context:
        context.prec, context.rounding = 400, ROUND_HALF_UP
        if decimals >= 0:
            return f"{value:.{decimals}E}"
        digits = f"{value.normalize():f}"
    return digits[:DIGITS] + "0" * (len(digits) - DIGITS) if digits.isdecimal() else digits


class FromEnd(Record):
    """What a run's lists hold as read, the highest score first, and from their end."""

    judged: float  # share of documents to `Material.depth` with a label
    judged_from_end: float
    mean: float  # of the first measure
    mean_from_end: float


def less_judged_at_top(of: _core.Coverage) -> bool:
    """Whether a run's documents to the depth are judged less often than all of its documents."""
    return of.top_judged * of.retrieved < of.judged * of.top


class Material:
    """The input of the checks; effects are reported in the first measure, and `order` says which scores are equal."""

    def __init__(
        self, qrels: Qrels, runs: Runs, measures: Sequence[Measure], *, order: _core.Ties = _core.Ties.float64
    ) -> None:
        self.qrels = qrels
        self.runs = runs
        self.measures = tuple(measures)
        self.order = order
        self._coverage: dict[int, list[_core.Coverage]] = {}
        self.join = runs.join(qrels)
        self.n_queries = len(qrels.queries)

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The labelled queries that some run answers."""
        answered = set(self.runs.queries)
        return tuple(query for query in self.qrels.queries if query in answered)

    @property
    def ties_read(self) -> Ties:
        """How scores are read, as a keyword says it."""
        return "float32" if self.order == _core.Ties.float32 else "float64"

    @property
    def systems(self) -> Sequence[str]:
        """Names of the runs."""
        return self.runs.systems

    @property
    def measure(self) -> Measure:
        """The first measure."""
        return self.measures[0]

    @cached_property
    def depth(self) -> int:
        """The first measure's cutoff, otherwise `DEPTH`."""
        return self.measure.cutoff or DEPTH

    @cached_property
    def rel(self) -> int:
        """The least relevant grade of the first measure."""
        return self.measure.rel

    @cached_property
    def n_relevant(self) -> int:
        """Number of labels of grade `rel` or more."""
        return sum(n for grade, n in self.qrels.grade_counts.items() if grade >= self.rel)

    @cached_property
    def coverage(self) -> list[_core.Coverage]:
        """Coverage of each system, to `depth`."""
        return self.coverage_to(self.depth)

    def coverage_to(self, depth: int) -> list[_core.Coverage]:
        """Coverage of each system, to this depth."""
        if depth not in self._coverage:
            self._coverage[depth] = _core.coverage(self.qrels.core, self.runs.core, self.join, depth)
        return self._coverage[depth]

    def unjudged(self, system: int) -> Fraction | None:
        """The share of a system's documents down to `depth` that could get a label and have none; None without any."""
        settled, of = self._coverage_of_settled[system], self.coverage[system]
        return Fraction(of.top - settled.top_judged, of.top) if of.top else None

    @cached_property
    def _coverage_of_settled(self) -> list[_core.Coverage]:
        """Coverage of each system, to `depth`, of documents that have a label or can't get one."""
        labelled, marked = set(self.qrels.queries), self.qrels.unrateable
        if not labelled.intersection(marked):
            return self.coverage
        settled = Qrels.from_dict(
            {q: {**dict.fromkeys(marked.get(q, ()), 0), **self.qrels.grades(q)} for q in labelled}
        )
        return _core.coverage(settled.core, self.runs.core, self.runs.join(settled), self.depth)

    @cached_property
    def fillable(self) -> float:
        """The share of all ranks to `depth` that labelled documents could fill; small where labels are sparse."""
        filled = sum(min(self.depth, self.qrels.core.n_judged(query)) for query in self.shared)
        return filled / (self.depth * len(self.shared)) if self.shared else 0.0

    @cached_property
    def rewritten(self) -> dict[str, dict[str, str]]:
        """Query -> its labelled ids that no run retrieves -> the retrieved ids of which a spreadsheet makes these."""
        qrels, runs, one = self.qrels, self.runs.core, [0] * len(self.runs.systems)
        queries, best = _core.relevant_ranks(
            qrels.core, runs, self.join, group=one, n_groups=1, rel=LEAST_GRADE, depth=WHOLE, ties=self.order
        )
        found = {}
        ranks: Any = best.tolist()  # a row a label
        lost = {q for q, (rank,) in zip(queries.tolist(), ranks, strict=True) if rank == 0}
        for query in (qrels.queries[q] for q in sorted(lost)):
            if ids := rewritten(qrels.grades(query), _core.retrieved(runs, query)):
                found[query] = ids
        return found

    @cached_property
    def by_query(self) -> Any:
        """[0, 0, system, query]: scores by the first measure on the labelled queries, 0 where one is not answered."""
        return evaluate(self.qrels, self.runs, [self.measure], ties=self.ties_read).values_view

    def unanswered(self, *systems: int) -> list[str]:
        """Labelled queries that none of the systems answers, not with 0 hits either, in byte order."""
        empty: set[str] = set().union(*map(self._empty, systems))
        return [query for query in self._without_docs(*systems) if query not in empty]

    def without_hits(self, system: int) -> list[str]:
        """Labelled queries that a system's files answer with 0 hits, in byte order."""
        empty = self._empty(system)
        return [query for query in self._without_docs(system) if query in empty] if empty else []

    def n_answered(self, system: int) -> int:
        """How many labelled queries a system answers, be it with 0 hits."""
        return self.coverage[system].answered + len(self.without_hits(system))

    def _empty(self, system: int) -> set[str]:
        return set(self.runs.without_hits.get(self.runs.systems[system], ()))

    def _without_docs(self, *systems: int) -> list[str]:
        lengths = self.runs.core.lengths
        with_docs = {query for query in self.shared if any(map(lengths(query).__getitem__, systems))}
        return [query for query in self.qrels.queries if query not in with_docs]

    def mean_on(self, system: int, queries: Sequence[str]) -> float:
        """A system's mean by the first measure over some labelled queries."""
        place = {query: q for q, query in enumerate(self.qrels.queries)}
        return float(sum(self.by_query[0, 0, system, place[query]] for query in queries)) / len(queries)

    def best_other_on(self, system: int, queries: Sequence[str]) -> tuple[int, float] | None:
        """The best of the other systems that answer all of these queries, and its mean over them; None without one."""
        places = [s for s in range(len(self.runs.systems)) if s != system and self._answers(s, queries)]
        means = {s: self.mean_on(s, queries) for s in places}
        return max(means.items(), key=lambda of: (self.measure.definition.direction * of[1], -of[0]), default=None)

    def _answers(self, system: int, queries: Sequence[str]) -> bool:
        shared, empty, lengths = set(self.shared), self._empty(system), self.runs.core.lengths
        return all(query in empty or (query in shared and lengths(query)[system] > 0) for query in queries)

    @cached_property
    def ties(self) -> list[_core.TieCount]:
        """Equal scores of each system, to `depth`."""
        return _core.count_ties(self.runs.core, self.join, self.depth, self.order)

    @cached_property
    def swings(self) -> list[list[list[float]]]:
        """[system][measure]: least, present and greatest mean over the orders of equal scores."""
        return self.ranges(self.measures)

    @cached_property
    def single(self) -> list[list[list[float]]]:
        """The same as `swings`, with scores read as 32-bit floats."""
        return self.ranges(self.measures, ties=_core.Ties.float32)

    @cached_property
    def contradicted_queries(self) -> dict[str, list[str]]:
        """System -> labelled queries on which its rank column contradicts its scores."""
        labelled = set(self.qrels.queries)
        queries: dict[str, list[str]] = {}
        for query, system in self.runs.core.contradicted():
            if query in labelled:
                queries.setdefault(self.runs.systems[system], []).append(query)
        if len(self.runs.readings) == len(self.runs.systems):
            for system_name, reading in zip(self.runs.systems, self.runs.readings):
                queries.setdefault(system_name, []).extend(query for query in reading.by_rank if query in labelled)
        return {name: of for name, of in queries.items() if of}

    @cached_property
    def from_end(self) -> dict[int, FromEnd]:
        """Runs with fewer judged documents to `depth` than in whole lists, as if read the wrong way: both ways."""
        less = [s for s, of_run in enumerate(self.coverage) if less_judged_at_top(of_run)]
        if not less:
            return {}
        names, ranking = self.runs.systems, self.runs.ranking
        lists = {
            names[s]: {
                query: {doc: float(place) for place, doc in enumerate(docs)}
                for query in self.shared
                if (docs := ranking(names[s], query, ties=self.ties_read))
            }
            for s in less
        }
        other = Material(self.qrels, Runs.from_dict(lists), [self.measure])
        means, means_from_end = self.means(), other.means()
        return {
            s: FromEnd(
                judged=self.coverage[s].top_judged / self.coverage[s].top,
                judged_from_end=other.coverage[i].top_judged / other.coverage[i].top,
                mean=means[s],
                mean_from_end=means_from_end[i],
            )
            for i, s in enumerate(less)
        }

    @cached_property
    def in_id_order(self) -> list[int]:
        """How many of each system's lists are sorted by document id, of those too long to be so by chance."""
        return _core.lists_in_id_order(self.runs.core, self.join, MIN_SORTED)

    @cached_property
    def twins(self) -> list[int]:
        """For each system, the first system with the same documents in the same order on every query."""
        return same_lists(self.runs)

    @cached_property
    def twins_to_depth(self) -> list[int]:
        """The same as `twins`, for the labelled queries and to the first measure's cutoff."""
        return _core.same_lists(self.runs.core, self.join, self.measure.cutoff or WHOLE, self.order)

    def ranges(
        self, measures: Sequence[Measure], *, runs: Runs | None = None, ties: _core.Ties | None = None
    ) -> list[list[list[float]]]:
        """[system][measure]: least, present and greatest mean over the orders of equal scores; default: of `order`."""
        specs = kernel_specs(measures, largest_grade=max(self.qrels.scale, default=1))
        on = self.runs if runs is None else runs
        subtopics = parts_of(self.qrels, measures)
        return [
            [list(swing) for swing in of_system]
            for of_system in _core.tie_swings(
                self.qrels.core, on.core, on.join(self.qrels), specs, self.order if ties is None else ties, subtopics
            )
        ]

    def means(self, measure: Measure | None = None) -> list[float]:
        """Each system's mean of a measure. Default: the first one."""
        if measure is None or measure == self.measure:
            return [of_system[0][1] for of_system in self.swings]
        return [of_system[0][1] for of_system in self.ranges([measure])]
