"""One relevant document a query: at random, by a number, or the first that a system retrieves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.attribute import DocAttribute
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.collection.texts import Texts
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.label_sets.selection import Ties, draws_of, one_each, rel_of, table, threads_of, ties_of
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

F64: TypeAlias = NDArray[np.float64]
Choose: TypeAlias = Literal["largest", "smallest"]

CHOICES: tuple[Choose, ...] = ("largest", "smallest")
LENGTH = "length"


def one_relevant(qrels: Qrels, *, draws: int = 1000, rel: int = 1, seed: Seed = 0, threads: int = 0) -> QrelsStack:
    """One random relevant document a query: what would labels say where judging stops at the first find?

    Parameters
    ----------
    qrels : Qrels
    draws : int, from 1 to 100,000
        Variants. More keep the first ones.
    rel : int, from 1 to 127
        The grade from which on a document is relevant.
    seed : int or numpy.random.Generator
    threads : int
        0: as many as the machine has. The outcome is the same for any number.

    Returns
    -------
    QrelsStack
        Variants ``"draw 7"``; a recipe holds ``select``, ``draw``, ``rel`` and ``seed``.

    Raises
    ------
    UsageError
        No draws or too many, a `rel` below 1.

    Notes
    -----
    *Assumes* that an annotator comes upon every relevant document with the same chance. Real ones come upon popular
    and easily retrieved ones first: see `one_relevant_by` and `first_retrieved`.
    *Guarantees* exactly one relevant document in every query that has any, each with the same chance, independent over
    queries and draws. Relevant documents that are not drawn are unjudged; labels below `rel` stay as they are. Draw d
    keeps what draw d of `relevant_kept` keeps at every share. The same seed gives the same stack, whatever the order of
    a file's lines.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Table 3.

    Examples
    --------
    >>> from irassay import Qrels
    >>> stack = one_relevant(Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2}}), draws=3)
    >>> stack.names, (stack.grades("q1") > 0).sum(axis=0).tolist()
    (('draw 1', 'draw 2', 'draw 3'), [1, 1, 1])
    """
    key, n, rel = key_of(seed), draws_of(draws), rel_of(rel)
    out = table(qrels, n)
    _core.keep_at_random(
        qrels.core, rel=rel, most=one_each(qrels), draws=n, key=key, threads=threads_of(threads), out=out
    )
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
    """The relevant document of each query that has most, or least, of something: the most popular, longest, shortest.

    Parameters
    ----------
    qrels : Qrels
    values : DocAttribute, Texts, or mapping of str to float
        A number for each document, whatever it may be; of texts their length in characters, read as a stream: a corpus
        need not fit in memory.
    choose : {"largest", "smallest"}
    name : str, optional
        Of the number, for names and recipes. Default: the attribute's, ``"length"`` of texts, else ``"value"``.
    rel : int, from 1 to 127
        The grade from which on a document is relevant.

    Returns
    -------
    QrelsStack
        One variant, ``"largest NAME"`` or ``"smallest NAME"``; its recipe holds ``select``, ``by``, ``choose``,
        ``rel``, ``without_value``: how many relevant labels are of a document without a number, and
        ``chosen_without_value``: in how many queries such a document is the one that is kept, since no other is
        relevant there.

    Raises
    ------
    UsageError
        Another word for `choose`, a `rel` below 1.
    InputError
        No relevant document has a number.

    Notes
    -----
    *Guarantees* exactly one relevant document in every query that has any. Equal numbers: the highest document id, as
    for equal scores. Documents without a number come last. Other relevant documents are unjudged; labels below `rel`
    stay as they are.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Table 3.

    Examples
    --------
    >>> from irassay import Qrels
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2}})
    >>> stack = one_relevant_by(qrels, {"a": 12.0, "b": 99.0, "c": 7.0}, choose="largest", name="popularity")
    >>> stack.names, dict(stack.variant("largest popularity").grades("q1"))
    (('largest popularity',), {'a': 1, 'b': 0})
    """
    rel = rel_of(rel)
    if choose not in CHOICES:
        raise UsageError(f"choose is {choose!r}, expected largest or smallest")
    name = _name_of(values) if name is None else name
    relevant, numbers = _numbers(qrels, values, rel)
    if relevant.any() and np.isnan(numbers[relevant]).all():
        raise InputError(
            f"none of the {int(relevant.sum()):,} relevant labels is of a document whose {cut(name)} is known; are its"
            " ids those of the labels?"
        )
    out = table(qrels, 1)
    by = numbers if choose == "largest" else -numbers
    _core.keep_by_value(qrels.core, rel=rel, most=one_each(qrels), values=by, out=out)
    kept = relevant & (out[:, 0] != UNJUDGED)
    recipe: dict[str, Any] = {
        "select": "one relevant by",
        "by": name,
        "choose": choose,
        "rel": rel,
        "without_value": int(np.isnan(numbers[relevant]).sum()),
        "chosen_without_value": int(np.isnan(numbers[kept]).sum()),
    }
    return QrelsStack(qrels, out, [f"{choose} {name}"], [recipe])


def _name_of(values: DocAttribute | Texts | Mapping[str, float]) -> str:
    return values.name if isinstance(values, DocAttribute) else LENGTH if isinstance(values, Texts) else "value"


def _numbers(
    qrels: Qrels, values: DocAttribute | Texts | Mapping[str, float], rel: int
) -> tuple[NDArray[np.bool_], F64]:
    """Whether each label is relevant, and its document's number, NaN where there is none or it is not relevant."""
    found: list[str | None] = [
        doc if grade >= rel else None for query in qrels.queries for doc, grade in qrels.grades(query).items()
    ]
    relevant = np.array([doc is not None for doc in found], dtype=bool)
    of: Mapping[str, float]
    if isinstance(values, Texts):
        wanted = {doc for doc in found if doc is not None}
        of = {doc: float(len(text)) for doc, text in values if doc in wanted}
    else:
        of = values.values if isinstance(values, DocAttribute) else values
    others = values.others if isinstance(values, DocAttribute) else np.nan
    numbers = np.array([np.nan if doc is None else of.get(doc, others) for doc in found], dtype=np.float64)
    return relevant, numbers


