"""Timing: CPU seconds of record, medians, peer and kernel in turn within one process."""

from __future__ import annotations

import gc
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Took:
    """Seconds of all threads' processor time, and of the clock."""

    cpu: float
    wall: float

    def __mul__(self, factor: float) -> Took:
        return Took(self.cpu * factor, self.wall * factor)


def now() -> Took:
    return Took(time.process_time(), time.perf_counter())


def since(start: Took) -> Took:
    end = now()
    return Took(end.cpu - start.cpu, end.wall - start.wall)


def once(work: Callable[[], object]) -> Took:
    gc.collect()
    start = now()
    result = work()
    took = since(start)
    del result  # freeing it is not part of the work
    return took


def median(taken: Sequence[Took]) -> Took:
    return Took(statistics.median(t.cpu for t in taken), statistics.median(t.wall for t in taken))


def in_turn(rounds: int, peers: Sequence[Callable[[], object]], ours: Callable[[], object]) -> tuple[list[Took], Took]:
    """Medians of each peer over `rounds` and of ours over three times as many, alternating."""
    theirs: list[list[Took]] = [[] for _ in peers]
    mine: list[Took] = []
    for _ in range(rounds):
        for at, peer in enumerate(peers):
            theirs[at].append(once(peer))
        mine += [once(ours) for _ in range(3)]
    return [median(taken) for taken in theirs], median(mine)


def child(command: Sequence[str], *, env: dict[str, str] | None = None) -> Took:
    """A whole process, its standard output thrown away."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **(env or {})})
    wall = time.perf_counter() - wall
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


def asked(module: str, *args: str) -> str:
    """What `python -m benchmarks.MODULE ARGS` prints: for figures that need a process of their own."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *args]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def second_core_is_free() -> bool:
    """Whether a loop on two processes takes as long as on one: else two threads can't be judged."""
    loop = [sys.executable, "-c", "for _ in range(4_000_000): pass"]
    alone = child(loop).wall
    start = time.perf_counter()
    pair = [threading.Thread(target=child, args=(loop,)) for _ in range(2)]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    return time.perf_counter() - start < 1.12 * alone
