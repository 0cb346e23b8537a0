"""Parse and keep: files to rankings in memory, all documents interned, lists in order."""

from __future__ import annotations

from collections.abc import Iterator

import irassay
from benchmarks import collections, peers, timing
from benchmarks.collections import Collection
from benchmarks.row import Row


def rows(rounds: int) -> Iterator[Row]:
    for collection in (collections.covid(), collections.msm()):
        yield from _keep(collection, rounds)


def _keep(collection: Collection, rounds: int) -> Iterator[Row]:
    check_lists(collection)
    sides = [lambda: peers.pytrec_runs(collection.paths), lambda: polars_frames(collection)]
    (pytrec, polars), ours = timing.in_turn(rounds, sides, lambda: irassay.read_runs(collection.paths, threads=1))
    for peer, theirs, goal in (("pytrec_eval dict", pytrec, 8.0), ("polars, fixed separator", polars, 1.5)):
        yield Row(
            case="parse and keep",
            collection=collection.name,
            peer=peer,
            theirs=theirs.cpu,
            ours=ours.cpu,
            theirs_wall=theirs.wall,
            ours_wall=ours.wall,
            goal=goal,
            note=f"{1e9 * ours.cpu / collection.lines:.0f} ns a line" if goal == 8.0 else "",
        )
    if not timing.second_core_is_free():
        return
    one = timing.median([timing.once(lambda: irassay.read_runs(collection.paths, threads=1)) for _ in range(3)])
    two = timing.median([timing.once(lambda: irassay.read_runs(collection.paths, threads=2)) for _ in range(3)])
    yield Row(
        case="parse and keep, 2 threads",
        collection=collection.name,
        peer="ourselves on one",
        theirs=one.wall,
        ours=two.wall,
        unit="s wall",
    )


def check_lists(collection: Collection) -> None:
    """A few of the lists are those that the dicts say, on one thread and on two."""
    paths = collection.paths[::25]
    for threads in (1, 2):
        runs = irassay.read_runs(paths, threads=threads)
        for system, lists in zip(runs.systems, peers.pytrec_runs(paths)):
            for query in list(lists)[::7]:
                expected = sorted(lists[query], key=lambda doc: (lists[query][doc], doc.encode()), reverse=True)
                if list(runs.ranking(system, query)) != expected:
                    raise peers.Disagree(f"{collection.name}: list of {system} for query {query}, {threads} threads")


def polars_frames(collection: Collection) -> list[object]:
    """One frame a run: query and document as categories, and the score. No grouping, order or check for duplicates."""
    import polars

    schema = {
        "query": polars.Categorical,
        "q0": polars.String,
        "doc": polars.Categorical,
        "rank": polars.String,
        "score": polars.Float64,
        "tag": polars.String,
    }
    return [
        polars.read_csv(
            path, has_header=False, separator=collection.separator, schema=schema, columns=[0, 2, 4], quote_char=None
        )
        for path in collection.paths
    ]
