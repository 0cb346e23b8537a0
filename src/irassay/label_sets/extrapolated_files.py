"""Extrapolated labels as a folder: a file a list with the place of each label, the golds, the lists, the options."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from irassay.collection.qrels import Qrels
from irassay.errors import InputError, cut
from irassay.files import WholeFiles
from irassay.formats.id_rules import WORDS
from irassay.formats.runs import trec
from irassay.label_sets.extrapolated import Extrapolated, Gold

if TYPE_CHECKING:
    from irassay.collection.runs import Runs

GOLD = "gold.tsv"
RUNS = "runs"
PROVENANCE = "provenance.json"
ENDING = ".qrels"


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
    """
    folder = os.fspath(to)
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
    names = sorted(name.removesuffix(ENDING) for name in os.listdir(path) if name.endswith(ENDING))
    if not names:
        raise InputError(f"{cut(path)} has no file that ends in {ENDING}, expected what irassay extrapolate writes")
    try:
        with open(os.path.join(path, PROVENANCE), encoding="utf-8") as file:
            record = json.load(file)
        recipe, without = dict(record["options"]), tuple(record["without gold"])
        recipe["deemed"] = int(recipe["deemed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{cut(os.path.join(path, PROVENANCE))} can't be read ({error}): extrapolate again") from None
    labels: dict[str, dict[str, int]] = {}
    deemed: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in names:
        places: dict[str, dict[int, str]] = {}
        for query, place, doc, grade in _rows(os.path.join(path, name + ENDING), 4):
            if place == "0":
                labels.setdefault(query, {})[doc] = int(grade)
            else:
                places.setdefault(query, {})[int(place)] = doc
        deemed[name] = {query: tuple(docs[place] for place in sorted(docs)) for query, docs in places.items()}
    gold = {
        query: Gold(doc, labels[query][doc], int(n_relevant))
        for query, doc, n_relevant, *_ in _rows(os.path.join(path, GOLD), 3 + len(names), heading=True)
    }
    return Extrapolated(Qrels.from_dict(labels), gold, without, {}, deemed, recipe)


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


def _rows(path: str, n: int, *, heading: bool = False) -> Iterator[list[str]]:
    """The cells of each line; of the labels whole numbers in the second and last."""
    separator = "\t" if heading else " "
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                cells = line.rstrip("\n").split(separator)
                if len(cells) != n or (not heading and not (cells[1].isdecimal() and cells[3].lstrip("-").isdecimal())):
                    raise InputError(f"{path}:{number}: {cut(line)}, expected a line that irassay extrapolate writes")
                if not (heading and number == 1):
                    yield cells
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{cut(path)} can't be read ({error}): extrapolate again") from None


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
    yield "\t".join(["query", "gold", "relevant", *more.deemed]) + "\n"
    for query, gold in more.gold.items():
        ranks = [_rank(more.lists[name], query, gold.doc) for name in more.deemed]
        yield "\t".join([query, gold.doc, str(gold.n_relevant), *ranks]) + "\n"


def _rank(runs: Runs, query: str, doc: str) -> str:
    ranking = runs.ranking(runs.systems[0], query) if query in runs.queries else []
    return str(ranking.index(doc) + 1) if doc in ranking else ""
