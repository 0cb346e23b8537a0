"""Prints the most memory that scoring draws takes, in MB: `python -m benchmarks.peak WAY COLLECTION DRAW`."""

from __future__ import annotations

import sys

from benchmarks import collections, peers
from benchmarks.draws import FOUR, draw_half, draw_one


def most() -> float:
    """MB of this process that were in memory at once."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))


def main(way: str, name: str, what: str) -> None:
    import irassay

    collection = {"COVID": collections.covid, "DM": collections.dm}[name]()
    draw = {"one": draw_one, "half": draw_half}[what]
    qrels = irassay.read_qrels(str(collection.qrels))
    if way == "pytrec_eval":
        labels = {query: dict(qrels.grades(query)) for query in qrels.queries}
        kept: object = peers.pytrec_lists(labels, peers.pytrec_runs(collection.paths), FOUR)
    else:
        kept = irassay.evaluate(draw(qrels), irassay.read_runs(collection.paths, threads=1), list(FOUR), threads=1)
    print(most())
    del kept


if __name__ == "__main__":
    main(*sys.argv[1:])
