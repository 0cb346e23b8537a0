"""The steps of benchmarks/scale.py, each in a process of its own: `python -m benchmarks.scale_steps STEP FOLDER N N`.

What a step found is a file in the folder, by which it is known to be done.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

from benchmarks.engine_bm25s import Bm25s, has_bm25s
from benchmarks.engines import Ours, Search
from benchmarks.passages import FILE, Passages, passages
from benchmarks.timing import Took, median

AT_ONCE = 500  # queries of a block of the search
OF_PEER = 500  # queries that bm25s is given: it takes long
ROUNDS = 3  # beside it
THREADS = 2


@dataclass(frozen=True)
class Used:
    """By an `irassay index`: seconds, the most memory in MB, shards there before and now, and their bytes."""

    cpu: float
    wall: float
    memory: float
    kept: int
    shards: int
    bytes: int


@dataclass(frozen=True)
class Peer:
    """Seconds a query, and what was compared."""

    ours: Took
    theirs: Took
    checked: str


class Steps:
    def __init__(self, folder: Path, size: int, n_queries: int) -> None:
        self.folder, self.size, self.n_queries = folder, size, n_queries
        self.per_file = min(FILE, -(-size // 2))  # the last file is what the index grows by

    def texts(self) -> list[str]:
        """The files of the passages."""
        saved: list[str] = self._kept("texts", lambda: self._asked("texts"))
        return saved

    def index(self, files: Sequence[str]) -> Used:
        return Used(**self._kept("index", lambda: asdict(self._indexed(files, 0))))

    def growth(self, files: Sequence[str], before: int) -> Used:
        """Of an index that has so many shards."""
        return Used(**self._kept("growth", lambda: asdict(self._indexed(files, before))))

    def search(self) -> Took:
        """Seconds a query."""
        return Took(*self._kept("search", lambda: self._asked("search")))

    def peer(self) -> Peer | None:
        """bm25s beside us on some of the queries; None where it is not installed."""
        if not has_bm25s():
            return None
        if not (self.folder / "bm25s").exists():
            run([*_module("bm25s_arrays"), str(self.size), str(self.folder / "bm25s")])
        saved = self._kept("peer", lambda: self._asked("peer"))
        return Peer(Took(*saved["ours"]), Took(*saved["theirs"]), saved["checked"])

    def passages(self) -> Passages:
        return passages(self.size, queries=self.n_queries, folder=self.folder, per_file=self.per_file)

    def _asked(self, step: str) -> Any:
        words = [*_module("scale_steps"), step, str(self.folder), str(self.size), str(self.n_queries)]
        return json.loads(run(words)[3])

    def _indexed(self, files: Sequence[str], before: int) -> Used:
        index = self.folder / "ours"
        kept = len(list(index.glob("*.shard"))) - before
        words = [
            "index",
            *files,
            "-o",
            str(index),
            "--threads",
            str(THREADS),
            "--quiet",
            *(["--add"] if before else []),
        ]
        cpu, wall, memory, _ = run([sys.executable, "-m", "irassay", *words])
        shards = list(index.glob("*.shard"))
        return Used(cpu, wall, memory, kept, len(shards), sum(shard.stat().st_size for shard in shards))

    def _kept(self, name: str, work: Callable[[], Any]) -> Any:
        path = self.folder / f"{name}.json"
        if not path.exists():
            part = path.with_suffix(".part")
            part.write_text(json.dumps(work()))
            part.rename(path)
        return json.loads(path.read_text())


def run(words: Sequence[str]) -> tuple[float, float, float, str]:
    """Run a command: its CPU seconds, those of the clock, the most memory that it held, in MB, and what it printed.

    A child's largest memory begins at that of the process that started it, so this one has to stay small.
    """
    start = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, close_fds=False) as child:
        try:
            assert child.stdout is not None
            said = child.stdout.read()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        except BaseException:
            child.kill()
            raise
    if child.returncode != 0:
        raise subprocess.CalledProcessError(child.returncode, words)
    return used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss * 1024 / 1e6, said


def _module(name: str) -> list[str]:
    return [sys.executable, "-m", f"benchmarks.{name}"]


def texts(given: Passages) -> list[str]:
    return [str(path) for path in given.files]


def searched(given: Passages) -> tuple[float, float]:
    """Block by block, each kept; the mean."""
    path = given.folder / "search.lines"
    done = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    ours = Ours(Search(given, {}, whole=True), threads=THREADS)
    for at in range(len(done) * AT_ONCE, len(given.queries), AT_ONCE):
        done.append(astuple(ours.of(given.queries[at : at + AT_ONCE])))
        with open(path, "a") as file:
            file.write(json.dumps(done[-1]) + "\n")
    sizes = [min(AT_ONCE, len(given.queries) - at) for at in range(0, len(given.queries), AT_ONCE)]
    cpu, wall = (sum(n * block[side] for n, block in zip(sizes, done)) / sum(sizes) for side in (0, 1))
    return cpu, wall


def beside_bm25s(given: Passages) -> dict[str, Any]:
    """Medians of rounds in turn."""
    search = Search(given, given.texts(given.queries[:OF_PEER]), whole=True)
    ours, peer = Ours(search, threads=THREADS), Bm25s(search, folder=given.folder / "bm25s", threads=THREADS)
    checked = peer.check(ours)
    rounds = [(ours.once(), peer.once()) for _ in range(ROUNDS)]
    mine, theirs = (median(side) for side in zip(*rounds))
    return {"ours": astuple(mine), "theirs": astuple(theirs), "checked": checked}


def main(step: str, folder: Path, size: int, n_queries: int) -> None:
    given = Steps(folder, size, n_queries).passages()
    print(json.dumps({"texts": texts, "search": searched, "peer": beside_bm25s}[step](given)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
