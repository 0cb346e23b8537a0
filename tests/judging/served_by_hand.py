"""`irassay judge` as a process of its own on a free port, ended by its id."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

from tests.forked_commands import Command

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
def serve(*words, cwd=None, begin=None, listen="127.0.0.1:0"):
    """Run ``irassay judge`` with these words; yields once it prints the owner's link.

    `begin` is `started` for a new interpreter; otherwise the process is forked from one that has loaded the package.
    """
    process = (begin or Command)(["judge", *words, "--listen", listen], cwd=cwd)
    try:
        link = process.stdout.readline().strip()
        if not link:
            raise AssertionError(process.stderr.read())
        yield Served(process, link)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(120)
        process.stdout.close()
        process.stderr.close()


def started(words, cwd=None):
    """`irassay` in a new interpreter."""
    words = [*IRASSAY, *map(str, words)]
    environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd, env=environ)


def ran(*words, cwd=None, timeout=60, begin=None):
    """What a command says and its exit code, as `subprocess.run` gives them; `begin` as that of `serve`."""
    process = (begin or Command)(words, cwd=cwd)
    late = threading.Timer(timeout, process.kill)
    late.start()
    errors = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))
    reader.start()
    with process.stdout, process.stderr:
        said = process.stdout.read()
        reader.join()
        code = process.wait()
    late.cancel()
    return subprocess.CompletedProcess(words, code, said, errors[0])


def run(*words, cwd=None, begin=None):
    """What a verb prints; fails where it does not exit with 0."""
    done = ran(*words, cwd=cwd, begin=begin)
    assert done.returncode == 0, done.stderr
    return done.stdout
