"""Random subsets of each query's labels, whatever their grade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.arguments import LEAST_GRADE, number_of_threads
from irassay.collection.stack import QrelsStack
from irassay.kernel import _core
from irassay.label_sets.selection import draws_of, fractions_of, percent, subset_sizes, table
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels


def thinned(
    qrels: Qrels, fractions: Sequence[float], *, draws: int = 100, seed: Seed = 0, threads: int = 0
) -> QrelsStack:
    """A random subset of each query's labels, as if fewer documents had been judged.

    Parameters
    ----------
    qrels : Qrels
    fractions : sequence of float, each above 0 and at most 1
        The fraction of each query's labels in the subset, rounded half up, and at least one label, so that no query is
        lost.
    draws : int, from 1 to 100,000
        Variants of each fraction. The subsets of one draw are nested: that of 40% contains that of 20%.
    seed : int or numpy.random.Generator
    threads : int
        0 uses all processors. The result is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"40%, draw 7"``, in the order of `fractions`. A recipe holds ``select``, ``fraction``, ``draw`` and
        ``seed``. `evaluate` accepts it in place of labels.

    Raises
    ------
    UsageError
        A fraction is outside (0, 1] or repeated, or `draws` is out of range.

    Notes
    -----
    *Assumes* nothing about the labels; every label of a query is equally likely to be drawn, whatever its grade.
    A thinned label set does not represent a smaller pool: a shallower pool loses the documents that few systems rank
    high, not random ones. *Guarantees* every set of that many labels of a query is equally likely; fraction 1 is the
    labels themselves; the same seed gives the same stack, whatever the order of a file's lines, and a larger number of
    draws leaves the first ones unchanged.
    *Source* the first labels of random orders by Fisher and Yates (Durstenfeld, Algorithm 235, Communications of the
    ACM 7, 1964).

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = thinned(Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2, "d": 0}}), [1.0, 0.5], draws=2)
    >>> stack.names
    ('100%, draw 1', '100%, draw 2', '50%, draw 1', '50%, draw 2')
    >>> (stack.grades("q1") != -128).sum(axis=0).tolist()
    [4, 4, 2, 2]
    """
    shares, n, key = fractions_of(fractions), draws_of(draws), key_of(seed)
    out = table(qrels, len(shares) * n)
    _core.keep_at_random(
        qrels.core,
        rel=LEAST_GRADE,
        most=subset_sizes(qrels, shares, rel=LEAST_GRADE),
        draws=n,
        key=key,
        threads=number_of_threads(threads),
        out=out,
    )
    recipes: list[dict[str, Any]] = [
        {"select": "thinned", "fraction": fraction, "draw": draw, "seed": key}
        for fraction in shares
        for draw in range(1, n + 1)
    ]
    return QrelsStack(qrels, out, [_name(recipe) for recipe in recipes], recipes)


def _name(recipe: dict[str, Any]) -> str:
    return f"{percent(recipe['fraction'])}, draw {recipe['draw']}"
