"""Extrapolated labels into a folder: a file a list with the place of each label, the golds, the lists, the options."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats.id_rules import WORDS
from irassay.formats.runs import trec
from irassay.label_sets.words import OF_LABELS

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs


Deemed: TypeAlias = "Mapping[str, Mapping[str, tuple[str, ...]]]"  # list -> query -> passages, best first

GOLD = "gold.tsv"
RUNS = "runs"
PROVENANCE = "provenance.json"
ENDING = ".qrels"
GOLD_COLUMNS = ("query", "gold", "relevant")  # before those of the lists


def write_extrapolated(
    to: str | os.PathLike[str],
    *,
    qrels: Qrels,
    gold: Mapping[str, Gold],
    lists: Mapping[str, Runs],
    deemed: Deemed,
    record: Mapping[str, Any],
) -> list[str]:
    """As `Extrapolated.write`, of its parts; the record is what stands in ``provenance.json``."""
    folder = os.fspath(to)
    if not lists:
        raise UsageError(OF_LABELS("extrapolated.no-lists"))
    refuse_other_lists(folder, deemed)
    bad = next((key for key in _ids(qrels, deemed) if not WORDS.allows(key)), None)
    if bad is not None:
        raise InputError(OF_LABELS("extrapolated.id", folder=folder, id=bad, what=WORDS.what))
    written = []
    with WholeFiles() as files:
        files.folder(os.path.join(folder, RUNS))
        for name, of in deemed.items():
            files.write(os.path.join(folder, name + ENDING), _label_lines(qrels, gold, of))
            run = os.path.join(RUNS, f"{name}.run")
            files.write(os.path.join(folder, run), trec.write(lists[name], lists[name].systems, {}))
            written += [name + ENDING, run]
        files.write(os.path.join(folder, GOLD), _gold_lines(gold, lists))
        files.write(os.path.join(folder, PROVENANCE), [json.dumps(record, ensure_ascii=False, indent=1) + "\n"])
    return [*written, GOLD, PROVENANCE]


def refuse_other_lists(folder: str | os.PathLike[str], names: Iterable[str]) -> None:
    """UsageError where a folder, which may not be there, holds labels of other lists, which would stay beside those to
    come."""
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


def _ids(qrels: Qrels, deemed: Deemed) -> Iterator[str]:
    for query in qrels.queries:
        yield query
        yield from qrels.grades(query)
    for of in deemed.values():
        for docs in of.values():
            yield from docs


def _label_lines(qrels: Qrels, gold: Mapping[str, Gold], deemed: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Query, place, document and grade: place 0 for the labels given, 1, 2, ... for the deemed, best first."""
    for query in qrels.queries:
        for doc, grade in qrels.grades(query).items():
            yield f"{query} 0 {doc} {grade}\n"
        for place, doc in enumerate(deemed.get(query, ()), 1):
            yield f"{query} {place} {doc} {gold[query].grade}\n"


def _gold_lines(gold: Mapping[str, Gold], lists: Mapping[str, Runs]) -> Iterator[str]:
    """Query, gold, how many relevant labels it was drawn from, and its rank in each list; empty where it has none."""
    yield "\t".join([*GOLD_COLUMNS, *lists]) + "\n"
    for query, one in gold.items():
        ranks = [_rank(runs, query, one.doc) for runs in lists.values()]
        yield "\t".join([query, one.doc, str(one.n_relevant), *ranks]) + "\n"


def _rank(runs: Runs, query: str, doc: str) -> str:
    ranking = runs.ranking(runs.systems[0], query) if query in runs.queries else []
    return str(ranking.index(doc) + 1) if doc in ranking else ""


@dataclass(frozen=True, slots=True)
class Gold:
    """The label of a query from which others are extrapolated."""

    doc: str
    grade: int  # which the deemed passages get too
    n_relevant: int  # labels of the query that it could have been
