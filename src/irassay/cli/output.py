"""Where an answer goes: standard output, or a file that is written beside and renamed, with its provenance."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import StringIO

from irassay.drawing.terminal import Screen, is_terminal
from irassay.errors import UsageError, cut
from irassay.files import PROVENANCE, WholeFiles, is_plain, refuse_input, try_place, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.cli.options.option import Option


PAGES = (".html", ".htm")
COMMAS = ".csv"  # rows as of .tsv, in commas
_BY_SUFFIX = {".tsv": "tsv", COMMAS: "tsv", ".json": "json", ".txt": "table", ".tex": "latex", ".md": "markdown"}


def all_writable(values: Mapping[Option, Any]) -> None:
    """Raise where one of the files that the options of a verb write can't be, or where two of them are one file."""
    places: dict[str, str] = {}
    for option, path in values.items():
        if not option.writes or not path or path == "-":
            continue
        refuse_input(path)
        if option.writes == "file":
            writable(path)
        if option.writes == "folder" or not is_plain(path):
            continue
        first = places.setdefault(os.path.realpath(path), option.spelling[-1])
        if first != option.spelling[-1]:
            raise UsageError(f"{first} and {option.spelling[-1]} would both write {cut(path)}: name another for one")


def check_suffix(values: Mapping[Option, Any]) -> None:
    """Raise where an answer has several formats, none is named, and the file's suffix is that of none of them."""
    by_name = {option.name: value for option, value in values.items()}
    path = by_name.get("output") or ""
    suffix = os.path.splitext(path)[1].lower()
    if "format" not in by_name or by_name["format"] or not suffix or suffix in (*_BY_SUFFIX, *PAGES):
        return
    known = ", ".join(_BY_SUFFIX)
    raise UsageError(
        f"{cut(path)} ends in {suffix}, which is no format of an answer: expected {known}, or add --format"
    )


def writable(path: str) -> None:
    """Raise at the door what would otherwise go wrong after the work."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise UsageError(f"{cut(path)} is a folder, expected a file to write")
    if not os.path.isdir(folder):
        raise UsageError(f"no folder {cut(folder)} to write {cut(os.path.basename(path))} in")
    try_place(path)


def system_of(path: str | None, otherwise: str) -> str:
    """What a run that is written is called: by its file, so that runs in two files have two names."""
    from irassay.formats.sources.opening import system_stem

    return system_stem(path) if path and path != "-" and is_plain(path) else otherwise


class Output:
    """Where an answer goes: to the file `path` of ``-o``, or for None and "-" to the terminal's screen; `format` is as
    `form` has it."""

    def __init__(self, screen: Screen, path: str | None = None, format: str | None = None, color: str = "auto") -> None:
        self.screen = screen
        self.path = path if path != "-" else None
        self._format = format
        self._color = color

    @property
    def form(self) -> str:
        """How to write the answer: as told, else by the file's suffix, else a table for a person and tsv for a pipe."""
        if self._format:
            return self._format
        if self.path:
            return _BY_SUFFIX.get(os.path.splitext(self.path)[1].lower(), "tsv")
        return "table" if is_terminal(self.screen.out) else "tsv"

    def on_screen(self, everything: bool) -> bool:
        """Whether the answer is a table that is cut to one screen: of a file, and where all is asked for, it isn't."""
        return self.form == "table" and not self.path and not everything

    @contextmanager
    def answer(self, provenance: Callable[[], dict[str, Any]] | None = None) -> Iterator[Screen]:
        """The screen that the answer is printed on: the terminal's, or one that becomes the file if the block ends
        well. `provenance` makes what stands in ``FILE.provenance.json`` beside it: by default the versions alone."""
        screen, path = self.screen, self.path
        if not path:
            yield screen
            return
        import json

        file, color = StringIO(), "always" if self._color == "always" else "never"
        yield Screen(color=color, quiet=screen.quiet, out=file, err=screen.err, width=screen.prose)
        commas = self._format in (None, "tsv") and path.lower().endswith(COMMAS)
        text = in_commas(file.getvalue()) if commas else file.getvalue()
        if not is_plain(path):  # beside a pipe or a device there is no place
            write_whole(path, text)
            return
        from irassay.provenance import versions

        made = provenance() if provenance else {"versions": versions()}
        record = json.dumps(made, indent=2, ensure_ascii=False) + "\n"
        with WholeFiles() as files:
            files.write(path, (text,))
            files.write(path + PROVENANCE, (record,))
        if screen.live:
            screen.explain(f"{path}, and {path}{PROVENANCE} beside it")


def in_commas(rows: str) -> str:
    r"""Rows parted by tabs as CSV (RFC 4180) without formulas; within text ``\t`` and ``\n`` stay two characters."""
    import csv

    from irassay.drawing.escape import cell
    from irassay.formats.format import is_number

    text = StringIO()
    csv.writer(text).writerows(
        [one if is_number(one) else cell(one) for one in line.split("\t")] for line in rows.splitlines()
    )
    return text.getvalue()


@contextmanager
def losses_told(screen: Screen) -> Iterator[None]:
    """Warn of what is lost within, a sentence each."""
    from irassay.formats.loss_warnings import LossWarning

    with warnings.catch_warnings(record=True) as losses:
        warnings.simplefilter("always", LossWarning)
        yield
    for warning in losses:
        screen.warn(str(warning.message))
