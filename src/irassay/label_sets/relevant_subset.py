"""A part of the relevant documents: at random, or those that a system retrieves first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.collection.stack import QrelsStack
from irassay.kernel import _core
from irassay.label_sets.selection import (
    Ties,
    draws_of,
    fractions_of,
    most_kept,
    percent,
    rel_of,
    table,
    threads_of,
    ties_of,
)
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs


def relevant_kept(
    qrels: Qrels, fractions: Sequence[float], *, draws: int = 100, rel: int = 1, seed: Seed = 0, threads: int = 0
) -> QrelsStack:
    """A random part of each query's relevant documents: what if only so many had been found?

    Parameters
    ----------
    qrels : Qrels
    fractions : sequence of float, each above 0 and at most 1
        The share of each query's relevant documents that is kept, rounded to whole ones, halves up, one at least.
    draws : int, from 1 to 100,000
        Variants of each fraction. Those of one draw are nested: what 20% keeps, 40% keeps too.
    rel : int, from 1 to 127
        The grade from which on a document is relevant.
    seed : int or numpy.random.Generator
    threads : int
        0: as many as the machine has. The outcome is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"40% of the relevant, draw 7"``, fraction by fraction in the order given; a recipe holds ``select``,
        ``fraction``, ``draw``, ``rel`` and ``seed``. A byte for each label and variant: for many fractions of many
        draws ask for one fraction after another, the draws are the same.

    Raises
    ------
    UsageError
        A fraction outside (0, 1] or given twice, no draws or too many, a `rel` below 1.

    Notes
    -----
    *Assumes* that relevant documents are found in random order; see `relevant_kept_by_runs` for another.
    *Guarantees* every set of that many relevant documents of a query equally likely, independent over queries and
    draws; fraction 1 is the labels themselves. Relevant documents that are not kept are unjudged; labels below `rel`
    stay as they are (`thinned` drops labels of any grade). The same seed gives the same stack, whatever the order of a
    file's lines, and more draws keep the first ones.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Figure 3; random
    orders by Fisher and Yates (Durstenfeld, Algorithm 235, Communications of the ACM 7, 1964).

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = relevant_kept(Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2, "d": 1}}), [1.0, 0.5], draws=1)
    >>> stack.names
    ('100% of the relevant, draw 1', '50% of the relevant, draw 1')
    >>> stack.grades("q1")[:, 0].tolist(), (stack.grades("q1") > 0).sum(axis=0).tolist()
    ([1, 0, 2, 1], [3, 2])
    """
    kept, n, rel, key = fractions_of(fractions), draws_of(draws), rel_of(rel), key_of(seed)
    out = table(qrels, len(kept) * n)
    most = most_kept(qrels, kept, rel=rel)
    _core.keep_at_random(qrels.core, rel=rel, most=most, draws=n, key=key, threads=threads_of(threads), out=out)
    recipes: list[dict[str, Any]] = [
        {"select": "relevant kept", "fraction": fraction, "draw": draw, "rel": rel, "seed": key}
        for fraction in kept
        for draw in range(1, n + 1)
    ]
    names = [f"{percent(recipe['fraction'])} of the relevant, draw {recipe['draw']}" for recipe in recipes]
    return QrelsStack(qrels, out, names, recipes)


def relevant_kept_by_runs(
    qrels: Qrels,
    runs: Runs,
    fractions: Sequence[float],
    *,
    rel: int = 1,
    ties: Ties = "float64",
    threads: int = 0,
) -> QrelsStack:
    """The part of each query's relevant documents that a system retrieves first: labels found with its help.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    fractions : sequence of float, each above 0 and at most 1
        The share of each query's relevant documents that is kept, rounded to whole ones, halves up, one at least.
    rel : int, from 1 to 127
        The grade from which on a document is relevant.
    ties : {"float64", "float32"}
        The order of equal scores.
    threads : int
        0: as many as the machine has.

    Returns
    -------
    QrelsStack
        Variants ``"40% of the relevant, by SYSTEM"``, fraction by fraction in the order given, systems in that of the
        runs; a recipe holds ``select``, ``fraction``, ``system``, ``rel``, ``ties``, ``kept``: the number of relevant
        labels, and ``unretrieved``: those of them that the system does not retrieve.

    Raises
    ------
    UsageError
        A fraction outside (0, 1] or given twice, a `rel` below 1, an unknown rule for ties.

    Notes
    -----
    A comparison under such a variant leaves its ``system`` out, as for `first_retrieved`.
    *Assumes* no order of what the system does not retrieve: that follows the rest, highest document id first, as equal
    scores would. Where ``unretrieved`` is large the order says little of the system.
    *Guarantees* that fractions of a system are nested; fraction 1 is the labels themselves. Relevant documents that are
    not kept are unjudged; labels below `rel` stay as they are.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Figure 3.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2, "d": 1}})
    >>> runs = Runs.from_dict({"x": {"q1": {"b": 3.0, "c": 2.0, "a": 1.0}}})
    >>> stack = relevant_kept_by_runs(qrels, runs, [0.5, 1.0])
    >>> dict(stack.variant("50% of the relevant, by x").grades("q1"))
    {'a': 1, 'b': 0, 'c': 2}
    >>> [(recipe["kept"], recipe["unretrieved"]) for recipe in stack.recipes]
    [(2, 0), (3, 1)]
    """
    kept, rel = fractions_of(fractions), rel_of(rel)
    out = table(qrels, len(kept) * len(runs.systems))
    most = most_kept(qrels, kept, rel=rel)
    found = _core.keep_by_runs(
        qrels.core,
        runs.core,
        runs.join(qrels),
        rel=rel,
        most=most,
        unretrieved=_core.Unretrieved.last,
        ties=ties_of(ties),
        threads=threads_of(threads),
        out=out,
    )
    counts = _core.count_relevant(qrels.core, rel)[:, None]
    n_kept = most.clip(max=counts).sum(axis=0).tolist()
    recipes: list[dict[str, Any]] = [
        {"select": "relevant kept by runs", "fraction": fraction, "system": system, "rel": rel, "ties": ties, "kept": n}
        for fraction, n in zip(kept, n_kept)
        for system in runs.systems
    ]
    for recipe, n in zip(recipes, found):
        recipe["unretrieved"] = recipe["kept"] - n
    names = [f"{percent(recipe['fraction'])} of the relevant, by {recipe['system']}" for recipe in recipes]
    return QrelsStack(qrels, out, names, recipes)
