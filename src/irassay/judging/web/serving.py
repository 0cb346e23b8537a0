"""A campaign served until it is interrupted, by one server at a time where its database is a file."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from irassay.errors import InputError, NoDatabase, UsageError, terminate
from irassay.files import held_alone
from irassay.judging.store.addresses import is_address
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.judging.web.app import make_app
from irassay.judging.web.figures_process import FiguresProcess
from irassay.judging.web.platforms import Platform
from irassay.record import Record

ARRIVES = 30  # seconds from a request's begin, or a connection's, until the last byte
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_SHUT_DOWN = 5  # seconds that requests under way are given
_LOOK = 1  # seconds between looks at the campaign's file


class Place(Record):
    """Where a campaign is served: the open socket, the origin under which people come, and what platform sends them."""

    server: socket.socket
    origin: str
    platform: Platform


def listening(address: str, origin: str | None) -> tuple[socket.socket, str]:
    """An open socket at HOST:PORT (port 0: any that is free), and the origin under which people open the page.
    UsageError where others reach the address and `origin` does not encrypt, or a form is wrong; InputError where it is
    taken."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise UsageError(JUDGING("serve.address", address=address))
    if origin is not None:
        origin = _origin(origin)
    if host.strip("[]") not in _LOOPBACK and not (origin or "").startswith("https://"):
        raise UsageError(JUDGING("serve.others", host=host))
    try:
        server = socket.create_server(
            (host.strip("[]"), int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET, reuse_port=False
        )
    except OSError as error:
        raise InputError(JUDGING("serve.taken", address=address, reason=error.strerror or error)) from None
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a body waits 40 ms for its headers' receipt
    at = f"http://{host}:{server.getsockname()[1]}"
    return server, origin or at


@contextmanager
def alone(source: str, origin: str = "") -> Iterator[None]:
    """Hold the file beside a campaign that says who serves it; of a PostgreSQL there may be several servers. InputError
    names another server that has it."""
    if is_address(source):
        yield
        return

    def taken(other: str) -> InputError:
        return InputError(JUDGING("serve.served", source=source, other=other))

    with held_alone(f"{os.path.realpath(source)}.server", f" at {origin}" if origin else "", taken):
        yield


def serve(campaign: Campaign, place: Place, figures: FiguresProcess | None = None) -> None:
    """Serve until an interrupt (KeyboardInterrupt) or a SIGTERM, which end it alike once requests under way have ended;
    NoDatabase where the campaign's file was moved or removed."""
    figures = figures or FiguresProcess(campaign.source)
    gone: list[NoDatabase] = []

    def stop(error: NoDatabase) -> None:
        gone.append(error)
        server.should_exit = True

    async def look() -> None:
        try:
            campaign.check_place()
        except NoDatabase as error:
            stop(error)

    settings = uvicorn.Config(
        make_app(campaign, place.origin, figures, place.platform, stop),
        http=InTime,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=place.origin.startswith("https://"),  # who comes through the proxy: it runs on this machine
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_graceful_shutdown=_SHUT_DOWN,
        callback_notify=look,
        timeout_notify=_LOOK,
    )
    server = uvicorn.Server(settings)
    try:
        server.run(sockets=[place.server])
    finally:
        figures.close()
    if gone:
        raise gone[0]


@contextmanager
def ended_alike() -> Iterator[None]:
    """Let SIGTERM, and the end of the terminal, do what Ctrl-C does: what is open is closed."""

    acts = {signal.SIGTERM: terminate, signal.SIGHUP: lambda *_: signal.raise_signal(signal.SIGTERM)}
    ours = [one for one in acts if signal.getsignal(one) is signal.SIG_DFL]  # nohup has one ignored
    for one in ours:
        signal.signal(one, acts[one])
    try:
        yield
    finally:
        for one in ours:
            signal.signal(one, signal.SIG_DFL)


def _origin(text: str) -> str:
    """An origin as browsers write it: lower case, without a path; https, or http on this machine."""
    with suppress(ValueError):  # a port that is no number
        parts = urlsplit(text.strip())
        bare = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
        encrypts = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        if bare and encrypts and parts.hostname and (parts.port is None or parts.port > 0):
            usual = {"https": 443, "http": 80}[parts.scheme]
            host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            return f"{parts.scheme}://{host}" + ("" if parts.port in (None, usual) else f":{parts.port}")
    raise UsageError(JUDGING("serve.origin", text=text))


class InTime(H11Protocol):
    """A connection that is closed where a request has not arrived as a whole in time. More bytes win no more time."""

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The time of the first request begins."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """A request has begun, goes on, or has arrived."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """The next request may have come along with the last, without its end."""
        super().on_response_complete()
        if self._is_within_body():
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        super().connection_lost(exc)
        self._unset()

    def shutdown(self) -> None:
        """Nobody waits for the rest of a request."""
        super().shutdown()
        if self._is_within_body():
            self.transport.close()

    def _watch(self) -> None:
        if not (self._is_within_body() or self.conn.their_state is h11.IDLE):
            self._unset()
        elif self._limit is None:
            self._limit = self.loop.call_later(ARRIVES, self.transport.abort)

    def _unset(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _is_within_body(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY
