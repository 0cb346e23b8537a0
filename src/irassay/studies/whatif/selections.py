"""Which labels each selection keeps, step by step. A stack is built when its step is measured, and let go after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice, names_given, whole_number
from irassay.arrays import F64, I64
from irassay.collection.attribute import DocAttribute
from irassay.collection.metadata import group_column
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.collection.texts import Texts
from irassay.comparison.equality import ranks_of
from irassay.errors import InputError, UsageError, cut
from irassay.label_sets import (
    confusion_of,
    first_retrieved,
    noisy,
    of_groups,
    one_relevant,
    one_relevant_by,
    relevant_subset,
    relevant_subset_by_runs,
    to_depth,
)
from irassay.label_sets.selection import fractions_of, percent, subset_size
from irassay.measures import Measure
from irassay.messages import listed
from irassay.messages.said import Room
from irassay.random_keys import key_of
from irassay.scoring.policy import Policy

WHATIF = Room("whatif")
Select: TypeAlias = Literal["random", "popular", "longest", "shortest", "system", "depth", "groups", "noise"]
SELECTIONS: tuple[Select, ...] = ("random", "popular", "longest", "shortest", "system", "depth", "groups", "noise")
FRACTIONS = (0.05, 0.1, 0.2, 0.5, 0.8)
MEASURES = ("nDCG@10", "R@20", "AP@20", "Rprec")
OF_RELEVANT = frozenset({"random", "popular", "longest", "shortest", "system"})  # parts of the relevant labels
ONE = "one a query"
NOWHERE = float("nan")  # a step that has no place on an axis
DEPTHS = (*range(1, 11), 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)  # those up to the one asked


@dataclass(frozen=True, slots=True)
class OwnLabels:
    """Ranks by rank under all labels; systems with the same mean share the first of their ranks."""

    systems: Sequence[str]
    under_all: I64  # (system,)
    ranks: I64  # (system that chose the labels, system)

    @property
    def own(self) -> I64:
        """The rank of each system under its own labels, (system,)."""
        return np.diagonal(self.ranks)

    @property
    def first(self) -> int:
        """Systems that rank first under their own labels, alone or tied."""
        return int((self.own == 1).sum())

    @property
    def gain(self) -> float:
        """Ranks by which a system is higher under its own labels than under all, median over systems."""
        return float(np.median(self.under_all - self.own))

    @property
    def of_others(self) -> list[I64]:
        """The ranks of each system under the labels of each other."""
        return [np.delete(column, i) for i, column in enumerate(self.ranks.T)]


def own_labels(systems: Sequence[str], full: F64, means: F64) -> OwnLabels:
    """Ranks from means under all labels, (system,), and under each system's, (chooser, system); higher is better. Under
    a choice that leaves no query every mean is NaN: all systems tie."""
    under_all = ranks_of(full[None])[0]
    order = sorted(range(len(systems)), key=lambda i: (under_all[i], systems[i]))
    ranks = ranks_of(np.nan_to_num(means))
    return OwnLabels([systems[i] for i in order], under_all[order], ranks[np.ix_(order, order)])


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked of the labels: selections, how each is made, and the measures; UsageError for what can't be."""

    select: Sequence[Any] = ("random", "system")
    fractions: Sequence[float] = FRACTIONS  # of the relevant labels; below 1, rising
    draws: int = 100  # of everything drawn at random
    depth: int = 10  # of pools
    measures: Sequence[str | Measure] = MEASURES
    doc_attribute: str | PathLike[str] | DocAttribute | None = None
    group: str | None = None  # metadata column that says whose a run is, None for the usual
    second_qrels: str | PathLike[str] | Qrels | None = None
    flip: Mapping[int, Mapping[int, float]] | None = None  # old grade -> new grade -> chance; the rest keeps its grade
    ties: Any = None  # "float64" or "float32"
    seed: int = 0
    threads: int = 0  # 0 is one a core

    def __post_init__(self) -> None:
        names = list(names_given("select", self.select))
        unknown = [name for name in names if name not in SELECTIONS]
        if unknown or not names:
            what = unknown[0] if unknown else self.select
            raise UsageError(f"select is {what!r}, expected some of {', '.join(SELECTIONS)}")
        shares = sorted(fraction for fraction in fractions_of(self.fractions) if fraction < 1)  # all are a step anyway
        checked: dict[str, Any] = {"depth": whole_number("depth", self.depth), "select": names, "fractions": shares}
        checked |= {"seed": key_of(self.seed), "ties": Policy.of(ties=self.ties).ties}
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def chance(self) -> dict[str, Any]:
        """The keywords of everything that is drawn at random."""
        return {"draws": self.draws, "seed": self.seed, "threads": self.threads}

    @property
    def order(self) -> dict[str, Any]:
        """The keywords of everything that reads the order of the runs' documents."""
        return {"ties": self.ties, "threads": self.threads}


