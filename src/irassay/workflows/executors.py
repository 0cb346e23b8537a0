"""Who does the shards, as options say."""

from __future__ import annotations

import os
from typing import TypeAlias

from irassay.arguments import MOST_THREADS, whole_number
from irassay.errors import UsageError
from irassay.workflows.shard import Executor, InThisProcess

Workers: TypeAlias = int | str  # a number of processes, `LOCAL`, or the address of a Dask scheduler
LOCAL = "local"


def executor_of(workers: Workers = 1, dask: str | None = None) -> Executor:
    """Who does the shards: `workers` processes (1: this one, "local": one a core), or a Dask scheduler. UsageError
    where both are given or `workers` is wrong; MissingLibrary without Dask, InputError where no scheduler answers."""
    if dask is not None and workers != 1:
        raise UsageError(f"expected workers or dask, but got workers={workers!r} and dask={dask!r}: leave one out")
    if isinstance(workers, str):
        if ":" in workers:
            dask, workers = workers, 1
        elif workers == LOCAL:
            workers = min(os.cpu_count() or 1, MOST_THREADS)
        else:
            raise UsageError(
                f"workers must be a whole number of processes, {LOCAL!r} or an address such as tcp://10.0.0.7:8786, "
                f"but got workers={workers!r}"
            )
    whole_number("workers", workers, 1, MOST_THREADS)
    if dask is not None:
        from irassay.workflows.cluster import DaskCluster

        return DaskCluster(dask)
    if workers > 1:
        from irassay.workflows.processes import Processes

        return Processes(workers)
    return InThisProcess()


def threads_of(executor: Executor, threads: int) -> int:
    """The threads of one shard: of another process a single one, unless a number is asked for."""
    return threads if executor.here else threads or 1
