"""`irassay report` from files to page, in a process of its own: CPU time, memory, and how large the page is."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import collections
from benchmarks.row import Row

MEGABYTE = 1e6


def rows(rounds: int) -> Iterator[Row]:
    """Each report is made once: it has no peer, and its goals leave room."""
    qrels, runs = collections.covid_xz()
    more = ["-m", "nDCG@20", "-m", "P@20", "-m", "AP", "--metadata", str(runs.parent / "runs.csv")]
    yield from _of("COVID", [str(qrels), str(runs), *more], seconds=60, megabytes=2.5)
    msm = collections.msm()
    yield from _of("MSM", [str(msm.qrels), str(msm.runs[0].parent), "-m", "nDCG@10"], seconds=120, megabytes=5)


def _of(collection: str, words: Sequence[str], *, seconds: float, megabytes: float) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        cpu, memory = run([sys.executable, "-m", "irassay", "report", *words, "-o", str(page), "--quiet"])
        size = page.stat().st_size / MEGABYTE
    case = "report, files to page"
    yield Row(case=case, collection=collection, ours=cpu, goal=seconds, goal_is="most")
    yield Row(case=case, collection=collection, ours=memory, unit="MB", goal=2_000, goal_is="most")
    yield Row(
        case="report, size of the page", collection=collection, ours=size, unit="MB", goal=megabytes, goal_is="most"
    )


def run(words: Sequence[str]) -> tuple[float, float]:
    """Run a command; its CPU seconds and the most memory it held, in MB."""
    child = os.posix_spawn(words[0], list(words), dict(os.environ), file_actions=[_silent()])
    _, status, used = os.wait4(child, 0)
    if status != 0:
        raise RuntimeError(f"{' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MEGABYTE


def _silent() -> tuple[int, int, str, int, int]:
    """Standard output to nowhere."""
    return (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
