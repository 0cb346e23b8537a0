"""Labels thinned at random: what if only a part of each query's labels had been given?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.collection.stack import QrelsStack
from irassay.kernel import _core
from irassay.label_sets.selection import LEAST_GRADE, draws_of, fractions_of, most_kept, percent, table, threads_of
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels


def thinned(
    qrels: Qrels, fractions: Sequence[float], *, draws: int = 100, seed: Seed = 0, threads: int = 0
) -> QrelsStack:
    """Labels of which a random part is kept, query by query: what would fewer labels have said?

    Parameters
    ----------
    qrels : Qrels
    fractions : sequence of float, each above 0 and at most 1
        The share of each query's labels that is kept, rounded to whole labels, one at least: no query is lost.
    draws : int, from 1 to 100,000
        Random thinnings of each fraction. Those of one draw are nested: what 20% keeps, 40% keeps too.
    seed : int or numpy.random.Generator
    threads : int
        0: as many as the machine has. The outcome is the same for any number.

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
    kept, n, key = fractions_of(fractions), draws_of(draws), key_of(seed)
    out = table(qrels, len(kept) * n)
    _core.keep_at_random(
        qrels.core,
        rel=LEAST_GRADE,
        most=most_kept(qrels, kept, rel=LEAST_GRADE),
        draws=n,
        key=key,
        threads=threads_of(threads),
        out=out,
    )
    recipes: list[dict[str, Any]] = [
        {"select": "thinned", "fraction": fraction, "draw": draw, "seed": key}
        for fraction in kept
        for draw in range(1, n + 1)
    ]
    return QrelsStack(qrels, out, [_name(recipe) for recipe in recipes], recipes)


def _name(recipe: dict[str, Any]) -> str:
    return f"{percent(recipe['fraction'])}, draw {recipe['draw']}"