@dataclass(frozen=True, slots=True)
class Material:
    """What the selections are made of."""

    qrels: Qrels
    runs: Runs
    rel: int  # least relevant grade
    relevant: Sequence[int]  # relevant labels of each query that has any
    settings: Settings
    attribute: DocAttribute | None = None  # the popularity of documents
    texts: Texts | None = None  # of documents
    second: Qrels | None = None  # a second assessor's labels


@dataclass(frozen=True, slots=True)
class LabelStep:
    """Variants that differ in chance, or in the system or group that is material, and in nothing else."""

    name: str  # ``one a query``, ``40%``, ``depth 3``
    at: float  # on the axis: percent of relevant labels, or depth; NaN without one
    build: Callable[[], QrelsStack]
    labels: float | None = None  # relevant labels a variant keeps (pools: all); None: recipes say it
    unknown: int = 0  # systems of which it is not known whose they are


def steps_of(select: Select, material: Material) -> list[LabelStep]:
    """The steps of a selection, from few labels to many; UsageError for an unknown one, or one that needs more,
    InputError for metadata of other systems."""
    check_choice("select", select, tuple(SELECTIONS))
    return _STEPS[select](material)


def _random(material: Material) -> list[LabelStep]:
    chance: dict[str, Any] = {"rel": material.rel, **material.settings.chance}
    one = LabelStep(ONE, NOWHERE, partial(one_relevant, material.qrels, **chance), len(material.relevant))
    return _growing(material, one, partial(relevant_subset, material.qrels, **chance))


def _system(material: Material) -> list[LabelStep]:
    if len(material.runs.systems) < 3:
        raise UsageError(WHATIF("refuse.system", n=len(material.runs.systems)))
    how: dict[str, Any] = {"rel": material.rel, **material.settings.order}
    one = LabelStep(ONE, NOWHERE, partial(first_retrieved, material.qrels, material.runs, **how))
    return _growing(material, one, partial(relevant_subset_by_runs, material.qrels, material.runs, **how))


def _growing(material: Material, one: LabelStep, build: Callable[..., QrelsStack]) -> list[LabelStep]:
    """One label a query, then growing shares of the relevant."""
    shares = [
        LabelStep(percent(f), 100 * f, partial(build, fractions=[f]), n)
        for f in material.settings.fractions
        if (n := float(sum(subset_size(k, f) for k in material.relevant))) > len(material.relevant)  # else `one` again
    ]
    return [one, *shares]


def _popular(material: Material) -> list[LabelStep]:
    attribute = material.attribute
    if attribute is None:
        raise UsageError("the selection popular needs a number for each document: give doc_attribute (--doc-attribute)")
    if attribute.is_set:
        raise UsageError(WHATIF("refuse.kinds", name=cut(attribute.name)))
    return [_by(material, attribute, "largest")]


