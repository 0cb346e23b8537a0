"""What runs take in memory, by the document: resident set before and after, each in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import collections, timing
from benchmarks.row import Row


def rows(rounds: int) -> Iterator[Row]:
    for collection in (collections.covid(), collections.msm()):
        lines = collection.lines
        theirs = int(timing.asked("resident", "pytrec_eval", collection.name)) / lines
        for keep, goal in (("order", 25.0), ("scores", 14.0)):
            yield Row(
                case=f"memory, {keep} kept",
                collection=collection.name,
                peer="pytrec_eval dict",
                theirs=theirs,
                ours=int(timing.asked("resident", keep, collection.name)) / lines,
                unit="B/doc",
                goal=goal,
                note="every score comes back bit for bit" if keep == "scores" else "",
            )
