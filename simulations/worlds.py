"""Worlds whose truth is known: queries scored from simulated rankings, and systems without a difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.paired_scores import PairedScores

F64 = NDArray[np.float64]

POPULATION = 20_000  # queries whose mean is the truth
DOCS = 40  # a query's documents
SKILLS = (0.9, 0.8, 0.5, 0.3)  # how strongly grades show in a system's scores
MEASURES = ("nDCG@10", "AP", "Success@1, rare")
SYSTEMS = 6  # of a family


def paired_scores(x: F64, measure: str) -> PairedScores:
    """Scores on n queries, array (query, system), as comparing takes them."""
    names = [f"system-{i}" for i in range(x.shape[1])]
    return PairedScores(
        measure=measure,
        signature=measure,
        direction=1,
        aggregate="mean",
        systems=names,
        same={},
        unranked=[],
        silent=[],
        queries=[str(q) for q in range(len(x))],
        values=np.ascontiguousarray(x.T),
        x=np.ascontiguousarray(x),
        bounds=[0, len(x)],
        collections=[],
        mean=x.mean(axis=0),
    )


@cache
def population(measure: str) -> F64:
    """Every query's score of every system: array (query, system). Its mean is the truth.

    Grades 0 to 3 are rarer in some queries than in others; a system's score of a document is its skill times the grade,
    plus noise of which half is shared by all systems. Where success is rare, one query in thirty has a document that a
    system may put first.
    """
    rng = np.random.default_rng(20)
    if measure == "Success@1, rare":
        rate = np.array([0.06, 0.05, 0.04, 0.03])
        hard = rng.random((POPULATION, 1))
        return ((hard + 0.5 * rng.random((POPULATION, 4))) / 1.5 < _quantiles(rate)).astype(float)
    richness = rng.beta(1.2, 4, POPULATION)
    grades = (rng.random((POPULATION, DOCS)) < richness[:, None]) * rng.integers(1, 4, (POPULATION, DOCS))
    shared = rng.normal(size=(POPULATION, DOCS))
    columns = []
    for skill in SKILLS:
        strength = skill * rng.lognormal(0, 0.4, (POPULATION, 1))
        scores = strength * grades + 0.7 * shared + 0.7 * rng.normal(size=(POPULATION, DOCS))
        columns.append(_scored(np.take_along_axis(grades, np.argsort(-scores, axis=1), axis=1), measure))
    return np.stack(columns, axis=1)


def _quantiles(rate: F64) -> F64:
    """Where (uniform + half a uniform) / 1.5 stays with that small probability."""
    return np.sqrt(rate) / 1.5


def _scored(ranked: NDArray[np.int64], measure: str) -> F64:
    """Grades in rank order, array (query, rank), as nDCG@10 or AP."""
    if measure == "AP":
        relevant = ranked > 0
        precision = np.cumsum(relevant, axis=1) / np.arange(1, DOCS + 1)
        return np.asarray((precision * relevant).sum(axis=1) / np.maximum(1, relevant.sum(axis=1)))
    discount = 1 / np.log2(np.arange(2, 12))
    ideal = (-np.sort(-ranked, axis=1)[:, :10] * discount).sum(axis=1)
    return np.asarray((ranked[:, :10] * discount).sum(axis=1) / np.where(ideal > 0, ideal, 1.0))


@dataclass(frozen=True)
class Null:
    """Systems some of which truly don't differ.

    Attributes
    ----------
    name : str
    holds : tuple of str
        Corrections whose assumption holds here.
    spreads, means : tuple of float
        By system.
    skewed : bool
        Whether noise is log-normal, else normal.
    """

    name: str
    holds: tuple[str, ...]
    spreads: tuple[float, ...] = (1.0,) * SYSTEMS
    means: tuple[float, ...] = (0.0,) * SYSTEMS
    skewed: bool = False

    def draw(self, rng: np.random.Generator, n_queries: int) -> F64:
        """Scores on n queries: array (query, system)."""
        noise = rng.normal(size=(n_queries, SYSTEMS))
        if self.skewed:
            noise = (np.exp(noise) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)
        return np.asarray(rng.normal(size=(n_queries, 1)) + np.array(self.means) + np.array(self.spreads) * noise)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs that don't differ."""
        return [(i, j) for i, j in combinations(range(SYSTEMS), 2) if self.means[i] == self.means[j]]


_UNEQUAL = (0.3, 0.3, 0.6, 1.0, 1.5, 3.0)
_HALF = (0.0, 0.0, 0.0, 1.0, 2.0, 3.0)
NULLS = (
    Null("all exchangeable", ("holm", "max-t", "tukey")),
    Null("all exchangeable, skewed", ("holm", "tukey"), skewed=True),
    Null("equal means, unequal spread", ("holm", "max-t"), spreads=_UNEQUAL),
    Null("equal means, unequal spread, skewed", (), spreads=_UNEQUAL, skewed=True),
    Null("three of six equal", ("holm", "max-t"), means=_HALF),
    Null("three of six equal, skewed", ("holm",), means=_HALF, skewed=True),
)
