"""Extrapolated labels, and their folder: a file a list with the place of each label, golds, lists and options."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats import read_runs
from irassay.formats.id_rules import WORDS
from irassay.formats.runs import trec
from irassay.label_sets.words import OF_LABELS
from irassay.provenance import versions

GOLD = "gold.tsv"
RUNS = "runs"
PROVENANCE = "provenance.json"
ENDING = ".qrels"
GOLD_COLUMNS = ("query", "gold", "relevant")  # before those of the lists


@dataclass(frozen=True, slots=True)
class Gold:
    """The label of a query from which others are extrapolated."""

    doc: str
    grade: int  # which the deemed passages get too
    n_relevant: int  # labels of the query that it could have been


@dataclass(frozen=True, slots=True)
class Extrapolated:
    """Labels and what is deemed relevant beside them.

    Attributes
    ----------
    qrels : Qrels
        The labels given.
    gold : mapping of str to Gold
        By query; queries without one keep their labels.
    without : tuple of str
        Queries without a relevant label that every index has.
    lists : mapping of str to Runs
        An index's name, or "fused" -> for each query the passages near its gold.
    deemed : mapping of str to mapping of str to tuple of str
        The same names -> query -> passages without a label, best first.
    recipe : mapping
        The options.
    """

    qrels: Qrels
    gold: Mapping[str, Gold]
    without: tuple[str, ...]
    lists: Mapping[str, Runs]
    deemed: Mapping[str, Mapping[str, tuple[str, ...]]]
    recipe: Mapping[str, Any]

    def stack(self) -> QrelsStack:
        """The labels given, and with 1, 2, ... deemed passages more from each list.

        Returns
        -------
        QrelsStack
            Variants ``"given"`` and ``"fused, 7 more"``; a recipe holds ``select``, ``list`` and ``more``.
        """
        labels = {query: dict(self.qrels.grades(query)) for query in self.qrels.queries}
        whole = {query: dict(grades) for query, grades in labels.items()}
        for of in self.deemed.values():
            for query, docs in of.items():
                whole[query].update(dict.fromkeys(docs, self.gold[query].grade))
        base = Qrels.from_dict(whole)
        depths = range(1, int(self.recipe["deemed"]) + 1)
        names = ["given", *(f"{name}, {n} more" for name in self.deemed for n in depths)]
        recipes: list[dict[str, Any]] = [{"select": "given"}]
        recipes += [{"select": "extrapolated", "list": name, "more": n} for name in self.deemed for n in depths]
        rows = []
        for query in base.queries:
            place = {name: {doc: i for i, doc in enumerate(of.get(query, ()))} for name, of in self.deemed.items()}
            for doc, grade in base.grades(query).items():
                given = labels[query].get(doc, UNJUDGED)
                row = [given]
                for name in self.deemed:
                    first = place[name].get(doc, len(depths))
                    row += [grade if given == UNJUDGED and first < n else given for n in depths]
                rows.append(row)
        return QrelsStack(base, np.array(rows, dtype=np.int8), names, recipes)

    def write(self, to: str | os.PathLike[str], *, provenance: Mapping[str, Any] | None = None) -> list[str]:
        """Write the folder that ``irassay extrapolate`` writes and `sensitivity` reads: all of its files, or none.

        Parameters
        ----------
        to : path
            The folder, which is made where it isn't there.
        provenance : mapping, optional
            JSON values, which go into ``provenance.json`` with the options. Default: the files of the labels with their
            SHA-256, and versions.

        Returns
        -------
        list of str
            The files, without the folder.

        Raises
        ------
        InputError
            An id has white space, which TREC's formats can't hold.
        UsageError
            The folder holds labels of other lists, or these were read without theirs.
        """
        folder = os.fspath(to)
        if not self.lists:
            raise UsageError(OF_LABELS("extrapolated.no-lists"))
        refuse_other_lists(folder, self.deemed)
        bad = next((key for key in self._ids() if not WORDS.allows(key)), None)
        if bad is not None:
            raise InputError(OF_LABELS("extrapolated.id", folder=folder, id=bad, what=WORDS.what))
        inputs = {reading.source: reading.sha256 for reading in self.qrels.readings}
        record = {"inputs": inputs, "versions": versions()} if provenance is None else provenance
        record = {**record, "options": dict(self.recipe), "without gold": list(self.without)}
        written = []
        with WholeFiles() as files:
            files.folder(os.path.join(folder, RUNS))
            for name, of in self.deemed.items():
                files.write(os.path.join(folder, name + ENDING), self._label_lines(of))
                run = os.path.join(RUNS, f"{name}.run")
                lists = self.lists[name]
                files.write(os.path.join(folder, run), trec.write(lists, lists.systems, {}))
                written += [name + ENDING, run]
            files.write(os.path.join(folder, GOLD), self._gold_lines())
            files.write(os.path.join(folder, PROVENANCE), [json.dumps(record, ensure_ascii=False, indent=1) + "\n"])
        return [*written, GOLD, PROVENANCE]

    def _ids(self) -> Iterator[str]:
        for query in self.qrels.queries:
            yield query
            yield from self.qrels.grades(query)
        for of in self.deemed.values():
            for docs in of.values():
                yield from docs

    def _label_lines(self, deemed: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Query, place, document and grade: place 0 for the labels given, 1, 2, ... for the deemed, best first."""
        for query in self.qrels.queries:
            for doc, grade in self.qrels.grades(query).items():
                yield f"{query} 0 {doc} {grade}\n"
            for place, doc in enumerate(deemed.get(query, ()), 1):
                yield f"{query} {place} {doc} {self.gold[query].grade}\n"

    def _gold_lines(self) -> Iterator[str]:
        """Query, gold, how many relevant labels it was drawn from, and its rank in each list; empty where none."""
        yield "\t".join([*GOLD_COLUMNS, *self.lists]) + "\n"
        for query, one in self.gold.items():
            rankings = [of.ranking(of.systems[0], query) if query in of.queries else [] for of in self.lists.values()]
            ranks = [str(docs.index(one.doc) + 1) if one.doc in docs else "" for docs in rankings]
            yield "\t".join([query, one.doc, str(one.n_relevant), *ranks]) + "\n"


