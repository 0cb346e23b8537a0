"""Prints the bytes that a collection's runs take in memory: `python -m benchmarks.resident WAY COLLECTION`."""

from __future__ import annotations

import gc
import sys

from benchmarks import collections, peers


def resident() -> int:
    """Bytes of this process that are in memory."""
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def main(way: str, name: str) -> None:
    import irassay

    collection = {"COVID": collections.covid, "MSM": collections.msm}[name]()
    # One run first, so that code and buffers are there before the count starts.
    warm = [peers.pytrec_runs(collection.paths[:1]), irassay.read_runs(collection.paths[:1], threads=1)]
    del warm
    gc.collect()
    before = resident()
    if way == "pytrec_eval":
        kept: object = peers.pytrec_runs(collection.paths)
    else:
        kept = irassay.read_runs(collection.paths, keep=way, threads=1)  # type: ignore[arg-type]
    gc.collect()
    print(resident() - before)
    del kept


if __name__ == "__main__":
    main(*sys.argv[1:])
