"""How many labels a question still needs, as far as its bets tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.decisions.pairs import asked_pairs, likely_winners
from irassay.random_keys import stream
from irassay.record import Record

if TYPE_CHECKING:
    from irassay.decisions.ledger import Ledger

F64: TypeAlias = NDArray[np.float64]

PURPOSE = 0x66726373  # "frcs": separates this random stream from others of the same key
N_DRAWS = 200
PRICE = 1.0  # of log wealth, for bets that can't know the best stake
_HARDEST = 16  # pairs whose proofs are counted
EDGES = (0.14, 0.5, 0.86)  # which hold 80 to 84% for pairs of DL 2021: docs/simulations.md


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
    """The labels that the open pairs of the question need together, by differences drawn around what draws have shown,
    or of differences that are `sure`, (2 x pair,); its numbers have these shares of what may happen below them.

    *Source*: a log wealth that grows by d^2 / 2V a draw reaches its level after a time that is inverse Gaussian (Wald,
    Sequential Analysis, 1947); c / (1 + c) of what is left, since draws don't repeat.
    """
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
    """The labels that a proof of the hardest open pair needs, by largest expected effect: at least, as is expected, and
    all that are left."""
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
