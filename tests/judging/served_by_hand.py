"""`irassay judge` as a process of its own on a free port, ended by its id."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager

IRASSAY = [sys.executable, "-m", "irassay"]


class Served:
    """A server, its address, and requests as a program with a token makes them."""

    def __init__(self, process, link):
        self.process = process
        self.link = link
        self.origin, self.token = link.split("/in/")

    def ask(self, method, path, body=None, token=None, headers=()):
        """The status and the JSON of an answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, method=method)
        request.add_header("Authorization", f"Bearer {token or self.token}")
        request.add_header("Content-Type", "application/json")
        for name, value in dict(headers).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            text = error.read()
            return error.code, json.loads(text) if text.startswith(b"{") else text.decode()

    def tasks(self, n=3, token=None, holding=()):
        status, turn = self.ask("POST", f"/tasks?n={n}", {"holding": list(holding)}, token)
        assert status == 200, turn
        return turn

    def answer(self, task, name, token=None, key=None, **more):
        return self.ask("PUT", f"/answers/{key or task['key']}", {"task": task["task"], "answer": name, **more}, token)


@contextmanager
def serve(*words, cwd=None):
    """Run ``irassay judge`` with these words; yields once it prints the owner's link."""
    process = subprocess.Popen(
        [*IRASSAY, "judge", *map(str, words), "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        link = process.stdout.readline().strip()
        if not link:
            raise AssertionError(process.stderr.read())
        yield Served(process, link)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(30)
        process.stdout.close()
        process.stderr.close()


def run(*words, cwd=None):
    """What a verb prints; fails where it does not exit with 0."""
    done = subprocess.run([*IRASSAY, *map(str, words)], capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
