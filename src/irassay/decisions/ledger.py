"""The bets of a campaign, in the order of the draws as far as answers reach, and once more after a correction."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

import numpy as np

from irassay.arrays import F64, I64, Flags
from irassay.decisions.bets import Bets, running
from irassay.decisions.pairs import Question
from irassay.decisions.unit import Batch, Unit

Placed: TypeAlias = defaultdict[int, list[tuple[I64, dict[str, F64]]]]  # pairs and draws of each batch

_LEVELS = 48  # differences that are tried for the limits
_REACH = 6.0  # standard errors around what draws have shown
FEW = 16  # pairs up to which limits are taken from bets too
_OPEN = np.iinfo(np.int64).max
_TOGETHER = 250_000  # values of the bets that are made together


class Ledger:
    """Batches, which items are known from which batch on, and the verdicts that bets and proofs have reached."""

    def __init__(self, unit: Unit, question: Question, *, keep: bool = False) -> None:
        self.unit, self.question = unit, question
        self._keep = keep or question.pairs.n <= FEW  # what was bet on, for other levels
        self.batches: list[Batch] = []
        self._since = np.full(unit.n, _OPEN)  # the first batch before which an item was known or drawn
        self._first = unit.least  # before any label
        self._begin()

    def _begin(self) -> None:
        n = self.question.pairs.n
        self.bets = Bets(self.question.levels)
        self._placed: Placed = defaultdict(list)
        # Verdicts, (2 x pair,) and (pair,), that stay until an answer is corrected; and which are by proof, (pair,).
        self.better, self.tied = np.zeros(2 * n, dtype=bool), np.zeros(n, dtype=bool)
        self.proved = np.zeros(n, dtype=bool)
        self._batch = self._place = 0

    @property
    def open_items(self) -> Flags:
        """Items that are neither known nor drawn."""
        return np.asarray(self._since == _OPEN)

    @property
    def open_pairs(self) -> Flags:
        """Pairs without a verdict."""
        n = self.question.pairs.n
        return np.asarray(~(self.better[:n] | self.better[n:] | self.tied))

    def add(self, batch: Batch) -> None:
        """A batch that was drawn."""
        self.batches.append(batch)
        self._since[batch.items] = np.minimum(self._since[batch.items], batch.number + 1)

    def answer(self, items: list[int], *, again: bool = False) -> None:
        """Items that have become known, drawn or not; `again` where the value of another was corrected."""
        for item in items:
            self._since[item] = min(self._since[item], len(self.batches))
        if again:
            self._begin()
        self.advance()

    def advance(self) -> None:
        """Bet on the draws up to the first without an answer, and look for proofs."""
        while self._batch < len(self.batches):
            batch = self.batches[self._batch]
            if self._place == 0:
                self._mean = self.unit.known(self._since <= batch.number) + batch.predictions
                self._mass, self._variance = batch.mass.copy(), batch.variance.copy()
            answered = self.unit.answered[batch.items[self._place :]]
            end = self._place + (len(answered) if answered.all() else int(answered.argmin()))
            step = max(1, _TOGETHER // self.question.levels.size)
            for place in range(self._place, end, step):
                self._bet(batch, slice(place, min(place + step, end)))
            self._place = end
            if end < len(batch.items):
                break
            self._batch, self._place = self._batch + 1, 0
        self._prove()

    def limits(self) -> F64:
        """The least differences that neither bets nor proofs exclude, at all looks and for all pairs: (2 x pair,)."""
        every = np.ones(self.question.pairs.n, dtype=bool)
        return np.asarray(np.maximum(self.course(every)[1][-1], self.unit.least))

    def course(self, pairs: Flags) -> tuple[F64, F64]:
        """Of each batch, and of none, after its bets on these `pairs`, (pair,): the differences that draws have shown,
        NaN before the first, and the least ones that bets at all looks so far don't exclude: (batch + 1, 2 x pair)."""
        n = len(self.question.pairs.first)
        center, precision = self.bets.shown()
        least = self.unit.least
        most = -np.concatenate([least[n // 2 :], least[: n // 2]])
        reach = np.where(precision > 0, _REACH / np.sqrt(np.maximum(precision, 1e-300)), np.inf)
        ends = np.maximum(least, center - reach), np.maximum(least, np.minimum(most, center + reach))
        before = np.linspace(self._first, ends[0], _LEVELS // 2, endpoint=False)
        grid = np.concatenate([before, np.linspace(*ends, _LEVELS)])
        again, placed = Bets(grid), self._placed_on(pairs)
        shown, low = [], []
        for number in range(-1, len(self.batches)):
            for at, draws in placed[number]:
                again.place(at, **draws)
            center, precision = again.shown()
            excluded = again.log_best >= np.log(n / self.question.alpha)
            n_excluded = np.where(excluded.all(axis=0), len(grid), excluded.argmin(axis=0))
            shown.append(np.where(precision > 0, center, np.nan))
            low.append(np.take_along_axis(grid, np.maximum(n_excluded - 1, 0)[None], axis=0)[0])
        return np.array(shown), np.array(low)

    def _placed_on(self, pairs: Flags) -> Placed:
        """What was bet on these pairs, (pair,), and on others where all are kept, by batch."""
        if self._keep:
            return self._placed
        again = Ledger(self.unit, self.question, keep=True)
        of = self.question.pairs.both_ways(pairs)
        again.batches = [batch.but(betting=batch.betting & of) for batch in self.batches]
        again._since = self._since
        again.advance()
        return again._placed

    def _bet(self, batch: Batch, of: slice) -> None:
        """Bet on some draws, with the chances of what was left before each."""
        shown, chance = self.unit.shown(batch, of), batch.chance[of, None]
        off = self.unit.values(batch.items[of]) - shown.predicted
        means = running(self._mean, off)
        masses = running(self._mass, np.where(shown.own, -chance, 0.0))
        variances = running(self._variance, np.where(shown.own, -shown.squares, 0.0))
        self._mean, self._mass, self._variance = means[-1], masses[-1], variances[-1]
        at = np.nonzero(shown.own.any(axis=0))[0]
        mass = np.maximum(masses[:-1, at], chance)  # rounding may leave less
        mean, squares = means[:-1, at], shown.squares[:, at]
        reached = self.bets.log_best.copy()
        draws = {
            "mean": mean,
            "z": mean + off[:, at] * (mass / chance),
            "variance": np.where(shown.own[:, at], np.maximum(variances[:-1, at], squares) * mass, np.inf),
            "least": mean - batch.reach[at] * mass,
            "left": batch.left[at],
        }
        if self._keep:
            self._placed[batch.number].append((at, draws))
        logs = self.bets.place(at, **draws)
        first, second = self.bets.log_best[0].reshape(2, -1)[:, self.open_pairs]
        either = np.minimum(first, second) >= -np.log(self.question.alpha)  # could be better: the order tells
        for step in logs if self.question.margin > 0 or either.any() else logs.max(axis=0)[None]:
            reached[:, at] = np.maximum(reached[:, at], step)
            better, tied = self.question.by_sample(reached, self.better, self.open_pairs)
            self.better, self.tied = better, self.tied | tied

    def _prove(self) -> None:
        """Verdicts that no completion of the missing labels can change."""
        n, margin, least = self.question.pairs.n, self.question.margin, self.unit.least
        tolerance = 1e-12 * max(1.0, float(np.abs(least).max(initial=0.0)))
        open_ = self.open_pairs
        within = (np.minimum(least[:n], least[n:]) >= -margin - tolerance) & open_
        above = (least > tolerance) & np.concatenate([open_ & ~within, open_ & ~within])
        self.better, self.tied = self.better | above, self.tied | within
        self.proved |= within | above[:n] | above[n:]
