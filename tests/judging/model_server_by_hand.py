"""A server on loopback in the place of a model: it replies to each passage as a script says, and counts who asks."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROMPT_TOKENS, REPLY_TOKENS = 100, 10
SLOW = 60.0  # seconds, or until the server closes: nobody waits so long


class ModelServer:
    """`script` maps a word of the passage to replies, the last of which is repeated; other passages get `plain`.

    A reply is a text; a status, alone or with a body; "slow"; "cut"; "no json"; or a dict that is the JSON of the whole
    reply.
    """

    def __init__(self, script=None, plain="Grade: 1", delay=0.0):
        self.script = script or {}
        self.plain = plain
        self.delay = delay
        self._closes = threading.Event()
        self.counts = Counter()  # passage -> requests
        self.bodies = []
        self.keys = []
        self.lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                outer.answer(self)

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self):
        self._closes.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def answer(self, handler):
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        text = body["messages"][0]["content"]
        passage = text.partition("<<<passage")[2] or text
        with self.lock:
            self.bodies.append(body)
            self.keys.append(handler.headers.get("Authorization"))
            word = next((word for word in self.script if word in passage), None)
            n = self.counts[passage]
            self.counts[passage] += 1
        time.sleep(self.delay)
        if word is None:
            reply = self.plain(text) if callable(self.plain) else self.plain
        else:
            reply = self.script[word][min(n, len(self.script[word]) - 1)]
        self._send(handler, reply)

    def _send(self, handler, reply):
        if isinstance(reply, int | tuple):
            status, content = (reply, b"") if isinstance(reply, int) else (reply[0], reply[1].encode())
            handler.send_response(status)
            handler.send_header("Retry-After", "0")
            handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content)
            return
        if reply == "slow":
            self._closes.wait(SLOW)
        usage = {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": REPLY_TOKENS}
        tree = reply if isinstance(reply, dict) else {
            "choices": [{"message": {"content": reply}, "finish_reason": "stop"}],
            "usage": usage,
        }  # fmt: skip
        content = b"{not json" if reply == "no json" else json.dumps(tree).encode()
        try:
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content[:10] if reply == "cut" else content)
            handler.wfile.flush()
        except OSError:  # who asked has gone
            pass
        if reply == "cut":
            handler.close_connection = True
            handler.connection.close()


def describe(path, server, **changes):
    """A file that describes the model of a server."""
    values = {"name": "little", "url": server.url, "model": "little-1", "price": {"input": "2.50", "output": "10.00"}}
    values |= {"timeout": 30, "concurrency": 2, "max_tokens": 50} | changes
    path.write_text("".join(f"{name} = {_toml(value)}\n" for name, value in values.items() if value is not None))
    return str(path)


def _toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + "}"
    return json.dumps(value)
