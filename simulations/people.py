"""Who judges apart from others: people with planted severity and a planted liking for the left, and people without.

``python -m simulations.people --worlds 2000 --seed 0 --write`` puts the tables into docs/simulations.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.severity import ALPHA, severities
from irassay.agreement.sides_and_pace import side_share
from simulations.page import markdown, parser, summed, tell

Answers: TypeAlias = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]
Counts: TypeAlias = NDArray[np.int64]

DOCS = 10  # of a query
MIDDLE, SPREAD = 1.2, 1.0  # of documents on a scale of 0 to 3
NOISE = 0.6  # standard deviation of a grade before it is rounded
SEVERE, LEFT = -0.8, 0.35  # what a severe person adds to a grade; how often a person takes the left unread
TASTE = 0.3  # standard deviation of what a person adds to all grades of a query


@dataclass(frozen=True, slots=True)
class Grading:
    """People who grade the documents of some queries, each document by so many of them."""

    people: int
    queries: int
    overlap: int
    taste: float = 0.0


@dataclass(frozen=True, slots=True)
class Choosing:
    """People who choose between two documents so many times each."""

    people: int
    choices: int


GRADINGS = (
    *(Grading(3, 8, 3), Grading(4, 20, 2), Grading(6, 20, 2), Grading(6, 20, 2, TASTE), Grading(8, 30, 3)),
    *(Grading(10, 50, 2), Grading(20, 50, 2)),
)
CHOOSINGS = (Choosing(2, 60), Choosing(6, 60), Choosing(6, 130), Choosing(20, 130))


def grades(rng: np.random.Generator, of: Grading, n_severe: int = 0) -> Answers:
    """Items, people, grades and queries; the first people are severe."""
    n = of.queries * DOCS
    people = rng.permuted(np.broadcast_to(np.arange(of.people), (n, of.people)), axis=1)[:, : of.overlap]
    item = np.repeat(np.arange(n), of.overlap)
    person, query = people.ravel(), item // DOCS
    grade = rng.normal(MIDDLE, SPREAD, size=n)[item] + rng.normal(0, NOISE, size=len(item))
    grade += rng.normal(0, of.taste, size=(of.people, of.queries))[person, query] + SEVERE * (person < n_severe)
    return item, person, np.clip(np.rint(grade), 0, 3).astype(np.intp), query


def lefts(rng: np.random.Generator, of: Choosing, n_biased: int = 0) -> Counts:
    """How often each person chose the left; the first people take it unread at times."""
    chance = np.where(np.arange(of.people) < n_biased, LEFT + (1 - LEFT) / 2, 0.5)
    return rng.binomial(of.choices, chance)


def one(seed: int, world: int) -> dict[Grading | Choosing, Counts]:
    """Of a world of each kind: 1; whether somebody is found where none is planted; the planted one; another one."""
    counts: dict[Grading | Choosing, Counts] = {}
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


def tables(counts: Mapping[Grading | Choosing, Counts]) -> dict[str, str]:
    """The rows of both tables."""
    found = ["Nobody planted: somebody found", "One planted: found", "One planted: another found"]
    graded = [["People", "Queries", "People a document", "Taste", *found]]
    chosen = [["People", "Choices of each", *found]]
    for of, (n, *rates) in counts.items():
        cells = [f"{100 * rate / n:.1f}%" for rate in rates]
        if isinstance(of, Grading):
            graded.append([str(of.people), str(of.queries), str(of.overlap), f"{of.taste:g}", *cells])
        else:
            chosen.append([str(of.people), str(of.choices), *cells])
    return {"severe-people": markdown(graded), "left-people": markdown(chosen)}


def main(words: Iterable[str] | None = None) -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.people", __doc__)
    asked.add_argument("--worlds", type=int, default=2000)
    args = asked.parse_args(words if words is None else list(words))
    with ProcessPoolExecutor() as pool:
        parts = pool.map(partial(one, args.seed), range(args.worlds), chunksize=20)
        tell(tables(summed(parts)), write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
