"""People who answer a campaign over loopback until the page says that it is settled, whatever happens to the server."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from urllib.parse import urlsplit


class Somebody(threading.Thread):
    """One person: asks for tasks, holds a few as the page does, answers each until it is acknowledged, and stops when
    the campaign is settled. `grade_of` takes the text of a document; `skips` the share that is skipped."""

    def __init__(self, origin, token, grade_of, *, seed=0, skips=0.0, patience=120.0):
        super().__init__()
        self.address = urlsplit(origin).netloc
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.grade_of, self.skips, self.until = grade_of, skips, time.monotonic() + patience
        self.draw = random.Random(seed)
        self.acknowledged, self.state = [], None

    def run(self):
        hand = []
        while time.monotonic() < self.until and self.state != "settled":
            if len(hand) < 3 and (turn := self.ask("POST", "/tasks?n=3", {"holding": [t["task"] for t in hand]})):
                self.state = turn["state"]
                hand += turn["tasks"]
            if not hand:
                time.sleep(0.02)
                continue
            task = hand.pop(0)
            given = self.grade_of(task["docs"][0]["text"])
            body = {"skip": "unsure"} if self.draw.random() < self.skips else {"answer": given}
            if self.ask("PUT", f"/answers/{task['key']}", {"task": task["task"], **body}) is not None:
                self.acknowledged.append(task["key"])

    def ask(self, method, path, body):
        """The answer's JSON, once there is one; None where the server refuses."""
        while time.monotonic() < self.until:
            try:
                connection = http.client.HTTPConnection(self.address, timeout=10)
                connection.request(method, path, json.dumps(body), self.headers)
                answer = connection.getresponse()
                said = json.loads(answer.read() or b"null")
                connection.close()
                return said if answer.status in (200, 201) else None
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.05 * self.draw.uniform(0.5, 1.5))
        raise AssertionError("the server never answered")
