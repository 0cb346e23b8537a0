"""The noun `Verdict`: what is known of one measure's systems, and what follows from it.

Two doubts stand in it and are never mixed: the League is what the queries say, Bounds and PairDraws are what missing
labels could say, all in the League's order. Nothing is computed here but counts of what these hold.
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

HIGH = 0.9  # a share of settled pairs from which a doubt asks for no work


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the queries and the labels say of systems under one measure.

    Attributes
    ----------
    league : League
        The queries' doubt: order, tests, intervals, leaders.
    measure : Measure or None
        None where scores came from a file and their measure is none of irassay's.
    bounds : Bounds or None
        The labels' doubt, rows in the league's order. None where labels were not given or the measure has no bounds.
    draws : PairDraws or None
        Pairs in completions drawn from the estimate, in the league's order. None where none can be drawn.
    reach : Reach or None
        How far the labels reach into the runs. None where labels were not given.
    judging : Figures or None
        How many labels settle the open pairs with a leader or a baseline; None where that was not computed.
    judging_pairs : mapping
        (system, system) -> how many labels settle this pair, for pairs that were asked for and are open.
    n_runs : int
        Runs given, those included that are one system with another.
    suspects : sequence of str
        Runs that need a look before anything else, leaders first.
    command : str
        What the reader types again: ``QRELS RUNS -m nDCG@10``.
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

    # What it is about

    @property
    def systems(self) -> Sequence[str]:
        """Distinct systems, best first."""
        return self.league.systems

    @property
    def n(self) -> int:
        """How many distinct systems there are."""
        return len(self.league.systems)

    @property
    def depth(self) -> int | None:
        """How far the measure reads; None: to the end of each run."""
        return None if self.measure is None else self.measure.cutoff

    @property
    def rel(self) -> int:
        """The least grade that counts as relevant."""
        return 1 if self.measure is None else int(self.measure.params.get("rel", 1))

    @property
    def n_queries(self) -> int:
        """How many queries count."""
        return len(self.league.queries)

    @property
    def n_labels(self) -> int:
        """Labels of the counted queries; 0 where none were given."""
        return 0 if self.reach is None else self.reach.n_labels

    @property
    def unjudged(self) -> int:
        """Distinct documents that some run returns down to the measure's depth and that have no label."""
        return 0 if self.reach is None else self.reach.unjudged

    @cached_property
    def judged(self) -> Mapping[str, float]:
        """System -> share of its documents down to the measure's depth that have a label; empty without labels."""
        return {} if self.reach is None else dict(zip(self.systems, self.reach.judged.tolist()))

    @property
    def among_retrieved(self) -> bool:
        """Whether completions are of retrieved documents alone."""
        return self.bounds is not None and self.bounds.universe.unseen == 0

    @property
    def matched(self) -> bool:
        """Whether some labelled document is in some run."""
        return self.reach is None or self.reach.retrieved_labels > 0

    @property
    def kind(self) -> Kind:
        """Which form the verdict takes."""
        if not self.matched or not self.league.queries:
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
        """The same verdict with systems under other names; one that is not in `names` keeps its own."""
        judging = {(names.get(a, a), names.get(b, b)): of for (a, b), of in self.judging_pairs.items()}
        suspects = tuple(names.get(system, system) for system in self.suspects)
        return replace(self, league=self.league.renamed(names), judging_pairs=judging, suspects=suspects)

    # Pairs

    @cached_property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """Places of the pairs that the question is about: all, or every system with each baseline, which stands second.

        Each baseline is a family of its own, so a pair of two baselines is counted in both.
        """
        if not self.league.baseline:
            return [(i, j) for i in range(self.n) for j in range(i + 1, self.n)]
        bases = map(self.systems.index, self.league.baseline)
        return [(i, base) for base in bases for i in range(self.n) if i != base]

    def pair(self, a: str, b: str) -> PairVerdict:
        """All there is about two systems; differences are `a` minus `b`.

        Raises
        ------
        UsageError
            One of them is not in the league.
        """
        return pair_of(self, self.league.pair(a, b), *(self.systems.index(self.league.stands_for(s)) for s in (a, b)))

    @property
    def only_pair(self) -> PairVerdict | None:
        """The two systems, where there are no more."""
        return self.pair_at(0, 1) if self.n == 2 else None

    def pair_at(self, i: int, j: int) -> PairVerdict:
        """The same of two places, the better first; with several baselines by the family of `j`."""
        queries = self.league.pair(self.systems[i], self.systems[j])
        return pair_of(self, queries, i, j) if i < j else pair_of(self, queries.turned(), j, i)

    def state(self, i: int, j: int) -> str:
        """What completions of the labels can do to two places: a state of Bounds; "" where not computed."""
        return "" if self.bounds is None else str(self.bounds.state[i][j])

    def agreeing(self, i: int, j: int) -> int:
        """Draws of missing labels that keep the sign of the difference and, where it has one, its significance."""
        if self.draws is None:
            return 0
        ahead, behind = (i, j) if self.league.difference[i, j] > 0 else (j, i)
        kept = self.draws.ahead_by_test if self.league.significant[i, j] else self._ahead
        return int(kept[ahead, behind])

    @cached_property
    def _ahead(self) -> NDArray[np.int64]:
        assert self.draws is not None
        return self.draws.ahead

    def strength(self, i: int, j: int) -> Strength:
        """How far the labels carry the order of two places; "" where not computed."""
        labels = labels_of(self, i, j)
        return "" if labels is None else labels.strength

    @property
    def unlikely(self) -> Unlikely:
        """Why no pair can be likely; "" where completions were drawn."""
        if self.reach is None:
            return "scores alone"
        if self.bounds is None:
            return "no bounds"
        return "" if self.draws is not None else "positive only"

    def decides(self, i: int, j: int, *, require: Require = "likely") -> bool:
        """Whether two places differ by the queries, and the labels carry that as far as required."""
        if not self.league.significant[i, j]:
            return False
        return self.reach is None or carries(self.strength(i, j), require)  # of scores alone nothing is required

    # Shares

    @cached_property
    def states(self) -> Mapping[str, int]:
        """State -> pairs of the question."""
        count = dict.fromkeys(("settled", "open", "not known", "exactly tied"), 0)
        for i, j in self.pairs if self.bounds is not None else ():
            count[self.state(i, j)] += 1
        return count

    @cached_property
    def n_likely(self) -> int:
        """Pairs that no proof settles and that keep their order in nearly all draws."""
        return sum(self.strength(i, j) == "likely" for i, j in self.pairs)

    @property
    def labels_settled(self) -> int | None:
        """Pairs that keep their order under every completion; None where not computed."""
        return None if self.bounds is None else self.states["settled"]

    @property
    def labels_open(self) -> int:
        """Pairs that some completion makes equal or reverses."""
        return self.states["open"]

    @property
    def labels_unknown(self) -> int:
        """Pairs with neither a proof nor such a completion."""
        return self.states["not known"]

    @property
    def tied(self) -> int:
        """Pairs that are exactly equal with the labels there are."""
        return self.states["exactly tied"]

    @property
    def labels_pairs(self) -> int:
        """Pairs that the labels' share counts: all but the exactly tied."""
        return self.league.n_tested - self.tied

    @property
    def labels_high(self) -> bool | None:
        """Whether the labels settle enough pairs to ask for no more; None where not computed."""
        return None if self.labels_settled is None else self.labels_settled >= HIGH * self.labels_pairs

    @property
    def queries_high(self) -> bool:
        """Whether the queries settle enough pairs to ask for no more."""
        return self.league.n_settled >= HIGH * self.league.n_tested

    @cached_property
    def open_at_top(self) -> int:
        """Pairs with a leader whose order the labels leave open or not known."""
        top = {i for i, system in enumerate(self.systems) if system in set(self.league.leaders)}
        return sum(self.state(i, j) in UNDECIDED for i, j in self.pairs if i in top or j in top)

    @cached_property
    def lead_carried(self) -> bool:
        """Whether every system outside the lead is worse than some leader, by the queries and by the labels."""
        leaders = [i for i, system in enumerate(self.systems) if system in set(self.league.leaders)]
        return all(any(self.decides(i, j) for i in leaders) for j in range(self.n) if j not in leaders)

    # What follows from the queries

    @property
    def behind(self) -> int:
        """Systems significantly worse than the first."""
        return int(self.league.significant[0].sum()) if self.n else 0

    @cached_property
    def needed(self) -> Sequence[Needed]:
        """Queries to separate the first from the other leaders, or each baseline from what can't be told from it."""
        return needed_of(self.league)

    @cached_property
    def against(self) -> Sequence[Against]:
        """What the queries say of each baseline, in the order asked for."""
        return against_of(self.league)

    @cached_property
    def detectable(self) -> F64:
        """The least difference of each two places that these queries would show with 80% power: an estimate."""
        return minimum_detectable(self.league)

    @cached_property
    def typical(self) -> float:
        """The median of these over the pairs that can't be told apart; NaN where there is none."""
        return typical_detectable(self.league, self.detectable, self.pairs)

    @cached_property
    def unresolvable(self) -> NDArray[np.bool_] | None:
        """Which places no labels would make these queries tell apart: an estimate; None where there are no bounds."""
        if self.bounds is None:
            return None
        low, high = self.bounds.difference_lower, self.bounds.difference_upper
        return unresolvable_by_labels(self.league, low, high, detectable=self.detectable)

    @property
    def n_unresolvable(self) -> int:
        """How many pairs of the question these are."""
        return 0 if self.unresolvable is None else sum(bool(self.unresolvable[i, j]) for i, j in self.pairs)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What to do next, in order: runs to look at, labels to get, queries to add; () where there is nothing to do.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> qrels = Qrels.from_dict({f"q{i}": {"a": 1, "b": 0} for i in range(8)})
        >>> lists = {"new": {f"q{i}": {"a": 1} for i in range(8)}, "old": {f"q{i}": {"x": 1} for i in range(8)}}
        >>> [(step.kind, step.what) for step in settle(qrels, Runs.from_dict(lists), "P@1").steps]
        [('labels', 'pair')]
        """
        return plan(self)

    # What missing labels can do to each system

    def means(self, name: Literal["lower", "estimate", "upper"]) -> F64 | None:
        """Mean over the queries of the bounds' ``lower``, ``estimate`` or ``upper``, by place; None without bounds."""
        return None if self.bounds is None else np.asarray(getattr(self.bounds, name).mean(axis=1))

    @cached_property
    def estimate(self) -> F64 | None:
        """Expected mean score of each system; None where it can't be made for all."""
        means = self.means("estimate")
        return None if means is None or bool(np.isnan(means).any()) else means

    # The saved form, `irassay.verdict/1`; see `verdict/saved_verdict.py` for what it holds

    def to_dict(self) -> dict[str, Any]:
        """JSON values only, to stand in a larger document; `from_dict` loads them."""
        return saved_verdict.document(self)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Verdict:
        """The verdict that `to_dict` made; InputError for another format, or with a part missing."""
        return saved_verdict.verdict_of_document(document, cls)

    def to_json(self) -> str:
        """The versioned JSON form, ``irassay.verdict/1``, on one line; numbers to the last digit."""
        return saved_verdict.text(self)

    @classmethod
    def from_json(cls, text: str) -> Verdict:
        """The verdict that `to_json` wrote.

        Raises
        ------
        InputError
            For what is no JSON of the format that this version reads.

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
