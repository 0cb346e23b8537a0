"""How many labels a question still needs, and what would carry a verdict further: labels, queries or a second."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from irassay.arrays import F64
from irassay.comparison.power import queries_of_power
from irassay.comparison.significance.paired_tests import correct
from irassay.decisions.ledger import Ledger
from irassay.decisions.pairs import asked_pairs, likely_winners
from irassay.random_keys import stream
from irassay.record import Record

PURPOSE = 0x66726373  # "frcs": separates this random stream from others of the same key
N_DRAWS = 200
PRICE = 1.0  # of log wealth, for bets that can't know the best stake
_HARDEST = 16  # pairs whose proofs are counted
EDGES = (0.14, 0.5, 0.86)  # which hold 80 to 84% for pairs of DL 2021: docs/simulations.md
POWER = 0.8
MOST = 100  # times the queries at hand: more of them are none
KNOWN = 1e-12  # a range this narrow is one difference


class Forecast(Record):
    """Documents still to be labelled: the middle of a range, whose ends hold 80%; of proofs alone all that can be.

    Attributes
    ----------
    low, middle, high : int
    """

    low: int
    middle: int
    high: int


def forecast_of(ledger: Ledger, seed: int, *, sure: F64 | None = None, edges: tuple[float, ...] = EDGES) -> Forecast:
    """The labels that the open pairs of the question need together, by drawn differences, or of differences that are
    `sure`, (2 x pair,), with shares `edges` of what may happen below. Source: Wald 1947: a log wealth that grows by d^2
    / 2V a draw reaches its level after an inverse Gaussian time; c / (1 + c) of what is left, since draws don't
    repeat."""
    question, unit, bets = ledger.question, ledger.unit, ledger.bets
    n = question.pairs.n
    open_pairs = ledger.open_pairs & asked_pairs(question, ledger.better, unit.means)
    left = sum(len(unit.documents[i]) for i in np.nonzero(~unit.answered)[0].tolist())
    at = np.nonzero(open_pairs)[0]
    plan = unit.outlook(ledger.open_items, open_pairs) if len(at) and left else None
    if plan is None:
        return Forecast(0, 0, 0) if not len(at) else Forecast(left, left, left)
    variance, mass, own = (one[at] for one in plan)
    variance = np.maximum(variance * mass * bets.ratio[at], 1e-300)
    center, precision = (of[at] for of in bets.shown())
    center = np.where(precision > 0, center, unit.differences()[at])
    precision = np.where(precision > 0, precision, own / (unit.typical**2 * variance))
    if sure is not None:
        center, precision = sure[at], np.full(len(at), np.inf)
    ahead = np.where(center >= 0, at, at + n)
    target = np.maximum(question.needed(int(ledger.better.sum())) - bets.log_wealth[0][ahead], 0.1) + PRICE
    random = np.random.Generator(stream(seed, PURPOSE, len(ledger.batches)))
    draws = random.standard_normal((N_DRAWS, len(at)))
    growth = np.maximum((center + draws / np.sqrt(precision)) ** 2 / (2 * variance), 1e-12)
    times = random.wald(target / growth, target**2 / (2 * growth)) / np.maximum(own, 1.0)
    needed = (times / (1 + times) * own / np.maximum(mass, 1e-12)).max(axis=1) / len(ledger.open_items.nonzero()[0])
    return Forecast(*(int(min(left, np.ceil(q * left))) for q in np.quantile(needed, edges).tolist()))


def forecast_of_proof(ledger: Ledger) -> Forecast:
    """Labels that a proof of the hardest open pair needs, by largest expected effect: least, expected, and all left."""
    question, unit = ledger.question, ledger.unit
    open_pairs = ledger.open_pairs & asked_pairs(question, ledger.better, unit.means)
    left = sum(len(unit.documents[i]) for i in np.nonzero(~unit.answered)[0].tolist())
    sizes = np.array([len(of) for of in unit.documents])
    needed = [(0, 0)]
    for winner in sorted(likely_winners(unit.differences(), open_pairs), key=lambda i: unit.least[i])[:_HARDEST]:
        one = np.arange(question.pairs.n) == winner % question.pairs.n
        both = []
        for effect in unit.effects(one)[::-1]:
            order = np.argsort(-np.where(unit.answered, 0.0, effect), kind="stable")
            reached = np.cumsum(effect[order] * np.where(unit.answered[order], 0, 1)) >= -unit.least[winner]
            both.append(int(sizes[order][: int(reached.argmax()) + 1].sum()) if reached.any() else left)
        needed.append((min(both[0], left), min(both[1], left)))
    low, middle = (max(of) for of in zip(*needed, strict=True))
    return Forecast(low, middle, left if open_pairs.any() else 0)


class OtherQueries(Record):
    """What the queries at hand say of others like them; (pair,), in the order of the question."""

    n_queries: int
    p: F64  # of a paired t-test: that the mean difference over such queries is 0; NaN for one query
    effect: F64  # the difference in standard deviations by query; the largest that may still be where labels miss
    least_p: F64  # the p of that effect


def other_queries(ledger: Ledger, low: F64, high: F64) -> OtherQueries:
    """Of pairs whose differences have these limits, (pair,). Assumes queries drawn at random; expectations stand for
    missing labels, as draws alone lean to the winner. Source: Student's t; what misses adds its variance to that
    between queries, and the draws' own to the error of the mean."""
    from scipy import special  # not scipy.stats, which takes most of a second to import

    n = len(low)
    by_query, missing = (one[:n] for one in ledger.unit.by_query())
    n_queries = by_query.shape[1]
    if n_queries < 2:
        return OtherQueries(n_queries, *np.full((3, n), np.nan))
    expected = np.abs(by_query.mean(axis=1))
    between = by_query.var(axis=1, ddof=1)
    variance = between + missing
    precision = ledger.bets.shown()[1][:n]
    of_draws = np.where(precision > 0, 1.0 / np.maximum(precision, 1e-300), missing / n_queries)
    known = high - low <= KNOWN
    error = np.sqrt(variance / n_queries + np.where(known, 0.0, of_draws))
    effect = _ratio(np.where(known, expected, np.maximum(-low, high)), np.sqrt(np.where(known, variance, between)))
    p, least_p = (2 * special.stdtr(n_queries - 1, -t) for t in (_ratio(expected, error), effect * np.sqrt(n_queries)))
    return OtherQueries(n_queries, p, effect, least_p)


