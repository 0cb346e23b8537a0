"""Labels drawn again by the chances of their grades: what might another judge have said?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.label_agreement import label_agreement
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.label_sets.selection import LARGEST_GRADE, draws_of, table, threads_of
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

F64: TypeAlias = NDArray[np.float64]
ROUNDING = 1e-9  # by which chances of a row may miss 1
NO_ROW = 2**32 - 1


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """How likely each new grade is, given the old one.

    Attributes
    ----------
    old, new : tuple of int
        Grades, ascending.
    share : array (old, new)
        From 0 to 1; each row adds up to 1.
    n_labels : tuple of int (old,)
        How many labels each row was counted from; 0 where it was given.

    Examples
    --------
    >>> Confusion.of({0: {0: 0.9, 1: 0.1}, 1: {0: 0.3, 1: 0.7}}).share.tolist()
    [[0.9, 0.1], [0.3, 0.7]]
    """

    old: tuple[int, ...]
    new: tuple[int, ...]
    share: F64
    n_labels: tuple[int, ...]

    @classmethod
    def of(cls, chances: Mapping[int, Mapping[int, float]]) -> Confusion:
        """A matrix given as ``{old grade: {new grade: chance}}``; what a row leaves out has chance 0.

        Raises
        ------
        UsageError
            No row, a grade that is no integer from -127 to 127, a chance outside 0 to 1, a row that does not add up
            to 1.
        """
        old = tuple(sorted(chances))
        new = tuple(sorted({grade for row in chances.values() for grade in row}))
        for grade in (*old, *new):
            if isinstance(grade, bool) or not isinstance(grade, int) or abs(grade) > LARGEST_GRADE:
                raise UsageError(f"expected grades from -127 to 127, but the confusion matrix has {grade!r}")
        share = np.array([[float(chances[row].get(grade, 0.0)) for grade in new] for row in old])
        if not old:
            raise UsageError("the confusion matrix has no row, expected one for each grade")
        for grade, row in zip(old, share):
            if not ((row >= 0) & (row <= 1)).all() or abs(row.sum() - 1) > ROUNDING:
                raise UsageError(
                    f"chances of grade {grade} are {row.tolist()}, expected numbers from 0 to 1 that add up to 1"
                )
        return cls(old, new, share, (0,) * len(old))


def confusion_of(first: Qrels, second: Qrels) -> Confusion:
    """How a second judge grades what the first gave each grade, counted over the documents that both have.

    Parameters
    ----------
    first, second : Qrels

    Returns
    -------
    Confusion
        A row for each grade of `first` that some document of both has.

    Raises
    ------
    InputError
        No document has a label in both.

    Notes
    -----
    *Assumes* that documents judged twice are like those judged once. Where judges were given pairs to compare, or those
    in dispute, they are not, and the noise comes out too large.
    *Guarantees* the shares counted; nothing is smoothed, so a grade that the second judge never gave has chance 0. Rows
    of few labels are rough: see ``n_labels``.
    *Source* Voorhees, Variations in relevance judgments and the measurement of retrieval effectiveness, Information
    Processing and Management 36, 2000, for second judges; a table of counts.

    Examples
    --------
    >>> from irassay import Qrels
    >>> found = confusion_of(Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 0}}), Qrels.from_dict({"q": {"a": 1, "b": 0}}))
    >>> found.old, found.new, found.share.tolist(), found.n_labels
    ((1,), (0, 1), [[0.5, 0.5]], (2,))
    """
    both = label_agreement(first, second)
    counts = both.total
    rows, columns = np.flatnonzero(counts.sum(axis=1)), np.flatnonzero(counts.sum(axis=0))
    n = counts.sum(axis=1)[rows]
    return Confusion(
        tuple(both.grades[i] for i in rows.tolist()),
        tuple(both.grades[i] for i in columns.tolist()),
        np.asarray(counts[np.ix_(rows, columns)] / n[:, None], dtype=np.float64),
        tuple(n.tolist()),
    )


def noisy(
    qrels: Qrels,
    confusion: Confusion | Mapping[int, Mapping[int, float]],
    *,
    draws: int = 100,
    seed: Seed = 0,
    threads: int = 0,
) -> QrelsStack:
    """Labels as another judge might have given them, each grade drawn anew: how much hangs on single labels?

    Parameters
    ----------
    qrels : Qrels
    confusion : Confusion, or mapping of int to mapping of int to float
        The chance of each new grade given the old one: ``{1: {1: 0.8, 0: 0.2}, 0: {0: 1.0}}``, or from `confusion_of`.
    draws : int, from 1 to 100,000
        Variants. More keep the first ones.
    seed : int or numpy.random.Generator
    threads : int
        0: as many as the machine has. The outcome is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"noise, draw 7"``; a recipe holds ``select``, ``draw``, ``seed`` and ``confusion``, the matrix as a
        mapping.

    Raises
    ------
    UsageError
        A grade of the labels has no row, a row does not add up to 1, no draws or too many.

    Notes
    -----
    *Assumes* that errors are independent, given the grade, and as frequent for every query and document. A judge who
    reads a query otherwise errs on many documents of it together: then this is too mild.
    *Guarantees* every label drawn by its row, independent of all others; labels stay labels, nothing becomes unjudged.
    The same seed gives the same stack, whatever the order of a file's lines.
    *Source* Carterette and Soboroff, The effect of assessor error on IR system evaluation, SIGIR 2010.

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = noisy(Qrels.from_dict({"q": {"a": 1, "b": 0}}), {1: {0: 1.0}, 0: {1: 1.0}}, draws=1)
    >>> dict(stack.variant("noise, draw 1").grades("q"))
    {'a': 0, 'b': 1}
    """
    matrix = confusion if isinstance(confusion, Confusion) else Confusion.of(confusion)
    key, n = key_of(seed), draws_of(draws)
    _need_rows(qrels, matrix)
    row = [NO_ROW] * 256
    for i, grade in enumerate(matrix.old):
        row[grade - UNJUDGED] = i
    out = table(qrels, n)
    _core.redraw_grades(
        qrels.core,
        row=row,
        grades=matrix.new,
        reached=_reached(matrix.share),
        key=key,
        threads=threads_of(threads),
        out=out,
    )
    chances = {o: dict(zip(matrix.new, row)) for o, row in zip(matrix.old, matrix.share.tolist())}
    recipes: list[dict[str, Any]] = [
        {"select": "noisy", "draw": draw, "seed": key, "confusion": chances} for draw in range(1, n + 1)
    ]
    return QrelsStack(qrels, out, [f"noise, draw {draw}" for draw in range(1, n + 1)], recipes)


def _need_rows(qrels: Qrels, matrix: Confusion) -> None:
    missing: Sequence[int] = [grade for grade in qrels.scale if grade not in matrix.old]
    if missing:
        raise UsageError(
            f"{qrels.grade_counts[missing[0]]:,} labels have grade {missing[0]}, and the confusion matrix has rows for"
            f" {', '.join(map(str, matrix.old))} only: give the chances of its new grades too"
        )


def _reached(share: F64) -> F64:
    """Chances added up along each row; 1 from the last that is above 0 on, so that no rounding draws another."""
    added = np.cumsum(share, axis=1)
    last = share.shape[1] - 1 - np.argmax(share[:, ::-1] > 0, axis=1)
    return np.ascontiguousarray(np.where(np.arange(share.shape[1]) >= last[:, None], 1.0, added))
