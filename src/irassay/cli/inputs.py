"""Labels and runs as the command line names them: which format goes to which, and standard input only once."""

from __future__ import annotations

import os
from contextlib import suppress

from irassay.errors import InputError, UsageError, cut
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from irassay.cli.options.option import Option
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs

    T = TypeVar("T")

STDIN = "-"


def named_inputs(values: Mapping[Option, Any]) -> list[str]:
    """The paths that the options of a verb read, by their values; UsageError where standard input is named twice."""
    paths: list[str] = []
    for option, value in values.items():
        if value and option.name == "collections":
            paths += files_of(value)
        elif value and option.files and not option.writes:
            paths += [value] if isinstance(value, str) else value
    if paths.count(STDIN) > 1:
        raise UsageError("- is given twice, but standard input can be read only once")
    return paths


def files_named(paths: Iterable[str]) -> Iterator[str]:
    """The files that these paths, folders and patterns name; none for what is not there."""
    from irassay.formats.sources.opening import list_paths

    for path in paths:
        with suppress(InputError):  # who reads it says so
            yield from list_paths(path)


def inputs_of(given: Mapping[str, Any]) -> Inputs:
    """The labels and runs that options state, and how they are read. UsageError where a run is a measure."""
    from irassay.arguments import of_keywords
    from irassay.formats.detection import split
    from irassay.formats.inputs import Inputs

    inputs = of_keywords(Inputs, given)
    split(inputs.input_format, option="--input-format")
    for run in inputs.runs:
        if run != STDIN and not os.path.exists(run) and _is_measure(run):
            raise UsageError(f"no file {cut(run)}; each measure needs its own -m: -m {run}")
    return inputs


def study_settings(make: Callable[..., T], given: Mapping[str, Any]) -> T:
    """What a study is asked by options; without ``-m`` the measures are those of the study."""
    from irassay.arguments import of_keywords

    return of_keywords(make, {name: value for name, value in given.items() if name != "measures" or value})


def by_collection(inputs: Inputs, texts: Sequence[str]) -> dict[str, Inputs]:
    """By name the labels and runs that each ``--collection`` states, read in the same way."""
    of_one: dict[str, Any] = {"residual": None, "duplicates": None, "doc_texts": None, "leave_out": ()}
    return {one.name: inputs.but(qrels=one.qrels, runs=one.runs, **of_one) for one in read_collections(texts)}


def load(inputs: Inputs, screen: Screen) -> tuple[Qrels, Runs]:
    """Labels and runs; documents with the same text as one where that is so, which `screen` explains."""
    texts = inputs.texts() if inputs.duplicates == "one" else None
    qrels, runs = inputs.load()
    if texts is None:
        return qrels, runs
    from irassay.collection.duplicates import RULE, find_duplicates
    from irassay.drawing.tables.text import filled

    same = find_duplicates(texts, qrels, runs)
    text = f"{inputs.doc_texts}: {len(same):,} texts under {same.n_documents:,} ids. {RULE}"
    screen.explain(filled(text, screen.prose))
    return same.merge_labels(qrels), same.merge_runs(runs)


def _is_measure(text: str) -> bool:
    from irassay.measures import Measure

    try:
        Measure.parse(text)
    except UsageError:
        return False
    return True


class Collection(Record):
    """The files of one collection: its labels, and its runs as files, folders or patterns."""

    name: str
    qrels: str
    runs: Sequence[str]


def read_collections(texts: Sequence[str]) -> list[Collection]:
    """The collections of the command line; UsageError for a text that is no ``NAME=QRELS,RUN,...``, a single one, or a
    name or files given twice."""
    collections = []
    for text in texts:
        name, _, files = text.partition("=")
        qrels, *runs = files.split(",")
        if not (name.strip() and qrels and runs and all(runs)):
            raise UsageError(
                f"--collection is {cut(text)}, expected NAME=QRELS,RUN,...: a name, its labels and its runs"
            )
        collections.append(Collection(name=name.strip(), qrels=qrels, runs=runs))
    names = [collection.name for collection in collections]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"--collection {cut(twice)} is given twice; each needs a name of its own")
    first: dict[tuple[str, frozenset[str]], str] = {}
    for one in collections:
        same = first.setdefault((one.qrels, frozenset(one.runs)), one.name)
        if same != one.name:
            raise UsageError(f"--collection {cut(same)} and {cut(one.name)} are the same files; give each once")
    if len(names) == 1:
        raise UsageError(
            f"--collection {cut(names[0])} is the only one; add another, or give QRELS and RUN by themselves"
        )
    return collections


def files_of(texts: Sequence[str]) -> list[str]:
    """The files, folders and patterns of these collections, also where one of the texts is no collection."""
    return [file for text in texts for file in text.partition("=")[2].split(",") if file]


def check_files(beside: Sequence[str | None], of_one: Sequence[str]) -> None:
    """Raise where there are other files `beside` collections, or options that are about one, by their spelling."""
    if any(beside):
        raise UsageError("--collection takes the place of QRELS, RUN and --scores: leave them out")
    if of_one:
        raise UsageError(f"{of_one[0]} is about one collection: give QRELS and RUN by themselves")
