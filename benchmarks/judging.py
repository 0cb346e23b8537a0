"""People who judge over loopback while the server is killed: what was acknowledged is in the log, and counted, once.

Each of 50 people answers some 1.2 times a second, asks again with the same key after 1, 2, 4, 8 seconds like the page
does, and goes on. `kill -9` strikes the server after a random number of answers; another one is started at once.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.answering import DATABASES, Client, Server, empty_database, options, p95
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign, open_campaign

GOAL_RATE = 50.0  # answers a second between kills
GOAL_P95 = 100.0  # milliseconds to the 201
OFFERED = 1.2  # answers that a person gives in a second


def main() -> int:
    parser = options("judging", __doc__, people=50, answers=5_000, kills=100, seed=0)
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


class Trial:
    """A campaign, the people who judge it, and the server that is killed."""

    def __init__(self, source: str, people: int, answers: int, kills: int, seed: int) -> None:
        self.source = source
        self.answers = answers
        self.draw = random.Random(seed)
        self.moments = sorted(self.draw.sample(range(1, answers), kills))
        self.acknowledged: list[tuple[str, float, float]] = []  # key, when it was sent first and acknowledged
        self.wrong: list[str] = []
        self.stop = threading.Event()
        self.server = Server(source)
        texts = {"queries": {f"q{i}": "what makes bread rise" for i in range(20)}}
        per_query = answers // 10 + 3 * people
        texts["docs"] = {f"d{i}": "Yeast eats sugar and gives off gas. " * 10 for i in range(per_query)}
        settings = Settings(scale=scale("trec-passage"), order="shuffled", seed=0, guideline="")
        with make_campaign(source, settings) as made:
            made.add([Task("graded", query, (doc,)) for query in texts["queries"] for doc in texts["docs"]], **texts)
            self.tokens = [made.invite(f"person {i}") for i in range(people)]

    def run(self) -> dict[str, Any]:
        people = [threading.Thread(target=self._judge, args=(token, i)) for i, token in enumerate(self.tokens)]
        with self.server:
            for one in people:
                one.start()
            try:
                for moment in self.moments:
                    while len(self.acknowledged) < moment:
                        time.sleep(0.002)
                    self.server.kill(self.draw)
                while len(self.acknowledged) < self.answers:
                    time.sleep(0.005)
            finally:
                self.stop.set()
                for one in people:
                    one.join()
        return self._figures()

    def _judge(self, token: str, number: int) -> None:
        """One person, until all answers are there."""
        draw = random.Random(number)
        client = Client(self.server.port, token, draw)
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
        up = sum(end - start for start, end in self.server.windows)
        times, n = [], 0
        for start, end in self.server.windows:
            inside = [(sent, got) for _, sent, got in self.acknowledged if start <= got <= end]
            n += len(inside)
            times += [1000 * (got - sent) for sent, got in inside if sent >= start]
        return {
            "acknowledged": len(keys),
            "logged": len(logged),
            "counted": counted,
            "lost or doubled": off,
            "kills": len(self.moments),
            "seconds up": round(up, 1),
            "a second": round(n / up, 1),
            "median ms": round(statistics.median(times), 1),
            "p95 ms": p95(times),
        }


if __name__ == "__main__":
    sys.exit(main())
