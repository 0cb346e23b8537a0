"""Bradley and Terry's model of preferences: a strength for every document, with intervals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from irassay.arrays import F64, Flags
from irassay.collection.preferences import Preferences
from irassay.comparison.judged_documents import JudgedDocuments
from irassay.errors import UsageError

PRIOR = 0.5  # wins and losses against the average document: those of one tie
STOP = 1e-9  # the largest change of a strength, in log-odds, after which the fit ends
MOST_STEPS = 100  # Newton's; a dozen is the rule
_Z = 1.959963984540054  # 97.5% quantile of the normal distribution
_SPAN = 12.0  # the largest change of a strength in one step


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """The documents of one query by Bradley and Terry's model."""

    docs: tuple[str, ...]  # the strongest first; equal ones by id
    strength: F64  # (doc,), log-odds against the average document; NaN without a finite fit
    covariance: F64  # (doc, doc), of the strengths
    wins: F64  # (doc,), judgments that prefer it; a tie is half a win
    n_judged: int  # judgments of pairs

    @property
    def intervals(self) -> F64:
        """95% intervals of the strengths over the mean of the query's documents, (doc, 2); the level of all strengths
        is known by the prior alone."""
        n = len(self.docs)
        contrast = np.eye(n) - 1 / n
        reach = _Z * np.sqrt(np.diagonal(contrast @ self.covariance @ contrast))
        return np.stack([self.strength - reach, self.strength + reach], axis=1)

    @property
    def lead(self) -> tuple[float, float, float]:
        """The strength of the first document above that of the second, with its 95% interval."""
        (a, both), (_, b) = self.covariance[:2, :2]
        gap = float(self.strength[0] - self.strength[1])
        reach = _Z * float(np.sqrt(max(0.0, a + b - 2 * both)))
        return gap, gap - reach, gap + reach


def bradley_terry(
    preferences: Preferences, *, queries: Collection[str] | None = None, prior: float = PRIOR
) -> Mapping[str, Strengths]:
    """How strong each document is, by all judgments of its query, a tie half a win; `prior` counts wins and losses
    against an average one. NaN where Newton's method does not end, and with prior 0 where documents are never beaten.
    Source: Bradley and Terry 1952; Ford 1957."""
    if not prior >= 0:
        raise UsageError(f"prior={prior!r}: expected 0 or more")
    judged = JudgedDocuments.of(preferences, queries)
    out: dict[int, Strengths] = {}
    for some, pairs, place in judged.by_size():
        n = int(np.diff(judged.start)[some[0]])
        wins = np.zeros((len(some), n, n))
        tied = (judged.n_judged - judged.n_one - judged.n_other)[pairs] / 2
        wins[place, judged.one[pairs], judged.other[pairs]] = judged.n_one[pairs] + tied
        wins[place, judged.other[pairs], judged.one[pairs]] = judged.n_other[pairs] + tied
        strength, covariance = fit(wins, prior)
        for i, q in enumerate(some.tolist()):
            out[q] = _sorted(judged.docs_of(q), strength[i], covariance[i], wins[i])
    return {judged.queries[q]: out[q] for q in sorted(out)}


def _sorted(docs: tuple[str, ...], strength: F64, covariance: F64, wins: F64) -> Strengths:
    total = wins.sum(axis=1)
    order = sorted(
        range(len(docs)), key=lambda i: (-strength[i], -total[i], docs[i].encode("utf-8", "surrogateescape"))
    )
    n_judged = round(float(wins.sum()))
    return Strengths(
        tuple(docs[i] for i in order), strength[order], covariance[np.ix_(order, order)], total[order], n_judged
    )


def fit(wins: F64, prior: float) -> tuple[F64, F64]:
    """Strengths, (table, doc), and covariances, (table, doc, doc), from wins, (table, doc, doc), of the row's document;
    NaN where no finite value exists, or `MOST_STEPS` do not reach it."""
    n = wins.shape[1]
    games = wins + wins.swapaxes(1, 2)
    strength = np.zeros(wins.shape[:2])
    # Without a prior only differences count: one more equation holds their mean at 0.
    level = np.zeros((n, n)) if prior else np.full((n, n), 1.0 / n)
    open_ = np.flatnonzero(np.full(len(wins), True) if prior else _connected(wins))
    done = np.zeros(len(wins), dtype=bool)
    for _ in range(MOST_STEPS):
        at, of, played = strength[open_], wins[open_], games[open_]
        gradient, information = _derivatives(at, of, played, prior)
        step = np.linalg.solve(information + level, gradient[..., None])[..., 0]
        step = np.clip(step, -_SPAN, _SPAN)
        strength[open_] = _halved(at, step, partial(_likelihood, wins=of, prior=prior))
        ended = np.abs(strength[open_] - at).max(axis=1, initial=0.0) <= STOP
        done[open_[ended]] = True
        open_ = open_[~ended]
        if not len(open_):
            break
    _, information = _derivatives(strength, wins, games, prior)
    covariance = np.full(wins.shape, np.nan)
    covariance[done] = np.linalg.inv(information[done] + level) - level
    strength[~done] = np.nan
    return strength, covariance


def _derivatives(strength: F64, wins: F64, games: F64, prior: float) -> tuple[F64, F64]:
    """The gradient of the log-likelihood, and minus its second derivative."""
    p = _chance(strength[:, :, None] - strength[:, None, :])
    alone = _chance(strength)
    gradient = (wins - games * p).sum(axis=2) + prior * (1 - 2 * alone)
    weight = games * p * (1 - p)
    information = -weight
    diagonal = np.arange(wins.shape[1])
    information[:, diagonal, diagonal] += weight.sum(axis=2) + 2 * prior * alone * (1 - alone)
    return gradient, information


def _likelihood(strength: F64, *, wins: F64, prior: float) -> F64:
    gaps = strength[:, :, None] - strength[:, None, :]
    pairs = -(wins * np.logaddexp(0.0, -gaps)).sum(axis=(1, 2))
    alone = np.logaddexp(0.0, -strength) + np.logaddexp(0.0, strength)
    return np.asarray(pairs - prior * alone.sum(axis=1))


def _halved(at: F64, step: F64, likelihood: partial[F64]) -> F64:
    """Where each table's step leads, halved until the likelihood is no smaller than before."""
    before = likelihood(at)
    slack = STOP * np.maximum(1.0, np.abs(before)) * 1e-3  # rounding must not halve a step at the summit
    for _ in range(40):
        worse = likelihood(at + step) < before - slack
        if not worse.any():
            break
        step = np.where(worse[:, None], step / 2, step)
    return at + step


def _connected(wins: F64) -> Flags:
    """Whether wins lead from every document to every other one, in each table: Ford's condition."""
    reach = (wins > 0) | np.eye(wins.shape[1], dtype=bool)
    for _ in range(max(1, int(np.ceil(np.log2(wins.shape[1]))))):
        reach = (reach.astype(np.float32) @ reach.astype(np.float32)) > 0
    return np.asarray(reach.all(axis=(1, 2)))


def _chance(log_odds: F64) -> F64:
    return 1 / (1 + np.exp(-log_odds))
