"""A server on the loopback that answers as OpenSearch and Elasticsearch do, with planted scores and planted faults."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIELDS = {
    "text": {"text": {"type": "text", "searchable": True, "aggregatable": False}},
    "docno": {"keyword": {"type": "keyword", "searchable": True, "aggregatable": True}},
    "title": {"keyword": {"type": "keyword", "searchable": True, "aggregatable": True}},
    "label": {"text": {"type": "text", "searchable": True, "aggregatable": False}},
}


class Planted:
    """What the server holds and does.

    `texts`: id -> text; `scores`: the text of a query -> documents and scores, as the engine would order them;
    `fault`: called with the number of the request for searches, from 1, and the whole answer, which it may alter; what
    it returns is sent: an answer's value; or (status, headers, bytes), where a list of bytes drips; or None to hang up.
    """

    def __init__(self, texts, scores):
        self.texts, self.scores = texts, scores
        self.fields = FIELDS
        self.root = {"version": {"number": "2.19.1", "distribution": "opensearch"}}
        self.fault = lambda n, answer: answer
        self.requests = []  # (path, headers, [(header, body), ...])
        self.n_searches = 0
        self.address = ""

    def answer(self, method, path, headers, body):
        """What is sent back: an answer's value, or (status, headers, bytes)."""
        pairs = [json.loads(line) for line in body.decode().splitlines()]
        searches = list(zip(pairs[::2], pairs[1::2]))
        self.requests.append((path, headers, searches))
        if path == "/":
            return self.root
        if path.startswith("/passages/_field_caps?fields="):
            wanted = path.partition("=")[2].split("%2C")
            return {
                "indices": ["passages"],
                "fields": {name: self.fields[name] for name in wanted if name in self.fields},
            }
        if method == "POST" and path == "/passages/_msearch":
            assert body.endswith(b"\n")
            assert headers["Content-Type"] == "application/x-ndjson"
            self.n_searches += 1
            return self.fault(self.n_searches, {"took": 1, "responses": [self.search(one) for _, one in searches]})
        error = {"type": "index_not_found_exception", "reason": "no such index"}
        return 404, {}, json.dumps({"error": {"root_cause": [error], **error}, "status": 404}).encode()

    def search(self, body):
        """One search, as the reference of ``_search`` describes it."""
        of = body["query"]
        if "match" in of:
            ((field, match),) = of["match"].items()
            assert field == "text"
            found = list(self.scores.get(match["query"], []))
            if "sort" in body:
                assert body["sort"] == [{"_score": "desc"}, {"docno": "desc"}]
                found.sort(key=lambda pair: (pair[1], pair[0].encode()), reverse=True)
        else:
            ids = of["ids"]["values"] if "ids" in of else of["terms"]["docno"]
            found = [(doc, 1.0) for doc in self.texts if doc in ids]
        hits = [self.hit(doc, score, body) for doc, score in found[: body["size"]]]
        total = {"value": len(found), "relation": "eq"}
        return {
            "took": 1,
            "timed_out": False,
            "_shards": {"total": 2, "successful": 2, "skipped": 0, "failed": 0},
            "hits": {"total": total, "max_score": None, "hits": hits},
            "status": 200,
        }

    def hit(self, doc, score, body):
        """A hit with what was asked for of its document."""
        hit = {"_index": "passages", "_id": doc, "_score": score}
        if body["_source"]:
            hit["_source"] = {"text": self.texts[doc]}
        if "docvalue_fields" in body:
            hit |= {"_id": f"internal-{doc}", "fields": {"docno": [doc]}}
        return hit


@contextmanager
def serve(planted):
    """Run the server; `planted.address` is where."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.reply("GET", b"")

        def do_POST(self):
            self.reply("POST", self.rfile.read(int(self.headers["Content-Length"])))

        def reply(self, method, body):
            answer = planted.answer(method, self.path, dict(self.headers), body)
            if answer is None:
                self.close_connection = True
                return
            status, headers, data = answer if isinstance(answer, tuple) else (200, {}, json.dumps(answer).encode())
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(data))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            for piece in data if isinstance(data, list) else [data]:
                self.wfile.write(piece)
                if isinstance(data, list):
                    time.sleep(0.1)
            if "Content-Length" in headers:  # planted: the rest never comes
                self.close_connection = True

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # a client that hangs up is what some tests want
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    planted.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield planted
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
