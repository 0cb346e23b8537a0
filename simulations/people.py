"""Who judges apart from others, planted or not, and how often intervals of kappa hold a planted kappa.

``python -m simulations.people --write`` puts the tables into docs/simulations.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.habits import ALPHA, severities, side_share
from irassay.agreement.kappa_alpha import LEVELS, interval_over_queries, kappa
from simulations.page import markdown, over_worlds, shares

Answers: TypeAlias = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]
Counts: TypeAlias = NDArray[np.int64]

DOCS, LARGE, SMALL = 10, 100, 2  # of a query
MIDDLE, SPREAD = 1.2, 1.0  # of documents on a scale of 0 to 3
NOISE = 0.6  # standard deviation of a grade before it is rounded
SEVERE, LEFT = -0.8, 0.35  # what a severe person adds to a grade; how often a person takes the left unread
TASTE = 0.3  # standard deviation of what a person adds to all grades of a query


@dataclass(frozen=True, slots=True)
class Grading:
    """People who grade the documents of some queries, each document by so many of them.

    Of the queries so many are `large`, with 100 documents each; then the others have 2.
    """

    people: int
    queries: int
    overlap: int
    taste: float = 0.0
    large: int = 0


@dataclass(frozen=True, slots=True)
class Choosing:
    """People who choose between two documents so many times each."""

    people: int
    choices: int


@dataclass(frozen=True, slots=True)
class Agreeing:
    """Two people who say of each document whether it is relevant.

    Attributes
    ----------
    queries, docs : int
        A query has 1 to 2 * docs - 1 documents.
    relevant, right : float
        The share of relevant documents; how often each person finds one relevant. Of the others, each person is wrong
        with (1 - right) times the share. All vary from query to query.
    """

    queries: int
    docs: int
    relevant: float
    right: float


AGREEINGS = (
    *(Agreeing(queries, 20, 0.4, 0.9) for queries in (5, 10, 30)),
    *(Agreeing(queries, 20, 0.04, 0.8) for queries in (10, 30, 100)),
    *(Agreeing(queries, 4, 0.4, 0.97) for queries in (10, 30)),
)
GRADINGS = (
    *(Grading(3, 8, 3), Grading(4, 20, 2), Grading(6, 20, 2), Grading(6, 20, 2, TASTE), Grading(8, 30, 3)),
    *(Grading(10, 50, 2), Grading(20, 50, 2)),
    *(Grading(6, 20, 2, TASTE, large) for large in (2, 3, 6)),
    *(Grading(10, 50, 2, TASTE, large) for large in (3, 6)),
)
RESAMPLES = 500
Kind: TypeAlias = Grading | Choosing | Agreeing
CHOOSINGS = (Choosing(2, 60), Choosing(6, 60), Choosing(6, 130), Choosing(20, 130))


def grades(rng: np.random.Generator, of: Grading, n_severe: int = 0) -> Answers:
    """Items, people, grades and queries; the first people are severe."""
    sizes = np.where(np.arange(of.queries) < of.large, LARGE, SMALL if of.large else DOCS)
    n = int(sizes.sum())
    people = rng.permuted(np.broadcast_to(np.arange(of.people), (n, of.people)), axis=1)[:, : of.overlap]
    item = np.repeat(np.arange(n), of.overlap)
    person, query = people.ravel(), np.repeat(np.arange(of.queries), sizes)[item]
    grade = rng.normal(MIDDLE, SPREAD, size=n)[item] + rng.normal(0, NOISE, size=len(item))
    grade += rng.normal(0, of.taste, size=(of.people, of.queries))[person, query] + SEVERE * (person < n_severe)
    return item, person, np.clip(np.rint(grade), 0, 3).astype(np.intp), query


def lefts(rng: np.random.Generator, of: Choosing, n_biased: int = 0) -> Counts:
    """How often each person chose the left; the first people take it unread at times."""
    chance = np.where(np.arange(of.people) < n_biased, LEFT + (1 - LEFT) / 2, 0.5)
    return rng.binomial(of.choices, chance)


def squares(rng: np.random.Generator, of: Agreeing, queries: int) -> NDArray[np.float64]:
    """Documents by the first person's word and the second's: array (query, 2, 2)."""
    query = np.repeat(np.arange(queries), rng.integers(1, 2 * of.docs, size=queries))
    relevant = rng.random(len(query)) < _varied(rng, of.relevant, 0.7, queries)[query]
    right = _varied(rng, of.right, 0.35, queries)[query]
    words = [rng.random(len(query)) < np.where(relevant, right, (1 - right) * of.relevant) for _ in range(2)]
    counts = np.zeros((queries, 2, 2))
    np.add.at(counts, (query, *(of.astype(np.intp) for of in words)), 1)
    return counts


def _varied(rng: np.random.Generator, share: float, spread: float, n: int) -> NDArray[np.float64]:
    """Shares whose odds' logarithm has this standard deviation."""
    return 1 / (1 + np.exp(-np.log(share / (1 - share)) - spread * rng.normal(size=n)))


