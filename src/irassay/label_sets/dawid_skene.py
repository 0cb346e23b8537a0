"""The class of each item from the answers of people who err, each in a way of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irassay.errors import UsageError

F64: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.intp]

PRIOR = 0.5  # answers of each class that every person is taken to have given already
MOST_STEPS = 10_000
LEAST_RISE = 1e-10  # of the objective in a step, for each answer: below it, the steps end
_MOST_CLASSES = 256


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """What `dawid_skene` makes of the answers.

    Attributes
    ----------
    probabilities : array (item, class)
        The chance that an item is of a class; rows sum to 1.
    prevalence : array (class,)
        The share of the items that are of a class.
    confusion : array (person, class, class)
        The chance that a person gives the second class to an item of the first.
    objective : float
        The logarithm of the likelihood, with the prior where there is one, at the end.
    n_steps : int
    converged : bool
        Whether the last step raised the objective by too little to go on.
    """

    probabilities: F64
    prevalence: F64
    confusion: F64
    objective: float
    n_steps: int
    converged: bool

    @property
    def classes(self) -> Places:
        """The likeliest class of each item; of two that are equally likely, within 1e-9, the lower: (item,)."""
        top = self.probabilities.max(axis=1, keepdims=True)
        return np.asarray(np.argmax(self.probabilities >= top - 1e-9, axis=1))


def dawid_skene(
    items: ArrayLike,
    people: ArrayLike,
    answers: ArrayLike,
    *,
    n_classes: int | None = None,
    prior: float = PRIOR,
    most_steps: int = MOST_STEPS,
) -> DawidSkene:
    """The likeliest class of each item, and how each person errs, from answers alone.

    People who agree with others count more than those who don't, class by class. Begins with the shares of the answers
    that each item got, and takes steps of EM until one raises the objective by less than 1e-10 for each answer.

    Parameters
    ----------
    items, people, answers : array of int (answer,)
        Numbers from 0: which item, who, and the class that was given. A person may answer an item several times, and
        leave items out.
    n_classes : int, optional
        Two or more. Default: as many as the answers need.
    prior : float, 0 or more
        As if each person had given so many answers of each class to each class before, and so many items of each
        class had been seen: it keeps a person with few answers from being taken as infallible. 0: the likelihood alone,
        as in the paper.
    most_steps : int

    Returns
    -------
    DawidSkene

    Raises
    ------
    UsageError
        No answers, arrays of different lengths, negative numbers, an item without an answer, or a class beyond
        `n_classes`.

    Notes
    -----
    *Assumes* that people answer independently, given the class, each with one table of chances for all items of a
    class; most people must be right more often than not, since classes have no other name than those that people give.
    Where a class is rare, or people gave few answers, the tables are uncertain, and the result may be worse than the
    majority's.
    *Guarantees* a stationary point of the objective that is at least as high as the start, and no more: there may be
    higher ones. The probabilities take the tables as known, so they are too sure with few answers.
    *Source* Dawid and Skene, Maximum likelihood estimation of observer error-rates using the EM algorithm, Applied
    Statistics 28, 1979, equations 2.3 to 2.5; the prior is a Dirichlet distribution of each row of the tables.

    Examples
    --------
    >>> items, people = [0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0, 1, 2]
    >>> fit = dawid_skene(items, people, [1, 1, 0, 0, 0, 1, 1, 1, 1])
    >>> fit.classes.tolist(), fit.converged
    ([1, 0, 1], True)
    """
    item, person, answer, n = _checked(items, people, answers, n_classes)
    if not (np.isfinite(prior) and prior >= 0):
        raise UsageError(f"expected prior=0 or more, but got {prior!r}")
    if most_steps < 1:
        raise UsageError(f"expected most_steps=1 or more, but got {most_steps!r}")
    n_items, n_people = int(item.max()) + 1, int(person.max()) + 1
    cell = person * n + answer
    counts = np.zeros((n_items, n))
    np.add.at(counts, (item, answer), 1.0)
    chances = counts / counts.sum(axis=1, keepdims=True)
    n_steps, objective, rise = 0, -np.inf, np.inf
    while rise >= LEAST_RISE * len(item) and n_steps < most_steps:
        before = objective
        prevalence, confusion = _shares(chances, item, cell, n_people, prior)
        chances, objective = _expected(prevalence, confusion, item, cell, n_items, prior)
        rise = objective - before
        n_steps += 1
    return DawidSkene(chances, prevalence, confusion, objective, n_steps, rise < LEAST_RISE * len(item))


def _checked(
    items: ArrayLike, people: ArrayLike, answers: ArrayLike, n_classes: int | None
) -> tuple[Places, Places, Places, int]:
    arrays: Sequence[Places] = [np.asarray(one) for one in (items, people, answers)]
    if any(one.ndim != 1 or len(one) != len(arrays[0]) for one in arrays) or not len(arrays[0]):
        shapes = ", ".join(str(one.shape) for one in arrays)
        raise UsageError(f"expected items, people and answers of one length, 1 or more, but got {shapes}")
    for name, one in zip(("items", "people", "answers"), arrays):
        if one.dtype.kind not in "iu" or one.min() < 0:
            raise UsageError(f"expected {name} as whole numbers from 0, but got {one.min()!r} of type {one.dtype}")
    item, person, answer = (one.astype(np.intp) for one in arrays)
    lacking = np.flatnonzero(np.bincount(item) == 0)
    if len(lacking):
        raise UsageError(f"item {lacking[0]} has no answer: number those that have one, from 0")
    n = max(2, int(answer.max()) + 1) if n_classes is None else n_classes
    if not 2 <= n <= _MOST_CLASSES or answer.max() >= n:
        raise UsageError(
            f"expected n_classes from 2 to {_MOST_CLASSES} and answers below it, but got {n} and {answer.max()}"
        )
    return item, person, answer, n


def _shares(chances: F64, item: Places, cell: Places, n_people: int, prior: float) -> tuple[F64, F64]:
    """Prevalence (class,) and tables (person, class, class) that fit best, where the classes have these chances."""
    n = chances.shape[1]
    sums = chances.sum(axis=0) + prior
    given = [np.bincount(cell, weights=chances[item, c], minlength=n_people * n) for c in range(n)]
    table = np.stack(given).reshape(n, n_people, n).transpose(1, 0, 2) + prior
    whole = table.sum(axis=2, keepdims=True)
    return sums / sums.sum(), np.divide(table, whole, out=np.full_like(table, 1.0 / n), where=whole > 0)


def _expected(
    prevalence: F64, confusion: F64, item: Places, cell: Places, n_items: int, prior: float
) -> tuple[F64, float]:
    """The chances of each item's classes under these shares, and the objective there."""
    n = len(prevalence)
    with np.errstate(divide="ignore"):
        logs, of_class = np.log(confusion), np.log(prevalence)
    by_cell = logs.transpose(1, 0, 2).reshape(n, -1)
    joint = np.stack([np.bincount(item, weights=by_cell[c][cell], minlength=n_items) for c in range(n)], axis=1)
    joint += of_class
    top = joint.max(axis=1, keepdims=True)
    chances = np.exp(joint - top)
    whole = chances.sum(axis=1, keepdims=True)
    objective = float((top + np.log(whole)).sum())
    if prior:
        objective += prior * float(logs.sum() + of_class.sum())
    return chances / whole, objective
