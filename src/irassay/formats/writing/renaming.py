"""Short names for queries whose ids a format can't hold, and the file that keeps which is which.

The file has a line a query: new name, tab, old id. A tab, line end or backslash of an id is written as in Python.
Where the file is there already its names are used again, so that labels and runs agree.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from irassay.errors import InputError, cut

_PLAIN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_MEANT = {written: plain for plain, written in _PLAIN.items()}
_NAME = re.compile(r"q\d+")


def names(queries: Iterable[str], path: str) -> dict[str, str]:
    """Old id -> new name: those that the file at `path` has, and further ones for the rest.

    Raises
    ------
    InputError
        There is a file at `path` that is no such list.
    """
    known = _read(path) if os.path.exists(path) else {}
    taken = set(known.values())
    number = 0
    for query in queries:
        if query in known:
            continue
        number += 1
        while f"q{number}" in taken:
            number += 1
        known[query] = f"q{number}"
    return known


def lines(known: dict[str, str]) -> list[str]:
    r"""What the file says.

    >>> lines({"red\tshoes": "q1"})
    ['q1\tred\\tshoes\n']
    """
    return [f"{new}\t{''.join(_PLAIN.get(c, c) for c in old)}\n" for old, new in known.items()]


def _read(path: str) -> dict[str, str]:
    from irassay.formats.sources.lines import lines as numbered
    from irassay.formats.sources.problems import Problems

    problems = Problems(path, consequence="nothing was written")
    known: dict[str, str] = {}
    for number, line in numbered(path, problems):
        new, tab, old = line.partition("\t")
        if not tab or not _NAME.fullmatch(new):
            raise InputError(
                f"{path}:{number}  {cut(line)} is no line of new name, tab, old id; "
                "--rename-queries would replace this file: name another"
            )
        known[re.sub(r"\\[\\tnr]", lambda found: _MEANT[found.group()], old)] = new
    problems.raise_if_any()
    return known
