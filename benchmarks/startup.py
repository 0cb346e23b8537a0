"""Start-up: scoring one run from the command line, against importing the peer and doing nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import collections, timing
from benchmarks.row import Row

N = 7  # commands of each kind a round


def rows(rounds: int) -> Iterator[Row]:
    collection = collections.covid()
    irassay = str(Path(sys.executable).parent / "irassay")
    ours = [irassay, "eval", str(collection.qrels), collection.paths[0], "-m", "nDCG@10", "-m", "AP"]
    theirs = [sys.executable, "-c", "import pytrec_eval"]
    taken: list[list[timing.Took]] = [[], []]
    for _ in range(N * rounds):
        for at, command in enumerate((theirs, ours)):
            taken[at].append(timing.child(command))
    peer, mine = (timing.median(side) for side in taken)
    yield Row(
        case="irassay eval, one run",
        collection=collection.name,
        peer="import pytrec_eval",
        theirs=peer.cpu,
        ours=mine.cpu,
        theirs_wall=peer.wall,
        ours_wall=mine.wall,
        goal=2.0,
    )
