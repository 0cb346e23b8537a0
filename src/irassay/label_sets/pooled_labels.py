"""Labels as a smaller pool would have them: to a depth, or of some of the groups that contributed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.label_sets.groups import DEEPEST, DEPTH, groups_of
from irassay.label_sets.selection import Grades, Ties, draws_of, table, threads_of, ties_of
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

PURPOSE = 0x67727073  # "grps": parts this stream from others of the same key


def to_depth(
    qrels: Qrels, runs: Runs, depths: Sequence[int], *, ties: Ties = "float64", threads: int = 0
) -> QrelsStack:
    """Labels of a pool of these runs to a depth, one variant a depth: what if the pool had been shallower?

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    depths : sequence of int, each at least 1
    ties : {"float64", "float32"}
        The order of equal scores.
    threads : int
        0: as many as the machine has.

    Returns
    -------
    QrelsStack
        Variants ``"depth 10"``, in the order given; a recipe holds ``select``, ``depth``, ``ties`` and ``labels``, how
        many are kept.

    Raises
    ------
    UsageError
        A depth below 1 or given twice, no depth, an unknown rule for ties.

    Notes
    -----
    *Assumes* nothing; it is the pool that it says only if these runs are all that contributed.
    *Guarantees* a label is kept, whatever its grade, if and only if some run has its document among its first `depth`;
    all others are unjudged, those too that no run has at any depth. Deeper variants keep all that shallower ones keep.
    *Source* Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> runs = Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"b": 2.0, "c": 1.0}}})
    >>> stack = to_depth(Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 0, "d": 0}}), runs, [1, 2])
    >>> stack.names, dict(stack.variant("depth 1").grades("q"))
    (('depth 1', 'depth 2'), {'a': 1, 'b': 1})
    """
    asked = [depth_of(depth) for depth in depths]
    if not asked or len(set(asked)) < len(asked):
        raise UsageError(f"expected one depth or more, each once, but got depths={list(depths)!r}")
    out = table(qrels, len(asked))
    _core.keep_to_depth(
        qrels.core, runs.core, runs.join(qrels), depths=asked, ties=ties_of(ties), threads=threads_of(threads), out=out
    )
    recipes: list[dict[str, Any]] = [
        {"select": "to depth", "depth": depth, "ties": ties, "labels": n} for depth, n in zip(asked, _labels(out))
    ]
    return QrelsStack(qrels, out, [f"depth {depth}" for depth in asked], recipes)


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
    """Labels of what some of the contributing groups bring: each alone, all but one, or groups drawn at random.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    groups : mapping of str to str
        System -> group. A system that is not there is a group by itself.
    depth : int, at least 1
        Of the pool. Default 10.
    sizes : sequence of int
        How many groups take part; below 0 it is how many do not: -1 is all but one.
    draws : int, from 1 to 100,000
        Variants of a size where there is a choice: one group, all but one and all are enumerated instead.
    seed : int or numpy.random.Generator
    ties : {"float64", "float32"}
        The order of equal scores.
    threads : int
        0: as many as the machine has.

    Returns
    -------
    QrelsStack
        Variants ``"only A"``, ``"without A"``, ``"all groups"`` and ``"3 of 28 groups, draw 7"``, size by size in the
        order given. A recipe holds ``select``, ``groups`` (those that take part), ``size``, ``depth``, ``ties``,
        ``labels``, how many are kept, and where drawn ``draw`` and ``seed``.

    Raises
    ------
    UsageError
        A depth below 1, a size of no group or of more than there are, one given twice, a system in `groups` that no run
        is of.

    Notes
    -----
    *Assumes* that the groups' own lists are all that their taking part brings.
    *Guarantees* a label is kept, whatever its grade, if and only if a system of a group that takes part has its
    document among its first `depth`; all others are unjudged. A label that nobody has there is kept by no variant,
    unlike in `without_group`, which drops only what the missing group alone would have brought. Every set of groups of
    a size is equally likely in each draw (a set may come twice); those of one draw are nested over sizes; more draws
    keep the first ones.
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
        depth=depth_of(depth),
        ties=ties_of(ties),
        threads=threads_of(threads),
        out=out,
    )
    for recipe, labels in zip(recipes, _labels(out)):
        recipe.update(depth=depth, ties=ties, labels=labels)
    return QrelsStack(qrels, out, [_name(recipe, names) for recipe in recipes], recipes)


def depth_of(depth: int) -> int:
    """`depth`, or a UsageError where it is none."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
        raise UsageError(f"depth must be a whole number from 1, but got depth={depth!r}")
    return depth


def _sizes(sizes: Sequence[int], n: int) -> list[int]:
    """How many groups take part."""
    found = []
    for size in sizes:
        take_part = size + n if isinstance(size, int) and size < 0 else size
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= take_part <= n:
            raise UsageError(f"sizes must be from 1 to {n}, all groups, or from -{n - 1} to -1, but got {size!r}")
        found.append(take_part)
    if not found or len(set(found)) < len(found):
        raise UsageError(f"expected one size or more, each once, but got sizes={list(sizes)!r} of {n} groups")
    return found


def _parts(names: Sequence[str], size: int, *, draws: int, key: int) -> list[dict[str, Any]]:
    """The recipes of one size: its sets of groups."""
    what = {"select": "of groups", "size": size}
    if size == len(names):
        return [{**what, "groups": tuple(names)}]
    if size == 1:
        return [{**what, "groups": (name,)} for name in names]
    if size == len(names) - 1:
        return [{**what, "groups": tuple(name for name in names if name != left_out)} for left_out in names]
    made = []
    for draw in range(draws):
        stream = np.array([key, (PURPOSE << 32) + draw], dtype=np.uint64)
        order: NDArray[np.intp] = np.argsort(np.random.Philox(key=stream).random_raw(len(names)), kind="stable")
        part = tuple(names[g] for g in sorted(order[:size].tolist()))
        made.append({**what, "groups": part, "draw": draw + 1, "seed": key})
    return made


def _name(recipe: Mapping[str, Any], names: Sequence[str]) -> str:
    part = recipe["groups"]
    if "draw" in recipe:
        return f"{len(part)} of {len(names)} groups, draw {recipe['draw']}"
    if len(part) == len(names):
        return "all groups"
    return f"only {part[0]}" if len(part) == 1 else f"without {next(name for name in names if name not in part)}"


def _labels(grades: Grades) -> list[int]:
    return [int(n) for n in np.count_nonzero(grades != UNJUDGED, axis=0)]
