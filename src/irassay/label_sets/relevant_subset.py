"""Subsets of labels: random ones of all labels or of the relevant documents, or those that a system retrieves first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irassay.arguments import LEAST_GRADE, least_grade
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.collection.ties import Ties
from irassay.kernel import _core
from irassay.label_sets.selection import draws_of, fractions_of, keep_at_random, keep_by_runs, percent, subset_sizes
from irassay.random_keys import Seed, key_of


def relevant_subset(
    qrels: Qrels, fractions: Sequence[float], *, draws: int = 100, rel: int = 1, seed: Seed = 0, threads: int = 0
) -> QrelsStack:
    """A random subset of each query's relevant documents, as if only these had been found.

    Parameters
    ----------
    qrels : Qrels
    fractions : sequence of float, each above 0 and at most 1
        The fraction of each query's relevant documents in the subset, rounded half up, and at least one document.
    draws : int, from 1 to 100,000
        Variants of each fraction. The subsets of one draw are nested: that of 40% contains that of 20%.
    rel : int, from 1 to 127
        The least relevant grade.
    seed : int or numpy.random.Generator
    threads : int
        0 uses all processors. The result is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"40% of the relevant, draw 7"``, in the order of `fractions`. A recipe holds ``select``,
        ``fraction``, ``draw``, ``rel`` and ``seed``. The stack takes one byte per label and variant. For many fractions
        and draws, call once per fraction: the draws are the same.

    Raises
    ------
    UsageError
        A fraction is outside (0, 1] or repeated, `draws` is out of range, or `rel` is below 1.

    Notes
    -----
    *Assumes* that relevant documents are found in random order; see `relevant_subset_by_runs` for another order.
    *Guarantees* every set of that many relevant documents of a query is equally likely, independent over queries and
    draws; fraction 1 is the labels themselves. Relevant documents outside the subset become unjudged; labels below
    `rel` are unchanged (`thinned` drops labels of any grade). The same seed gives the same stack, whatever the order of
    a file's lines, and a larger number of draws leaves the first ones unchanged.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Figure 3; random
    orders by Fisher and Yates (Durstenfeld, Algorithm 235, Communications of the ACM 7, 1964).

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = relevant_subset(Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2, "d": 1}}), [1.0, 0.5], draws=1)
    >>> stack.names
    ('100% of the relevant, draw 1', '50% of the relevant, draw 1')
    >>> stack.grades("q1")[:, 0].tolist(), (stack.grades("q1") > 0).sum(axis=0).tolist()
    ([1, 0, 2, 1], [3, 2])
    """
    shares, n, rel, key = fractions_of(fractions), draws_of(draws), least_grade(rel), key_of(seed)
    out = keep_at_random(qrels, subset_sizes(qrels, shares, rel=rel), n, rel=rel, key=key, threads=threads)
    recipes: list[dict[str, Any]] = [
        {"select": "relevant kept", "fraction": fraction, "draw": draw, "rel": rel, "seed": key}
        for fraction in shares
        for draw in range(1, n + 1)
    ]
    names = [f"{percent(recipe['fraction'])} of the relevant, draw {recipe['draw']}" for recipe in recipes]
    return QrelsStack(qrels, out, names, recipes)


def relevant_subset_by_runs(
    qrels: Qrels, runs: Runs, fractions: Sequence[float], *, rel: int = 1, ties: Ties = "float64", threads: int = 0
) -> QrelsStack:
    """The subset of each query's relevant documents that a system retrieves first.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    fractions : sequence of float, each above 0 and at most 1
        The fraction of each query's relevant documents in the subset, rounded half up, and at least one document.
    rel : int, from 1 to 127
        The least relevant grade.
    ties : {"float64", "float32"}
        The precision at which scores count as equal.
    threads : int
        0 uses all processors.

    Returns
    -------
    QrelsStack
        Variants ``"40% of the relevant, by SYSTEM"``, in the order of `fractions`, then of the runs. A recipe holds
        ``select``, ``fraction``, ``system``, ``rel``, ``ties``, ``kept`` (number of relevant labels in the subset), and
        ``unretrieved`` (how many of them the system does not retrieve).

    Raises
    ------
    UsageError
        A fraction is outside (0, 1] or repeated, `rel` is below 1, or `ties` is unknown.

    Notes
    -----
    A comparison under such a variant leaves out its ``system``, as for `first_retrieved`.
    *Assumes* nothing about the documents that the system does not retrieve: they follow the others, highest document id
    first, as for equal scores. Where ``unretrieved`` is large, the order depends little on the system.
    *Guarantees* that the subsets of a system are nested over fractions; fraction 1 is the labels themselves. Relevant
    documents outside the subset become unjudged; labels below `rel` are unchanged.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Figure 3.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2, "d": 1}})
    >>> runs = Runs.from_dict({"x": {"q1": {"b": 3.0, "c": 2.0, "a": 1.0}}})
    >>> stack = relevant_subset_by_runs(qrels, runs, [0.5, 1.0])
    >>> dict(stack.variant("50% of the relevant, by x").grades("q1"))
    {'a': 1, 'b': 0, 'c': 2}
    >>> [(recipe["kept"], recipe["unretrieved"]) for recipe in stack.recipes]
    [(2, 0), (3, 1)]
    """
    shares, rel = fractions_of(fractions), least_grade(rel)
    most, last = subset_sizes(qrels, shares, rel=rel), _core.Unretrieved.last
    out, n_retrieved = keep_by_runs(qrels, runs, most, last, rel=rel, ties=ties, threads=threads)
    n_selected = most.clip(max=_core.count_relevant(qrels.core, rel)[:, None]).sum(axis=0).tolist()
    recipes: list[dict[str, Any]] = [
        {"select": "relevant kept by runs", "fraction": fraction, "system": system, "rel": rel, "ties": ties, "kept": n}
        for fraction, n in zip(shares, n_selected)
        for system in runs.systems
    ]
    for recipe, n in zip(recipes, n_retrieved):
        recipe["unretrieved"] = recipe["kept"] - n
    names = [f"{percent(recipe['fraction'])} of the relevant, by {recipe['system']}" for recipe in recipes]
    return QrelsStack(qrels, out, names, recipes)


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
    most = subset_sizes(qrels, shares, rel=LEAST_GRADE)
    out = keep_at_random(qrels, most, n, rel=LEAST_GRADE, key=key, threads=threads)
    recipes: list[dict[str, Any]] = [
        {"select": "thinned", "fraction": fraction, "draw": draw, "seed": key}
        for fraction in shares
        for draw in range(1, n + 1)
    ]
    names = [f"{percent(recipe['fraction'])}, draw {recipe['draw']}" for recipe in recipes]
    return QrelsStack(qrels, out, names, recipes)
