"""The labels of a smaller pool: to a lower depth, from some of the contributing groups, or without one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from irassay.arguments import number_of_threads, several, whole_number
from irassay.arrays import I8, I32, Places
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.label_sets.selection import draws_of, table
from irassay.label_sets.words import OF_LABELS
from irassay.random_keys import Seed, key_of, stream

DEPTH = 10  # assumed depth of the pool where it is not stated
PURPOSE = 0x67727073  # "grps": separates this random stream from others of the same key


def groups_of(systems: Sequence[str], groups: Mapping[str, str]) -> list[str]:
    """The group of each system; a system without a group is a group by itself, under its own name."""
    unknown = sorted(set(groups) - set(systems))
    if unknown:
        raise UsageError(OF_LABELS("groups.unknown", name=unknown[0], n=len(systems)))
    return [groups.get(system, "") or system for system in systems]


def places_of_labels(
    qrels: Qrels, runs: Runs, groups: Sequence[str], *, depth: int = DEPTH, ties: Ties = "float64"
) -> tuple[I32, I32]:
    """The only group with each labelled document to `depth`, by place (-1 none, -2 several), and the document's best
    rank over all systems at any depth (0 none), both (label,)."""
    depth = whole_number("depth", depth)
    if len(groups) != len(runs.systems):
        raise UsageError(OF_LABELS("groups.number", n=len(runs.systems), given=len(groups)))
    at = {name: i for i, name in enumerate(dict.fromkeys(groups))}
    label_places = _core.label_places(
        qrels.core, runs.core, runs.join(qrels), group=[at[name] for name in groups], depth=depth, ties=tie_rule(ties)
    )
    return label_places[0], label_places[1]


def grades_of(qrels: Qrels) -> I8:
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


def stack_without(qrels: Qrels, names: Sequence[str], finder: I32, *, depth: int) -> QrelsStack:
    """The variants of `without_group`, from the groups' names and the `finder` array of `places_of_labels`."""
    alone = finder[:, None] == np.arange(len(names), dtype=np.int32)
    grades = np.where(alone, np.int8(UNJUDGED), grades_of(qrels)[:, None])
    dropped = alone.sum(axis=0).tolist()
    recipes: list[dict[str, Any]] = [
        {"select": "without group", "group": name, "depth": depth, "dropped": n} for name, n in zip(names, dropped)
    ]
    return QrelsStack(qrels, grades, names, recipes)


def to_depth(
    qrels: Qrels, runs: Runs, depths: Sequence[int], *, ties: Ties = "float64", threads: int = 0
) -> QrelsStack:
    """The labels of a shallower pool of these runs, one variant per depth.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    depths : sequence of int, each at least 1
    ties : {"float64", "float32"}
        The precision at which scores count as equal.
    threads : int
        0 uses all processors.

    Returns
    -------
    QrelsStack
        Variants ``"depth 10"``, in the order of `depths`. A recipe holds ``select``, ``depth``, ``ties`` and
        ``labels``, the number of labels that remain.

    Raises
    ------
    UsageError
        `depths` is empty, or holds a depth below 1 or the same depth twice; or `ties` is unknown.

    Notes
    -----
    *Assumes* that these runs are all that contributed; otherwise the variant is not the pool of that depth.
    *Guarantees* a label remains, whatever its grade, if and only if some run ranks its document in its top `depth`. All
    other documents become unjudged, including those that no run retrieves at any depth. A deeper variant contains the
    labels of every shallower one.
    *Source* Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> runs = Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"b": 2.0, "c": 1.0}}})
    >>> stack = to_depth(Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 0, "d": 0}}), runs, [1, 2])
    >>> stack.names, dict(stack.variant("depth 1").grades("q"))
    (('depth 1', 'depth 2'), {'a': 1, 'b': 1})
    """
    checked_depths = [whole_number("depth", depth) for depth in several("depths", depths)]
    if not checked_depths or len(set(checked_depths)) < len(checked_depths):
        raise UsageError(f"expected one depth or more, each once, but got depths={list(depths)!r}")
    out = table(qrels, len(checked_depths))
    _core.keep_to_depth(
        qrels.core,
        runs.core,
        runs.join(qrels),
        depths=checked_depths,
        ties=tie_rule(ties),
        threads=number_of_threads(threads),
        out=out,
    )
    recipes: list[dict[str, Any]] = [
        {"select": "to depth", "depth": depth, "ties": ties, "labels": n}
        for depth, n in zip(checked_depths, _labels(out))
    ]
    return QrelsStack(qrels, out, [f"depth {depth}" for depth in checked_depths], recipes)


