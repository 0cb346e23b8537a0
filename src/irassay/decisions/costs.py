"""What a question would cost: before any label, or replayed on labels that are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import between, whole_number
from irassay.collection.qrels import Qrels
from irassay.comparison.power import queries_of_power
from irassay.decisions.decide import decide
from irassay.decisions.decider import Decider, Labels
from irassay.decisions.decision import Decision
from irassay.decisions.forecast import KNOWN, Forecast, forecast_of
from irassay.decisions.ledger import Ledger
from irassay.errors import UsageError
from irassay.formats.nouns import qrels_given, runs_given
from irassay.measures import Measure
from irassay.record import Record
from irassay.result import Column, Table

F64: TypeAlias = NDArray[np.float64]

DIFFERENCES = (0.05, 0.02, 0.01)
EIGHT_OF_TEN = (0.1, 0.5, 0.9)


class DecisionPlan(Record):
    """What a question would cost.

    Attributes
    ----------
    differences : sequence of float
    shown : float or None
        The difference that draws have shown of the closest open pair, which is the first of `differences`.
    labels : sequence of Forecast
        Further labels that settle pairs which differ so much on these queries.
    queries : sequence of (int or None)
        Queries in all that would show such a difference over others like them; None past a million.
    power : float
        With which they would.
    of_a_query : int
        Labels worth judging a query.
    documents : int
        Documents left whose label moves a difference.
    n_queries : int
        Queries of the question.
    """

    differences: Sequence[float]
    shown: float | None
    labels: Sequence[Forecast]
    queries: Sequence[int | None]
    power: float
    of_a_query: int
    documents: int
    n_queries: int

    def table(self) -> Table:
        """A row for each difference.

        Returns
        -------
        Table

        Examples
        --------
        >>> import irassay
        >>> one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1")
        >>> irassay.decisions.plan(one).table().column("labels").values
        [2, 2, 2]
        """
        columns = [
            Column("difference", list(self.differences), digits=3),
            Column("labels", [one.middle for one in self.labels], digits=0),
            Column("low", [one.low for one in self.labels], "", "the range holds 80%", 0),
            Column("high", [one.high for one in self.labels], digits=0),
            Column("queries", list(self.queries), "", f"for a power of {self.power:g}", 0, "queries in all"),
        ]
        return Table("plan", "Labels and queries by difference", columns)


def plan(
    decider: Decider, differences: Sequence[float] | None = None, *, power: float = 0.8, query_cost: float = 1.0
) -> DecisionPlan:
    """What it would cost to tell differences, before the labels are there.

    Parameters
    ----------
    decider : Decider
        A question. Labels that it has make spreads better known.
    differences : sequence of float, optional
        Above 0: of all pairs of the question alike. Default: the one that draws have shown, .05, .02 and .01.
    power : float
    query_cost : float
        Of a further query, in judgments, without those of its documents.

    Returns
    -------
    DecisionPlan

    Raises
    ------
    UsageError
        A difference, power or cost that can't be.

    Notes
    -----
    *Assumes* spreads as predicted; before any label, that gains of documents don't hang together within a query.
    *Guarantees* heuristic. *Source*: Wald 1947 for labels; the power of a paired t-test for queries; Cochran, Sampling
    Techniques, 1977, for labels a query: root(cost of query / cost of label x variance within / between queries).

    Examples
    --------
    >>> import irassay
    >>> runs = {s: {f"q{i}": {f"{s}{d}": 9.0 - d for d in range(5)} for i in range(50)} for s in ("new", "old")}
    >>> of = irassay.decisions.plan(irassay.decide(runs, "P@5"), [0.2, 0.02])
    >>> [one.middle for one in of.labels], of.queries, of.of_a_query
    ([124, 486], [19, 1650], 3)
    """
    between("power", power)
    ledger, n = decider._ledger, decider.setting.question.pairs.n
    shown = _shown(ledger) if differences is None else None
    differences = ([shown] if shown else []) + [*DIFFERENCES] if differences is None else differences
    if not differences or any(not 0 < d < np.inf for d in differences):
        raise UsageError(f"expected differences above 0, but got {list(differences)}")
    if not 0 < query_cost < np.inf:
        raise UsageError(f"expected query_cost above 0, but got query_cost={query_cost!r}")
    by_query, missing = (one[:n] for one in ledger.unit.by_query())
    variance = by_query.var(axis=1, ddof=1 if by_query.shape[1] > 1 else 0) + missing
    alpha = decider.setting.question.alpha
    spread = float(np.sqrt(np.median(variance)))
    labels = [forecast_of(ledger, decider.setting.seed, sure=np.full(2 * n, float(d))) for d in differences]
    queries = [queries_of_power(d / spread, alpha, power) if spread else None for d in differences]
    left = sum(len(ledger.unit.documents[i]) for i in np.nonzero(~ledger.unit.answered)[0].tolist())
    most = len(ledger.unit.item_of) / by_query.shape[1]
    within = float(np.median(missing)) * most  # of an estimate of a query's difference from one label
    worth = np.sqrt(query_cost * within / spread**2) if spread else most
    of_a_query = int(max(1, min(np.ceil(most), round(worth))))
    return DecisionPlan(tuple(differences), shown, labels, queries, power, of_a_query, left, by_query.shape[1])


def _shown(ledger: Ledger) -> float | None:
    """The smallest difference that draws have shown of an open pair; None before, and for 0."""
    shown, precision = (of[: ledger.question.pairs.n] for of in ledger.bets.shown())
    return float(min(np.abs(shown[(precision > 0) & ledger.open_pairs]), default=0.0)) or None


class Replay(Record):
    """What campaigns would have cost on labels that are there.

    Attributes
    ----------
    campaigns : int
    labels : Forecast
        Labels at the end: the median, and the range of 80%.
    documents : int
        Documents whose label moves a difference.
    unlabelled : int
        Of these, documents without a label: campaigns skip them.
    settled, tied, undecided, wrong : int
        Campaigns that end so; wrong: with a verdict on some pair that all the labels contradict.
    """

    campaigns: int
    labels: Forecast
    documents: int
    unlabelled: int
    settled: int
    tied: int
    undecided: int
    wrong: int

    def table(self) -> Table:
        """One row.

        Returns
        -------
        Table

        Examples
        --------
        >>> import irassay
        >>> runs = {"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}
        >>> irassay.decisions.replay({"q": {"a": 1, "c": 0}}, runs, "P@1", campaigns=3).table().column("labels").values
        [2]
        """
        of = self.labels
        numbers = {"campaigns": self.campaigns, "labels": of.middle, "low": of.low, "high": of.high}
        ends = ("documents", "unlabelled", "settled", "tied", "undecided", "wrong")
        numbers |= {name: getattr(self, name) for name in ends}
        return Table("replay", "Campaigns replayed", [Column(name, [n], digits=0) for name, n in numbers.items()])


def replay(
    labels: Qrels | Labels,
    runs: Any,
    measure: str | Measure,
    *,
    campaigns: int = 20,
    batch: int = 20,
    seed: int = 0,
    **of: Any,
) -> Replay:
    """Hold campaigns on labels that are there: what would they have cost, and where would they have ended?

    Parameters
    ----------
    labels : Qrels, or a mapping of query to document to grade
    runs : Runs
    measure : str or Measure
    campaigns : int
        Each with a seed of its own, from `seed` on.
    batch, seed : int
    **of
        Further options of `irassay.decide`; by default the queries are those of the labels.

    Returns
    -------
    Replay

    Notes
    -----
    *Guarantees* finite-sample, over labels: wrong verdicts are alpha at most of all campaigns, in the mean.

    Examples
    --------
    >>> import irassay
    >>> runs = {s: {f"q{i}": {f"{s}{d}": 9.0 - d for d in range(5)} for i in range(50)} for s in ("new", "old")}
    >>> labels = {f"q{i}": {f"{s}{d}": int(s == "new") for s in ("new", "old") for d in range(5)} for i in range(50)}
    >>> of = irassay.decisions.replay(labels, runs, "P@5", campaigns=5)
    >>> of.settled, of.wrong, of.labels.middle, of.documents
    (5, 0, 20, 500)
    """
    whole_number("campaigns", campaigns)
    qrels, given = qrels_given(labels), runs_given(runs)
    there = {query: dict(qrels.grades(query)) for query in qrels.queries}
    of.setdefault("queries", [query for query in given.queries if query in there])
    if of.get("scale") is None:
        of["scale"] = range(max(1, qrels.largest_grade) + 1)
    whole = decide(given, measure, seed=seed, **of)
    whole.answer(there)
    truth = whole.look()
    ends = []
    for number in range(campaigns):
        one = decide(given, measure, seed=seed + number, **of)
        ends.append(one.run(lambda asked: _labels_of(asked, there), batch=batch))
    verdicts = [end.verdict for end in ends]
    known = np.quantile([end.labels["known"] for end in ends], EIGHT_OF_TEN, method="nearest")
    return Replay(
        campaigns=campaigns,
        labels=Forecast(*map(int, known)),
        documents=truth.labels["documents"],
        unlabelled=truth.labels["documents"] - truth.labels["known"],
        settled=verdicts.count("settled"),
        tied=verdicts.count("tied"),
        undecided=verdicts.count("undecided"),
        wrong=sum(_is_wrong(end, truth, of.get("margin", 0.0)) for end in ends),
    )


def _labels_of(asked: Sequence[tuple[str, str]], there: Labels) -> dict[str, dict[str, int]]:
    answers: dict[str, dict[str, int]] = {}
    for query, doc in asked:
        if doc in there.get(query, {}):
            answers.setdefault(query, {})[doc] = there[query][doc]
    return answers


def _is_wrong(end: Decision, truth: Decision, margin: float) -> bool:
    """Whether a verdict contradicts what all the labels say of some pair."""
    of = {(pair.a, pair.b): pair for pair in truth.pairs}
    for pair in end.pairs:
        if (true := of.get((pair.a, pair.b))) is None:
            continue
        low, high = (true.low, true.high) if pair.better != pair.b else (-true.high, -true.low)
        if pair.better and high <= KNOWN:
            return True
        if pair.verdict == "tied" and (low > margin + KNOWN or high < -margin - KNOWN):
            return True
    return False
