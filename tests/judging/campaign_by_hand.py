"""A campaign on loopback that keeps the contract of the judging page and can be told to fail. It judges nothing.

It counts by keys: the same key with the same content is one entry, with other content a conflict.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

import jinja2

from irassay.collection.task_kinds import KINDS as TASK_KINDS
from irassay.collection.task_kinds import kind_of

PAGES = files("irassay.judging.web") / "pages"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
SCALE = (
    ("Irrelevant", "Nothing to do with the query."),
    ("Related", "Same subject, but it doesn't answer the query."),
    ("Highly relevant", "An answer that is unclear, partial or hidden among other things."),
    ("Perfectly relevant", "About the query, with the whole answer."),
)
GUIDELINE = "Grade this text for this query. Forget the ones before.\n\nLength, style and spelling don't count."
RICE = (
    "Cool cooked rice within an hour, put it into a closed box and keep it in the fridge at 5 degrees or less. Stored "
    "like this it is safe for three to four days. Throw it away after that, even when it looks and smells right. "
    "Reheat it only once, until it steams all the way through. What you won't eat in time can be frozen on the day on "
    "which it was cooked."
)
QUERIES = (
    "how long does cooked rice keep in the fridge",
    "why is my sourdough not rising",
    "what makes tomato leaves curl",
)


def plain_tasks(n: int = 40) -> list[tuple[str, str]]:
    """(query, text): ten documents a query, each with its number in it."""
    return [(QUERIES[i // 10 % len(QUERIES)], f"Text {i + 1}. {RICE}") for i in range(n)]


def compared_tasks(kind: str, n: int = 12) -> list[tuple[str, list[str]]]:
    """(query, texts): four comparisons or lists a query, each text with its number in it."""
    size = 5 if kind == "best" else 2
    return [
        (QUERIES[i // 4 % len(QUERIES)], [f"Text {i + 1}.{j + 1}. {RICE[: 180 + 40 * j]}" for j in range(size)])
        for i in range(n)
    ]


class Campaign:
    """What the server knows; tests set its attributes while the page is open."""

    def __init__(self, tasks: list[tuple[str, Any]] | None = None, kind: str = "graded") -> None:
        self.kind = kind
        self.tasks = (plain_tasks() if kind == "graded" else compared_tasks(kind)) if tasks is None else tasks
        self.equal = True  # whether a pair may be called equal
        self.of_queries = False  # whether places within queries are told
        self.agreed: str | None = None  # the agreed answer of each task, in practice
        self.person = "p-7f3a"
        self.name = "Kitchen and garden"
        self.state = "working"  # when there is something to hand out; else see `empty`
        self.empty = "done"
        self.down = False  # connections end without an answer
        self.delay = 0.0  # seconds before an answer to an answer
        self.pause_delay = 0.0  # seconds before it is known that somebody pauses, or goes on
        self.rest = 0.1  # of the time for which keys rest on the page: see tests of keys for all of it
        self.loses = 0  # so many answers are committed, and their 201 is lost
        self.refuse: Callable[[dict[str, Any]], int | None] = lambda body: None
        self.signed_in = True
        self.version = 1
        self.guidelines = {1: GUIDELINE}
        self.holds = 0  # who pauses holds nothing: keys given before are void then
        self.log: list[dict[str, Any]] = []
        self.puts: list[str] = []  # every PUT's key, committed or not
        self.asked: list[tuple[str, dict[str, Any]]] = []  # path and body of every POST
        self.lock = threading.Lock()

    def options(self, n_docs: int) -> list[dict[str, str]]:
        """What can be chosen, as the server names it."""
        if self.kind == "graded":
            return [{"name": name, "key": str(k), "sentence": says} for k, (name, says) in enumerate(SCALE, 1)]
        return [vars(choice) for choice in kind_of(self.kind).choices(n_docs, equal=self.equal)]

    def task_id(self, i: int) -> str:
        return sha256(f"task {i}".encode()).hexdigest()[:16]

    def labels(self) -> dict[str, str | None]:
        """The end of each chain: task to answer or skip; None where it was taken back."""
        replaced = {entry.get("replaces") for entry in self.log}
        ends = [entry for entry in self.log if entry["key"] not in replaced]
        tasks = [entry["task"] for entry in ends]
        assert len(tasks) == len(set(tasks)), "two answers of one person to one task"
        return {entry["task"]: entry.get("answer", entry.get("skip")) for entry in ends}

    def key(self, i: int) -> str:
        return sha256(f"{self.person} {self.holds} {i}".encode()).hexdigest()[:32]

    def hand_out(self, n: int, holding: list[str]) -> dict[str, Any]:
        taken = set(holding) | {task for task, answer in self.labels().items() if answer is not None}
        free = [i for i in range(len(self.tasks)) if self.task_id(i) not in taken]
        handed = [self.task(i) for i in free[:n]] if self.state == "working" else []
        state = self.state if self.state != "working" or free or holding else self.empty
        return {
            "state": state,
            "stage": "practice" if self.agreed else "judging",
            "person": self.person,
            "campaign": self.name,
            "guideline": self.version,
            "tasks": handed,
        }

    def task(self, i: int) -> dict[str, Any]:
        query, text = self.tasks[i]
        texts = [text] if isinstance(text, str) else text
        return {
            "task": self.task_id(i),
            "key": self.key(i),
            "kind": self.kind,
            "query": query,
            "query_id": sha256(query.encode()).hexdigest()[:8],
            "docs": [{"text": text} for text in texts],
            "options": [
                {"name": one["name"], "key": one["key"], "grade": grade if self.kind == "graded" else None}
                for grade, one in enumerate(self.options(len(texts)))
            ],
            "place": i + 1,
            "of": len(self.tasks),
            **(self.within(i) if self.of_queries else {}),
            "until": (datetime.now(UTC) + timedelta(minutes=20)).isoformat().replace("+00:00", "Z"),
            "guideline": self.version,
        }

    def within(self, i: int) -> dict[str, int]:
        """The place of a query among all, and of a task among those of its query."""
        queries = [query for query, _ in self.tasks]
        own, order = queries[i], list(dict.fromkeys(queries))
        return {
            "query_place": order.index(own) + 1,
            "queries": len(order),
            "place_in_query": queries[: i + 1].count(own),
            "of_query": queries.count(own),
        }

    def record(self, key: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and body for an answer; the commit is an item of the log."""
        if (status := self.refuse(body)) is not None:
            return status, {"detail": "refused by the test"}
        for number, entry in enumerate(self.log, 1):
            if entry["key"] == key:
                same = {k: v for k, v in entry.items() if k not in ("key", "time", "person")} == body
                return (200 if same else 409), {"entry": number, "time": entry["time"]}
        if "replaces" not in body and key not in {self.key(i) for i in range(len(self.tasks))}:
            return 410, {"detail": "nobody holds this"}
        when = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.log.append({**body, "key": key, "time": when, "person": self.person})
        return 201, {"entry": len(self.log), "time": when, "agreed": self.agreed}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_: Any) -> None: ...

    def _send(self, status: int, kind: str, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _json(self, status: int, value: Any) -> None:
        self._send(status, "application/json", json.dumps(value).encode(), Cache_Control="no-store")

    def _body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")

    def _dropped(self) -> bool:
        if self.server.campaign.down:
            self.close_connection = True
            self.connection.close()
        return self.server.campaign.down

    def do_GET(self) -> None:
        campaign = self.server.campaign
        if self._dropped():
            return
        path = self.path.split("?")[0]
        if path == "/":
            shell = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(
                (PAGES / "judge.html").read_text(encoding="utf-8")
            )
            self._send(200, "text/html; charset=utf-8", shell.render(version="0.0").encode())
        elif path == "/pages/kinds.js":
            rows = f"export const KINDS = {json.dumps(TASK_KINDS, default=vars)};"
            self._send(200, "text/javascript; charset=utf-8", rows.encode(), Cache_Control="no-cache")
        elif path.startswith("/pages/") and "/" not in (name := path[7:]) and (PAGES / name).is_file():
            kind, body = f"{KINDS[name.rsplit('.')[-1]]}; charset=utf-8", (PAGES / name).read_bytes()
            if name == "keys.js":
                body = re.sub(rb"(?m)^(export const REST\w* = )(\d+);", self._rest, body)
            self._send(200, kind, body, Service_Worker_Allowed="/", Cache_Control="no-cache")
        elif path.startswith("/guideline/") and int(path[11:]) in campaign.guidelines:
            version = int(path[11:])
            words = {"text": campaign.guidelines[version], "options": campaign.options(0)}
            self._json(200, {"version": version, **words})
        else:
            self._json(404, {})

    def _rest(self, constant: re.Match[bytes]) -> bytes:
        return b"%b%d;" % (constant[1], int(constant[2]) * self.server.campaign.rest)

    def do_POST(self) -> None:
        campaign, body = self.server.campaign, self._body()
        if self._dropped():
            return
        with campaign.lock:
            campaign.asked.append((self.path, body))
        if not campaign.signed_in:
            self._json(401, {})
        elif self.path.startswith("/tasks?n="):
            n = int(self.path[9:])
            self._json(200 if n > 0 else 422, campaign.hand_out(n, body["holding"]) if n > 0 else {})
        elif self.path in ("/pause", "/leave"):
            time.sleep(campaign.pause_delay)
            campaign.holds += body.get("paused", True)
            campaign.state = "paused" if body.get("paused", True) else "working"
            self._send(204, "application/json", b"")
        else:
            self._json(404, {})

    def do_PUT(self) -> None:
        campaign, body = self.server.campaign, self._body()
        if self._dropped():
            return
        begun = time.monotonic()
        while time.monotonic() < begun + campaign.delay:  # ends as soon as a test says so
            time.sleep(0.02)
        if not campaign.signed_in:
            self._json(401, {})
            return
        with campaign.lock:
            key = self.path.removeprefix("/answers/")
            campaign.puts.append(key)
            status, reply = campaign.record(key, body)
            lost = campaign.loses > 0
            campaign.loses -= lost
        if lost:
            self.close_connection = True
            self.connection.close()
        else:
            self._json(status, reply)


class Server(ThreadingHTTPServer):
    """Loopback, a port of its own; stop it by `close`."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.campaign = campaign
        self.address = f"http://127.0.0.1:{self.server_port}/"
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that goes away in the middle of a request is what these tests are about."""

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self.thread.join()