def of_groups(
    qrels: Qrels,
    runs: Runs,
    groups: Mapping[str, str],
    *,
    depth: int = DEPTH,
    sizes: Sequence[int] = (1,),
    draws: int = 100,
    seed: Seed = 0,
    ties: Ties = "float64",
    threads: int = 0,
) -> QrelsStack:
    """The labels that some of the contributing groups account for: one group, all but one, or random sets of groups.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    groups : mapping of str to str
        System -> group. A system without an entry is a group by itself.
    depth : int, at least 1
        Depth of the pool. Default 10.
    sizes : sequence of int
        Number of participating groups. A negative size is the number of groups left out: -1 is all but one.
    draws : int, from 1 to 100,000
        Variants of each size that is sampled. One group, all but one and all groups are enumerated instead.
    seed : int or numpy.random.Generator
    ties : {"float64", "float32"}
        The precision at which scores count as equal.
    threads : int
        0 uses all processors.

    Returns
    -------
    QrelsStack
        Variants ``"only A"``, ``"without A"``, ``"all groups"`` and ``"3 of 28 groups, draw 7"``, in the order of
        `sizes`. A recipe holds ``select``, ``groups`` (the participating groups), ``size``, ``depth``, ``ties``,
        ``labels`` (the number of labels that remain), and for sampled sets ``draw`` and ``seed``.

    Raises
    ------
    UsageError
        `depth` is below 1, a size is 0, too large or repeated, or `groups` names a system that has no run.

    Notes
    -----
    *Assumes* that a group contributes its own runs and nothing else.
    *Guarantees* a label remains, whatever its grade, if and only if a system of a participating group ranks its
    document in its top `depth`; all other documents become unjudged. A label outside all runs' top `depth` remains in
    no variant, unlike in `without_group`, which drops only the unique contributions of the missing group. Every set of
    groups of a size is equally likely in each draw (a set may occur twice). The sets of one draw are nested over sizes.
    A larger number of draws leaves the first ones unchanged.
    *Source* Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998; Rassin
    et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Appendix E.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> runs = Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"b": 2.0, "c": 1.0}}})
    >>> stack = of_groups(Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 0}}), runs, {"x": "X", "y": "Y"})
    >>> stack.names, dict(stack.variant("only X").grades("q"))
    (('only X', 'only Y'), {'a': 1, 'b': 1})
    """
    of = groups_of(runs.systems, groups)
    names = sorted(set(of))
    place = {name: i for i, name in enumerate(names)}
    key, n_draws = key_of(seed), draws_of(draws)
    recipes = [r for size in _sizes(sizes, len(names)) for r in _parts(names, size, draws=n_draws, key=key)]
    chosen = np.zeros((len(recipes), len(names)), dtype=np.uint8)
    for row, recipe in zip(chosen, recipes):
        row[[place[name] for name in recipe["groups"]]] = 1
    out = table(qrels, len(recipes))
    _core.keep_of_groups(
        qrels.core,
        runs.core,
        runs.join(qrels),
        group=[place[name] for name in of],
        chosen=chosen,
        depth=whole_number("depth", depth),
        ties=tie_rule(ties),
        threads=number_of_threads(threads),
        out=out,
    )
    for recipe, labels in zip(recipes, _labels(out)):
        recipe.update(depth=depth, ties=ties, labels=labels)
    return QrelsStack(qrels, out, [_name(recipe, names) for recipe in recipes], recipes)


def _sizes(sizes: Sequence[int], n: int) -> list[int]:
    """The number of participating groups for each size."""
    n_groups = []
    for size in several("sizes", sizes):
        take_part = size + n if isinstance(size, int) and size < 0 else size
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= take_part <= n:
            raise UsageError(OF_LABELS("by-groups.sizes", n=n, most=n - 1, size=size))
        n_groups.append(take_part)
    if not n_groups or len(set(n_groups)) < len(n_groups):
        raise UsageError(OF_LABELS("by-groups.none", sizes=list(sizes), n=n))
    return n_groups


def _parts(names: Sequence[str], size: int, *, draws: int, key: int) -> list[dict[str, Any]]:
    """The recipes of one size, one for each set of groups."""
    what = {"select": "of groups", "size": size}
    if size == len(names):
        return [{**what, "groups": tuple(names)}]
    if size == 1:
        return [{**what, "groups": (name,)} for name in names]
    if size == len(names) - 1:
        return [{**what, "groups": tuple(name for name in names if name != left_out)} for left_out in names]
    recipes = []
    for draw in range(draws):
        order: Places = np.argsort(stream(key, PURPOSE, draw).random_raw(len(names)), kind="stable")
        part = tuple(names[g] for g in sorted(order[:size].tolist()))
        recipes.append({**what, "groups": part, "draw": draw + 1, "seed": key})
    return recipes


def _name(recipe: Mapping[str, Any], names: Sequence[str]) -> str:
    part = recipe["groups"]
    if "draw" in recipe:
        return f"{len(part)} of {len(names)} groups, draw {recipe['draw']}"
    if len(part) == len(names):
        return "all groups"
    return f"only {part[0]}" if len(part) == 1 else f"without {next(name for name in names if name not in part)}"


def _labels(grades: I8) -> list[int]:
    return [int(n) for n in np.count_nonzero(grades != UNJUDGED, axis=0)]