@lru_cache
def planted(of: Agreeing) -> float:
    """Kappa over 50,000 queries."""
    return float(_kappa(squares(np.random.default_rng(1), of, 50_000).sum(axis=0)))


def _kappa(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    return kappa(counts, np.array([0.0, 1.0]))


def held(rng: np.random.Generator, of: Agreeing) -> Counts:
    """1; whether plain percentiles hold the planted kappa; whether there is an interval, and it holds it."""
    counts, truth = squares(rng, of, of.queries), planted(of)
    drawn = _kappa(np.stack([counts[rng.integers(0, of.queries, of.queries)].sum(axis=0) for _ in range(RESAMPLES)]))
    plain = np.nanquantile(drawn, LEVELS) if np.isfinite(drawn).any() else (np.nan, np.nan)
    low, high = interval_over_queries(counts, _kappa)
    return np.array([1, plain[0] <= truth <= plain[1], low == low, low <= truth <= high], dtype=np.int64)


def one(seed: int, world: int) -> dict[Kind, Counts]:
    """Of a world of each kind: 1; whether somebody is found where none is planted; the planted one; another one."""
    counts: dict[Kind, Counts] = {
        of: held(np.random.default_rng([seed, world, 100 + i]), of) for i, of in enumerate(AGREEINGS)
    }
    for i, grading in enumerate(GRADINGS):
        rng = np.random.default_rng([seed, world, i])
        none, planted = (np.array([person.is_apart for person in severities(*grades(rng, grading, n))]) for n in (0, 1))
        counts[grading] = np.array([1, none.any(), planted[0], planted[1:].any()], dtype=np.int64)
    for i, choosing in enumerate(CHOOSINGS, start=len(GRADINGS)):
        rng = np.random.default_rng([seed, world, i])
        none, planted = (_apart(lefts(rng, choosing, n), choosing) for n in (0, 1))
        counts[choosing] = np.array([1, none.any(), planted[0], planted[1:].any()], dtype=np.int64)
    return counts


def _apart(chosen: Counts, of: Choosing) -> NDArray[np.bool_]:
    return np.array([side_share(int(n), of.choices).p * of.people <= ALPHA for n in chosen])


def tables(counts: Mapping[Kind, Counts]) -> dict[str, str]:
    """The rows of the tables."""
    found = ["Nobody planted: somebody found", "One planted: found", "One planted: another found"]
    graded = [["People", "Queries", "People a document", "Taste", "Large queries", *found]]
    agreed = [
        ["Queries", "Documents", "Relevant", "Found", "Plain percentiles hold it", "With an interval", "It holds it"]
    ]
    chosen = [["People", "Choices of each", *found]]
    for of, (n, *rates) in counts.items():
        cells = shares(rates, n)
        if isinstance(of, Agreeing):
            cells[2:] = shares(rates[2:], rates[1])
            agreed.append([str(of.queries), str(of.docs), f"{of.relevant:.0%}", f"{of.right:.0%}", *cells])
        elif isinstance(of, Grading):
            large = f"{of.large} of {LARGE}" if of.large else "–"
            graded.append([str(of.people), str(of.queries), str(of.overlap), f"{of.taste:g}", large, *cells])
        else:
            chosen.append([str(of.people), str(of.choices), *cells])
    return {"severe-people": markdown(graded), "left-people": markdown(chosen), "agreeing-people": markdown(agreed)}


def main(words: Iterable[str] | None = None) -> int:
    """Print the tables, and write them where asked to."""
    return over_worlds("simulations.people", __doc__, one, words, tables)


if __name__ == "__main__":
    sys.exit(main())
