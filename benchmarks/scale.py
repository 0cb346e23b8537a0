"""8.8 million passages, as many as MS MARCO's: indexed, grown by shards, searched by 6,980 of them on two threads.

Every step is kept when it is done, and blocks of the search as well: what was stopped goes on where it stopped when it
is run again. bm25s is searched by 500 of them where it is installed.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.collections import CACHE
from benchmarks.row import HEADER, Row, line, notes
from benchmarks.scale_steps import THREADS, Steps, Used
from benchmarks.timing import Took

MORE = 138_000_000  # passages of MS MARCO's second edition, for which figures are extrapolated
GOAL_OF_SEARCH = 4.0
GOAL_OF_MEMORY = 2_000  # MB
MEGABYTE = 1e6


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--passages", type=int, default=8_800_000, metavar="N", help="of all (default 8800000)")
    parser.add_argument("--queries", type=int, default=6_980, metavar="N", help="of these passages (default 6980)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help=f"where it is kept (default: in {CACHE})")
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure is below its goal")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write both sides' figures")
    args = parser.parse_args()
    folder = args.folder or CACHE / f"passages-{args.passages}"
    folder.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what runs for us ends as well
    with open(folder / "lock", "w") as lock:
        os.set_inheritable(lock.fileno(), True)  # what outlives us keeps it
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            parser.error(f"something works in {folder} already: wait until it ends, or give another --folder")
        rows = list(_printed(rows_of(Steps(folder, args.passages, args.queries))))
    print(*("", *notes(rows)), sep="\n")
    if args.json:
        args.json.write_text(json.dumps([row.to_json() for row in rows], indent=1))
    return int(args.check and any(row.reached is False for row in rows))


def rows_of(steps: Steps) -> Iterator[Row]:
    *first, last = steps.texts()
    size = _millions(steps.size)
    before = len(first) * steps.per_file
    built = steps.index(first)
    yield from _of_build("index from text", _millions(before), built)
    grown = steps.growth([last], built.shards)
    yield from _of_build(f"growth by {_millions(steps.size - before)}", size, grown)
    yield Row(case="index on disk", collection=size, ours=grown.bytes / MEGABYTE, unit="MB")
    search, beside = steps.search(), steps.peer()
    peer = "" if beside else "; bm25s is absent"
    yield from _of_search(
        "passage as query", size, search, note=f"{steps.n_queries:,} queries, {THREADS} threads{peer}"
    )
    if beside:
        yield from _of_search("some of these", size, beside.ours, theirs=beside.theirs, note=beside.checked)
    yield from _extrapolated(steps.size, built.cpu + grown.cpu, grown.bytes, search.cpu)


def _of_search(case: str, size: str, ours: Took, *, theirs: Took | None = None, note: str) -> Iterator[Row]:
    peer = "bm25s" if theirs else ""
    yield Row(
        case=case,
        collection=size,
        peer=peer,
        ours=ours.cpu * 1e3,
        theirs=theirs.cpu * 1e3 if theirs else None,
        unit="ms CPU",
        goal=GOAL_OF_SEARCH if theirs else None,
        note=note,
    )
    yield Row(
        case=f"{case}, by the clock",
        collection=size,
        peer=peer,
        ours=ours.wall * 1e3,
        theirs=theirs.wall * 1e3 if theirs else None,
        unit="ms",
    )


def _of_build(case: str, collection: str, used: Used) -> Iterator[Row]:
    resumed = f"resumed: {used.kept} of its {used.shards} shards were there already" if used.kept else ""
    yield Row(case=case, collection=collection, ours=used.cpu, ours_wall=used.wall, note=resumed)
    yield Row(
        case=f"{case}, memory", collection=collection, ours=used.memory, unit="MB", goal=GOAL_OF_MEMORY, goal_is="most"
    )


def _extrapolated(size: int, cpu: float, n_bytes: int, search: float) -> Iterator[Row]:
    """Proportional to the passages; nobody has measured it."""
    factor = MORE / size
    note = f"an extrapolation, nothing measured: the figure at {_millions(size)} times {MORE:,} / {size:,}"
    for case, figure, unit in (
        ("index from text", cpu, "s CPU"),
        ("index on disk", n_bytes / MEGABYTE, "MB"),
        ("passage as query", search * 1e3, "ms CPU"),
    ):
        yield Row(case=f"{case}, extrapolated", collection=_millions(MORE), ours=figure * factor, unit=unit, note=note)


def _printed(rows: Iterator[Row]) -> Iterator[Row]:
    print(HEADER)
    for row in rows:
        print(line(row), flush=True)
        yield row


def _millions(n: int) -> str:
    return f"{n / 1e6:g}M"


if __name__ == "__main__":
    sys.exit(main())
