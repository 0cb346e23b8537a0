"""Scores to files: a table, or what other programs leave behind. Written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from irassay.errors import InputError, UsageError, cut
from irassay.files import STDOUT, WholeFiles
from irassay.formats import registry
from irassay.formats.scores.score_table import write_table
from irassay.formats.sources.opening import name_of_id
from irassay.formats.trees.json_tree import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.scores import NameOf, Row

Grouped = dict[str, dict[str, dict[str, float]]]  # system -> query or task -> measure -> value


def write_results(rows: Iterable[Row], to: str | os.PathLike[str], *, output_format: str, name_of: NameOf) -> None:
    """Write scores to a table, or to a folder with a file for each system or task. Rows are (system, query, measure,
    value), a task ``Task/subset (split)`` in the query's place where values are one a task; `name_of` gives the
    format's name of a measure. InputError for no score, one twice, or a shared file; UsageError for an unknown format,
    or a folder's for standard output."""
    path = os.fspath(to)
    to_format = registry.scores(registry.format_name("scores", path, output_format))
    with WholeFiles() as files:
        if to_format.files == "a table":
            files.write(path, write_table(rows))
            return
        if path == STDOUT:
            raise UsageError(f"{output_format} is a folder of files: name a folder with -o")
        grouped = _grouped(rows, path)
        files.folder(path)
        assert to_format.write is not None  # as just checked
        if to_format.files == "a file a system":
            for system, name in zip(grouped, _file_names([name_of_id(s) for s in grouped], "run")):
                for _, tree in to_format.write(grouped[system], name_of):
                    files.write(os.path.join(path, f"{name}.json"), [text_of(tree)])
            return
        for system, folder in zip(grouped, _file_names([s.replace("/", "__") for s in grouped], "system")):
            files.folder(os.path.join(path, folder))
            for task, tree in to_format.write(grouped[system], name_of):
                (name,) = _file_names([task], "task")
                files.write(os.path.join(path, folder, f"{name}.json"), [text_of(tree)])


def _grouped(rows: Iterable[Row], path: str) -> Grouped:
    grouped: Grouped = {}
    for system, query, measure, value in rows:
        values = grouped.setdefault(system, {}).setdefault(query, {})
        if measure in values:
            raise InputError(f"{path} was not written: {cut(measure)} of {cut(system)} on {cut(query)} is there twice")
        values[measure] = value
    if not grouped:
        raise InputError(f"{path} was not written: there is no score")
    return grouped


def _file_names(names: Sequence[str], otherwise: str) -> list[str]:
    """Names that no folder is left by; two that only capitals part would be one file on some disks."""
    file_names = [name.replace(os.sep, "_").replace("\0", "_").lstrip(".") or otherwise for name in names]
    in_lower_case = [name.casefold() for name in file_names]
    for name, fold in zip(file_names, in_lower_case):
        if in_lower_case.count(fold) > 1:
            raise InputError(f"two would be written to {cut(name)}; rename one of them")
    return file_names
