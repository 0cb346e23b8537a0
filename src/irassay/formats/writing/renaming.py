"""Short names for queries whose ids a format can't hold, and the file that keeps which is which.

The file has a line a query: new name, tab, old id. A tab, line end or backslash of an id is written as in Python.
Where the file is there already its names are used again, so that labels and runs agree.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from irassay.errors import InputError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.files import WholeFiles

_PLAIN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_MEANT = {escape: plain for plain, escape in _PLAIN.items()}
_NAME = re.compile(r"q\d+")


def rename(files: WholeFiles, queries: Iterable[str], to: str | os.PathLike[str] | None) -> dict[str, str]:
    """Old id -> new name, which the file `to` then says; without it every query keeps its id."""
    if to is None:
        return {query: query for query in queries}
    path = os.fspath(to)
    new_names = names(queries, path)
    files.write(path, lines(new_names))
    return new_names


def names(queries: Iterable[str], path: str) -> dict[str, str]:
    """Old id -> new name: those that the file at `path` has, and further ones for the rest. InputError where there is a
    file at `path` that is no such list."""
    new_names = _read(path) if os.path.exists(path) else {}
    in_use = set(new_names.values())
    number = 0
    for query in queries:
        if query in new_names:
            continue
        number += 1
        while f"q{number}" in in_use:
            number += 1
        new_names[query] = f"q{number}"
    return new_names


def lines(new_names: dict[str, str]) -> list[str]:
    """What the file says."""
    return [f"{new}\t{''.join(_PLAIN.get(c, c) for c in old)}\n" for old, new in new_names.items()]


def _read(path: str) -> dict[str, str]:
    from irassay.formats.sources.lines import lines as numbered
    from irassay.formats.sources.problems import Problems

    problems = Problems(path, consequence="nothing was written")
    new_names: dict[str, str] = {}
    for number, line in numbered(path, problems):
        new, tab, old = line.partition("\t")
        if not tab or not _NAME.fullmatch(new):
            raise InputError(
                f"{path}:{number}  {cut(line)} is no line of new name, tab, old id; "
                "--rename-queries would replace this file: name another"
            )
        new_names[re.sub(r"\\[\\tnr]", lambda escape: _MEANT[escape.group()], old)] = new
    problems.raise_if_any()
    return new_names
