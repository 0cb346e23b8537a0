"""People who answer a campaign over loopback, and its server, which is killed; for benchmarks."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

DATABASES = ("sqlite", "postgresql")
_RETRIES = (1.0, 2.0, 4.0, 8.0, 15.0)  # seconds, each drawn between half and three halves of it


def options(name: str, told: str | None, **numbers: int) -> argparse.ArgumentParser:
    """A parser of whole numbers with these defaults, of databases, and of whether goals count."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=told)
    for number, default in numbers.items():
        parser.add_argument(f"--{number}", type=int, default=default, metavar="N")
    parser.add_argument("--database", choices=DATABASES, action="append", help="default: both")
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure misses its goal")
    return parser


def p95(times: list[float]) -> float:
    """The time that 95 in 100 don't exceed, to a tenth."""
    return round(sorted(times)[int(0.95 * (len(times) - 1))], 1)


def empty_database(name: str, stack: ExitStack) -> str:
    """A database without tables, on a disk that commits wait for."""
    if name == "sqlite":
        return str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "bench.campaign")
    from tests import postgres_at_hand

    return str(stack.enter_context(postgres_at_hand.serve(fsync="on")))


class Server:
    """`irassay judge` of a campaign in a process of its own, in a ``with`` block.

    Attributes
    ----------
    port : int
    windows : list of [float, float]
        When it answered first, and when it was killed, each time.
    """

    def __init__(self, source: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.windows: list[list[float]] = []
        self._words = [sys.executable, "-m", "irassay", "judge", source, "--listen", f"127.0.0.1:{self.port}"]

    def __enter__(self) -> Server:
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(self._words, **silent, env=os.environ)
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                connection.request("GET", "/health")
                if connection.getresponse().read():
                    self.windows.append([time.monotonic()] * 2)
                    return self
            except OSError:
                if self._process.poll() is not None:
                    raise RuntimeError("the server has ended") from None
                time.sleep(0.01)

    def kill(self, draw: random.Random) -> None:
        """Kill it after up to 20 ms, and start another one."""
        time.sleep(draw.uniform(0, 0.02))
        self._process.kill()
        self.__exit__()
        self.__enter__()

    def __exit__(self, *_: object) -> None:
        self.windows[-1][1] = time.monotonic()
        self._process.send_signal(signal.SIGINT)
        self._process.wait()


class Client:
    """Requests of one person, sent again until the server answers."""

    def __init__(self, port: int, token: str, draw: random.Random) -> None:
        self.sent = 0.0  # when the request that was answered was sent
        self._port = port
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._draw = draw
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Status and JSON."""
        for attempt in range(1000):
            if attempt:
                time.sleep(_RETRIES[min(attempt, len(_RETRIES)) - 1] * self._draw.uniform(0.5, 1.5))
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
                self.sent = time.monotonic()
                self._connection.request(method, path, json.dumps(body), self._headers)
                answer = self._connection.getresponse()
                return answer.status, json.loads(answer.read() or b"null")
            except (OSError, http.client.HTTPException):
                if self._connection is not None:
                    self._connection.close()
                self._connection = None
        raise RuntimeError("the server never answered")
