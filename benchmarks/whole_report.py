"""`irassay report` from files to page, in a process of its own: CPU time, memory, and how large the page is.

Beside it `irassay compare`, where lists are deep and labels sparse, and where there are a million queries.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import collections
from benchmarks.row import Row

MEGABYTE = 1e6
GIBIBYTE = 2**30 / MEGABYTE  # in megabytes


def rows(rounds: int) -> Iterator[Row]:
    """Each report is made once: it has no peer, and its goals leave room."""
    qrels, runs = collections.covid_xz()
    more = ["-m", "nDCG@20", "-m", "P@20", "-m", "AP", "--metadata", str(runs.parent / "runs.csv")]
    yield from _of("COVID", [str(qrels), str(runs), *more], seconds=60, megabytes=2.5)
    msm = collections.msm()
    yield from _of("MSM", [str(msm.qrels), str(msm.runs[0].parent), "-m", "nDCG@10"], seconds=120, megabytes=5)
    deep = collections.deep()
    files = [str(deep.qrels), deep.folder, "-m", "R@1000"]
    yield from _of("DEEP", [*files, "-m", "RR@10"], seconds=120, megabytes=1, memory=3 * GIBIBYTE)
    used = run(_irassay("compare", *files))
    yield from _used("compare, files to answer", "DEEP", used, seconds=30, memory=2 * GIBIBYTE)
    log = collections.query_log()
    used = run(_irassay("compare", str(log.qrels), log.folder, "-m", "RR@10"))
    yield from _used("compare, files to answer", "LOG", used, seconds=60, memory=4 * GIBIBYTE)


def _irassay(*words: str) -> list[str]:
    return [sys.executable, "-m", "irassay", *words, "--quiet"]


def _of(
    collection: str, words: Sequence[str], *, seconds: float, megabytes: float, memory: float = 2_000
) -> Iterator[Row]:
    """Goals: seconds of CPU time, megabytes of the page, megabytes of memory."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        used = run(_irassay("report", *words, "-o", str(page)))
        size = page.stat().st_size / MEGABYTE
    yield from _used("report, files to page", collection, used, seconds=seconds, memory=memory)
    yield Row(
        case="report, size of the page", collection=collection, ours=size, unit="MB", goal=megabytes, goal_is="most"
    )


def _used(case: str, collection: str, used: tuple[float, float], *, seconds: float, memory: float) -> Iterator[Row]:
    cpu, most = used
    yield Row(case=case, collection=collection, ours=cpu, goal=seconds, goal_is="most")
    yield Row(case=case, collection=collection, ours=most, unit="MB", goal=memory, goal_is="most")


# Runs a command and says what it used. A program of its own, because a child's largest memory begins at that of the
# process that started it, and this one holds the peers' dictionaries.
_LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
"""


def run(words: Sequence[str]) -> tuple[float, float]:
    """Run a command; its CPU seconds and the most memory it held, in MB."""
    said = subprocess.run(
        [sys.executable, "-S", "-c", _LAUNCHER, *words], stdout=subprocess.PIPE, text=True, check=True
    )
    seconds, most = map(float, said.stdout.split())
    return seconds, most / MEGABYTE
