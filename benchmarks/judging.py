"""People who judge over loopback while the server is killed: what was acknowledged is in the log, and counted, once.

Each of 50 people answers some 1.2 times a second, asks again with the same key after 1, 2, 4, 8 seconds like the page
does, and goes on. `kill -9` strikes the server after a random number of answers; another one is started at once.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign, open_campaign

GOAL_RATE = 50.0  # answers a second between kills
GOAL_P95 = 100.0  # milliseconds to the 201
OFFERED = 1.2  # answers that a person gives in a second
DATABASES = ("sqlite", "postgresql")
_RETRIES = (1.0, 2.0, 4.0, 8.0, 15.0)  # seconds, each drawn between half and three halves of it


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judging", description=__doc__)
    parser.add_argument("--people", type=int, default=50, metavar="N")
    parser.add_argument("--answers", type=int, default=5_000, metavar="N")
    parser.add_argument("--kills", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--database", choices=DATABASES, action="append", help="default: both")
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure misses its goal")
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()
    rows = []
    for name in args.database or DATABASES:
        with ExitStack() as stack:
            source = empty_database(name, stack)
            rows.append({"database": name, **Trial(source, args.people, args.answers, args.kills, args.seed).run()})
        print("  ".join(f"{key} {value}" for key, value in rows[-1].items()), flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))
    missed = [row for row in rows if row["a second"] < GOAL_RATE or row["p95 ms"] > GOAL_P95]
    return int(any(row["lost or doubled"] for row in rows) or (args.check and bool(missed)))


def empty_database(name: str, stack: ExitStack) -> str:
    """A database without tables, on a disk that commits wait for."""
    if name == "sqlite":
        return str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "bench.campaign")
    from tests import postgres_at_hand

    return str(stack.enter_context(postgres_at_hand.serve(fsync="on")))


class Trial:
    """A campaign, the people who judge it, and the server that is killed."""

    def __init__(self, source: str, people: int, answers: int, kills: int, seed: int) -> None:
        self.source = source
        self.answers = answers
        self.draw = random.Random(seed)
        self.moments = sorted(self.draw.sample(range(1, answers), kills))
        self.acknowledged: list[tuple[str, float, float]] = []  # key, when it was sent first and acknowledged
        self.windows: list[tuple[float, float]] = []  # when the server answered
        self.wrong: list[str] = []
        self.stop = threading.Event()
        self.port = free_port()
        texts = {"queries": {f"q{i}": "what makes bread rise" for i in range(20)}}
        per_query = answers // 10 + 3 * people
        texts["docs"] = {f"d{i}": "Yeast eats sugar and gives off gas. " * 10 for i in range(per_query)}
        settings = Settings(scale=scale("trec-passage"), order="shuffled", seed=0, guideline="")
        with make_campaign(source, settings) as made:
            made.add([Task("graded", query, (doc,)) for query in texts["queries"] for doc in texts["docs"]], **texts)
            self.tokens = [made.invite(f"person {i}") for i in range(people)]

    def run(self) -> dict[str, Any]:
        people = [threading.Thread(target=self._judge, args=(token, i)) for i, token in enumerate(self.tokens)]
        server, up = started(self.source, self.port)
        for one in people:
            one.start()
        try:
            for moment in self.moments:
                while len(self.acknowledged) < moment:
                    time.sleep(0.002)
                time.sleep(self.draw.uniform(0, 0.02))
                server.kill()
                self.windows.append((up, time.monotonic()))
                server.wait()
                server, up = started(self.source, self.port)
            while len(self.acknowledged) < self.answers:
                time.sleep(0.005)
            self.windows.append((up, time.monotonic()))
            self.stop.set()
            for one in people:
                one.join()
        finally:
            self.stop.set()
            server.send_signal(signal.SIGINT)
            server.wait()
        return self._figures()

    def _judge(self, token: str, number: int) -> None:
        """One person, until all answers are there."""
        draw = random.Random(number)
        client = Client(self.port, token, draw)
        following = time.monotonic() + draw.uniform(0, 1 / OFFERED)
        tasks: list[dict[str, Any]] = []
        while not self.stop.is_set() and len(self.acknowledged) < self.answers:
            if not tasks:
                tasks = client.ask("POST", "/tasks?n=3", {"holding": []})[1]["tasks"]
                continue
            time.sleep(max(0.0, following - time.monotonic()))
            following = max(following + draw.uniform(0.5, 1.5) / OFFERED, time.monotonic())
            task = tasks.pop(0)
            body = {"task": task["task"], "answer": "Related", "ms_active": 700}
            sent = time.monotonic()
            status, receipt = client.ask("PUT", f"/answers/{task['key']}", body)
            if status in (200, 201):
                self.acknowledged.append((task["key"], max(sent, client.sent), time.monotonic()))
            else:
                self.wrong.append(f"{status} {receipt}")

    def _figures(self) -> dict[str, Any]:
        keys = Counter(key for key, _, _ in self.acknowledged)
        with open_campaign(self.source) as made:
            logged = Counter(entry.key for entry in made.log() if entry.kind == "answer")
            counted = made.counts().answered
        off = sum(((keys - logged) + (logged - keys)).values()) + abs(counted - len(keys)) + len(self.wrong)
        up = sum(end - start for start, end in self.windows)
        times, n = [], 0
        for start, end in self.windows:
            inside = [(sent, got) for _, sent, got in self.acknowledged if start <= got <= end]
            n += len(inside)
            times += [1000 * (got - sent) for sent, got in inside if sent >= start]
        times.sort()
        return {
            "acknowledged": len(keys),
            "logged": len(logged),
            "counted": counted,
            "lost or doubled": off,
            "kills": len(self.moments),
            "seconds up": round(up, 1),
            "a second": round(n / up, 1),
            "median ms": round(statistics.median(times), 1),
            "p95 ms": round(times[int(0.95 * (len(times) - 1))], 1),
        }


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def started(source: str, port: int) -> tuple[subprocess.Popen[bytes], float]:
    """The server, and when it first answered."""
    words = [sys.executable, "-m", "irassay", "judge", source, "--listen", f"127.0.0.1:{port}"]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/health")
            if connection.getresponse().read():
                return server, time.monotonic()
        except OSError:
            if server.poll() is not None:
                raise RuntimeError("the server has ended") from None
            time.sleep(0.01)


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


if __name__ == "__main__":
    sys.exit(main())
