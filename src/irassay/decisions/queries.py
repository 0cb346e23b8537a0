"""The unit query: a drawn query is judged until bounds on it leave one difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from irassay.arrays import F64, I64, Flags
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.decisions.bets import draw, words_of
from irassay.decisions.pairs import Pairs, likely_winners
from irassay.decisions.unit import Batch, Pair, Shown
from irassay.estimates.bounds.bounds import bound
from irassay.measures import Measure

NOTHING = " "  # a document that nobody retrieves: with it a query without labels has bounds
_SHRINK = 4.0  # queries that the mean difference, and spreads, are shrunk by
_SPREAD = 0.3  # of the range that missing labels leave, before any query is known
_FLOOR = 0.1  # of that range: the least spread
_EQUAL = 1e-12


class Queries:
    """Queries as items: the range of each pair's difference on each, (2 x pair, query), over the labels that miss."""

    typical = 2.0

    def __init__(
        self,
        runs: Runs,
        systems: Sequence[str],
        queries: Sequence[str],
        measure: Measure,
        scale: Sequence[int],
        pairs: Pairs,
    ) -> None:
        self.pairs, self._measure, self._scale, self.n = pairs, measure, scale, len(queries)
        depth = measure.cutoff or measure.definition.depth or None
        lists = [{s: list(runs.ranking(s, query)[:depth]) for s in systems} for query in queries]
        self._runs = [_runs_of(query, one) for query, one in zip(queries, lists, strict=True)]
        self._names, self._words = queries, words_of(queries, [""] * len(queries))
        self.documents = [_by_rank(query, one) for query, one in zip(queries, lists, strict=True)]
        self.item_of = {pair: i for i, one in enumerate(self.documents) for pair in one}
        self._labels: list[dict[str, int | None]] = [{} for _ in queries]  # None: nobody can say
        self._least = np.zeros((2 * pairs.n, self.n))
        self._scores = np.zeros((len(systems), self.n))  # in the middle of what is possible
        self.answered = np.zeros(self.n, dtype=bool)
        for item in range(self.n):
            self._bound(item)
        self._range = self._most - self._least

    @property
    def _most(self) -> F64:
        n = self.pairs.n
        return -np.concatenate([self._least[n:], self._least[:n]])

    @property
    def least(self) -> F64:
        """The least difference that missing labels allow: (2 x pair,)."""
        return np.asarray(self._least.sum(axis=1))

    def name(self, item: int) -> list[str]:
        """The query, as a batch in the log has it."""
        return [self._names[item]]

    def asked(self, item: int) -> list[Pair]:
        """The documents of a query that are left to judge, best rank first."""
        return [pair for pair in self.documents[item] if pair[1] not in self._labels[item]]

    def update(self, labels: Mapping[Pair, int | None]) -> list[int]:
        """Take grades of documents, None where nobody can say; the queries that have become known."""
        before = self.answered.copy()
        for item in dict.fromkeys(self.item_of[pair] for pair in labels):
            self._labels[item] |= {doc: grade for (query, doc), grade in labels.items() if query == self._names[item]}
            self._bound(item)
        return [int(item) for item in np.nonzero(self.answered & ~before)[0]]

    def learn(self, labels: Mapping[Pair, int]) -> None:
        """Nothing: there a model's labels have saved nothing."""

    def _bound(self, item: int) -> None:
        query = self._names[item]
        known = {doc: grade for doc, grade in self._labels[item].items() if grade is not None}
        qrels = Qrels.from_dict({query: {NOTHING: 0} | known})
        bounds = bound(qrels, self._runs[item], self._measure, unseen=0, scale=self._scale, threads=1)
        least = bounds.difference_lower[self.pairs.first, self.pairs.second]
        if bounds.difference_exact.all() or len(known) < len(self.documents[item]):
            self._least[:, item] = least / self.n
        else:
            self._least[:, item] = self.pairs.differences(bounds.plain[:, 0]) / self.n
        n, least = self.pairs.n, self._least[:, item]
        exact = bool((least[:n] + least[n:] >= -_EQUAL).all())
        self.answered[item] = exact or len(self._labels[item]) == len(self.documents[item])
        self._scores[:, item] = (bounds.lower + bounds.upper)[:, 0] / 2

    def values(self, items: I64) -> F64:
        """Differences of queries, at their worst where somebody can't say: (query, 2 x pair)."""
        return np.asarray(self._least[:, items].T)

    def known(self, known: Flags) -> F64:
        """Sum of the values of some queries: (2 x pair,)."""
        return np.asarray(self._least[:, known].sum(axis=1))

    def _predict(self) -> tuple[F64, F64]:
        """Differences predicted, within what is possible, and spreads: (2 x pair, query) each."""
        known = self.answered
        mean = self._least[:, known].sum(axis=1, keepdims=True) / (known.sum() + _SHRINK)
        range_ = np.maximum(self._most - self._least, 0.0)
        of = self._range[:, known]
        squares = ((self._least[:, known] - mean) ** 2).sum(axis=1, keepdims=True)
        typical = (self._range**2).mean(axis=1, keepdims=True)
        ratio = (squares + _SHRINK * _SPREAD**2 * typical) / np.maximum(
            (of**2).sum(axis=1, keepdims=True) + _SHRINK * typical, 1e-300
        )
        spread = np.maximum(np.minimum(np.sqrt(ratio) * self._range, range_ / 2), _FLOOR * range_)
        return np.clip(mean, self._least, np.maximum(self._most, self._least)), spread

    def means(self) -> F64:
        """The mean score of each system over the queries that are known: (system,)."""
        of = self.answered if self.answered.any() else ~self.answered
        return np.asarray(self._scores[:, of].mean(axis=1))

    def differences(self) -> F64:
        """What is expected of each difference: (2 x pair,)."""
        predicted, _ = self._predict()
        return np.asarray(np.where(self.answered, self._least, predicted).sum(axis=1))

    def by_query(self) -> tuple[F64, F64]:
        """What is expected of each difference on each query, and the mean variance there of what misses."""
        predicted, spread = self._predict()
        expected = np.where(self.answered, (self._least + self._most) / 2, predicted)
        return expected * self.n, (np.where(self.answered, 0.0, spread) ** 2).sum(axis=1) * self.n

    def of_errors(self) -> F64:
        """Not known: a query's difference is no sum over documents."""
        return np.full(2 * self.pairs.n, np.nan)

    def overturned_by(self, pair: int) -> int | None:
        """Not counted: a query's difference is no sum over documents."""
        return None

    def effects(self, open_pairs: Flags) -> tuple[F64, F64]:
        """Expected and largest effects: what is predicted above the least, and the range."""
        of = likely_winners(self.differences(), open_pairs)
        least = self._least[of]
        return (self._predict()[0][of] - least).sum(axis=0), (self._most[of] - least).sum(axis=0)

    def chances(self, open_items: Flags, open_pairs: Flags, spread: F64) -> F64:
        """The chance of each query: root of the mean squared spread over open pairs, over root of its cost."""
        squares = spread[: self.pairs.n][open_pairs] ** 2
        importance = (squares / np.maximum(squares.sum(axis=1, keepdims=True), 1e-300)).sum(axis=0)
        cost = np.array([max(1, len(self.asked(item))) for item in range(self.n)])
        chance = np.where(open_items, np.sqrt(importance / cost), 0.0)
        total = chance.sum()
        return np.asarray(chance / total if total > 0 else chance)

    def draw(self, n: int, open_items: Flags, open_pairs: Flags, *, seed: int, number: int) -> Batch | None:
        """Queries for some n documents, one at least, for the open pairs; None where none is left."""
        predicted, spread = self._predict()
        chance, squares, own = self._chances(open_items, open_pairs, spread)
        left = [len(self.asked(item)) for item in np.nonzero(chance > 0)[0].tolist()]
        if not left:
            return None
        items = draw(self._words, chance, max(1, round(n * len(left) / max(1, sum(left)))), seed=seed, batch=number)
        inverse = np.divide(1.0, chance, out=np.zeros(self.n), where=chance > 0)
        return Batch(
            number=number,
            items=items,
            chance=chance[items],
            predicted=predicted[:, items].T,
            squares=squares[:, items].T,
            predictions=predicted[:, open_items].sum(axis=1),
            reach=((predicted - self._least) * inverse).max(axis=1),
            variance=squares.sum(axis=1),
            mass=(own * chance).sum(axis=1),
            left=own.sum(axis=1).astype(np.float64),
            own=own[:, items].T,
            betting=self.pairs.both_ways(open_pairs),
        )

    def outlook(self, open_items: Flags, open_pairs: Flags) -> tuple[F64, F64, F64] | None:
        """Variance, mass and number of own queries of a batch as it would be drawn now: each (2 x pair,)."""
        chance, squares, own = self._chances(open_items, open_pairs, self._predict()[1])
        return (squares.sum(axis=1), (own * chance).sum(axis=1), own.sum(axis=1) * 1.0) if chance.any() else None

    def _chances(self, open_items: Flags, open_pairs: Flags, spread: F64) -> tuple[F64, F64, Flags]:
        """The chance of each query, (query,), its spread^2 / chance, and whose own it is, (2 x pair, query)."""
        chance = self.chances(open_items & ~self.answered, open_pairs, spread)
        squares = np.divide(spread**2, chance, out=np.zeros(spread.shape), where=chance > 0)
        return chance, squares, (chance > 0) & (self._most > self._least)

    def shown(self, batch: Batch, draws: slice) -> Shown:
        """What is known of drawn queries before they are judged, by pair."""
        return Shown(batch.own[draws] & batch.betting, batch.predicted[draws], batch.squares[draws])


def _runs_of(query: str, lists: Mapping[str, Sequence[str]]) -> Runs:
    """The lists of one query, by system; one without a document has one that nobody labels."""
    return Runs.from_dict({s: {query: {doc: float(-i) for i, doc in enumerate(docs)}} for s, docs in lists.items()})


def _by_rank(query: str, lists: Mapping[str, Sequence[str]]) -> list[Pair]:
    """The documents of a query, best rank first."""
    best: dict[str, int] = {}
    for docs in lists.values():
        for rank, doc in enumerate(docs):
            best[doc] = min(best.get(doc, rank), rank)
    return [(query, doc) for doc in sorted(best, key=lambda doc: (best[doc], doc.encode()))]
