"""Shards by processes of this machine. One that dies costs its shard, which another one does again."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from os import dup
from typing import Any

from irassay.workflows.shard import TRIES, Shard, lost
from irassay.workflows.worker import START, not_importable

PATIENCE = 5.0  # seconds for a process to end whose pipe is closed


class Processes:
    """`n` processes that do shards; they are started when there is work, and ended with the block."""

    __slots__ = ("_idle", "_n", "_workers")
    here = False

    def __init__(self, n: int) -> None:
        self._n = n
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []

    def run(self, shards: Iterable[Shard]) -> Generator[tuple[Shard, Any], None, None]:
        """Do the shards; each with its value, as they are finished. One more is taken than is being done. LostWorker
        where a shard's worker died each time; UsageError where it can't be handed to another process."""
        left = iter(shards)
        ready: list[_Try] = []
        busy: dict[Connection, tuple[_Worker, _Try]] = {}
        try:
            while True:
                while len(busy) < self._n:
                    if not ready and not _take(left, ready):
                        break
                    worker = self._free()
                    busy[worker.answers] = worker, ready[-1]
                    worker.ask(ready.pop().shard)
                if not busy:
                    return
                if not ready:
                    _take(left, ready)
                for answers in wait(list(busy)):
                    worker, one = busy[answers]  # type: ignore[index]
                    answer = worker.answer()
                    del busy[worker.answers]
                    if answer is None:
                        self._workers.discard(worker)
                        ready.append(_again(one, worker.died()))
                        continue
                    self._idle.append(worker)
                    value, error = answer
                    if error is not None:
                        raise error
                    yield one.shard, value
        finally:
            for worker, _ in busy.values():
                self._end(worker)

    def _free(self) -> _Worker:
        if self._idle:
            return self._idle.pop()
        worker = _Worker()
        self._workers.add(worker)
        return worker

    def _end(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        worker.end()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *raised: object) -> None:
        self._idle = []
        for worker in list(self._workers):
            self._end(worker)


@dataclass(frozen=True, slots=True)
class _Try:
    """A shard, and how often it was begun."""

    shard: Shard
    number: int


def _take(shards: Iterator[Shard], ready: list[_Try]) -> bool:
    """Add the next shard to those that are ready; whether there was one."""
    shard = next(shards, None)
    if shard is not None:
        ready.append(_Try(shard, 1))
    return shard is not None


def _again(one: _Try, how: str) -> _Try:
    if one.number == TRIES:
        raise lost(one.shard.name, one.number, how)
    return _Try(one.shard, one.number + 1)


class _Worker:
    """One process, and the two pipes to it."""

    __slots__ = ("_process", "_questions", "answers")

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions = Connection(dup(self._process.stdin.fileno()), readable=False)
        self.answers = Connection(dup(self._process.stdout.fileno()), writable=False)
        self._process.stdin.close()
        self._process.stdout.close()
        with suppress(OSError):
            self._questions.send_bytes(pickle.dumps(sys.path))

    def ask(self, shard: Shard) -> None:
        """Have it do the shard; that the process has died shows when it is to answer."""
        try:
            question = pickle.dumps((shard.function, shard.arguments), protocol=pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise not_importable(error) from None
        with suppress(OSError):
            self._questions.send_bytes(question)

    def answer(self) -> tuple[Any, Exception | None] | None:
        """The value of the shard, or its error; None where the process died."""
        try:
            data = self.answers.recv_bytes()
        except (EOFError, OSError):
            return None
        answer: tuple[Any, Exception | None] = pickle.loads(data)
        return answer

    def died(self) -> str:
        """Of a process whose pipe is closed: what it died of, in words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        return self.end()

    def end(self) -> str:
        """End the process, if it is there still, and say what it ended by."""
        self._process.kill()
        code = self._process.wait()
        self._questions.close()
        self.answers.close()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"