def first_retrieved(qrels: Qrels, runs: Runs, *, rel: int = 1, ties: Ties = "float64", threads: int = 0) -> QrelsStack:
    """The first relevant document that a system retrieves, one variant a system: labels found with its help.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    rel : int, from 1 to 127
        The grade from which on a document is relevant.
    ties : {"float64", "float32"}
        The order of equal scores.
    threads : int
        0: as many as the machine has.

    Returns
    -------
    QrelsStack
        A variant ``"first of SYSTEM"`` a system, in the order of the runs. A recipe holds ``select``, ``system``,
        ``rel``, ``ties``, ``found``: queries in which the system retrieves a relevant document, and ``without``: those
        that have one and the system does not retrieve it.

    Raises
    ------
    UsageError
        A `rel` below 1, an unknown rule for ties.

    Notes
    -----
    A comparison under such a variant leaves its ``system`` out: the labels were taken from its own list, so it
    retrieves every one of them.
    *Guarantees* at most one relevant document a query. Where the system retrieves none the query has no relevant label
    in that variant: it scores 0 for everybody where it has other labels, and does not count where it has none. Relevant
    documents that are not kept are unjudged; labels below `rel` stay as they are.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Table 3.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"d": 1}})
    >>> stack = first_retrieved(qrels, Runs.from_dict({"x": {"q1": {"b": 3.0, "c": 2.0, "a": 1.0}}}))
    >>> dict(stack.variant("first of x").grades("q1")), stack.recipes[0]["found"], stack.recipes[0]["without"]
    ({'b': 0, 'c': 2}, 1, 1)
    """
    rel, out = rel_of(rel), table(qrels, len(runs.systems))
    found = _core.keep_by_runs(
        qrels.core,
        runs.core,
        runs.join(qrels),
        rel=rel,
        most=one_each(qrels),
        unretrieved=_core.Unretrieved.never,
        ties=ties_of(ties),
        threads=threads_of(threads),
        out=out,
    )
    some = int((_core.count_relevant(qrels.core, rel) > 0).sum())
    recipes: list[dict[str, Any]] = [
        {"select": "first retrieved", "system": system, "rel": rel, "ties": ties, "found": n, "without": some - n}
        for system, n in zip(runs.systems, found)
    ]
    return QrelsStack(qrels, out, [f"first of {system}" for system in runs.systems], recipes)
