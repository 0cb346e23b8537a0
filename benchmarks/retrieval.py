"""A million passages indexed from text, and searched by passages and by short queries, beside the peers that are there.

bm25s and PISA are given the terms that our analysis makes, Lucene the texts, as Anserini analyses them; what a passage
repeats counts as often for everyone. Peers' indexes are built once and stay beside the passages.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from benchmarks import engine_lucene, timing
from benchmarks.engine_bm25s import Bm25s, has_bm25s
from benchmarks.engine_lucene import Lucene, has_lucene
from benchmarks.engine_pisa import Pisa, has_pisa
from benchmarks.engines import Engine, Ours, Search
from benchmarks.passages import Passages, passages
from benchmarks.row import Row

SIZE = int(os.environ.get("IRASSAY_BENCH_PASSAGES", 1_000_000))
QUERIES = 500
WORDS_OF_SHORT = 8  # the first words of a passage, stopwords among them
FASTEST_PISA = "PISA, MaxScore"  # for whole passages; by default it takes the other
GOALS = {"bm25s": 4 / 3, FASTEST_PISA: 4.0}  # for passages
GOAL_OF_BUILD = 3.0
ENGINES: dict[str, tuple[Callable[[Search], Engine], Callable[[], bool]]] = {
    "bm25s": (Bm25s, has_bm25s),
    FASTEST_PISA: (partial(Pisa, algorithm="maxscore"), has_pisa),
    "PISA, block-max WAND": (partial(Pisa, algorithm="block_max_wand"), has_pisa),
    "Lucene": (Lucene, has_lucene),
}


def rows(rounds: int) -> Iterator[Row]:
    given = passages(SIZE, queries=QUERIES)
    yield from _building(given)
    whole = given.texts(given.queries)
    short = {query: " ".join(text.split()[:WORDS_OF_SHORT]) for query, text in whole.items()}
    yield from _searching("passage as query", Search(given, whole, whole=True), rounds, goals=GOALS)
    yield from _searching("eight words as query", Search(given, short, whole=False), rounds, goals={})


def _building(given: Passages) -> Iterator[Row]:
    shutil.rmtree(given.folder / "ours", ignore_errors=True)
    command = [sys.executable, "-m", "irassay", "index", *map(str, given.files), "-o", str(given.folder / "ours")]
    ours = timing.child([*command, "--threads", "1", "--quiet"])
    theirs = engine_lucene.build(given) if has_lucene() else None
    yield Row(
        case="index from text",
        collection=_size(given),
        peer="Lucene",
        theirs=theirs.cpu if theirs else None,
        ours=ours.cpu,
        ours_wall=ours.wall,
        theirs_wall=theirs.wall if theirs else None,
        goal=GOAL_OF_BUILD if theirs else None,
        note="" if theirs else _absent("Lucene"),
    )
    size = sum(file.stat().st_size for file in (given.folder / "ours").iterdir())
    yield Row(case="index on disk", collection=_size(given), ours=size / 1e6, unit="MB")


def _searching(case: str, search: Search, rounds: int, *, goals: Mapping[str, float]) -> Iterator[Row]:
    """Milliseconds of one thread a query; first, every peer's best scores are held against ours."""
    ours = Ours(search)
    for name, (engine, is_there) in ENGINES.items():
        if not is_there():
            yield _row(case, search, name, note=_absent(name), ours=ours.once().cpu)
            continue
        peer = engine(search)
        checked = peer.check(ours)
        taken = [(peer.once().cpu, ours.once().cpu) for _ in range(rounds)]
        theirs, mine = (statistics.median(side) for side in zip(*taken))
        yield _row(case, search, name, note=checked, ours=mine, theirs=theirs, goal=goals.get(name))


def _row(
    case: str,
    search: Search,
    peer: str,
    *,
    note: str,
    ours: float,
    theirs: float | None = None,
    goal: float | None = None,
) -> Row:
    return Row(
        case=case,
        collection=_size(search.passages),
        peer=peer,
        theirs=None if theirs is None else theirs * 1e3,
        ours=ours * 1e3,
        unit="ms CPU",
        goal=goal,
        note=note,
    )


def _size(given: Passages) -> str:
    return f"{given.size / 1e6:g}M"


def _absent(name: str) -> str:
    return f"{name} is absent: CONTRIBUTING.md says how to have it"
