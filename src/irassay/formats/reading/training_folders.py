"""Which files of a folder are shards of training texts; notes beside them are left out, told by their names alone."""

from __future__ import annotations

import os
from collections.abc import Iterable

from irassay.collection.training import Training
from irassay.errors import InputError
from irassay.formats.sources import opening
from irassay.formats.sources.opening import Path, Paths
from irassay.formats.training import EXPECTED, lines
from irassay.messages import listed, visible

# What people put beside data, by the name before the first point, in small letters; and the endings such a file has.
ABOUT = ("readme", "license", "licence", "copying", "notice", "changelog", "citation", "authors", "contributing")
OF_TEXT = ("", ".md", ".rst", ".txt", ".html", ".pdf", ".bib", ".cff")
# Endings of files that describe, load or check data.
BESIDE = (".md", ".rst", ".html", ".pdf", ".bib", ".cff", ".py", ".ipynb", ".sh", ".yaml", ".yml", ".toml", ".md5")
OF_SUMS = (".sha1", ".sha256", ".sha512", ".crc")
NAMED = (
    *("dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json", "croissant.json"),
    *("sha256sums", "sha1sums", "sha512sums", "md5sums", "makefile", "thumbs.db"),
)


def is_note(name: str) -> bool:
    """Whether the name of a file says that it is about data and holds none."""
    stem, ending = os.path.splitext(name.lower())
    about = stem.split(".")[0].replace("_", "-").split("-")[0]
    return name.lower() in NAMED or ending in (*BESIDE, *OF_SUMS) or (about in ABOUT and ending in OF_TEXT)


def files_of(given: Path) -> list[str]:
    """The files of a path; of a folder those that are neither empty nor notes, InputError where it has none."""
    name = os.fspath(given)
    files = [name] if opening.is_dataset(name) else opening.list_paths(name)
    if not os.path.isdir(name):
        return files
    if not (shards := [file for file in files if not is_note(os.path.basename(file)) and _holds_something(file)]):
        notes = [os.path.basename(file) for file in files if _holds_something(file)]
        what = f"has no training texts, only {listed(map(visible, notes))}" if notes else "has only empty files"
        raise InputError(f"{name} {what}; {EXPECTED}")
    return shards


def _holds_something(file: str) -> bool:
    return bool(opening.head_of(file).strip())


def notes_left_out(sources: Paths) -> list[str]:
    """A sentence for each folder in which files are left out because their names say that they hold no data."""
    sentences = []
    for folder in [sources] if isinstance(sources, (str, os.PathLike)) else sources:
        files = opening.list_paths(folder) if os.path.isdir(folder) else ()
        if notes := [name for file in files if is_note(name := os.path.basename(file))]:
            they_were, names = ("was", "its name") if len(notes) == 1 else ("were", "their names")
            where = f"{listed(map(visible, notes))} in {visible(os.fspath(folder))}"
            sentences.append(f"{where} {they_were} left out: by {names} no training texts.")
    return sentences


def refuse_mixture(given: Path, trainings: Iterable[Training]) -> None:
    """Raise where some files of a folder have a format and others are lines as of any text."""
    formats = {training.format: training.source for training in trainings}
    if len(formats) > 1 and lines.FORMAT.name in formats:
        examples = ", ".join(f"{os.path.basename(source)} ({name})" for name, source in formats.items())
        rows = next(source for name, source in formats.items() if name != lines.FORMAT.name)
        pattern = os.path.join(os.fspath(given), f"*{os.path.splitext(rows)[1]}")
        raise InputError(
            f"{os.fspath(given)} has files of several formats: {examples}; name the files to be read, or a pattern in "
            f'quotes: "{pattern}"'
        )
