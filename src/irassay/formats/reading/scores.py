"""Scores that other programs left behind: one number a task, or one a query."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from irassay.errors import InputError
from irassay.formats import detection, registry
from irassay.formats.format import Head
from irassay.formats.scores.results import META
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import read_json

AGGREGATE, PER_QUERY = "one value a task", "one value a query"


class Results:
    """Scores found in files: `rows` of (place, system, query, measure, value), for aggregates the task in place of the
    query. `holds` is `AGGREGATE` or `PER_QUERY`; `left_out` counts JSON files of a folder that hold no results."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, str, float]] = []
        self.holds = ""
        self.n_files = 0
        self.left_out = 0

    def take(self, form: str, path: str, tree: Any, problems: Problems, name_of: Callable[[str], str]) -> None:
        """Add what one file holds."""
        of_format = registry.scores(form)
        if self.holds not in ("", of_format.values):
            raise InputError(f"{path} holds {of_format.values}, files before it {self.holds}; expected one of the two")
        self.holds = of_format.values
        self.n_files += 1
        assert of_format.read is not None  # a table is not told by its head
        for system, query, measure, value in of_format.read(path, tree, problems):
            if not isinstance(value, bool) and isinstance(value, (int, float)) and value == value:
                self.rows.append((path, system, query, name_of(measure), float(value)))


def is_results(path: str) -> bool:
    """Whether this is a folder or file of such scores."""
    if os.path.isdir(path):
        return any(form_of(file) for file in _files(path))
    return os.path.isfile(path) and bool(form_of(path))


def read_results(path: str, *, name_of: Callable[[str], str]) -> Results:
    """The scores of a file, or of all files below a folder; `name_of` is the file's name of a measure -> ours."""
    results = Results()
    for file in _files(path) if os.path.isdir(path) else [path]:
        problems = Problems(file)
        form = form_of(file)
        tree = read_json(file, problems) if form else None
        if form and isinstance(tree, dict):
            results.take(form, file, tree, problems, name_of)
            problems.raise_if_any()
        elif os.path.basename(file) != META:
            results.left_out += 1
    if not results.rows:
        raise InputError(f"{path} has no results of MTEB, BEIR or pytrec_eval")
    return results


def _files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".json"))


def form_of(path: str) -> str:
    """The format of a file of scores by its beginning, "" for none."""
    return detection.surest("scores", Head(opening.head_of(path)))[0]
