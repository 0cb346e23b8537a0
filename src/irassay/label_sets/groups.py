"""Labels without the unique contributions of one group to the pool, as if that group had not taken part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import whole_number
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.collection.ties import tie_rule
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.label_sets.words import OF_LABELS

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

Ints: TypeAlias = NDArray[np.int32]
DEPTH = 10  # assumed depth of the pool where it is not stated


def groups_of(systems: Sequence[str], groups: Mapping[str, str]) -> list[str]:
    """The group of each system; a system without a group is a group by itself, under its own name. UsageError where
    `groups` names another system."""
    unknown = sorted(set(groups) - set(systems))
    if unknown:
        raise UsageError(OF_LABELS("groups.unknown", name=unknown[0], n=len(systems)))
    return [groups.get(system, "") or system for system in systems]


def places_of_labels(
    qrels: Qrels, runs: Runs, groups: Sequence[str], *, depth: int = DEPTH, ties: Ties = "float64"
) -> tuple[Ints, Ints]:
    """The only group with each labelled document to `depth`, by place (-1 none, -2 several), and the document's best
    rank over all systems at any depth (0 none), both (label,)."""
    depth = whole_number("depth", depth)
    if len(groups) != len(runs.systems):
        raise UsageError(OF_LABELS("groups.number", n=len(runs.systems), given=len(groups)))
    place = {name: i for i, name in enumerate(dict.fromkeys(groups))}
    label_places = _core.label_places(
        qrels.core,
        runs.core,
        runs.join(qrels),
        group=[place[name] for name in groups],
        depth=depth,
        ties=tie_rule(ties),
    )
    return label_places[0], label_places[1]


def grades_of(qrels: Qrels) -> NDArray[np.int8]:
    """All grades in the order of the qrels, int8 (label,)."""
    parts = [np.fromiter(qrels.grades(query).values(), dtype=np.int8) for query in qrels.queries]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int8)


def without_group(
    qrels: Qrels, runs: Runs, groups: Mapping[str, str], *, depth: int = DEPTH, ties: Ties = "float64"
) -> QrelsStack:
    """The labels as if a group had not taken part, one variant per group.

    The pool to `depth` is rebuilt from the runs. A document that only one group contributed would not have been judged
    without that group, so its label is dropped.

    Parameters
    ----------
    qrels : Qrels
    runs : Runs
        All runs that contributed to the pool.
    groups : mapping of str to str
        System -> group. A system without an entry is a group by itself.
    depth : int, at least 1
        Depth of the pool. Default 10.
    ties : {"float64", "float32"}

    Returns
    -------
    QrelsStack
        One variant per group, under its name, groups in the order of the runs. A recipe holds ``select``, ``group``,
        ``depth`` and ``dropped``, the number of dropped labels.

    Raises
    ------
    UsageError
        `depth` is below 1, or `groups` names a system that has no run.

    Notes
    -----
    *Assumes* that the labels come from a pool of these runs to this depth. Labels of documents that no run has within
    the depth stay: another source requested them (a deeper pool, active learning, manual judging), and would have done
    so without the group. If the true pool was deeper than `depth`, too many labels are dropped: those of documents that
    other groups have below `depth`. If it was shallower, labels from other sources between the two depths are dropped
    too. *Guarantees* exact for the runs at hand. *Source* Zobel, How reliable are the results of large-scale
    information retrieval experiments?, SIGIR 1998; Buckley, Dimmick, Soboroff and Voorhees, Bias and the limits of
    pooling, Information Retrieval 10, 2007.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> runs = Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"b": 2.0, "c": 1.0}}})
    >>> stack = without_group(Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 0}}), runs, {"x": "X", "y": "Y"})
    >>> stack.names, dict(stack.variant("X").grades("q"))
    (('X', 'Y'), {'b': 1, 'c': 0})
    """
    of = groups_of(runs.systems, groups)
    finder, _ = places_of_labels(qrels, runs, of, depth=depth, ties=ties)
    return stack_without(qrels, list(dict.fromkeys(of)), finder, depth=depth)


def stack_without(qrels: Qrels, names: Sequence[str], finder: Ints, *, depth: int) -> QrelsStack:
    """The variants of `without_group`, from the groups' names and the `finder` array of `places_of_labels`."""
    alone = finder[:, None] == np.arange(len(names), dtype=np.int32)
    grades = np.where(alone, np.int8(UNJUDGED), grades_of(qrels)[:, None])
    dropped = alone.sum(axis=0).tolist()
    recipes: list[dict[str, Any]] = [
        {"select": "without group", "group": name, "depth": depth, "dropped": n} for name, n in zip(names, dropped)
    ]
    return QrelsStack(qrels, grades, names, recipes)
