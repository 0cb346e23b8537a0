"""One relevant document per query: at random, by a value of the documents, or the first that a system retrieves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice, least_grade
from irassay.arrays import F64, Flags
from irassay.collection.attribute import DocAttribute
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.collection.texts import Texts
from irassay.collection.ties import Ties
from irassay.errors import InputError
from irassay.kernel import _core
from irassay.label_sets.selection import draws_of, keep_at_random, keep_by_runs, one_each, table
from irassay.label_sets.words import OF_LABELS
from irassay.random_keys import Seed, key_of

Choose: TypeAlias = Literal["largest", "smallest"]

CHOICES: tuple[Choose, ...] = ("largest", "smallest")
LENGTH = "length"


def one_relevant(qrels: Qrels, *, draws: int = 1000, rel: int = 1, seed: Seed = 0, threads: int = 0) -> QrelsStack:
    """One random relevant document per query, as if judging had stopped at the first relevant document.

    Parameters
    ----------
    qrels : Qrels
    draws : int, from 1 to 100,000
        Number of variants. A larger number leaves the first variants unchanged.
    rel : int, from 1 to 127
        The least relevant grade.
    seed : int or numpy.random.Generator
    threads : int
        0 uses all processors. The result is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"draw 7"``; a recipe holds ``select``, ``draw``, ``rel`` and ``seed``.

    Raises
    ------
    UsageError
        `draws` is out of range, or `rel` is below 1.

    Notes
    -----
    *Assumes* that an assessor finds every relevant document with the same probability. Real assessors find popular and
    easily retrieved documents first: see `one_relevant_by` and `first_retrieved`.
    *Guarantees* exactly one relevant document in every query that has any, each with the same probability, independent
    over queries and draws. Relevant documents that are not drawn become unjudged; labels below `rel` are unchanged. The
    document of draw d belongs to draw d of `relevant_subset` at every fraction. The same seed gives the same stack,
    whatever the order of a file's lines.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Table 3.

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = one_relevant(Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2}}), draws=3)
    >>> stack.names, (stack.grades("q1") > 0).sum(axis=0).tolist()
    (('draw 1', 'draw 2', 'draw 3'), [1, 1, 1])
    """
    key, n, rel = key_of(seed), draws_of(draws), least_grade(rel)
    out = keep_at_random(qrels, one_each(qrels), n, rel=rel, key=key, threads=threads)
    recipes: list[dict[str, Any]] = [
        {"select": "one relevant", "draw": draw, "rel": rel, "seed": key} for draw in range(1, n + 1)
    ]
    return QrelsStack(qrels, out, [f"draw {recipe['draw']}" for recipe in recipes], recipes)


def one_relevant_by(
    qrels: Qrels,
    values: DocAttribute | Texts | Mapping[str, float],
    *,
    choose: Choose,
    name: str | None = None,
    rel: int = 1,
) -> QrelsStack:
    """The relevant document of each query with the largest or smallest value, such as the most popular or the longest.

    Parameters
    ----------
    qrels : Qrels
    values : DocAttribute, Texts, or mapping of str to float
        A number for each document. For texts it is the length in characters; texts are streamed, so a corpus need not
        fit in memory.
    choose : {"largest", "smallest"}
    name : str, optional
        Name of the number in variants and recipes. Default: the attribute's name, ``"length"`` for texts, else
        ``"value"``.
    rel : int, from 1 to 127
        The least relevant grade.

    Returns
    -------
    QrelsStack
        One variant, ``"largest NAME"`` or ``"smallest NAME"``. Its recipe holds ``select``, ``by``, ``choose``,
        ``rel``, ``without_value`` (number of relevant labels whose document has no number), and
        ``chosen_without_value`` (number of queries in which such a document is chosen because no other is relevant).

    Raises
    ------
    UsageError
        `choose` is another word, or `rel` is below 1.
    InputError
        No relevant document has a number.

    Notes
    -----
    *Guarantees* exactly one relevant document in every query that has any. Among equal numbers the highest document id
    is chosen, as for equal scores. Documents without a number come last. Other relevant documents become unjudged;
    labels below `rel` are unchanged.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Table 3.

    Examples
    --------
    >>> from irassay import Qrels
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2}})
    >>> stack = one_relevant_by(qrels, {"a": 12.0, "b": 99.0, "c": 7.0}, choose="largest", name="popularity")
    >>> stack.names, dict(stack.variant("largest popularity").grades("q1"))
    (('largest popularity',), {'a': 1, 'b': 0})
    """
    rel = least_grade(rel)
    check_choice("choose", choose, CHOICES)
    name = _name_of(values) if name is None else name
    relevant, numbers = _numbers(qrels, values, rel)
    if relevant.any() and np.isnan(numbers[relevant]).all():
        raise InputError(OF_LABELS("one-relevant.none", n=int(relevant.sum()), name=name))
    out = table(qrels, 1)
    by = numbers if choose == "largest" else -numbers
    _core.keep_by_value(qrels.core, rel=rel, most=one_each(qrels), values=by, out=out)
    selected = relevant & (out[:, 0] != UNJUDGED)
    recipe: dict[str, Any] = {
        "select": "one relevant by",
        "by": name,
        "choose": choose,
        "rel": rel,
        "without_value": int(np.isnan(numbers[relevant]).sum()),
        "chosen_without_value": int(np.isnan(numbers[selected]).sum()),
    }
    return QrelsStack(qrels, out, [f"{choose} {name}"], [recipe])


def _name_of(values: DocAttribute | Texts | Mapping[str, float]) -> str:
    return values.name if isinstance(values, DocAttribute) else LENGTH if isinstance(values, Texts) else "value"


def _numbers(qrels: Qrels, values: DocAttribute | Texts | Mapping[str, float], rel: int) -> tuple[Flags, F64]:
    """Whether each label is relevant, and the number of its document; NaN if it has none or is not relevant."""
    docs: list[str | None] = [
        doc if grade >= rel else None for query in qrels.queries for doc, grade in qrels.grades(query).items()
    ]
    relevant = np.array([doc is not None for doc in docs], dtype=bool)
    of: Mapping[str, float]
    if isinstance(values, Texts):
        wanted = {doc for doc in docs if doc is not None}
        of = {doc: float(len(text)) for doc, text in values if doc in wanted}
    else:
        of = values.values if isinstance(values, DocAttribute) else values
    others = values.others if isinstance(values, DocAttribute) else np.nan
    return relevant, np.array([np.nan if doc is None else of.get(doc, others) for doc in docs], dtype=np.float64)


def first_retrieved(qrels: Qrels, runs: Runs, *, rel: int = 1, ties: Ties = "float64", threads: int = 0) -> QrelsStack:
    """The first relevant document that a system retrieves for each query, one variant per system.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    rel : int, from 1 to 127
        The least relevant grade.
    ties : {"float64", "float32"}
        The precision at which scores count as equal.
    threads : int
        0 uses all processors.

    Returns
    -------
    QrelsStack
        One variant ``"first of SYSTEM"`` per system, in the order of the runs. A recipe holds ``select``, ``system``,
        ``rel``, ``ties``, ``found`` (number of queries for which the system retrieves a relevant document), and
        ``without`` (number of queries with relevant documents of which it retrieves none).

    Raises
    ------
    UsageError
        `rel` is below 1, or `ties` is unknown.

    Notes
    -----
    A comparison under such a variant leaves out its ``system``: the labels come from its own list, so it retrieves all
    of them.
    *Guarantees* at most one relevant document per query. Where the system retrieves none, the query has no relevant
    label in that variant: every system scores 0 on it if it has other labels, and it does not count if it has none.
    Other relevant documents become unjudged; labels below `rel` are unchanged.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Table 3.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"d": 1}})
    >>> stack = first_retrieved(qrels, Runs.from_dict({"x": {"q1": {"b": 3.0, "c": 2.0, "a": 1.0}}}))
    >>> dict(stack.variant("first of x").grades("q1")), stack.recipes[0]["found"], stack.recipes[0]["without"]
    ({'b': 0, 'c': 2}, 1, 1)
    """
    rel, never = least_grade(rel), _core.Unretrieved.never
    out, found = keep_by_runs(qrels, runs, one_each(qrels), never, rel=rel, ties=ties, threads=threads)
    total = int((_core.count_relevant(qrels.core, rel) > 0).sum())
    recipes: list[dict[str, Any]] = [
        {"select": "first retrieved", "system": system, "rel": rel, "ties": ties, "found": n, "without": total - n}
        for system, n in zip(runs.systems, found)
    ]
    return QrelsStack(qrels, out, [f"first of {system}" for system in runs.systems], recipes)
