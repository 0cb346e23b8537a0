"""What a run or labels say of some queries, without all others in memory: only the lines of these are looked at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar

from irassay.collection.qrels import Qrels
from irassay.collection.reading import QRELS_COLUMNS, RUN_COLUMNS, Reading
from irassay.collection.runs import Runs
from irassay.errors import InputError
from irassay.formats import detection
from irassay.formats.reading.qrels import read_qrels
from irassay.formats.reading.runs import read_runs, run_format
from irassay.formats.sources import opening
from irassay.formats.sources.lines import matches
from irassay.kernel import _core
from irassay.messages import listed

Run: TypeAlias = str | os.PathLike[str] | Runs | Mapping[str, Mapping[str, float]]
Labels: TypeAlias = str | os.PathLike[str] | Qrels | Mapping[str, Mapping[str, int]]
Value = TypeVar("Value")

TREC = "trec"
AT_ONCE = 1 << 24  # bytes of a run's lines that the kernel reads together
_LIST = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*+(\S++).*+(?:\n\1[ \t].*+)*+", re.M
)  # lines of one query, one after another


class _Otherwise(Exception):
    """The file is read whole."""


class SomeLists:
    """The lists of one run."""

    def __init__(self, run: Run) -> None:
        self._has_some = False  # whether a query in question was there: else the file may be another one
        self._path = _plain(run, run_format)
        self._runs = None if self._path else _one_run(run)

    def of(self, queries: Collection[str], keep: Callable[[str, Sequence[str]], Value]) -> dict[str, Value]:
        """What `keep` makes of each query and its documents, best first; nothing of queries that the run lacks."""
        if self._runs is None:
            with suppress(_Otherwise):
                made = _by_list(self._path, {query.encode("utf-8", "replace") for query in queries}, keep)
                if made or self._has_some:
                    self._has_some = True
                    return made
            self._runs = _one_run(self._path)
        runs, (system,) = self._runs, self._runs.systems
        there = set(runs.queries)
        return {query: keep(query, runs.ranking(system, query)) for query in queries if query in there}


class SomeLabels:
    """The labels of queries, read when they are asked for."""

    def __init__(self, qrels: Labels) -> None:
        self._path = _plain(qrels, lambda path: detection.label_format(opening.head_of(path), source=path))
        self._qrels: Qrels | None = None if self._path else _qrels(qrels)
        self._grades: dict[str, Mapping[str, int]] = {}

    def read(self, queries: Collection[str]) -> None:
        """Read the labels of those that were not read before."""
        new = {query.encode("utf-8", "replace"): query for query in queries if query not in self._grades}
        qrels = self._qrels
        if qrels is None and new:
            lines = [one[0] for one in matches(self._path, _LIST) if one[1] in new]
            core, read = _core.read_qrels(b"\n".join((*lines, b"")), len(QRELS_COLUMNS.split()))
            if Reading.of(self._path, read, QRELS_COLUMNS).n_errors or not (lines or self._grades):
                qrels = self._qrels = read_qrels(self._path)
            else:
                qrels = Qrels(core)
        labelled = set(qrels.queries) if qrels is not None else set()
        for query in new.values():
            self._grades[query] = qrels.grades(query) if qrels is not None and query in labelled else {}

    def grades(self, query: str) -> Mapping[str, int]:
        """Document -> grade of a query that was read; empty where it has no label."""
        return self._grades[query]


def _plain(source: object, format_of: Callable[[str], str]) -> str:
    """The path of a file with TREC's columns that can be read again; "" for anything else."""
    path = os.fspath(source) if isinstance(source, str | os.PathLike) else ""
    return path if os.path.isfile(path) and format_of(path) == TREC else ""


def _one_run(run: Run) -> Runs:
    runs = run if isinstance(run, Runs) else read_runs({"run": run} if isinstance(run, Mapping) else run)
    if len(runs.systems) != 1:
        names = listed(runs.systems, 3)
        raise InputError(f"the candidates are {len(runs.systems):,} runs, {names}; expected one: name its file")
    return runs


def _qrels(labels: Labels) -> Qrels:
    return labels if isinstance(labels, Qrels) else read_qrels(labels)


def _by_list(path: str, wanted: set[bytes], keep: Callable[[str, Sequence[str]], Value]) -> dict[str, Value]:
    """As `SomeLists.of`; _Otherwise where a query's lines are apart, or one of them is a problem."""
    made: dict[str, Value] = {}
    waiting: list[bytes] = []
    size, last = 0, b""
    done: set[bytes] = set()
    for lines in matches(path, _LIST):
        query = lines[1]
        if query in wanted:
            if query != last:
                if query in done:
                    raise _Otherwise
                done.add(query)
                if size > AT_ONCE:
                    _add(path, waiting, keep, made)
                    waiting, size = [], 0
            waiting.append(lines[0])
            size += len(lines[0])
        last = query
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
