"""Preferences: `irassay prefer` on pools of MS MARCO's size, and ten million judgments in memory.

`python -m benchmarks.preferring PEAK` prints the most memory, in MB, that reading the ten million takes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks import collections, timing
from benchmarks.collections import CACHE, Collection
from benchmarks.peak import most
from benchmarks.row import Row

N_PAIRS = 141_887  # of Arabzadeh et al. 2021, over the queries of MS MARCO's small development set
SYSTEMS = 16
SECONDS = 10.0
N_MANY, MB = 10_000_000, 1_000.0
MANY_QUERIES, MANY_DOCS = 100_000, 2_000_000
SEED = 11


def rows(rounds: int) -> Iterator[Row]:
    collection = collections.pref()
    judged = pairs_of(collection)
    irassay = str(Path(sys.executable).parent / "irassay")
    command = [irassay, "prefer", str(judged), *collection.paths, "--qrels", str(collection.qrels)]
    command += ["-o", str(CACHE / "prefer.json"), "--quiet"]
    taken = timing.median([timing.child(command) for _ in range(rounds)])
    yield Row(
        case=f"irassay prefer, {N_PAIRS:,} pairs",
        collection=f"{SYSTEMS} x 6,980",
        ours=taken.cpu,
        ours_wall=taken.wall,
        goal=SECONDS,
        goal_is="most",
    )
    many()
    yield Row(
        case=f"{N_MANY / 1e6:g} million preferences",
        collection="planted",
        ours=float(timing.asked("preferring", "PEAK")),
        unit="MB",
        goal=MB,
        goal_is="most",
        note="the most that reading them and finding each pair's outcome takes, Python and libraries included",
    )


def pairs_of(collection: Collection) -> Path:
    """Judged pairs of what the runs put first and the known answers: all of a query's, until there are enough."""
    path = CACHE / collection.name / "judged"
    if path.exists():
        return path
    pools: dict[str, dict[str, None]] = {}
    for line in collection.qrels.read_text().splitlines():
        query, _, doc, _ = line.split()
        pools.setdefault(query, {})[doc] = None
    for run in collection.runs:
        for line in run.read_text().splitlines():
            query, _, doc, rank, *_ = line.split()
            if int(rank) <= 3:
                pools[query][doc] = None
    rng = np.random.default_rng(SEED)
    lines: list[str] = []
    per_query = -(-N_PAIRS // len(pools))
    for query, docs in pools.items():
        every = [(a, b) for i, a in enumerate(docs) for b in list(docs)[i + 1 :]]
        for a, b in every[:per_query]:
            first, other = (a, b) if rng.random() < 0.6 else (b, a)
            lines.append(f"{query} {first} {other} {first}\n")
    path.write_text("".join(lines[:N_PAIRS]))
    return path


def many() -> Path:
    """Ten million judgments of pairs."""
    path = CACHE / "preferences-10m"
    if path.exists():
        return path
    CACHE.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(SEED + 1)
    with open(path, "w") as file:
        for _ in range(100):
            n = N_MANY // 100
            query = rng.integers(0, MANY_QUERIES, n)
            docs = rng.integers(0, 20, (2, n)) + query * (MANY_DOCS // MANY_QUERIES)
            docs[1] += docs[1] == docs[0]
            rows_of = zip(query.tolist(), *docs.tolist(), strict=True)
            file.write("".join(f"q{q} d{a} d{b} d{a}\n" for q, a, b in rows_of))
    return path


def peak() -> float:
    """The most memory that reading the ten million and finding their outcomes takes, in MB."""
    from irassay.formats import read_preferences

    preferences = read_preferences(str(many()))
    if preferences.n_pairs != N_MANY or len(preferences.outcomes) > N_MANY:
        raise SystemExit(f"{preferences.n_pairs:,} pairs read, expected {N_MANY:,}")
    return most()


if __name__ == "__main__":
    print(peak())
