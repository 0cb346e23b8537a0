"""Runs larger than memory: the same scores under a limit on the address space."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import collections
from benchmarks.collections import CACHE, Collection
from benchmarks.peers import Disagree
from benchmarks.row import Row

LIMIT = 64 * 2**20
COPIES = 5


def rows(rounds: int) -> Iterator[Row]:
    collection = collections.covid()
    folder = _many(collection)
    size = COPIES * sum(path.stat().st_size for path in collection.runs)
    if scores(collection, folder, limit=LIMIT) != scores(collection, folder, limit=None):
        raise Disagree("scores under the limit differ")
    yield Row(
        case=f"text read within {LIMIT >> 20} MB",
        collection=collection.name,
        ours=size / LIMIT,
        unit="x limit",
        goal=15,
        goal_is="least",
        note=f"{size / 2**20:,.0f} MB of runs; address space limited, the scores are those without a limit",
    )


def _many(collection: Collection) -> Path:
    """A folder that names every run several times."""
    folder = CACHE / "many"
    folder.mkdir(parents=True, exist_ok=True)
    for copy in range(COPIES):
        for path in collection.runs:
            link = folder / f"{path.name}.{copy}"
            if not link.is_symlink():
                link.symlink_to(path.resolve())
    return folder


def scores(collection: Collection, folder: Path, *, limit: int | None) -> str:
    """What `irassay eval` prints."""

    def confine() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    command = [str(Path(sys.executable).parent / "irassay"), "eval", str(collection.qrels), str(folder)]
    command += ["-m", "nDCG@10", "-m", "AP", "--format", "tsv", "--threads", "1"]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, preexec_fn=confine, env={**os.environ}
    ).stdout
