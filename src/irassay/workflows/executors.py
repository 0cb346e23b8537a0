"""Who does the shards, as options say."""

from __future__ import annotations

from irassay.arguments import MOST_THREADS, whole_number
from irassay.errors import UsageError
from irassay.workflows.in_this_process import InThisProcess
from irassay.workflows.shard import Executor


def executor_of(workers: int = 1, dask: str | None = None) -> Executor:
    """Who does the shards.

    Parameters
    ----------
    workers : int
        Processes; 1 is this one.
    dask : str, optional
        The address of a Dask scheduler, whose workers do them.

    Returns
    -------
    Executor

    Raises
    ------
    UsageError
        Both are given, or `workers` is no number of processes.
    MissingLibrary
        Dask is asked for and not installed.
    InputError
        No scheduler answers.

    Examples
    --------
    >>> from irassay.workflows.shard import Shard
    >>> with executor_of(1) as executor:
    ...     [(shard.name, value) for shard, value in executor.run([Shard("seven", max, (3, 7))])]
    [('seven', 7)]
    """
    whole_number("workers", workers, 1, MOST_THREADS)
    if dask is not None:
        if workers > 1:
            raise UsageError(f"expected workers or dask, but got workers={workers} and dask={dask!r}: leave one out")
        from irassay.workflows.cluster import DaskCluster

        return DaskCluster(dask)
    if workers > 1:
        from irassay.workflows.processes import Processes

        return Processes(workers)
    return InThisProcess()


def threads_of(executor: Executor, threads: int) -> int:
    """The threads of one shard: of another process a single one, unless a number is asked for."""
    return threads if executor.here else threads or 1