def refuse_other_lists(folder: str | os.PathLike[str], names: Iterable[str]) -> None:
    """UsageError where a folder holds labels of other lists, which would stay beside those to come."""
    path = os.path.join(os.fspath(folder), GOLD)
    if not os.path.isfile(path):
        return
    others = sorted(set(lists_named(next(rows_of(path, "\t")))) - set(names))
    if others:
        raise UsageError(OF_LABELS("extrapolated.there", folder=folder, others=[*map(cut, others)]))


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one line, and where it stands."""

    path: str
    number: int
    cells: Sequence[str]

    def wrong(self) -> InputError:
        """The error of a line that nobody here has written."""
        line = cut(" ".join(self.cells))
        return InputError(OF_LABELS("extrapolated.line", path=self.path, number=self.number, line=line))


def rows_of(path: str, separator: str) -> Iterator[Row]:
    """The lines of a file; at least one."""
    number = 0
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                yield Row(path, number, line.rstrip("\n").split(separator))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(OF_LABELS("extrapolated.unread", path=path, error=error)) from None
    if not number:
        raise InputError(OF_LABELS("extrapolated.empty", path=path))


def lists_named(heading: Row) -> Sequence[str]:
    """The lists that the heading of the golds names."""
    first, names = heading.cells[: len(GOLD_COLUMNS)], heading.cells[len(GOLD_COLUMNS) :]
    if tuple(first) != GOLD_COLUMNS or not names or len(set(names)) < len(names):
        raise heading.wrong()
    return names


_GRADE = re.compile("-?[0-9]{1,3}")


def read_extrapolated(folder: str | os.PathLike[str]) -> Extrapolated:
    """What `Extrapolated.write` has written, without its lists."""
    path = os.fspath(folder)
    if not os.path.isdir(path):
        raise InputError(OF_LABELS("extrapolated.no-folder", path=path))
    if not os.path.isfile(os.path.join(path, GOLD)):
        raise InputError(OF_LABELS("extrapolated.no-gold", path=path, gold=GOLD))
    options = os.path.join(path, PROVENANCE)
    try:
        with open(options, encoding="utf-8") as record:
            entries = json.load(record)
        recipe, without = dict(entries["options"]), tuple(entries["without gold"])
        recipe["deemed"] = int(recipe["deemed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(OF_LABELS("extrapolated.unread", path=options, error=error)) from None
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
    """The whole lists that `Extrapolated.write` has written, by name, without those whose file was taken away."""
    paths = {name: os.path.join(os.fspath(folder), RUNS, f"{name}.run") for name in names}
    return {name: read_runs(path) for name, path in paths.items() if os.path.isfile(path)}


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
