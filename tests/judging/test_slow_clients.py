"""Requests that are begun and never ended: nobody waits for them, and the server ends them."""

from __future__ import annotations

import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import serve

from irassay.judging.web.serving import listening
from tests.judging_by_hand import campaign

N = 120
HUNG = 60  # seconds after which a test fails
AT_ONCE = """
import runpy, sys
from irassay.judging.web import serving
serving.ARRIVES = 1
runpy.run_module("irassay", run_name="__main__", alter_sys=True)
"""


def impatient(words, cwd=None):
    """`irassay` where a request has to arrive within a second."""
    words = [sys.executable, "-c", AT_ONCE, *map(str, words)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)


@pytest.fixture
def file(tmp_path):
    with campaign(tmp_path / "news.campaign"):
        return tmp_path / "news.campaign"


def halves(server):
    """What is sent of a request, by what it lacks."""
    host = server.origin.removeprefix("http://")
    begun = f"Host: {host}\r\nAuthorization: Bearer {server.token}\r\nContent-Length: 100\r\n"
    form = f"POST /plain/answer HTTP/1.1\r\n{begun}Content-Type: application/x-www-form-urlencoded\r\n\r\ntask="
    json = f"POST /tasks HTTP/1.1\r\n{begun}Content-Type: application/json\r\n\r\n{{"
    whole = f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n"
    return {
        "all": "",
        "headers": f"POST /tasks HTTP/1.1\r\n{begun}",
        "body": json,
        "form": form,
        "body of a refused request": json.replace(f"Host: {host}", "Host: elsewhere"),
        "body after a whole request": whole + json,
    }


def half_requests(server, stack, n=N):
    """Open connections, in turn by what their requests lack."""
    address, port = server.origin.removeprefix("http://").split(":")
    lacking = list(halves(server).values())
    sockets = [stack.enter_context(socket.create_connection((address, int(port)), HUNG)) for _ in range(n)]
    for i, one in enumerate(sockets):
        one.sendall(lacking[i % len(lacking)].encode())
    return sockets


def read_to_the_end(one):
    """All that the server sends until it closes the connection."""
    parts = []
    with suppress(ConnectionResetError):
        while part := one.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def test_an_assessor_is_answered_while_120_requests_are_half_sent_and_those_given_up_leave_no_traceback(file):
    with serve(file) as server:
        with ExitStack() as stack:
            half_requests(server, stack)
            [task] = server.tasks(n=1)["tasks"]
            assert server.answer(task, "Related")[0] == 201
        assert server.tasks(n=1)["state"] == "working"
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(HUNG) == 0
        assert "Traceback" not in server.process.stderr.read()


def test_120_half_requests_are_each_closed_by_the_server_and_it_serves_on(file):
    with serve(file, begin=impatient) as server, ExitStack() as stack:
        for one in half_requests(server, stack):
            read_to_the_end(one)
        assert server.ask("GET", "/health")[0] == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(HUNG) == 0
        assert "Traceback" not in server.process.stderr.read()


@pytest.mark.parametrize("lacks", ["headers", "form"])
def test_a_request_that_comes_byte_by_byte_is_closed_too(file, lacks):
    with serve(file, begin=impatient) as server, ExitStack() as stack:
        [one] = half_requests(server, stack, 1)
        one.sendall(halves(server)[lacks].encode())
        end = time.monotonic() + HUNG
        with suppress(ConnectionResetError, BrokenPipeError):
            while not select.select([one], [], [], 0.1)[0]:
                assert time.monotonic() < end, "it is never closed"
                one.sendall(b"x")
            assert read_to_the_end(one) == b""


def test_a_server_is_ended_at_once_while_requests_are_half_sent(file):
    with serve(file) as server, ExitStack() as stack:
        sockets = half_requests(server, stack)
        assert server.tasks(n=1)["state"] == "working"
        server.process.send_signal(signal.SIGINT)
        for one in sockets:
            read_to_the_end(one)
        assert server.process.wait(HUNG) == 0
        assert server.process.stderr.read().count("\n") <= 3  # where the campaign's page is, and how to end it


def test_what_is_accepted_waits_for_no_receipt() -> None:
    opened, _ = listening("127.0.0.1:0", None)
    with opened, socket.create_connection(opened.getsockname()), opened.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
