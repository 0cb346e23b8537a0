"""The steps of `python -m benchmarks.scale`, each in a process of its own: `python -m benchmarks.scale_steps STEP FOLDER N N`.

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
from benchmarks.timing import Took

AT_ONCE = 500  # queries of a block of the search
THREADS = 2


@dataclass(frozen=True)
class Used:
    """By an `irassay index`: seconds, the most memory in MB, shards that were there before and are now, and their bytes."""

    cpu: float
    wall: float
    memory: float
    kept: int
    shards: int
    bytes: int


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

    def search(self) -> tuple[Took, Took | None, str]:
        """Seconds a query, ours and bm25s's, and what was compared."""
        if has_bm25s() and not (self.folder / "bm25s").exists():
            run([*_module("bm25s_arrays"), str(self.size), str(self.folder / "bm25s")])
        saved = self._kept("search", lambda: self._asked("search"))
        theirs = saved["theirs"]
        return Took(*saved["ours"]), Took(*theirs) if theirs else None, saved["checked"]

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


def searched(given: Passages) -> dict[str, Any]:
    """Blocks of queries by both sides in turn, each block kept; seconds a query, of all."""
    path = given.folder / "search.lines"
    done = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    texts = given.texts(given.queries)
    checked = ""
    for at in range(0, len(texts), AT_ONCE):
        search = Search(given, dict(list(texts.items())[at : at + AT_ONCE]), whole=True)
        ours = Ours(search, threads=THREADS)
        peer = Bm25s(search, folder=given.folder / "bm25s", threads=THREADS) if has_bm25s() else None
        if not checked:
            checked = peer.check(ours) if peer else "bm25s is absent"
        if at // AT_ONCE < len(done):
            continue
        mine, theirs = ours.once(), peer.once() if peer else None
        done.append({"n": len(search.texts), "ours": astuple(mine), "theirs": astuple(theirs) if theirs else None})
        with open(path, "a") as file:
            file.write(json.dumps(done[-1]) + "\n")
    return {"ours": _mean(done, "ours"), "theirs": _mean(done, "theirs"), "checked": checked}


def _mean(blocks: list[dict[str, Any]], side: str) -> list[float] | None:
    if any(block[side] is None for block in blocks):
        return None
    n = sum(block["n"] for block in blocks)
    return [sum(block["n"] * block[side][at] for block in blocks) / n for at in (0, 1)]


def main(step: str, folder: Path, size: int, n_queries: int) -> None:
    given = Steps(folder, size, n_queries).passages()
    print(json.dumps([str(path) for path in given.files] if step == "texts" else searched(given)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
