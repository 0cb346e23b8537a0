"""The evidence of a verdict: the doubt of the queries and the doubt of the labels, and counts of either.

A League holds the evidence of the queries; Bounds and PairDraws hold the effect of missing labels, in its order.
The two are never mixed. `Verdict` adds conclusions on pairs, the next steps and the saved form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Self, TypeAlias

import numpy as np

from irassay.arrays import F64, I64
from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.comparison.power import minimum_detectable
from irassay.estimates import Bounds, Figures, WrongLabels
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.pair_draws import PairDraws
from irassay.estimates.universe import has_bounds
from irassay.measures import Measure
from irassay.messages import FEW
from irassay.verdict.label_reach import Movable, Reach, Sparse, movable_of, sparse_of
from irassay.verdict.queries_needed import Against, Needed, against_of, needed_of

Kind: TypeAlias = Literal["unmatched", "one", "same", "tied", "two", "few", "many", "baseline"]
Unlikely: TypeAlias = Literal["", "scores alone", "no bounds", "sparse", "sparse in part", "positive only"]

HIGH = 0.9  # a share of settled pairs from which a doubt asks for no work


@dataclass(frozen=True, eq=False)
class Doubts:
    """The evidence on systems under one measure; `Verdict` describes the fields."""

    league: League
    measure: Measure | None = None
    bounds: Bounds | None = None
    draws: PairDraws | None = None
    reach: Reach | None = None
    judging: Figures | None = None
    judging_pairs: Mapping[tuple[str, str], Figures] = field(default_factory=dict)
    wrong: Mapping[tuple[str, str], WrongLabels] = field(default_factory=dict)
    n_runs: int = 0
    suspects: Sequence[str] = ()
    by_rank: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    command: str = "QRELS RUNS"
    compare_options: str = ""

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
        return 1 if self.measure is None else self.measure.rel

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
    def nothing_relevant(self) -> bool:
        """Whether every score is 0 since no label of the counted queries is relevant; of a mean, on all collections."""
        return bool(self.measure and self.measure.zero_without and self.reach and not self.reach.n_relevant)

    @property
    def kind(self) -> Kind:
        """The form of the verdict."""
        if not self.has_retrieved_labels or not self.league.queries:
            return "unmatched"
        if self.n_runs - len(self.league.unranked) == 1:
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

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The same with systems under other names.

        Parameters
        ----------
        names : mapping of str to str
            Old name -> new name; a system that is not there keeps its own.

        Returns
        -------
        Verdict

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.renamed({"new": "run 1"}).systems
        ('run 1', 'old')
        """
        judging = {(names.get(a, a), names.get(b, b)): of for (a, b), of in self.judging_pairs.items()}
        wrong = {(names.get(a, a), names.get(b, b)): of.renamed(names) for (a, b), of in self.wrong.items()}
        suspects = tuple(names.get(system, system) for system in self.suspects)
        by_rank = {names.get(system, system): means for system, means in self.by_rank.items()}
        league = self.league.renamed(names)
        return replace(self, league=league, judging_pairs=judging, wrong=wrong, suspects=suspects, by_rank=by_rank)

    # Places and pairs

    @cached_property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """Row numbers of the pairs in question: all pairs, or each system with each baseline, the baseline second.

        Each baseline is a family of its own, so a pair of two baselines is counted in both.
        """
        if not self.league.baseline:
            return [(i, j) for i in range(self.n) for j in range(i + 1, self.n)]
        bases = map(self.systems.index, self.league.baseline)
        return [(i, base) for base in bases for i in range(self.n) if i != base]

    def state(self, i: int, j: int) -> str:
        """What completions of the labels can do to two places.

        Parameters
        ----------
        i, j : int
            Places in `systems`.

        Returns
        -------
        str
            A state of `Bounds`; "" where not computed.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.state(0, 1)
        'settled'
        """
        return "" if self.bounds is None else str(self.bounds.state[i][j])

    def agreeing(self, i: int, j: int) -> int:
        """Number of draws of missing labels that keep the sign and, for a significant pair, the significance.

        Parameters
        ----------
        i, j : int
            Places in `systems`.

        Returns
        -------
        int
            Of `draws.n_draws`; 0 where none can be drawn.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.agreeing(0, 1), verdict.draws.n_draws
        (100, 100)
        """
        if self.draws is None:
            return 0
        ahead, behind = (i, j) if self.league.difference[i, j] > 0 else (j, i)
        n_ahead = self.draws.ahead_by_test if self.league.significant[i, j] else self._ahead
        return int(n_ahead[ahead, behind])

    @cached_property
    def _ahead(self) -> I64:
        assert self.draws is not None
        return self.draws.ahead

    @property
    def unlikely(self) -> Unlikely:
        """The reason why no pair can be *likely*; "" where completions were drawn."""
        if self.reach is None:
            return "scores alone"
        if self.bounds is None and self.sparse is not None:
            return "sparse"
        if self.bounds is None:  # of a mean over collections there are none where one of these has none
            of_some = len(self.league.collections) > 1 and self.measure is not None and has_bounds(self.measure)
            return "sparse in part" if of_some else "no bounds"
        return "" if self.draws is not None else "positive only"

    @cached_property
    def sparse(self) -> Sparse | None:
        """What sparse labels cover, where bounds were left out for them; None elsewhere."""
        if self.bounds is not None or self.reach is None or self.measure is None or not has_bounds(self.measure):
            return None
        return sparse_of(self.reach)

    # Shares

    @cached_property
    def states(self) -> Mapping[str, int]:
        """State -> number of pairs in question."""
        count = dict.fromkeys(("settled", "open", "not known", "exactly tied"), 0)
        for i, j in self.pairs if self.bounds is not None else ():
            count[self.state(i, j)] += 1
        return count

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
    def labels_undecided(self) -> int:
        """Number of pairs without a proof: open or not known."""
        return self.labels_open + self.labels_unknown

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
    def leader_places(self) -> Sequence[int]:
        """Places of the leaders; empty with a baseline."""
        return [self.systems.index(leader) for leader in self.league.leaders]

    @cached_property
    def open_at_top(self) -> int:
        """Number of pairs with a leader whose order the labels leave open or not known."""
        top = set(self.leader_places)
        return sum(self.state(i, j) in UNDECIDED for i, j in self.pairs if i in top or j in top)

    @cached_property
    def first_by_any_label(self) -> bool:
        """Whether the first system scores best under every completion; False where that is not proved."""
        return self.bounds is not None and self.n > 1 and all(self.state(0, j) == "settled" for j in range(1, self.n))

    @cached_property
    def movable(self) -> Sequence[Movable]:
        """Pairs in question that the queries leave open, and whose size, not sign, missing labels could change."""
        pairs = dict.fromkeys((min(i, j), max(i, j)) for i, j in self.pairs)  # each once, with two baselines too
        found = (self.movable_at(i, j) for i, j in pairs)
        return tuple(movable for movable in found if movable is not None)

    def movable_at(self, i: int, j: int) -> Movable | None:
        """The pair at two places if it is one of `movable`, or would be if it were in question.

        Parameters
        ----------
        i, j : int
            Places in `systems`.

        Returns
        -------
        Movable or None

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 0}, "q3": {"b": 0}})
        >>> new, old = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"c": 1}}, dict.fromkeys(qrels.queries, {"b": 1})
        >>> pair = settle(qrels, Runs.from_dict({"new": new, "old": old}), "P@1").movable_at(0, 1)
        >>> round(pair.low, 3), round(pair.high, 3)  # a third now, two thirds if c is relevant
        (0.333, 0.667)
        """
        return movable_of(self.league, self.bounds, self.judged, i, j)

    # What follows from the queries

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
        """The least difference that these queries would show with 80% power; float64 (system, system)."""
        return minimum_detectable(self.league)

    # What missing labels can do to each system

    def means(self, name: Literal["lower", "estimate", "upper"]) -> F64 | None:
        """Mean over the queries of the bounds' ``lower``, ``estimate`` or ``upper``.

        Parameters
        ----------
        name : {"lower", "estimate", "upper"}

        Returns
        -------
        array (system,) or None
            None without bounds.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.means("lower").tolist()
        [1.0, 0.0]
        """
        return None if self.bounds is None else np.asarray(getattr(self.bounds, name).mean(axis=1))

    @cached_property
    def estimate(self) -> F64 | None:
        """Expected mean score, (system,); None where it can't be made for all."""
        means = self.means("estimate")
        return None if means is None or bool(np.isnan(means).any()) else means

    @property
    def estimated_first(self) -> str:
        """The system that the estimate puts before the present first; "" where it puts none there."""
        if self.estimate is None:
            return ""
        best = int(self.estimate.argmin() if self.league.lower_is_better else self.estimate.argmax())
        ahead = abs(self.estimate[best] - self.estimate[0]) > rounding(self.estimate)
        return self.systems[best] if ahead else ""
