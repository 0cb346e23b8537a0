"""Classes from the answers of many people, by the model of Dawid and Skene, beside crowd-kit's.

Both sides start from the shares of the answers, without a prior, and take the same number of steps of EM.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import timing
from benchmarks.peers import Disagree
from benchmarks.row import Row

STEPS = 20
SIZES = ((1_000, 10, 3), (20_000, 50, 3), (100_000, 200, 3))  # items, people, answers an item
N_CLASSES = 4
LEAST_ALIKE = 0.999  # of the items
GOAL = 4.0
Answers = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]


def rows(rounds: int) -> Iterator[Row]:
    from irassay.label_sets import dawid_skene

    for n_items, n_people, n_answers in SIZES:
        answers = world(n_items, n_people, n_answers)
        table = as_table(answers)

        def ours(answers: Answers = answers) -> Any:
            return dawid_skene(*answers, n_classes=N_CLASSES, prior=0, most_steps=STEPS).classes

        def theirs(table: Any = table) -> Any:
            return by_crowd_kit(table)

        share = float((ours() == theirs()).mean())
        if share < LEAST_ALIKE:
            raise Disagree(f"{share:.4f} of {n_items:,} items have the same class on both sides")
        (peer,), mine = timing.in_turn(rounds, [theirs], ours)
        yield Row(
            case=f"Dawid-Skene, {STEPS} steps",
            collection=f"{n_items / 1000:g}k",
            peer="crowd-kit",
            theirs=peer.cpu,
            ours=mine.cpu,
            ours_wall=mine.wall,
            theirs_wall=peer.wall,
            goal=GOAL,
            note=f"{share:.2%} of the items have the same class",
        )


def world(n_items: int, n_people: int, n_answers: int) -> Answers:
    """Items with planted classes, each answered by some people, who are right with a chance of their own."""
    rng = np.random.default_rng(0)
    truth = rng.choice(N_CLASSES, size=n_items, p=[0.5, 0.25, 0.15, 0.1])
    right = rng.uniform(0.5, 0.95, size=n_people)
    people = rng.integers(n_people, size=(n_items, 1)) + np.arange(n_answers) * (n_people // n_answers)
    people %= n_people
    other = (truth[:, None] + rng.integers(1, N_CLASSES, size=people.shape)) % N_CLASSES
    given = np.where(rng.random(people.shape) < right[people], truth[:, None], other)
    items = np.repeat(np.arange(n_items), n_answers)
    return items, people.ravel(), given.ravel()


def as_table(answers: Answers) -> Any:
    import pandas

    return pandas.DataFrame(dict(zip(("task", "worker", "label"), answers)))


def by_crowd_kit(table: Any) -> NDArray[np.intp]:
    from crowdkit.aggregation import DawidSkene

    fitted = DawidSkene(n_iter=STEPS, tol=-np.inf).fit(table)
    return np.asarray(fitted.probas_.sort_index()[range(N_CLASSES)].to_numpy().argmax(axis=1))
