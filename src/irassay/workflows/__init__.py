"""Work in shards, each with a name: done here, by processes, or by a Dask cluster, and kept once it is finished.

Nothing here knows what a shard computes. Whoever makes shards sees to it that each gives the same value wherever it is
done, and that it may be done twice.
"""

from irassay.workflows.executors import LOCAL, Workers, executor_of, threads_of
from irassay.workflows.shard import Executor, Shard, Shelf, finished, interrupted, lasting_shelf, shelf_in

__all__ = [
    "LOCAL",
    "Executor",
    "Shard",
    "Shelf",
    "Workers",
    "executor_of",
    "finished",
    "interrupted",
    "lasting_shelf",
    "shelf_in",
    "threads_of",
]
