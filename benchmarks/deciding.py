"""People judge until the question of a campaign is settled, while the server is killed: no label lost, none bet twice.

Two people answer over loopback as fast as they are asked; `kill -9` strikes the server after a few answers, and another
one is started at once. The same question is answered without a server too, and the log goes into the other database.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack
from typing import Any

from benchmarks.answering import DATABASES, Client, Server, empty_database, options, p95
from irassay.collection.judging_scales import scale
from irassay.decisions import Decision, decide
from irassay.formats.nouns import runs_given
from irassay.judging.assessors.deciding import Deciding, Terms, pose
from irassay.judging.store import Settings, make_campaign, open_campaign, rebuild_campaign
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import lines

GOAL_P95 = 50.0  # milliseconds until a person has the next task, while batches are drawn
DEPTH = 10
NAMES = ("Not relevant", "Relevant")


def main() -> int:
    args = options("deciding", __doc__, people=2, queries=60, kills=100, seed=0).parse_args()
    rows = []
    for name in args.database or DATABASES:
        other = DATABASES[1 - DATABASES.index(name)]
        with ExitStack() as stack:
            trial = Trial(empty_database(name, stack), args.queries, args.people, args.seed)
            rows.append({"database": name, **trial.run(args.kills), "wrong": trial.wrong(empty_database(other, stack))})
        print("  ".join(f"{key} {value}" for key, value in rows[-1].items()), flush=True)
    return int(any(row["wrong"] or (args.check and row["next p95 ms"] > GOAL_P95) for row in rows))


class World:
    """Two systems of which one is a little better, and what is true of their documents."""

    def __init__(self, n_queries: int, seed: int) -> None:
        draw = random.Random(seed)
        docs_of = {f"q{i}": [f"d{i}-{j}" for j in range(2 * DEPTH)] for i in range(n_queries)}
        self.grades = {query: {doc: int(draw.random() < 0.35) for doc in docs} for query, docs in docs_of.items()}
        self.runs: dict[str, dict[str, dict[str, float]]] = {"new": {}, "old": {}}
        for query, grades in self.grades.items():
            docs = list(grades)
            draw.shuffle(docs)
            docs.sort(key=lambda doc: -grades[doc] * (draw.random() < 0.15))
            for system, first in (("new", docs[:DEPTH]), ("old", docs[DEPTH:])):
                self.runs[system][query] = {doc: float(-rank) for rank, doc in enumerate(first)}

    def judge(self, asked: list[tuple[str, str]]) -> dict[str, dict[str, int]]:
        out: dict[str, dict[str, int]] = {}
        for query, doc in asked:
            out.setdefault(query, {})[doc] = self.grades[query][doc]
        return out

    def texts(self) -> dict[str, dict[str, str]]:
        docs = {doc: f"{query} {doc}" for query, of in self.grades.items() for doc in of}
        return {"query": {query: f"what is {query}" for query in self.grades}, "doc": docs}


class Trial:
    """A campaign with a question, the people who answer it, and the server that is killed."""

    def __init__(self, source: str, n_queries: int, people: int, seed: int) -> None:
        self.source, self.server, self.draw = source, Server(source), random.Random(seed)
        self.world = World(n_queries, seed)
        self.acknowledged: list[str] = []
        self.next_ms: list[float] = []
        self.settled = 0
        self.decider = decide(self.world.runs, f"P@{DEPTH}", scale=(0, 1))
        settings = Settings(scale=scale("binary"), order="shuffled", seed=0, guideline="")

        def ask(made: Campaign) -> None:
            of, terms = (runs_given(self.world.runs), {"model": None, "ideals": None}), Terms(20, None, 1, "majority")
            pose(made, self.decider, *of, terms, self.world.texts())

        with make_campaign(source, settings, ask) as made:
            self.tokens = [made.invite(f"person {i}") for i in range(people)]

    def run(self, kills: int) -> dict[str, Any]:
        """Kill the server so many times while people answer, and let them answer to the end."""
        people = [threading.Thread(target=self._answer, args=(token, i)) for i, token in enumerate(self.tokens)]
        done, begun = 0, time.monotonic()
        with self.server:
            for one in people:
                one.start()
            while any(one.is_alive() for one in people):
                after = len(self.acknowledged) + self.draw.randint(1, 4)
                while len(self.acknowledged) < after and any(one.is_alive() for one in people):
                    time.sleep(0.001)
                if done < kills and any(one.is_alive() for one in people):
                    self.server.kill(self.draw)
                    done += 1
        return {
            "answers": len(self.acknowledged),
            "kills": done,
            "settled": self.settled,
            "seconds": round(time.monotonic() - begun, 1),
            "next p95 ms": p95(self.next_ms),
        }

    def _answer(self, token: str, number: int) -> None:
        """One person, until the campaign is settled."""
        client = Client(self.server.port, token, random.Random(number))
        while True:
            turn = client.ask("POST", "/tasks?n=3", {"holding": []})[1]
            self.next_ms.append(1000 * (time.monotonic() - client.sent))
            if turn["state"] == "settled":
                self.settled += 1
                return
            for task in turn["tasks"]:
                query, doc = task["docs"][0]["text"].split()
                body = {"task": task["task"], "answer": NAMES[self.world.grades[query][doc]]}
                status, _ = client.ask("PUT", f"/answers/{task['key']}", body)
                if status in (200, 201):
                    self.acknowledged.append(task["key"])

    def wrong(self, other: str) -> list[str]:
        """What is not as it would be without kills, or in the other database."""
        with open_campaign(self.source) as campaign:
            log = list(campaign.log())
            decision = Deciding(campaign).look()
            rows = [json.loads(line) for line in lines(log)][:-1]
        texts = self.world.texts()
        rebuilt, _ = rebuild_campaign(other, rows, queries=texts["query"], docs=texts["doc"])
        with rebuilt:
            again = Deciding(rebuilt).look()
        alone = self.decider.run(self.world.judge)
        draws = [entry.content for entry in log if entry.kind == "draw"]
        drawn = Counter((query, doc) for one in draws for query, doc, _ in one["documents"])
        keys = Counter(self.acknowledged)
        logged = Counter(entry.key for entry in log if entry.kind == "answer")
        claims = {
            "an acknowledged answer is not in the log once": keys == logged and set(keys.values()) == {1},
            "a document was drawn twice": max(drawn.values()) == 1,
            "a batch has no number of its own": [one["number"] for one in draws] == list(range(len(draws))),
            "somebody was not told": self.settled == len(self.tokens),
            "the verdict is another without kills": told(decision) == told(alone),
            "the other database says another": json.dumps(again.to_dict()) == json.dumps(decision.to_dict()),
        }
        return [claim for claim, holds in claims.items() if not holds]


def told(decision: Decision) -> tuple[str, list[str]]:
    """What a decision says: its verdict, and which systems are better."""
    return decision.verdict, list(decision.better)


if __name__ == "__main__":
    sys.exit(main())
