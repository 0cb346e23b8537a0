"""Extrapolated labels as a folder: a file a list with the place of each label, the golds, the lists, the options."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats.id_rules import WORDS
from irassay.formats.runs import trec
from irassay.label_sets.extrapolated import Extrapolated, Gold
from irassay.wording import listed

if TYPE_CHECKING:
    from irassay.collection.runs import Runs

GOLD = "gold.tsv"
RUNS = "runs"
PROVENANCE = "provenance.json"
ENDING = ".qrels"
GOLD_COLUMNS = ("query", "gold", "relevant")  # before those of the lists
_GRADE = re.compile("-?[0-9]{1,3}")


def write_extrapolated(more: Extrapolated, to: str | os.PathLike[str], *, provenance: Mapping[str, Any]) -> list[str]:
    """Write a folder that `read_extrapolated` reads: all of its files, or none.

    Parameters
    ----------
    more : Extrapolated
        With its lists.
    to : path
        The folder, which is made where it isn't there.
    provenance : mapping
        JSON values, which go into ``provenance.json`` with the options.

    Returns
    -------
    list of str
        The files, without the folder.

    Raises
    ------
    InputError
        An id has white space, which TREC's formats can't hold.
    UsageError
        The folder holds labels of other lists.
    """
    folder = os.fspath(to)
    refuse_other_lists(folder, more.deemed)
    bad = next((key for key in _ids(more) if not WORDS.allows(key)), None)
    if bad is not None:
        raise InputError(
            f"{cut(folder)} was not written: the id {cut(bad)} can't stand in TREC's formats, which allow no "
            f"{WORDS.what}"
        )
    written = []
    with WholeFiles() as files:
        files.folder(folder)
        files.folder(os.path.join(folder, RUNS))
        for name in more.deemed:
            files.write(os.path.join(folder, name + ENDING), _label_lines(more, name))
            run = os.path.join(RUNS, f"{name}.run")
            files.write(os.path.join(folder, run), trec.write(more.lists[name], more.lists[name].systems, {}))
            written += [name + ENDING, run]
        files.write(os.path.join(folder, GOLD), _gold_lines(more))
        record = {**provenance, "options": dict(more.recipe), "without gold": list(more.without)}
        files.write(os.path.join(folder, PROVENANCE), [json.dumps(record, ensure_ascii=False, indent=1) + "\n"])
    return [*written, GOLD, PROVENANCE]


def read_extrapolated(folder: str | os.PathLike[str]) -> Extrapolated:
    """What `write_extrapolated` has written, without its lists.

    Parameters
    ----------
    folder : path

    Returns
    -------
    Extrapolated

    Raises
    ------
    InputError
        A file is missing or holds something else; the message says which, and what was expected.
    """
    path = os.fspath(folder)
    if not os.path.isdir(path):
        raise InputError(f"{cut(path)} is no folder, expected one that irassay extrapolate has written")
    if not os.path.isfile(os.path.join(path, GOLD)):
        raise InputError(f"{cut(path)} has no {GOLD}, expected what irassay extrapolate writes")
    recipe, without = _record(os.path.join(path, PROVENANCE))
    heading, *golds = _rows(os.path.join(path, GOLD), "\t")
    names = sorted(_lists_named(heading))
    labels: dict[str, dict[str, int]] = {}
    deemed: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in names:
        file = os.path.join(path, name + ENDING)
        given, deemed[name] = _labels(file)
        if given != (labels or given):
            raise InputError(f"{cut(file)} has other labels at place 0 than {names[0]}{ENDING}: extrapolate again")
        labels = given
    gold = {}
    for row in golds:
        query, doc, n_relevant = (*row.cells[:3], "", "")[:3]
        if len(row.cells) != len(heading.cells) or not n_relevant.isdecimal() or doc not in labels.get(query, {}):
            raise row.wrong()
        gold[query] = Gold(doc, labels[query][doc], int(n_relevant))
    lone = next((query for of in deemed.values() for query in of if query not in gold), None)
    if lone is not None:
        raise InputError(f"{cut(os.path.join(path, GOLD))} has no gold of query {cut(lone)}: extrapolate again")
    return Extrapolated(Qrels.from_dict(labels), gold, without, {}, deemed, recipe)


def refuse_other_lists(folder: str | os.PathLike[str], names: Iterable[str]) -> None:
    """Raise where a folder holds labels of other lists, which would stay beside those to come.

    Parameters
    ----------
    folder : path
        May not be there.
    names : iterable of str
        Of the lists to come.

    Raises
    ------
    UsageError
        It has lists of other names.
    """
    path = os.path.join(os.fspath(folder), GOLD)
    if not os.path.isfile(path):
        return
    others = sorted(set(_lists_named(next(_rows(path, "\t")))) - set(names))
    if others:
        raise UsageError(
            f"{cut(folder)} holds labels of {listed(map(cut, others))}, which would stay beside the new ones: name "
            "another folder"
        )


def read_lists(folder: str | os.PathLike[str], names: Iterable[str]) -> dict[str, Runs]:
    """The whole lists that `write_extrapolated` has written, by name; without those whose file was taken away.

    Parameters
    ----------
    folder : path
    names : iterable of str
        Of the lists.

    Returns
    -------
    dict of str to Runs

    Raises
    ------
    InputError
        A list can't be read.
    """
    from irassay.formats import read_runs

    paths = {name: os.path.join(os.fspath(folder), RUNS, f"{name}.run") for name in names}
    return {name: read_runs(path) for name, path in paths.items() if os.path.isfile(path)}


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of one line, and where it stands."""

    path: str
    number: int
    cells: Sequence[str]

    def wrong(self) -> InputError:
        """The error of a line that nobody here has written."""
        line = cut(" ".join(self.cells))
        return InputError(
            f"{self.path}:{self.number}: {line}, expected a line that irassay extrapolate writes: extrapolate again"
        )


