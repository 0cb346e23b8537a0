"""Runs with their scores, each under the name of its file, and the scores that stand beside them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from irassay.collection import Runs
from irassay.errors import UsageError, cut
from irassay.formats import read_runs
from irassay.formats.reading.instances import also_path
from irassay.messages import conjugate, plural


def runs_of(paths: Sequence[str], names: Sequence[str] = ()) -> Runs:
    """The runs of these files, each under the name of its file or another; UsageError where a file has several."""
    runs = read_runs(list(paths), keep="scores")
    n = len(paths)
    if len(runs.systems) != n:
        raise UsageError(
            f"{plural(n, 'file')} such as {cut(paths[0])} {conjugate(n, 'has')} {plural(len(runs.systems), 'system')}, "
            "expected one a file, each a seed of one model"
        )
    renamed = runs.renamed(dict(zip(runs.systems, names or paths, strict=True)))
    return Runs(renamed.core, runs.readings, metadata=renamed.metadata, without_hits=renamed.without_hits)


def runs_beside(paths: Sequence[str]) -> Runs | None:
    """Scores of documents outside the lists of these runs, under their names; None without such a file."""
    beside = {path: also for path in paths if os.path.exists(also := also_path(path))}
    return runs_of(list(beside.values()), list(beside)) if beside else None
