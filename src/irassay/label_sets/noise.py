"""Noisy labels: each grade is drawn from a confusion matrix, as another assessor might have assigned it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.arguments import LARGEST_GRADE, number_of_threads
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.label_sets.selection import draws_of, table
from irassay.label_sets.words import OF_LABELS
from irassay.random_keys import Seed, key_of

ROUNDING = 1e-9  # tolerance for the sum of a row's probabilities
NO_ROW = 2**32 - 1


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """The probability of each new grade, given the old grade.

    Attributes
    ----------
    old, new : tuple of int
        Grades, ascending.
    share : array (old, new)
        Probabilities from 0 to 1; each row sums to 1.
    n_labels : tuple of int (old,)
        Number of labels that each row was counted from; 0 where the row was specified.

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
        """The matrix of ``{old grade: {new grade: probability}}``; a grade missing from a row has probability 0.

        Raises
        ------
        UsageError
            There is no row, a grade is not an integer from -127 to 127, a probability is outside 0 to 1, or a row does
            not sum to 1.
        """
        old = tuple(sorted(chances))
        new = tuple(sorted({grade for row in chances.values() for grade in row}))
        for grade in (*old, *new):
            if isinstance(grade, bool) or not isinstance(grade, int) or abs(grade) > LARGEST_GRADE:
                raise UsageError(OF_LABELS("noise.grade", grade=grade))
        share = np.array([[float(chances[row].get(grade, 0.0)) for grade in new] for row in old])
        if not old:
            raise UsageError(OF_LABELS("noise.empty"))
        for grade, row in zip(old, share):
            if not ((row >= 0) & (row <= 1)).all() or abs(row.sum() - 1) > ROUNDING:
                raise UsageError(OF_LABELS("noise.chances", grade=grade, chances=row.tolist()))
        return cls(old, new, share, (0,) * len(old))


def confusion_of(first: Qrels, second: Qrels) -> Confusion:
    """The confusion matrix of two assessors: the second assessor's grades, given the first assessor's grade.

    Parameters
    ----------
    first, second : Qrels

    Returns
    -------
    Confusion
        Counted over the documents that both label. One row for each grade of `first` among these documents.

    Raises
    ------
    InputError
        No document has a label in both.

    Notes
    -----
    *Assumes* that documents judged twice are like documents judged once. This fails where assessors judged disputed
    documents, or pairs selected for comparison; the estimated noise is then too large.
    *Guarantees* observed shares without smoothing: a grade that the second assessor never assigned has probability 0.
    Rows with few labels are imprecise: see ``n_labels``.
    *Source* Voorhees, Variations in relevance judgments and the measurement of retrieval effectiveness, Information
    Processing and Management 36, 2000, on second assessors; the matrix is a table of counts.

    Examples
    --------
    >>> from irassay import Qrels
    >>> first, second = {"q": {"a": 1, "b": 1, "c": 0}}, {"q": {"a": 1, "b": 0}}
    >>> matrix = confusion_of(Qrels.from_dict(first), Qrels.from_dict(second))
    >>> matrix.old, matrix.new, matrix.share.tolist(), matrix.n_labels
    ((1,), (0, 1), [[0.5, 0.5]], (2,))
    """
    from irassay.agreement.label_agreement import label_agreement  # which loads what most labels do without

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
    """Labels as another assessor might have assigned them, with each grade drawn from a confusion matrix.

    The variants show how sensitive results are to assessor error.

    Parameters
    ----------
    qrels : Qrels
    confusion : Confusion, or mapping of int to mapping of int to float
        The probability of each new grade given the old grade: ``{1: {1: 0.8, 0: 0.2}, 0: {0: 1.0}}``, or the matrix of
        `confusion_of`.
    draws : int, from 1 to 100,000
        Number of variants. A larger number leaves the first variants unchanged.
    seed : int or numpy.random.Generator
    threads : int
        0 uses all processors. The result is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"noise, draw 7"``; a recipe holds ``select``, ``draw``, ``seed`` and ``confusion``, the matrix as a
        mapping.

    Raises
    ------
    UsageError
        A grade of the labels has no row, a row does not sum to 1, or `draws` is out of range.

    Notes
    -----
    *Assumes* that errors are independent given the grade, and equally frequent for every query and document. An
    assessor who interprets a query differently errs on many of its documents together; this model then understates the
    variation.
    *Guarantees* that every label is drawn from its row, independently of all others; no document becomes unjudged. The
    same seed gives the same stack, whatever the order of a file's lines.
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
    missing: Sequence[int] = [grade for grade in qrels.scale if grade not in matrix.old]
    if missing:
        one, known = missing[0], [*map(str, matrix.old)]
        raise UsageError(OF_LABELS("noise.missing", n=qrels.grade_counts[one], grade=one, grades=known))
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
        threads=number_of_threads(threads),
        out=out,
    )
    chances = {o: dict(zip(matrix.new, row)) for o, row in zip(matrix.old, matrix.share.tolist())}
    recipes: list[dict[str, Any]] = [
        {"select": "noisy", "draw": draw, "seed": key, "confusion": chances} for draw in range(1, n + 1)
    ]
    return QrelsStack(qrels, out, [f"noise, draw {draw}" for draw in range(1, n + 1)], recipes)


def _reached(share: F64) -> F64:
    """Cumulative probabilities of each row; exactly 1 from the last positive one on, so that rounding has no effect."""
    cumulative = np.cumsum(share, axis=1)
    last = share.shape[1] - 1 - np.argmax(share[:, ::-1] > 0, axis=1)
    return np.ascontiguousarray(np.where(np.arange(share.shape[1]) >= last[:, None], 1.0, cumulative))
