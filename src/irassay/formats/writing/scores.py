"""Scores and texts to files, in every format that holds them. Streamed, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from irassay.errors import InputError, UsageError, cut
from irassay.files import STDOUT, WholeFiles
from irassay.formats import loss_warnings, registry
from irassay.formats.id_rules import MARK
from irassay.formats.scores import NameOf, Row
from irassay.formats.scores.results import write_table
from irassay.formats.sources.opening import name_of_id
from irassay.formats.texts import TextFormat, TextSheet
from irassay.formats.trees.json_tree import text_of
from irassay.messages import plural

Grouped = dict[str, dict[str, dict[str, float]]]  # system -> query or task -> measure -> value


def write_results(rows: Iterable[Row], to: str | os.PathLike[str], *, output_format: str, name_of: NameOf) -> None:
    """Write scores to a table, or to a folder with a file for each system or task. Rows are (system, query, measure,
    value), a task ``Task/subset (split)`` in the query's place where values are one a task; `name_of` gives the
    format's name of a measure."""
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


def write_texts(
    texts: Iterable[tuple[str, str | Mapping[str, Any]]],
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    field: str | None = None,
) -> int:
    """Write texts of queries or documents, as text or as field -> text, to a file; how many there were. The format is
    asked for or that of the suffix: ``.jsonl`` is JSON lines, ``.xml`` TREC topics as XML, ``.sgml`` and ``.trec`` TREC
    documents, anything else id TAB text, of which `field` says which; without it title, if there is one, and text.
    ``-`` is standard output."""
    path = os.fspath(to)
    to_format = registry.texts(registry.format_name("texts", path, output_format))
    sheet = TextSheet(path, field)
    with WholeFiles() as files:
        files.write(path, _lines(texts, to_format, sheet))
        if not sheet.n:
            raise InputError(f"{path} was not written: there is no text")
    for what, n in sheet.lost.items():
        loss_warnings.say(f"{what} in {plural(n, 'text')} of {sheet.n:,}: {to_format.name} can't hold them")
    return sheet.n


def _lines(
    texts: Iterable[tuple[str, str | Mapping[str, Any]]], to_format: TextFormat, sheet: TextSheet
) -> Iterator[str]:
    assert to_format.write is not None  # `choice` takes those that are written
    yield to_format.before
    for key, value in texts:
        if to_format.ids != "any" and not _has_single_spaces(key):
            raise InputError(f"{sheet.path} was not written: id {cut(key)} can't stand in {to_format.name}; jsonl can")
        sheet.n += 1
        yield to_format.write(key, {to_format.only_field: value} if isinstance(value, str) else value, sheet)
    yield to_format.after


def _has_single_spaces(key: str) -> bool:
    """Whether an id comes back where white space is made single and a byte order mark is taken off."""
    return bool(key) and key == " ".join(key.split()) and "\0" not in key and not key.startswith(MARK)
