"""The noun `Verdict`: conclusions about systems under one measure, from the evidence in doubts.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from irassay.arrays import Flags
from irassay.comparison.power import typical_detectable, unresolvable_by_labels
from irassay.errors import InputError
from irassay.estimates import WrongLabels
from irassay.result import Result
from irassay.upward import ask
from irassay.verdict.doubts import Doubts
from irassay.verdict.next_steps import NextStep, plan
from irassay.verdict.pair import PairVerdict, Require, Strength, carries, labels_of, pair_of
from irassay.verdict.saved import verdict as saved_verdict


@dataclass(frozen=True, eq=False)
class Verdict(Doubts):
    """The verdict of queries and labels on systems under one measure.

    Attributes
    ----------
    league : League
        Uncertainty over queries: order, tests, intervals, leaders.
    measure : Measure or None
        None where scores came from a file and irassay does not have their measure.
    bounds : Bounds or None
        Uncertainty over missing labels, rows in the league's order. None without labels, where the labels are sparse,
        or where the measure has no bounds.
    draws : PairDraws or None
        Pairs in completions drawn from the estimate, in the league's order. None where none can be drawn.
    reach : Reach or None
        Coverage of the runs by labels. None without labels.
    judging : Figures or None
        Number of labels that settle the open pairs with a leader or a baseline; None where it was not computed.
    judging_pairs : mapping
        (system, system) -> number of labels that settle this pair, for requested pairs that are open.
    wrong : mapping
        (system, system) -> the fewest wrong labels that end the order of this pair, for requested pairs.
    n_runs : int
        Number of runs, including those that are identical to another.
    suspects : sequence of str
        Runs to check before anything else, leaders first.
    by_rank : mapping
        Suspect whose rank column contradicts its scores -> its means by score and by rank, where both are known.
    command : str
        What the reader types again: ``QRELS RUNS -m nDCG@10``.
    compare_options : str
        Options of ``irassay compare`` that give these numbers, beside those in `command`, as they are typed.

    Examples
    --------
    >>> from irassay import Qrels, Runs, settle
    >>> queries = [f"q{i}" for i in range(8)]
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> settle(Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries}), runs, "P@1")
    Verdict(P@1, 2 systems, 8 queries: 1 of 1 pairs settled by the queries, 1 by the labels, 0 more likely)
    """

    # Pairs

    def pair(self, a: str, b: str) -> PairVerdict:
        """The verdict on two systems; differences are `a` minus `b`.

        Parameters
        ----------
        a, b : str

        Returns
        -------
        PairVerdict

        Raises
        ------
        UsageError
            One of them is not in the league.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.pair("new", "old").answer()
        'undecided'
        """
        return pair_of(self, self.league.pair(a, b), *(self.systems.index(self.league.stands_for(s)) for s in (a, b)))

    def overturned_by(self, a: str, b: str) -> WrongLabels | None:
        """The fewest present labels that end the order of two systems if they are wrong.

        Parameters
        ----------
        a, b : str

        Returns
        -------
        WrongLabels or None
            None where it was not counted: it is for two systems, and for pairs that were asked for.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1").overturned_by("new", "old").reverse
        (2, 2)
        """
        return self.pair(a, b).overturned_by

    @property
    def only_pair(self) -> PairVerdict | None:
        """The verdict on the two systems of a league of two; None for another number."""
        return self.pair_at(0, 1) if self.n == 2 else None

    def pair_at(self, i: int, j: int) -> PairVerdict:
        """The verdict on two rows, the better one first; with several baselines in the family of `j`.

        Parameters
        ----------
        i, j : int
            Places in `systems`.

        Returns
        -------
        PairVerdict

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.pair_at(0, 1).queries.difference
        1.0
        """
        queries = self.league.pair(self.systems[i], self.systems[j])
        return pair_of(self, queries, i, j) if i < j else pair_of(self, queries.turned(), j, i)

    def strength(self, i: int, j: int) -> Strength:
        """How strongly the labels support the order of two places.

        Parameters
        ----------
        i, j : int
            Places in `systems`.

        Returns
        -------
        str
            "proved", "likely", "open", "not known" or "exactly tied"; "" where not computed.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.strength(0, 1)
        'proved'
        """
        labels = labels_of(self, i, j)
        return "" if labels is None else labels.strength

    def decides(self, i: int, j: int, *, require: Require = "likely") -> bool:
        """Whether two rows differ by the queries, with labels that support it as required.

        Parameters
        ----------
        i, j : int
            Places in `systems`.
        require : {"likely", "proved", "taken"}
            What the labels must do; see `PairVerdict.better`.

        Returns
        -------
        bool

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.decides(0, 1)  # one query decides nothing
        False
        """
        if not self.league.significant[i, j]:
            return False
        # Scores alone have no labels to require it of.
        return self.reach is None or carries(self.strength(i, j), require)

    @cached_property
    def n_likely(self) -> int:
        """Number of pairs without a proof that keep their order in nearly all draws."""
        return sum(self.strength(i, j) == "likely" for i, j in self.pairs)

    @cached_property
    def lead_carried(self) -> bool:
        """Whether every system outside the lead is worse than some leader, by the queries and by the labels."""
        leaders = self.leader_places
        return all(any(self.decides(i, j) for i in leaders) for j in range(self.n) if j not in leaders)

    # What follows

    @cached_property
    def typical(self) -> float:
        """The median detectable difference over the pairs that can't be told apart; NaN where there are none."""
        return typical_detectable(self.league, self.detectable, self.pairs)

    @cached_property
    def unresolvable(self) -> Flags | None:
        """Pairs that these queries could not separate under any labels, an estimate: bool (system, system).

        None without bounds.
        """
        if self.bounds is None:
            return None
        low, high = self.bounds.difference_lower, self.bounds.difference_upper
        return unresolvable_by_labels(self.league, low, high, detectable=self.detectable)

    @property
    def n_unresolvable(self) -> int:
        """Number of unresolvable pairs in question."""
        return 0 if self.unresolvable is None else sum(bool(self.unresolvable[i, j]) for i, j in self.pairs)

    @property
    def steps(self) -> tuple[NextStep, ...]:
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

    # The saved form, `irassay.verdict/1`; see saved/verdict.py for what it holds

    def to_dict(self) -> dict[str, Any]:
        """The verdict as JSON values, for use in a larger document; `from_dict` loads them.

        Returns
        -------
        dict

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.to_dict()["format"], verdict.to_dict()["measure"]
        ('irassay.verdict/1', 'P@1')
        """
        return saved_verdict.document(self)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Verdict:
        """The verdict that `to_dict` made.

        Parameters
        ----------
        document : mapping

        Returns
        -------
        Verdict

        Raises
        ------
        InputError
            Another format, or a document with a part missing.

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> Verdict.from_dict(verdict.to_dict()).n
        2
        """
        return saved_verdict.verdict_of_document(document, cls)

    def to_json(self) -> str:
        """The verdict as JSON on one line, in the form ``irassay.verdict/1``, with numbers in full precision.

        Returns
        -------
        str

        Examples
        --------
        >>> from irassay import Qrels, Runs, settle
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> verdict = settle(Qrels.from_dict({"q": {"a": 1, "b": 0}}), runs, "P@1")
        >>> verdict.to_json()[:29]
        '{"format":"irassay.verdict/1"'
        """
        return saved_verdict.text(self)

    @classmethod
    def from_json(cls, text: str) -> Verdict:
        """The verdict from the text of `to_json`.

        Parameters
        ----------
        text : str

        Returns
        -------
        Verdict

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

    def _repr_html_(self) -> str | None:
        html: str | None = ask("verdict_view")(self)._repr_html_()
        return html

    def __repr__(self) -> str:
        labels = (
            "" if self.bounds is None else f", {self.labels_settled:,} by the labels, {self.n_likely:,} more likely"
        )
        of = f"{self.league.n_settled:,} of {self.league.n_tested:,} pairs settled by the queries{labels}"
        return f"Verdict({self.league.measure}, {self.n:,} systems, {len(self.league.queries):,} queries: {of})"


def verdicts_of(result: Result, *, source: str = "the saved result") -> list[Verdict]:
    """The verdicts of a Result, the main measure's first; empty for a study that compares nothing. InputError where a
    verdict can't be loaded, or an overview has none; `source` names the result there."""
    if result.study == "overview" and not result.verdicts:
        raise InputError(f"{source} carries no verdict ({saved_verdict.FORMAT}): make it again")
    try:
        return [Verdict.from_dict(document) for document in result.verdicts]
    except InputError as why:
        raise InputError(f"{source}: {why.headline}") from None
