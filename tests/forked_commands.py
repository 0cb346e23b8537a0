"""`irassay` as a process of its own that doesn't load its modules again: forked from one that has loaded them.

Each command is a process with its own number, folder, environment, streams and signals, which can be killed like any
other. What loads and how fast is the claim of tests that start a new interpreter.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache

N_STREAMS = 3
LOADED = (
    "irassay.cli.main",
    "irassay.cli.parser",
    *(f"irassay.cli.verbs.{verb}" for verb in ("carry", "invite", "judge", "labels", "pool", "report")),
    "irassay.judging.web.serving",
    "irassay.judging.web.serving",
    "alembic.command",
    "alembic.runtime.migration",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.h11_impl",
)


class Command:
    """A command that runs, with what tests use of `subprocess.Popen`."""

    def __init__(self, words, *, cwd=None, stdin=None, env=None):
        pipes = [os.pipe() for _ in range(2)]
        # Standard input is empty unless a descriptor is given.
        given = os.open(os.devnull, os.O_RDONLY) if stdin is None else os.dup(stdin)
        self.returncode = None
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.connect(_loaded())
        asked = {"words": [str(word) for word in words], "cwd": str(cwd or os.getcwd()), "env": env or dict(os.environ)}
        theirs = [given, *(end for _, end in pipes)]
        data = json.dumps(asked).encode()
        socket.send_fds(self.line, [len(data).to_bytes(8, "big")], theirs)
        self.line.sendall(data)
        for one in theirs:
            os.close(one)
        self.stdout, self.stderr = (os.fdopen(end, encoding="utf-8") for end, _ in pipes)
        self.replies = self.line.makefile("r")
        self.pid = int(self.replies.readline())

    def poll(self):
        return self._ended(0)

    def wait(self, timeout=None):
        if self._ended(timeout) is None:
            raise subprocess.TimeoutExpired("irassay", timeout)
        return self.returncode

    def _ended(self, timeout):
        """The exit code as `subprocess` has it, or None where the process runs for longer."""
        if self.returncode is None:
            self.line.settimeout(timeout)
            with suppress(TimeoutError, BlockingIOError):
                seen = self.line.recv(1, socket.MSG_PEEK | (socket.MSG_DONTWAIT if timeout == 0 else 0))
                self.line.settimeout(None)
                if not seen:
                    raise RuntimeError("the process that holds the loaded modules has ended")
                self.returncode = int(self.line.recv(16))
                self.replies.close()
                self.line.close()
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


@cache
def _loaded():
    """Address of the process that has loaded the package, one for all tests of this process; it ends with them."""
    ours, theirs = socket.socketpair()
    holder = subprocess.Popen(
        [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
    )
    theirs.close()

    def end():
        ours.close()
        holder.wait(30)

    atexit.register(end)
    address = ours.recv(100)
    if not address:
        raise RuntimeError("the process that loads the package has failed; see its error above")
    return address


def _hold(line):
    """Fork for each command until the tests have gone."""
    import gc
    import importlib
    import select

    for name in LOADED:
        importlib.import_module(name)
    gc.freeze()  # a command collects what it made itself
    address = f"\0irassay-tests-{os.getpid()}".encode()
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(address)
    listening.listen(16)
    line.sendall(address)
    while line not in select.select([listening, line], [], [])[0]:
        asks, _ = listening.accept()
        if os.fork() == 0:
            line.close()
            listening.close()
            return _begin(asks)
        asks.close()
        _reap(os.WNOHANG)
    _reap(0)
    os._exit(0)


def _reap(options):
    """Take the exit codes of those who waited for a command and are done, or wait for all of them."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


def _begin(asks):
    """Fork the command and say its number and, once it has ended, its exit code. Returns in the command alone."""
    length, streams, _, _ = socket.recv_fds(asks, 8, N_STREAMS)
    size, data = int.from_bytes(length, "big"), b""
    while len(data) < size:
        data += asks.recv(size - len(data))
    asked = json.loads(data)
    pid = os.fork()
    if pid == 0:
        asks.close()
        return asked, streams
    for one in (*streams, 0, 1, 2):
        os.close(one)
    asks.sendall(f"{pid}\n".encode())
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with suppress(BrokenPipeError):
        asks.sendall(f"{code}".encode())
    os._exit(0)


def _become(asked, streams):
    """What a new interpreter would have: streams, folder, environment, words."""
    for number, one in enumerate(streams):
        os.dup2(one, number)
        os.close(one)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", 1, "utf-8", closefd=False) for number in (1, 2))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    time.tzset()
    sys.argv = ["irassay", *asked["words"]]
    runpy.run_module("irassay", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and so would the command
    _become(*_hold(socket.socket(fileno=int(sys.argv[1]))))
