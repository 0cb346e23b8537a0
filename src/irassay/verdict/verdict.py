"""The noun `Verdict`: the evidence about systems under one measure, and the conclusions from it.

It keeps two sources of uncertainty apart: League holds the evidence from the queries, Bounds and PairDraws hold the
effect of missing labels, all in the League's order. This module computes only counts of their contents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.comparison.power import minimum_detectable, typical_detectable, unresolvable_by_labels
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.verdict.baselines import Against, against_of
from irassay.verdict.next_steps import Step, plan
from irassay.verdict.pair import PairVerdict, Require, Strength, Unlikely, carries, labels_of, pair_of
from irassay.verdict.queries_needed import Needed, needed_of
from irassay.verdict.saved import verdict as saved_verdict
from irassay.wording import FEW

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.estimates import Bounds, Figures
    from irassay.estimates.bounds.pair_draws import PairDraws
    from irassay.measures import Measure
    from irassay.verdict.label_reach import Reach

F64: TypeAlias = NDArray[np.float64]
Kind: TypeAlias = Literal["unmatched", "one", "same", "tied", "two", "few", "many", "baseline"]

HIGH = 0.9  # share of settled pairs from which no more queries, or labels, are asked for


@dataclass(frozen=True, eq=False)
class Verdict:
    """The verdict of queries and labels on systems under one measure.

    Attributes
    ----------
    league : League
        Uncertainty over queries: order, tests, intervals, leaders.
    measure : Measure or None
        None where scores came from a file and irassay does not have their measure.
    bounds : Bounds or None
        Uncertainty over missing labels, rows in the league's order. None without labels, or where the measure has no
        bounds.
    draws : PairDraws or None
        Pairs in completions drawn from the estimate, in the league's order. None where none can be drawn.
    reach : Reach or None
        Coverage of the runs by labels. None without labels.
    judging : Figures or None
        Number of labels that settle the open pairs with a leader or a baseline; None where it was not computed.
    judging_pairs : mapping
        (system, system) -> number of labels that settle this pair, for requested pairs that are open.
    n_runs : int
        Number of runs, including those that are identical to another.
    suspects : sequence of str
        Runs to check before anything else, leaders first.
    command : str
        The arguments that reproduce the verdict: ``QRELS RUNS -m nDCG@10``.
    """

    league: League
    measure: Measure | None = None
    bounds: Bounds | None = None
    draws: PairDraws | None = None
    reach: Reach | None = None
    judging: Figures | None = None
    judging_pairs: Mapping[tuple[str, str], Figures] = field(default_factory=dict)
    n_runs: int = 0
    suspects: Sequence[str] = ()
    command: str = "QRELS RUNS"

    # Scope

    @property
    def systems(self) -> Sequence[str]:
        """Distinct systems, best first."""
        return self.league.systems

    @property
    def n(self) -> int:
        """Number of distinct systems."""
        return len(self.league.systems)

    @property
    def depth(self) -> int | None:
        """The measure's depth; None for whole lists."""
        return None if self.measure is None else self.measure.cutoff

    @property
    def rel(self) -> int:
        """The least relevant grade."""
        return 1 if self.measure is None else int(self.measure.params.get("rel", 1))

    @property
    def n_queries(self) -> int:
        """Number of counted queries."""
        return len(self.league.queries)

    @property
    def n_labels(self) -> int:
        """Number of labels of the counted queries; 0 without labels."""
        return 0 if self.reach is None else self.reach.n_labels

    @property
    def unjudged(self) -> int:
        """Number of distinct documents without a label that some run retrieves down to the measure's depth."""
        return 0 if self.reach is None else self.reach.unjudged

    @cached_property
    def judged(self) -> Mapping[str, float]:
        """System -> share of its documents down to the measure's depth that have a label; empty without labels."""
        return {} if self.reach is None else dict(zip(self.systems, self.reach.judged.tolist()))

    @property
    def among_retrieved(self) -> bool:
        """Whether completions concern retrieved documents only."""
        return self.bounds is not None and self.bounds.universe.unseen == 0

    @property
    def has_retrieved_labels(self) -> bool:
        """Whether some run retrieves a labelled document; True without labels."""
        return self.reach is None or self.reach.retrieved_labels > 0

    @property
    def kind(self) -> Kind:
        """The form of the verdict."""
        if not self.has_retrieved_labels or not self.league.queries:
            return "unmatched"
        if self.n_runs == 1:
            return "one"
        if self.n == 1:
            return "same"
        if float(self.league.mean.max() - self.league.mean.min()) <= rounding(self.league.mean):
            return "tied"
        if self.league.baseline:
            return "baseline"
        if self.n == 2:
            return "two"
        return "few" if self.n <= FEW else "many"

    def renamed(self, names: Mapping[str, str]) -> Verdict:
        """The same verdict with systems renamed; a system that is not in `names` keeps its name."""
        judging = {(names.get(a, a), names.get(b, b)): of for (a, b), of in self.judging_pairs.items()}
        suspects = tuple(names.get(system, system) for system in self.suspects)
        return replace(self, league=self.league.renamed(names), judging_pairs=judging, suspects=suspects)

    # Pairs

    @cached_property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """Row numbers of the pairs in question: all pairs, or each system with each baseline, the baseline second.

        Each baseline is a family of its own, so a pair of two baselines counts in both.
        """
        if not self.league.baseline:
            return [(i, j) for i in range(self.n) for j in range(i + 1, self.n)]
        bases = map(self.systems.index, self.league.baseline)
        return [(i, base) for base in bases for i in range(self.n) if i != base]

    def pair(self, a: str, b: str) -> PairVerdict:
        """The verdict on two systems; differences are `a` minus `b`.

        Raises
        ------
        UsageError
            A system is not in the league.
        """
        return pair_of(self, self.league.pair(a, b), *(self.systems.index(self.league.stands_for(s)) for s in (a, b)))

    @property
    def only_pair(self) -> PairVerdict | None:
        """The verdict on the two systems of a league of two; None for another number."""
        return self.pair_at(0, 1) if self.n == 2 else None

    def pair_at(self, i: int, j: int) -> PairVerdict:
        """The verdict on two rows, the better one first; with several baselines in the family of `j`."""
        queries = self.league.pair(self.systems[i], self.systems[j])
        return pair_of(self, queries, i, j) if i < j else pair_of(self, queries.turned(), j, i)

    def state(self, i: int, j: int) -> str:
        """The state of two rows over all completions of the labels, as in Bounds; "" where not computed."""
        return "" if self.bounds is None else str(self.bounds.state[i][j])

    def agreeing(self, i: int, j: int) -> int:
        """Number of draws of missing labels that keep the sign and, for a significant pair, the significance."""
        if self.draws is None:
            return 0
        ahead, behind = (i, j) if self.league.difference[i, j] > 0 else (j, i)
        n_agreeing = self.draws.ahead_by_test if self.league.significant[i, j] else self._ahead
        return int(n_agreeing[ahead, behind])

    @cached_property
    def _ahead(self) -> NDArray[np.int64]:
        assert self.draws is not None
        return self.draws.ahead

    def strength(self, i: int, j: int) -> Strength:
        """How strongly the labels support the order of two rows; "" where not computed."""
        labels = labels_of(self, i, j)
        return "" if labels is None else labels.strength

    @property
    def unlikely(self) -> Unlikely:
        """The reason why no pair can be *likely*; "" where completions were drawn."""
        if self.reach is None:
            return "scores alone"
        if self.bounds is None:
            return "no bounds"
        return "" if self.draws is not None else "positive only"

    def decides(self, i: int, j: int, *, require: Require = "likely") -> bool:
        """Whether two rows differ by the queries, with labels that support it as required."""
        if not self.league.significant[i, j]:
            return False
        return self.reach is None or carries(
            self.strength(i, j), require
        )  # scores alone have no labels to require it of

    # Shares

    @cached_property
    def states(self) -> Mapping[str, int]:
        """State -> number of pairs in question."""
        count = dict.fromkeys(("settled", "open", "not known", "exactly tied"), 0)
        for i, j in self.pairs if self.bounds is not None else ():
            count[self.state(i, j)] += 1
        return count

    @cached_property
    def n_likely(self) -> int:
        """Number of pairs without a proof that keep their order in nearly all draws."""
        return sum(self.strength(i, j) == "likely" for i, j in self.pairs)

    @property
    def labels_settled(self) -> int | None:
        """Number of pairs that keep their order under every completion; None where not computed."""
        return None if self.bounds is None else self.states["settled"]

    @property
    def labels_open(self) -> int:
        """Number of pairs that some completion makes equal or reverses."""
        return self.states["open"]

    @property
    def labels_unknown(self) -> int:
        """Number of pairs with neither a proof nor such a completion."""
        return self.states["not known"]

    @property
    def tied(self) -> int:
        """Number of pairs that are exactly equal with the present labels."""
        return self.states["exactly tied"]

    @property
    def labels_pairs(self) -> int:
        """Number of pairs in the denominator of the labels' share: all but the exactly tied."""
        return self.league.n_tested - self.tied

    @property
    def labels_high(self) -> bool | None:
        """Whether the labels settle enough pairs; None where not computed."""
        return None if self.labels_settled is None else self.labels_settled >= HIGH * self.labels_pairs

    @property
    def queries_high(self) -> bool:
        """Whether the queries settle enough pairs."""
        return self.league.n_settled >= HIGH * self.league.n_tested

    @cached_property
    def open_at_top(self) -> int:
        """Number of pairs with a leader whose order the labels leave open or not known."""
        top = {i for i, system in enumerate(self.systems) if system in set(self.league.leaders)}
        return sum(self.state(i, j) in UNDECIDED for i, j in self.pairs if i in top or j in top)

    @cached_property
    def lead_carried(self) -> bool:
        """Whether every system outside the lead is worse than some leader, by the queries and by the labels."""
        leaders = [i for i, system in enumerate(self.systems) if system in set(self.league.leaders)]
        return all(any(self.decides(i, j) for i in leaders) for j in range(self.n) if j not in leaders)

    # Conclusions from the queries

    @property
    def behind(self) -> int:
        """Number of systems that are significantly worse than the first."""
        return int(self.league.significant[0].sum()) if self.n else 0

    @cached_property
    def needed(self) -> Sequence[Needed]:
        """Queries to separate the first from the other leaders, or each baseline from systems not told from it."""
        return needed_of(self.league)

    @cached_property
    def against(self) -> Sequence[Against]:
        """Comparisons with each baseline, in the order of the baselines."""
        return against_of(self.league)

    @cached_property
    def detectable(self) -> F64:
        """The estimated least difference that these queries detect with 80% power, for each pair of rows."""
        return minimum_detectable(self.league)

    @cached_property
    def typical(self) -> float:
        """The median detectable difference over the pairs that can't be told apart; NaN where there are none."""
        return typical_detectable(self.league, self.detectable, self.pairs)

    @cached_property
    def unresolvable(self) -> NDArray[np.bool_] | None:
        """Whether no labels would let these queries separate a pair of rows, an estimate; None without bounds."""
        if self.bounds is None:
            return None
        low, high = self.bounds.difference_lower, self.bounds.difference_upper
        return unresolvable_by_labels(self.league, low, high, detectable=self.detectable)

    @property
    def n_unresolvable(self) -> int:
        """Number of unresolvable pairs in question."""
        return 0 if self.unresolvable is None else sum(bool(self.unresolvable[i, j]) for i, j in self.pairs)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The next steps in order: runs to look at, labels to get, queries to add; () where there is nothing to do.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> qrels = Qrels.from_dict({f"q{i}": {"a": 1, "b": 0} for i in range(8)})
        >>> lists = {"new": {f"q{i}": {"a": 1} for i in range(8)}, "old": {f"q{i}": {"x": 1} for i in range(8)}}
        >>> [(step.kind, step.what) for step in settle(qrels, Runs.from_dict(lists), "P@1").steps]
        [('labels', 'pair')]
        """
        return plan(self)

    # The effect of missing labels on each system

    def means(self, name: Literal["lower", "estimate", "upper"]) -> F64 | None:
        """Mean over the queries of the bounds' ``lower``, ``estimate`` or ``upper``, by row; None without bounds."""
        return None if self.bounds is None else np.asarray(getattr(self.bounds, name).mean(axis=1))

    @cached_property
    def estimate(self) -> F64 | None:
        """Expected mean score of each system; None where it is not available for all."""
        means = self.means("estimate")
        return None if means is None or bool(np.isnan(means).any()) else means

    # The saved form, `irassay.verdict/1`, described in `verdict/saved/verdict.py`

    def to_dict(self) -> dict[str, Any]:
        """The verdict as JSON values, for use in a larger document; `from_dict` loads them."""
        return saved_verdict.document(self)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Verdict:
        """The verdict from the values of `to_dict`; InputError for another format or a missing part."""
        return saved_verdict.verdict_of_document(document, cls)

    def to_json(self) -> str:
        """The verdict as JSON on one line, in the form ``irassay.verdict/1``, with numbers in full precision."""
        return saved_verdict.text(self)

    @classmethod
    def from_json(cls, text: str) -> Verdict:
        """The verdict from the text of `to_json`.

        Raises
        ------
        InputError
            The text is not JSON, or not in the format that this version reads.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in ("q1", "q2")})
        >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in ("q1", "q2")}, "old": {"q1": {"b": 1}}})
        >>> verdict = settle(qrels, runs, "P@1")
        >>> Verdict.from_json(verdict.to_json()).pair("new", "old").sentence() == verdict.pair("new", "old").sentence()
        True
        """
        return cls.from_dict(saved_verdict.parsed(text))

    def __repr__(self) -> str:
        labels = (
            "" if self.bounds is None else f", {self.labels_settled:,} by the labels, {self.n_likely:,} more likely"
        )
        of = f"{self.league.n_settled:,} of {self.league.n_tested:,} pairs settled by the queries{labels}"
        return f"Verdict({self.league.measure}, {self.n:,} systems, {len(self.league.queries):,} queries: {of})"
