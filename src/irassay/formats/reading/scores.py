"""Scores that other programs left behind: one number a task, or one a query."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from irassay.errors import InputError
from irassay.formats import detection, registry
from irassay.formats.format import Head
from irassay.formats.scores.results import META
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import read_json
from irassay.record import Record

AGGREGATE, PER_QUERY = "one value a task", "one value a query"


class Results(Record):
    """Scores found in files."""

    rows: list[tuple[str, str, str, str, float]]  # file, system, query (of aggregates the task), measure, value
    holds: str  # `AGGREGATE` or `PER_QUERY`
    n_files: int
    left_out: int  # JSON files of a folder that hold no results


def is_results(path: str) -> bool:
    """Whether this is a folder or file of such scores."""
    if os.path.isdir(path):
        return any(form_of(file) for file in _files(path))
    return os.path.isfile(path) and bool(form_of(path))


def read_results(path: str, *, name_of: Callable[[str], str]) -> Results:
    """The scores of a file, or of all files below a folder; `name_of` is the file's name of a measure -> ours."""
    rows: list[tuple[str, str, str, str, float]] = []
    holds, n_files, left_out = "", 0, 0
    for file in _files(path) if os.path.isdir(path) else [path]:
        problems = Problems(file)
        form = form_of(file)
        tree = read_json(file, problems) if form else None
        if not isinstance(tree, dict):
            left_out += os.path.basename(file) != META
            continue
        of_format = registry.scores(form)
        if holds not in ("", of_format.values):
            raise InputError(f"{file} holds {of_format.values}, files before it {holds}; expected one of the two")
        holds, n_files = of_format.values, n_files + 1
        assert of_format.read is not None  # a table is not told by its head
        for system, query, measure, value in of_format.read(file, tree, problems):
            if not isinstance(value, bool) and isinstance(value, (int, float)) and value == value:
                rows.append((file, system, query, name_of(measure), float(value)))
        problems.raise_if_any()
    if not rows:
        raise InputError(f"{path} has no results of MTEB, BEIR or pytrec_eval")
    return Results(rows=rows, holds=holds, n_files=n_files, left_out=left_out)


def _files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".json"))


def form_of(path: str) -> str:
    """The format of a file of scores by its beginning, "" for none."""
    return detection.surest("scores", Head(opening.head_of(path)))[0]
