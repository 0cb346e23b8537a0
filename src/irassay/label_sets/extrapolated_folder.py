"""Extrapolated labels from a folder that was written of them; what is damaged is said by file and line."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from irassay.collection.qrels import Qrels
from irassay.errors import InputError
from irassay.label_sets.extrapolated import Extrapolated
from irassay.label_sets.extrapolated_files import ENDING, GOLD, PROVENANCE, RUNS, Gold, lists_named, rows_of
from irassay.label_sets.words import OF_LABELS

if TYPE_CHECKING:
    from irassay.collection.runs import Runs

_GRADE = re.compile("-?[0-9]{1,3}")


def read_extrapolated(folder: str | os.PathLike[str]) -> Extrapolated:
    """What `Extrapolated.write` has written, without its lists; InputError where a file is missing or holds something
    else."""
    path = os.fspath(folder)
    if not os.path.isdir(path):
        raise InputError(OF_LABELS("extrapolated.no-folder", path=path))
    if not os.path.isfile(os.path.join(path, GOLD)):
        raise InputError(OF_LABELS("extrapolated.no-gold", path=path, gold=GOLD))
    recipe, without = _record(os.path.join(path, PROVENANCE))
    heading, *golds = rows_of(os.path.join(path, GOLD), "\t")
    names = sorted(lists_named(heading))
    labels: dict[str, dict[str, int]] = {}
    deemed: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in names:
        file = os.path.join(path, name + ENDING)
        given, deemed[name] = _labels(file)
        if given != (labels or given):
            raise InputError(OF_LABELS("extrapolated.other", file=file, name=names[0], ending=ENDING))
        labels = given
    gold = {}
    for row in golds:
        query, doc, n_relevant = (*row.cells[:3], "", "")[:3]
        if len(row.cells) != len(heading.cells) or not n_relevant.isdecimal() or doc not in labels.get(query, {}):
            raise row.wrong()
        gold[query] = Gold(doc, labels[query][doc], int(n_relevant))
    lone = next((query for of in deemed.values() for query in of if query not in gold), None)
    if lone is not None:
        raise InputError(OF_LABELS("extrapolated.no-query", path=os.path.join(path, GOLD), query=lone))
    return Extrapolated(Qrels.from_dict(labels), gold, without, {}, deemed, recipe)


def read_lists(folder: str | os.PathLike[str], names: Iterable[str]) -> dict[str, Runs]:
    """The whole lists that `Extrapolated.write` has written, by name, without those whose file was taken away;
    InputError where one can't be read."""
    from irassay.formats import read_runs

    paths = {name: os.path.join(os.fspath(folder), RUNS, f"{name}.run") for name in names}
    return {name: read_runs(path) for name, path in paths.items() if os.path.isfile(path)}


def _record(path: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The options, and the queries without gold."""
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        recipe, without = dict(record["options"]), tuple(record["without gold"])
        recipe["deemed"] = int(recipe["deemed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(OF_LABELS("extrapolated.unread", path=path, error=error)) from None
    return recipe, without


def _labels(path: str) -> tuple[dict[str, dict[str, int]], dict[str, tuple[str, ...]]]:
    """The labels given, and what is deemed, in its order."""
    labels: dict[str, dict[str, int]] = {}
    deemed: dict[str, list[str]] = {}
    for row in rows_of(path, " "):
        if len(row.cells) != 4 or not row.cells[1].isdecimal() or not _GRADE.fullmatch(row.cells[3]):
            raise row.wrong()
        query, place, doc, grade = row.cells
        of, more = labels.setdefault(query, {}), deemed.setdefault(query, [])
        if doc in of or doc in more or (int(place) != len(more) + 1 if place != "0" else more):
            raise row.wrong()
        if place == "0":
            of[doc] = int(grade)
        else:
            more.append(doc)
    return labels, {query: tuple(docs) for query, docs in deemed.items() if docs}