def _rows(path: str, separator: str) -> Iterator[_Row]:
    """The lines of a file; at least one."""
    number = 0
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                yield _Row(path, number, line.rstrip("\n").split(separator))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{cut(path)} can't be read ({error}): extrapolate again") from None
    if not number:
        raise InputError(f"{cut(path)} is empty: extrapolate again")


def _record(path: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The options, and the queries without gold."""
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        recipe, without = dict(record["options"]), tuple(record["without gold"])
        recipe["deemed"] = int(recipe["deemed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{cut(path)} can't be read ({error}): extrapolate again") from None
    return recipe, without


def _lists_named(heading: _Row) -> Sequence[str]:
    """The lists that the heading of the golds names."""
    first, names = heading.cells[: len(GOLD_COLUMNS)], heading.cells[len(GOLD_COLUMNS) :]
    if tuple(first) != GOLD_COLUMNS or not names or len(set(names)) < len(names):
        raise heading.wrong()
    return names


def _labels(path: str) -> tuple[dict[str, dict[str, int]], dict[str, tuple[str, ...]]]:
    """The labels given, and what is deemed, in its order."""
    labels: dict[str, dict[str, int]] = {}
    deemed: dict[str, list[str]] = {}
    for row in _rows(path, " "):
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


def _ids(more: Extrapolated) -> Iterator[str]:
    for query in more.qrels.queries:
        yield query
        yield from more.qrels.grades(query)
    for of in more.deemed.values():
        for docs in of.values():
            yield from docs


def _label_lines(more: Extrapolated, name: str) -> Iterator[str]:
    """Query, place, document and grade: place 0 for the labels given, 1, 2, ... for the deemed, best first."""
    for query in more.qrels.queries:
        for doc, grade in more.qrels.grades(query).items():
            yield f"{query} 0 {doc} {grade}\n"
        for place, doc in enumerate(more.deemed[name].get(query, ()), 1):
            yield f"{query} {place} {doc} {more.gold[query].grade}\n"


def _gold_lines(more: Extrapolated) -> Iterator[str]:
    """Query, gold, how many relevant labels it was drawn from, and its rank in each list; empty where it has none."""
    yield "\t".join([*GOLD_COLUMNS, *more.deemed]) + "\n"
    for query, gold in more.gold.items():
        ranks = [_rank(more.lists[name], query, gold.doc) for name in more.deemed]
        yield "\t".join([query, gold.doc, str(gold.n_relevant), *ranks]) + "\n"


def _rank(runs: Runs, query: str, doc: str) -> str:
    ranking = runs.ranking(runs.systems[0], query) if query in runs.queries else []
    return str(ranking.index(doc) + 1) if doc in ranking else ""