def _ratio(of: F64, to: F64) -> F64:
    """Infinite over 0, and 0 of 0."""
    return np.divide(of, to, out=np.where(of == 0, 0.0, np.inf), where=to > 0)


class Lever(Record):
    """What would carry a verdict further, and for how many judgments.

    Attributes
    ----------
    reversible : int
        Pairs whose order other queries could reverse, by Holm's correction at the level of the question.
    by_labels : bool
        Whether more labels may tell of one of them that others can't.
    queries : int or None
        Queries more that would tell the hardest of them with a power of 80%, at least so many where labels miss; None
        past a hundred times those at hand.
    overturned : float or None
        The probability that a second assessor's labels order some pair otherwise; None where no noise was given.
    judgments : mapping of str to (int or None)
        Of "labels", "queries" and "assessor", cheapest first; None, and last, where that changes nothing.
    seconds : float or None
        Of one judgment.
    """

    reversible: int
    by_labels: bool
    queries: int | None
    overturned: float | None
    judgments: Mapping[str, int | None]
    seconds: float | None

    @classmethod
    def of(
        cls,
        alpha: float,
        others: OtherQueries,
        labels: Mapping[str, int],
        forecast: Forecast,
        overturned: float | None,
        seconds: float | None,
    ) -> Lever:
        """The lever of the pairs that are asked for."""
        doubtful = ~(correct(others.p) <= alpha)
        level = alpha / max(1, int(doubtful.sum()))
        by_labels = bool((doubtful & (others.p > level) & (others.least_p <= level)).any())
        needed = [queries_of_power(e, level, POWER) for e in np.nan_to_num(others.effect[doubtful]).tolist()]
        total = max((n or np.inf for n in needed), default=0)
        more = None if total > MOST * others.n_queries else max(0, int(total) - others.n_queries)
        of_a_query = min(labels["known"] + forecast.middle, labels["documents"]) / others.n_queries
        costs = {
            "labels": forecast.middle or None,
            "queries": int(np.ceil(more * of_a_query)) or None if more is not None else None,
            "assessor": labels["known"] or None if overturned is not None and overturned > alpha else None,
        }
        ordered = sorted(costs, key=lambda name: costs[name] or np.inf)
        return cls(int(doubtful.sum()), by_labels, more, overturned, {name: costs[name] for name in ordered}, seconds)


def overturned(ledger: Ledger, differences: F64, noise: float) -> F64:
    """The probability that labels of another assessor, who differs by one grade on a share `noise`, up as often as
    down, order each pair otherwise: (pair,); NaN where weights of documents hang on labels."""
    from scipy import special

    error = np.sqrt(noise * ledger.unit.of_errors()[: len(differences)])
    return np.where(np.isnan(error), np.nan, special.ndtr(-_ratio(np.abs(differences), error)))
