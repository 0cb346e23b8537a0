"""The plan of an experiment: a TOML file of collections, training sets, models and seeds."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irassay.arguments import whole_number
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources.lines import Problems, read_text
from irassay.leakage.memory import DEPTH
from irassay.leakage.training_sets import LEAKED, SIZES
from irassay.search.neural import Settings, settings_of
from irassay.studies.memorisation.outcomes import LEAKAGES, Leakage
from irassay.studies.memorisation.study import FOLDS, MEASURES

_NAME = re.compile(r"[\w.-]+")
_FILES_OF_TRAINING = ("corpus", "qrels", "candidates")
_FILES_OF_TEST = ("queries", "qrels", "corpus", "run", "leaks")
_OWN = ("seeds", "sizes", "conditions", "measures", "depth", "folds", "seed", "skip_missing", "keep_models")
_OF_MODEL = tuple(name for name in Settings.__dataclass_fields__ if name not in ("model", "base"))


@dataclass(frozen=True, slots=True)
class PlannedCollection:
    """A test collection: its files, its first stage's run, and the leaks of its queries."""

    name: str
    files: Mapping[str, str]  # queries, qrels, corpus, run, leaks
    leaked: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What an experiment trains and tests."""

    source: str
    queries: Sequence[str]  # files of training queries, a source each
    training: Mapping[str, str]  # their corpus, qrels, candidates
    collections: Sequence[PlannedCollection]
    models: Mapping[str, Settings]
    sizes: Sequence[int]
    seeds: Sequence[int]
    conditions: Sequence[Leakage]
    measures: Sequence[str]
    seed: int
    depth: int
    folds: int
    keep_models: bool
    skip_missing: bool  # documents without a text are left out of the sets

    @property
    def n_trainings(self) -> int:
        """Models that are trained."""
        return len(self.collections) * len(self.models) * len(self.sizes) * len(self.seeds) * len(self.conditions)


def read_plan(path: str | os.PathLike[str]) -> Plan:
    """The plan in a TOML file, whose paths start at its folder. InputError for what is missing, unknown or wrong."""
    source = os.fspath(path)
    problems = Problems(source)
    text = read_text(source, problems)
    problems.raise_if_any()
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source} is not TOML: {error}") from None
    _check_keys(table, ("training", "collections", "models"), _OWN, "", problems)
    problems.raise_if_any()
    made = _Reading(source, problems)
    try:
        plan = made.plan(table)
    except (TypeError, UsageError) as error:
        raise InputError(f"{source}: {error}") from None
    problems.raise_if_any()
    return plan


class _Reading:
    """Turns the tables of a plan into nouns, and notes problems."""

    def __init__(self, source: str, problems: Problems) -> None:
        self._source, self._problems = source, problems

    def plan(self, table: Mapping[str, Any]) -> Plan:
        """The plan."""
        conditions = _several(table.get("conditions", LEAKAGES))
        if "none" not in conditions or set(conditions) - set(LEAKAGES):
            self._problems.add("conditions", f"{', '.join(map(str, conditions))}, expected none, and train or test")
        return Plan(
            source=self._source,
            queries=[self._path(one, "training.queries") for one in _several(table["training"].get("queries", ()))],
            training=self._files(table["training"], _FILES_OF_TRAINING, ("queries",), "training"),
            collections=[self._collection(one, i) for i, one in enumerate(_several(table["collections"]), 1)],
            models=dict(self._model(one, i) for i, one in enumerate(_several(table["models"]), 1)),
            sizes=sorted({whole_number("sizes", size, 2) for size in _several(table.get("sizes", SIZES))}),
            seeds=[whole_number("seeds", seed, 0) for seed in _several(table.get("seeds", (1, 2, 3)))],
            conditions=[one for one in LEAKAGES if one in conditions],
            measures=[str(one) for one in _several(table.get("measures", MEASURES))],
            seed=whole_number("seed (of the sets; those of models are seeds)", table.get("seed", 0), 0),
            depth=whole_number("depth", table.get("depth", DEPTH)),
            folds=whole_number("folds", table.get("folds", FOLDS), 2),
            keep_models=bool(table.get("keep_models", False)),
            skip_missing=bool(table.get("skip_missing", False)),
        )

    def _collection(self, table: Mapping[str, Any], i: int) -> PlannedCollection:
        files = self._files(table, _FILES_OF_TEST, ("name", "leaked"), f"collections {i}")
        name = self._name(table, f"collections {i}")
        return PlannedCollection(name, files, whole_number("leaked", table.get("leaked", LEAKED)))

    def _model(self, table: Mapping[str, Any], i: int) -> tuple[str, Settings]:
        _check_keys(table, ("model",), ("name", "base", "preset", *_OF_MODEL), f"models {i}", self._problems)
        self._problems.raise_if_any()
        values = {name: value for name, value in table.items() if name not in ("name", "model", "preset")}
        base = values.get("base", "")
        beside = os.path.join(os.path.dirname(self._source), base)
        if base and os.path.exists(beside):  # else a name at the hub
            values["base"] = beside
        settings = settings_of(str(table.get("model", "")), table.get("preset", "own"), **values)
        return self._name({"name": table.get("name", table.get("model"))}, f"models {i}"), settings

    def _files(
        self, table: Mapping[str, Any], names: Sequence[str], others: Sequence[str], where: str
    ) -> dict[str, str]:
        """Name -> path."""
        _check_keys(table, names, others, where, self._problems)
        return {name: self._path(table[name], f"{where}.{name}") for name in names if name in table}

    def _path(self, value: object, where: str) -> str:
        """A path from the plan's folder on; a problem where nothing is there."""
        path = os.path.join(os.path.dirname(self._source), str(value))
        if not os.path.exists(path):
            self._problems.add(where, f"{cut(path)} is not there")
        return path

    def _name(self, table: Mapping[str, Any], where: str) -> str:
        name = str(table.get("name", ""))
        if not _NAME.fullmatch(name):
            self._problems.add(
                f"{where}.name", f"{cut(name)}, expected letters, digits, dots and dashes, for file names"
            )
        return name


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _check_keys(
    table: Mapping[str, Any], needed: Iterable[str], others: Iterable[str], where: str, problems: Problems
) -> None:
    """Note what a table lacks, and what nobody reads."""
    needed, others = list(needed), list(others)
    if not isinstance(table, Mapping):
        problems.add(where, f"{cut(str(table))}, expected a table")
        return
    if lacking := [name for name in needed if name not in table]:
        problems.add(where, f"lacks {', '.join(lacking)}")
    if unknown := [name for name in table if name not in (*needed, *others)]:
        problems.add(where, f"has {', '.join(unknown)}, expected {', '.join((*needed, *others))}")
