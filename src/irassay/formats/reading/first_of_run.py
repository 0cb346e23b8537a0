"""The first documents of some queries of a run, without the lists of all others in memory."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias, TypeVar

from irassay.collection.reading import RUN_COLUMNS, Reading
from irassay.collection.runs import Runs
from irassay.errors import InputError
from irassay.formats.reading.runs import read_runs, run_format
from irassay.formats.sources.lines import blocks
from irassay.kernel import _core
from irassay.messages import listed

Source: TypeAlias = str | os.PathLike[str] | Runs | Mapping[str, Mapping[str, float]]
Value = TypeVar("Value")

TREC = "trec"
AT_ONCE = 1 << 24  # bytes of lines that the kernel reads together
_MARK = b"\xef\xbb\xbf"
_LIST = re.compile(rb"^[ \t]*(\S+)[^\n]*(?:\n\1(?=[ \t])[^\n]*)*", re.M)  # lines of one query, one after another


class _Otherwise(Exception):
    """The file can't be read list by list."""


class FirstOfRun:
    """One run, read again for each question; a file of TREC's columns whose queries stand together is not kept.

    Of such a file only the lines of the queries in question are looked at.
    """

    __slots__ = ("_path", "_runs", "source")

    def __init__(self, source: Source) -> None:
        self.source = os.fspath(source) if isinstance(source, str | os.PathLike) else "the run"
        self._path = self.source if isinstance(source, str | os.PathLike) and os.path.isfile(source) else ""
        self._runs: Runs | None = None
        if self._path and run_format(self._path) != TREC:
            self._path = ""
        if not self._path:
            self._runs = _one_run(source)

    def of(self, queries: Collection[str], keep: Callable[[str, Sequence[str]], Value]) -> dict[str, Value]:
        """What `keep` makes of each query and its documents, best first; nothing of queries that the run lacks."""
        if self._runs is None:
            try:
                return _by_list(self._path, {query.encode() for query in queries}, keep)
            except _Otherwise:
                self._runs = _one_run(self._path)
        (system,) = self._runs.systems
        there = set(self._runs.queries)
        runs = self._runs
        return {query: keep(query, runs.ranking(system, query)) for query in queries if query in there}


def _one_run(source: Source) -> Runs:
    runs = source if isinstance(source, Runs) else read_runs({"run": source} if isinstance(source, Mapping) else source)
    if len(runs.systems) != 1:
        raise InputError(
            f"the candidates are {len(runs.systems):,} runs, {listed(runs.systems, 3)}; expected one: name its file"
        )
    return runs


def _by_list(path: str, wanted: set[bytes], keep: Callable[[str, Sequence[str]], Value]) -> dict[str, Value]:
    """As `FirstOfRun.of`; _Otherwise where a query's lines are apart, or one of them is a problem."""
    made: dict[str, Value] = {}
    waiting: list[bytes] = []
    size, last, n_lists = 0, b"", 0
    done: set[bytes] = set()
    for number, block in blocks(path):
        for lines in _LIST.finditer(block.removeprefix(_MARK) if number == 1 else block):
            query = lines[1]
            n_lists += 1
            if query in wanted:
                if query != last and query in done:
                    raise _Otherwise
                if query != last and size > AT_ONCE:
                    _add(path, waiting, keep, made)
                    waiting, size = [], 0
                done.add(query)
                waiting.append(lines[0])
                size += len(lines[0])
            last = query
    if not n_lists:
        raise _Otherwise
    _add(path, waiting, keep, made)
    return made


def _add(
    path: str, lines: Sequence[bytes], keep: Callable[[str, Sequence[str]], Value], made: dict[str, Value]
) -> None:
    """Add what `keep` makes of the lists in these lines."""
    if not lines:
        return
    reader = _core.RunsReader(1, False)
    read = reader.read(0, b"\n".join((*lines, b"")), _core.RunColumns.trec, _core.OrderBy.score)
    if Reading.of(path, read, RUN_COLUMNS).n_errors:
        raise _Otherwise
    runs = Runs(reader.finish([path]))
    made |= {query: keep(query, runs.ranking(path, query)) for query in runs.queries}