def _by_length(material: Material, select: str, choose: Literal["largest", "smallest"]) -> list[LabelStep]:
    if material.texts is None:
        raise UsageError(f"the selection {select} needs the documents' texts: give doc_texts (--doc-texts)")
    return [_by(material, material.texts, choose)]


def _by(material: Material, values: DocAttribute | Texts, choose: Literal["largest", "smallest"]) -> LabelStep:
    build = partial(one_relevant_by, material.qrels, values, choose=choose, rel=material.rel)
    return LabelStep(ONE, NOWHERE, build, len(material.relevant))


def _depth(material: Material) -> list[LabelStep]:
    deepest, order = material.settings.depth, material.settings.order
    depths = sorted({d for d in DEPTHS if d <= deepest} | {deepest})
    return [
        LabelStep(f"depth {d:,}", float(d), partial(to_depth, material.qrels, material.runs, [d], **order))
        for d in depths
    ]


def _groups(material: Material) -> list[LabelStep]:
    columns = material.runs.metadata.columns
    stated = material.settings.group
    column = stated or group_column(columns)
    if not columns.get(column):
        what = f"no column {cut(stated)}" if stated and columns else "no column with the group of a run"
        raise UsageError(f"the selection groups finds {what}: give metadata and group (--metadata, --group)")
    group_of = columns[column]
    groups = {system: group_of[system] for system in material.runs.systems if group_of.get(system)}
    if not groups:
        systems = material.runs.systems
        raise InputError(WHATIF("refuse.groups", column=cut(column), n=len(systems), system=cut(systems[0])))
    alone = len(material.runs.systems) - len(groups)
    n = len(set(groups.values())) + alone
    if n < 2:
        raise UsageError(f"the selection groups needs two groups or more, but {cut(column)} has {n}")
    sizes = {n // 2: f"{n // 2:,} of {n:,} groups", n - 1: "all but one group", 1: "one group alone"}
    settings = material.settings
    how: dict[str, Any] = {"depth": settings.depth, "ties": settings.ties, **settings.chance}
    build = partial(of_groups, material.qrels, material.runs, groups, **how)
    return [
        LabelStep(name, NOWHERE, partial(build, sizes=[size]), unknown=alone) for size, name in sorted(sizes.items())
    ]


def _noise(material: Material) -> list[LabelStep]:
    confusion: Any
    if material.second is not None:
        confusion = confusion_of(material.qrels, material.second)
    elif material.settings.flip:
        confusion = confusion_of_flips(material.settings.flip, material.qrels.scale)
    else:
        raise UsageError(WHATIF("refuse.noise"))
    build = partial(noisy, material.qrels, confusion, **material.settings.chance)
    return [LabelStep("all, regraded", NOWHERE, build, float(material.qrels.n_labels))]


def confusion_of_flips(flip: Mapping[int, Mapping[int, float]], scale: Sequence[int]) -> dict[int, dict[int, float]]:
    """A whole confusion matrix from the chances of its changes: what is left of 1 keeps its grade."""
    matrix = {}
    absent = sorted(set(flip) - set(scale))
    if absent:
        there = listed([str(grade) for grade in scale])
        raise UsageError(f"no label has grade {absent[0]}, which flip (--flip) changes; there are {there}")
    for old in sorted(scale):
        row = {int(new): float(chance) for new, chance in flip.get(old, {}).items() if new != old}
        if not all(0 <= chance <= 1 for chance in row.values()) or sum(row.values()) > 1:
            raise UsageError(WHATIF("refuse.probabilities", grade=old, values=list(row.values())))
        matrix[old] = dict(sorted({**row, old: 1.0 - sum(row.values())}.items()))
    return matrix


_STEPS: Mapping[Select, Callable[[Material], list[LabelStep]]] = {
    "random": _random,
    "popular": _popular,
    "longest": partial(_by_length, select="longest", choose="largest"),
    "shortest": partial(_by_length, select="shortest", choose="smallest"),
    "system": _system,
    "depth": _depth,
    "groups": _groups,
    "noise": _noise,
}
