"""Labels thinned at random: what if only a part of each query's labels had been given?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.comparison.chance import Seed, key_of
from irassay.judgments.selection import draws_of, fractions_of, labels_kept, percent

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

U64: TypeAlias = NDArray[np.uint64]
BLANK = np.uint8(UNJUDGED % 256)  # unjudged, as a byte
PURPOSE = 0x7468696E  # "thin": parts this stream from others of the same key


def thinned(qrels: Qrels, fractions: Sequence[float], *, draws: int = 100, seed: Seed = 0) -> QrelsStack:
    """Labels of which a random part is kept, query by query: what would fewer labels have said?

    Parameters
    ----------
    qrels : Qrels
    fractions : sequence of float, each above 0 and at most 1
        The share of each query's labels that is kept, rounded to whole labels, one at least: no query is lost.
    draws : int, from 1 to 100,000
        Random thinnings of each fraction. Those of one draw are nested: what 20% keeps, 40% keeps too.
    seed : int or numpy.random.Generator

    Returns
    -------
    QrelsStack
        Variants ``"40%, draw 7"``, fraction by fraction in the order given; a recipe holds ``select``, ``fraction``,
        ``draw`` and ``seed``. `evaluate` takes it in the place of labels.

    Raises
    ------
    UsageError
        A fraction outside (0, 1] or given twice, no draws or too many.

    Notes
    -----
    *Assumes* nothing of the labels; every label of a query is as likely to be kept as any other, whatever its grade.
    A label set thinned in this way is no picture of a smaller pool: a pool that is less deep loses the documents that
    few systems rank high, not random ones. *Guarantees* every set of that many labels of a query equally likely;
    fraction 1 is the labels themselves; the same seed gives the same stack, whatever the order of a file's lines, and
    more draws keep the first ones.
    *Source* sampling without replacement by random keys: the labels of a query with the smallest keys are kept.

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = thinned(Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2, "d": 0}}), [1.0, 0.5], draws=2)
    >>> stack.names
    ('100%, draw 1', '100%, draw 2', '50%, draw 1', '50%, draw 2')
    >>> (stack.grades("q1") != -128).sum(axis=0).tolist()
    [4, 4, 2, 2]
    """
    kept, draws, key = fractions_of(fractions), draws_of(draws), key_of(seed)
    keys = _keys(key, draws, qrels.n_labels)
    out = np.empty((qrels.n_labels, len(kept) * draws), dtype=np.int8)
    start = 0
    for query in qrels.queries:
        labels = qrels.grades(query)
        rows = slice(start, start + len(labels))
        grades = np.fromiter(labels.values(), dtype=np.int8)
        _thin(keys[:, rows][:, _places(list(labels))], grades, kept, out[rows].view(np.uint8))
        start += len(labels)
    recipes: list[dict[str, Any]] = [
        {"select": "thinned", "fraction": fraction, "draw": draw, "seed": key}
        for fraction in kept
        for draw in range(1, draws + 1)
    ]
    return QrelsStack(qrels, out, [_name(recipe) for recipe in recipes], recipes)


def _name(recipe: dict[str, Any]) -> str:
    return f"{percent(recipe['fraction'])}, draw {recipe['draw']}"


def _places(docs: Sequence[str]) -> NDArray[np.intp]:
    """Where each document stands in byte order, so that the order of a file's lines decides nothing."""
    places = np.empty(len(docs), dtype=np.intp)
    places[sorted(range(len(docs)), key=docs.__getitem__)] = np.arange(len(docs))
    return places


def _keys(key: int, draws: int, n_labels: int) -> U64:
    """A random key for each draw and label, from a stream of its own for each draw."""
    out = np.empty((draws, n_labels), dtype=np.uint64)
    for draw in range(draws):
        stream = np.array([key, (PURPOSE << 32) + draw], dtype=np.uint64)
        out[draw] = np.random.Philox(key=stream).random_raw(n_labels)
    return out


def _thin(keys: U64, grades: NDArray[np.int8], fractions: Sequence[float], out: NDArray[np.uint8]) -> None:
    """Fill the rows of one query: a draw keeps the labels with its smallest keys.

    Grades are written as bytes above *unjudged*, the same for all arithmetic modulo 256: 0 stays where a label goes.
    """
    draws, size = keys.shape
    smallest = np.sort(keys, axis=1)
    by_label = np.ascontiguousarray(keys.T)
    above = (grades.view(np.uint8) - BLANK)[:, None]
    for k, fraction in enumerate(fractions):
        last = smallest[:, labels_kept(size, fraction) - 1]
        np.multiply((by_label <= last).view(np.uint8), above, out=out[:, k * draws : (k + 1) * draws])
    np.add(out, BLANK, out=out)
