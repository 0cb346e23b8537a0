"""Rows of a comparison of test and training texts with peers, of which the last may be absent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from benchmarks import timing
from benchmarks.row import Row


def beside_peers(
    case: str,
    collection: str,
    peers: Mapping[str, Callable[[], object]],
    ours: Callable[[], object],
    *,
    goals: Mapping[str, float],
    rounds: int,
    note: str,
) -> Iterator[Row]:
    """A row a peer that is there, the note at the first; then one for each that has a goal and is not there."""
    taken, mine = timing.in_turn(rounds, list(peers.values()), ours)
    for (name, theirs), said in zip(zip(peers, taken), [note, *[""] * len(peers)]):
        yield Row(
            case=case,
            collection=collection,
            peer=name,
            theirs=theirs.cpu,
            ours=mine.cpu,
            goal=goals[name],
            ours_wall=mine.wall,
            theirs_wall=theirs.wall,
            note=said,
        )
    for name in goals:
        if name not in peers:
            absent = f"{name} is not installed: pip install {name}"
            yield Row(case=case, collection=collection, peer=name, ours=mine.cpu, note=absent)
